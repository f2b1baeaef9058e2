import { useRef } from 'react'

import { picturesAtOnce } from '../../../../contract/catalogue/items.ts'
import type { PictureFocus, StoredPicture } from '../../../../contract/shared/covers.ts'
import type { ApiError } from '../../../lib/api.ts'
import { findPictureProblem } from '../../../lib/pictures.ts'

/** A picture in the form of an item or a piece: stored (`id`), or a file that is not uploaded yet. */
export type Picture = {
  key: string
  name: string
  url: string
  id?: number
  file?: File
  /** The focus that is stored or that the user chose. The server proposes one for a new picture without it. */
  focus?: PictureFocus
}

export const picturesOf = (images: readonly StoredPicture[]): Picture[] =>
  images.map(({ id, thumb_url, focus }, n) => ({
    key: `stored ${id}`,
    name: `Picture ${n + 1}`,
    url: thumb_url,
    id,
    focus,
  }))

export const filesOf = (pictures: readonly Picture[]): File[] => pictures.flatMap((picture) => picture.file ?? [])

/**
 * Separates the files that can be uploaded from the others, for which it returns error messages. `waiting` is the
 * number of files that are already selected.
 */
export function checkFiles(files: readonly File[], waiting: number): { taken: File[]; refused: string[] } {
  const taken: File[] = []
  const refused: string[] = []
  for (const file of files) {
    const refusal = findPictureProblem(file)
    if (refusal !== null) refused.push(refusal)
    else if (waiting + taken.length === picturesAtOnce)
      refused.push(`${file.name} is one too many: save ${picturesAtOnce} new pictures, then add more`)
    else taken.push(file)
  }
  return { taken, refused }
}

/** Returns a unique name for a file. Pasted images all have the same name. */
export function createUniqueName({ name }: File, others: readonly Picture[]): string {
  const taken = new Set(others.map((picture) => picture.name))
  const nameWithNumber = (n: number) => (n === 1 ? name : `${name} (${n})`)
  let n = 1
  while (taken.has(nameWithNumber(n))) n++
  return nameWithNumber(n)
}

/** Returns the list with one entry moved. An invalid position leaves the order unchanged. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const [one] = list.slice(from, from + 1)
  if (one === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, one)
}

type Answer = Promise<{ data: { images: StoredPicture[] } }>
/** The calls that read and change the pictures of one record, and the writes among them. */
export type PictureCalls = {
  list: () => Answer
  add: (images: File[]) => Answer
  remove: (imageID: number) => Answer
  order: (imageIDs: number[]) => Answer
  focus: (imageID: number, focus: PictureFocus) => Answer
  writes: readonly { isPending: boolean; error: ApiError | null; reset: () => void }[]
}

/**
 * Saves the pictures of an item or a piece: uploads new ones, deletes removed ones, then stores the order. A retry
 * uploads no picture twice. Pictures that other users have added in the meantime move to the end.
 */
export function useSavePictures(
  { list, add, remove, order, focus, writes }: PictureCalls,
  images: readonly StoredPicture[],
) {
  const start = useRef(idsOf(images))
  const storedFocus = useRef(focusByID(images))
  const known = useRef(new Set(idsOf(images)))
  const sent = useRef(new Map<string, number>())

  /** From now on, compares the form with the pictures of the reloaded record. */
  function resetBaseline(fresh: readonly StoredPicture[]) {
    start.current = idsOf(fresh)
    storedFocus.current = focusByID(fresh)
    for (const id of start.current) known.current.add(id)
  }

  /** Stores each chosen focus that differs from the stored one. A retry stores none twice. */
  async function saveFocus(pictures: readonly Picture[]) {
    for (const picture of pictures) {
      const imageID = picture.id ?? sent.current.get(picture.key)
      if (imageID === undefined || !picture.focus || isSameFocus(picture.focus, storedFocus.current.get(imageID)))
        continue
      await focus(imageID, picture.focus)
      storedFocus.current.set(imageID, picture.focus)
    }
  }

  async function save(pictures: readonly Picture[]) {
    await saveList(pictures)
    await saveFocus(pictures)
  }

  async function saveList(pictures: readonly Picture[]) {
    if (pictures.length === start.current.length && pictures.every(({ id }, n) => id === start.current[n])) return
    const unsent = pictures.filter((picture) => picture.file && !sent.current.has(picture.key))
    if (unsent.length > 0) {
      const answer = await add(filesOf(unsent))
      // The server appends new pictures in upload order.
      for (const [n, id] of idsOf(answer.data.images).slice(-unsent.length).entries()) {
        sent.current.set(unsent[n]!.key, id)
        known.current.add(id)
      }
    }
    const wanted = pictures.flatMap((picture) => picture.id ?? sent.current.get(picture.key) ?? [])
    let stored = idsOf((await list()).data.images)
    for (const imageID of stored)
      if (known.current.has(imageID) && !wanted.includes(imageID)) stored = idsOf((await remove(imageID)).data.images)
    const ordered = [...new Set([...wanted, ...stored])].filter((id) => stored.includes(id))
    if (ordered.some((id, n) => id !== stored[n])) await order(ordered)
  }

  return {
    save,
    resetBaseline,
    isPending: writes.some((write) => write.isPending),
    error: writes.find((write) => write.error)?.error ?? null,
    reset: () => writes.forEach((write) => write.reset()),
  }
}

const focusByID = (images: readonly StoredPicture[]) => new Map(images.map(({ id, focus }) => [id, focus]))
/** Whether two places in a picture are the same. */
export const isSameFocus = (one: PictureFocus, other: PictureFocus | undefined) =>
  one.x === other?.x && one.y === other.y
const idsOf = (images: readonly StoredPicture[]) => images.map((image) => image.id)
