// The rules of a planned live: when it may take place, and its pieces as the server receives them.
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { addDays, timeIn } from '../../../../contract/shared/dates.ts'
import { momentAt } from '../../../lib/days.ts'
import { formatCount, formatDay, formatMoment, today } from '../../../lib/format.ts'

export type LivePiece = LiveRow['pieces'][number]

/** A piece of the plan, as the server receives it. */
export type SentPiece = {
  livePieceID?: number
  number?: number
  itemID: number
  pieceID?: number | null
  price?: number
  quantity?: number
}
export type PlanEdit = (pieces: readonly SentPiece[]) => SentPiece[]

const usualStart = '20:00'
const usualHours = 3

/** Suggests the next evening: from 20:00, for three hours. */
export function suggestTimes(now: Date, timeZone: string): { plannedStart: string; expectedEnd: string } {
  const day = today(timeZone, now)
  const start = momentAt(timeIn(timeZone, now) < usualStart ? day : addDays(day, 1), usualStart, timeZone)!
  return {
    plannedStart: start,
    expectedEnd: new Date(Date.parse(start) + usualHours * 3_600_000).toISOString(),
  }
}

/** Describes when a live takes place: '20 Nov 2026, 20:00 to 23:00'. An end on another day has its date. */
export function describeTimes(start: string, end: string, timeZone: string): string {
  const [first, last] = [start, end].map((at) => today(timeZone, new Date(at)))
  const until = timeIn(timeZone, new Date(end))
  return `${formatMoment(start, timeZone)} to ${first === last ? until : `${formatDay(last!)}, ${until}`}`
}

/** Describes what is still open in a live, as a sentence with a space behind it; '' if nothing is. */
export function describeOpen({ undecided, asked }: Pick<LiveRow, 'undecided' | 'asked'>): string {
  const parts = [
    undecided > 0 && `${formatCount(undecided, 'comment')} ${undecided === 1 ? 'is' : 'are'} undecided`,
    asked > 0 && `${formatCount(asked, 'buyer')} ${asked === 1 ? 'is' : 'are'} asked`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `${parts.join(' and ')}. `
}

/** Returns the pieces of a live as the server receives them back. */
export const toSent = (pieces: readonly LivePiece[]): SentPiece[] =>
  pieces.map(({ livePieceID, itemID, piece, price, quantity }) => ({
    livePieceID,
    itemID,
    pieceID: piece?.pieceID ?? null,
    price,
    quantity,
  }))

/** Moves a piece up or down in the order. At the end of the list it stays. */
export const movePiece =
  (id: number, by: 1 | -1): PlanEdit =>
  (pieces) => {
    const from = pieces.findIndex(({ livePieceID }) => livePieceID === id)
    const to = from + by
    if (from === -1 || to < 0 || to >= pieces.length) return [...pieces]
    return pieces.with(from, pieces[to]!).with(to, pieces[from]!)
  }

export const addPiece =
  (added: SentPiece): PlanEdit =>
  (pieces) => [...pieces, added]

export const removePiece =
  (id: number): PlanEdit =>
  (pieces) =>
    pieces.filter(({ livePieceID }) => livePieceID !== id)

export const changePiece =
  (id: number, changes: Pick<SentPiece, 'price' | 'quantity'>): PlanEdit =>
  (pieces) =>
    pieces.map((piece) => (piece.livePieceID === id ? { ...piece, ...changes } : piece))
