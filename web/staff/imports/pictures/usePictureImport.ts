import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { items, picturesPerItem } from '../../../../contract/catalogue/items.ts'
import { imports, type PictureMatch } from '../../../../contract/imports/imports.ts'
import { fileNameOf } from '../../../../contract/shared/picture-names.ts'
import { call } from '../../../lib/api.ts'
import { createIdempotencyKey, keyHeader, write } from '../../../lib/query.ts'
import type { Archive, ArchivedPicture } from './pictureArchive.ts'

/** A picture of the archive and the item that gets it. The idempotency key prevents a retry from adding it twice. */
export type Placed = { picture: ArchivedPicture; item: NonNullable<PictureMatch['item']>; key: string }

export type Plan = {
  name: string
  placed: Placed[]
  /** Files that match no item, with the reason. */
  left: { path: string; why: string }[]
}

/**
 * Plans the import of an archive. Each item's new pictures are in display order and come after its existing pictures.
 */
async function createPlan(name: string, { pictures, passedOver }: Archive): Promise<Plan> {
  const matches =
    pictures.length === 0
      ? []
      : (await call(imports.matchPictures, { body: { names: pictures.map(requestNameOf) } })).data
  const matched = pictures.map((picture, n) => ({ picture, ...matches[n]! })).toSorted((a, b) => a.place - b.place)
  const placed: Placed[] = []
  const left = [...passedOver]
  const added = new Map<number, number>()
  for (const { picture, item } of matched) {
    const pictureCount = item ? item.pictures + (added.get(item.itemID) ?? 0) : 0
    if (!item) left.push({ path: picture.path, why: 'is the code of no item' })
    else if (pictureCount >= picturesPerItem)
      left.push({
        path: picture.path,
        why: `would be more than the ${picturesPerItem} pictures that an item has at most`,
      })
    else {
      added.set(item.itemID, (added.get(item.itemID) ?? 0) + 1)
      placed.push({ picture, item, key: createIdempotencyKey() })
    }
  }
  return { name, placed, left }
}
const requestNameOf = ({ path }: ArchivedPicture) => fileNameOf(path).slice(-300)

/** Imports pictures from an archive. It plans first, and then uploads one picture after the other. */
export function usePictureImport() {
  const client = useQueryClient()
  const [plan, setPlan] = useState<Plan | null>(null)
  const [reading, setReading] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  /** The progress and the failures; null before the upload starts. */
  const [run, setRun] = useState<{
    tried: number
    of: number
    failed: { placed: Placed; why: string }[]
    over: boolean
  } | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function choose(file: File) {
    setPlan(null)
    setRun(null)
    setRefused(null)
    setReading(true)
    try {
      // The unzip library is loaded only when it is needed.
      const { openArchive } = await import('./pictureArchive.ts')
      setPlan(await createPlan(file.name, await openArchive(file)))
    } catch (error) {
      setRefused((error as Error).message)
    }
    setReading(false)
  }

  async function send(all: readonly Placed[]) {
    const { signal } = (abort.current = new AbortController())
    const failed: { placed: Placed; why: string }[] = []
    for (const [tried, placed] of all.entries()) {
      setRun({ tried, of: all.length, failed: [...failed], over: false })
      const { picture, item, key } = placed
      try {
        const images = [await picture.file()]
        await write(
          client,
          items.addImages,
          { itemID: item.itemID, files: { images } },
          { headers: keyHeader(key), signal },
        )
      } catch (error) {
        if (signal.aborted) {
          failed.push(...all.slice(tried).map((one) => ({ placed: one, why: 'was not sent any more' })))
          break
        }
        failed.push({ placed, why: (error as Error).message })
      }
    }
    setRun({ tried: all.length, of: all.length, failed, over: true })
  }

  return {
    plan,
    reading,
    refused,
    run,
    choose: (file: File) => void choose(file),
    start: () => plan && void send(plan.placed),
    retry: () => run && void send(run.failed.map(({ placed }) => placed)),
    cancel: () => abort.current?.abort(),
  }
}
