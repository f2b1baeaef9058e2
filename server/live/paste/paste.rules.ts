import { alignPaste, type Alignment, countKnown } from '../../../contract/live/paste/align-paste.ts'
import { findDoubt, joinPaste, type Seam } from '../../../contract/live/paste/join-paste.ts'

// How pasted comments find their place among the stored ones, without database access.

/** A comment that is here or was pasted. */
export type Comparable = { name: string; text: string; platformKey?: string | null | undefined }

const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
const identityOf = ({ name, text }: Comparable) => JSON.stringify([plain(name), plain(text)])

/** Finds which pasted comments are stored already: by the platform's keys where they have some, else by alignment. */
export function findStored(stored: readonly Comparable[], pasted: readonly Comparable[]): Alignment {
  if (!areKeyed(pasted)) return alignPaste(stored.map(identityOf), pasted.map(identityOf))
  const places = new Map(stored.map(({ platformKey }, index) => [platformKey, index]))
  return pasted.map(({ platformKey }) => places.get(platformKey) ?? null)
}

/** Whether comments have the platform's keys, which say which ones are here. */
export const areKeyed = (pasted: readonly Comparable[]) =>
  pasted.every(({ platformKey }) => typeof platformKey === 'string')

/** Joins a paste where a person has said; null when fewer comments are stored than it would repeat. */
export const joinStored = (stored: readonly Comparable[], pasted: readonly Comparable[], seam: Seam) =>
  joinPaste(stored.map(identityOf), pasted.map(identityOf), seam)

/** Returns why a person should look at where a paste joins; null when that is sure. */
export const doubtJoin = (stored: readonly Comparable[], pasted: readonly Comparable[], alignment: Alignment) =>
  findDoubt(stored.map(identityOf), pasted.map(identityOf), alignment)

/** Whether a pasted comment says something else than the stored one that it is joined to. */
export const isDifferent = (stored: Comparable, pasted: Comparable) => identityOf(stored) !== identityOf(pasted)

type Dated = Comparable & { writtenAt?: Date | null | undefined }

/** Returns whether the newest comment stands first: by the times, else by which order repeats more of the stored ones. */
export function isReversed(stored: readonly Comparable[], pasted: readonly Dated[]): boolean {
  const times = pasted.flatMap(({ writtenAt }) => writtenAt?.getTime() ?? [])
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  if (first !== last) return first > last
  return countKnown(findStored(stored, pasted.toReversed())) > countKnown(findStored(stored, pasted))
}

/** The place of the first pasted comment of a platform, in the middle of what the column holds. */
const firstPlace = 1_000_000_000
/** The distance of neighbours, so that comments fit between them later. */
const step = 1000

/**
 * Returns the place of each new comment among the stored places; null for one that is here. Equal places keep the order in
 * which they are stored. A paste of new comments alone stands behind the stored one at `follows`, else behind all.
 */
export function assignPlaces(
  stored: readonly number[],
  alignment: Alignment,
  follows = stored.length - 1,
): (number | null)[] {
  const places: (number | null)[] = alignment.map(() => null)
  for (let start = 0; start < alignment.length; start++) {
    if (alignment[start] !== null || places[start] !== null) continue
    let end = start
    while (end < alignment.length && alignment[end] === null) end++
    const before = start === 0 ? undefined : alignment[start - 1]!
    const after = end === alignment.length ? undefined : alignment[end]!
    const low = before === undefined ? (after === undefined ? stored[follows] : stored[after - 1]) : stored[before]
    const high = before === undefined ? (after === undefined ? stored[follows + 1] : stored[after]) : stored[before + 1]
    for (let n = start; n < end; n++) places[n] = findPlaceBetween(low, high, n - start + 1, end - start + 1)
  }
  return places
}

/** Returns the place of the `n`th of `count` - 1 comments between two neighbours, each of which may be missing. */
function findPlaceBetween(low: number | undefined, high: number | undefined, n: number, count: number): number {
  if (low !== undefined && high !== undefined) return low + Math.floor(((high - low) * n) / count)
  if (high !== undefined) return high - (count - n) * step
  return (low ?? firstPlace) + n * step
}

/** When something was put on show; null for nothing. In order. */
export type ShowTime = { livePieceID: number | null; shownAt: Date }

/** Returns the piece on show at a time. */
export const findOnShow = (shows: readonly ShowTime[], at: Date): number | null =>
  shows.findLast(({ shownAt }) => shownAt <= at)?.livePieceID ?? null

/** Returns the only piece that was on show since a time; null when it has changed, because nobody knows which one it was. */
export function findOnlyOnShow(shows: readonly ShowTime[], since: Date): number | null {
  if (shows.some(({ shownAt }) => shownAt > since)) return null
  return findOnShow(shows, since)
}
