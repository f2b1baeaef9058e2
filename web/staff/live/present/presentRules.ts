// What the presenter shows of a piece: who has it, who is asked, or that it is free. Only first names leave the shop.
import { firstNameOf, firstNameOfHandle, nameless, shortenName } from '../../../../contract/live/first-names.ts'
import type { LiveClaimRow } from '../../../../contract/live/live-claims.ts'
import { type ClaimStatus, minutesToAnswer } from '../../../../contract/live/live-statuses.ts'
import { countFree, type LivePiece } from '../console/liveRules.ts'
import { describeUntil, formatTimeLeft } from '../console/liveWords.ts'

export type Card =
  | { kind: 'free'; left: number }
  /** It was sold outside the live. */
  | { kind: 'gone' }
  /** `share` is the part of the time to answer that is left, from 0 to 1. */
  | { kind: 'asked'; name: string; why: string; clock: string; share: number }
  | { kind: 'won'; names: string; next: string | null; clock: string | null; until: string | null }

type Buyer = LiveClaimRow['buyer']

/**
 * Returns the first name that viewers read. A handle may hold a surname or a telephone number, so that of a buyer without a
 * customer is cut as on the overlay.
 */
const firstNameOfBuyer = ({ handle, customerName }: Buyer) =>
  customerName === null ? (firstNameOfHandle(handle) ?? nameless) : firstNameOf(customerName)

/** Names the only winner of a piece. A customer has an initial beside the first name: `Ana R.`. */
const nameWinner = (buyer: Buyer) =>
  buyer.customerName === null ? firstNameOfBuyer(buyer) : shortenName(buyer.customerName)

/** Says why a piece is asked of the next in line, of the claim that had it before. Viewers read it, so it blames nobody. */
const reasons: Partial<Record<ClaimStatus, (name: string) => string>> = {
  withdrawn: (name) => `${name} gave it back`,
  lapsed: (name) => `the hold for ${name} has ended`,
  passed: (name) => `${name} passed`,
}

/** Returns the card of a piece. `claims` are those of the piece, in their order. */
export function chooseCard(
  piece: LivePiece,
  claims: readonly LiveClaimRow[],
  { now, timeZone }: { now: Date; timeZone: string },
): Card {
  const asked = claims.find(({ status }) => status === 'asked')
  if (asked) {
    const left = Math.max(0, Date.parse(asked.askedUntil ?? asked.decidedAt) - now.getTime())
    const before = claims.findLast(({ status, rank }) => reasons[status] && rank < asked.rank)
    return {
      kind: 'asked',
      name: firstNameOfBuyer(asked.buyer),
      why: before ? `asked, ${reasons[before.status]!(firstNameOfBuyer(before.buyer))}` : 'asked',
      clock: formatTimeLeft(left).text,
      share: Math.min(1, left / (minutesToAnswer * 60_000)),
    }
  }
  const left = countFree(piece, claims)
  if (left > 0) return { kind: 'free', left }
  const winners = claims.filter(({ status }) => status === 'won' || status === 'invoiced')
  if (winners.length === 0) return { kind: 'gone' }
  const [only] = winners
  const next = claims.find(({ status }) => status === 'waiting')
  const holdUntil = winners.length === 1 && only!.status === 'won' ? only!.holdUntil : null
  return {
    kind: 'won',
    names:
      winners.length === 1 ? nameWinner(only!.buyer) : winners.map(({ buyer }) => firstNameOfBuyer(buyer)).join(', '),
    next: next ? firstNameOfBuyer(next.buyer) : null,
    clock: holdUntil === null ? null : formatTimeLeft(Date.parse(holdUntil) - now.getTime()).text,
    until: holdUntil === null ? null : describeUntil(holdUntil, timeZone, now),
  }
}

/** Returns the first name of the first who has a piece of which none is free; null while one is, or while nobody has it. */
export function findTaker(piece: LivePiece, claims: readonly LiveClaimRow[]): string | null {
  const winner = claims.find(({ status }) => status === 'won' || status === 'invoiced')
  return winner && countFree(piece, claims) === 0 ? firstNameOfBuyer(winner.buyer) : null
}

/** Returns the pieces that follow the one on show. */
export function findFollowing(pieces: readonly LivePiece[], onShow: number | null, count: number): LivePiece[] {
  const at = pieces.findIndex(({ livePieceID }) => livePieceID === onShow)
  return pieces.slice(at + 1, at + 1 + count)
}

/** Splits a clock into its figures and their units, which are set smaller: `26 h 45 min`. */
export const splitClock = (clock: string) => clock.split(' ').map((text) => ({ text, isUnit: /^[a-z]+$/.test(text) }))
