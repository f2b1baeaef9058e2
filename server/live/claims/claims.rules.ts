import type { ClaimStatus } from '../../../contract/live/live-statuses.ts'

// The rules by which claims are decided, without database access. The claims are those of one piece, in their order.

/** The order of a claim: its time, and its place among those of the same time. */
export type Order = { orderAt: Date; orderPlace: number }
export type Placed = Order & { claimID: number; status: ClaimStatus }

/** The states in which a claim takes one of the piece. */
const taking: ReadonlySet<ClaimStatus> = new Set(['won', 'asked', 'invoiced'])
/** The states in which a buyer has an interest in the piece. Another comment of the same buyer changes nothing. */
const open: ReadonlySet<ClaimStatus> = new Set(['won', 'waiting', 'asked', 'invoiced'])

export const isOpenClaim = ({ status }: { status: ClaimStatus }) => open.has(status)

/** Returns how many of the piece nobody has won or is asked about. */
export const countFree = (quantity: number, claims: readonly Placed[]) =>
  quantity - claims.filter(({ status }) => taking.has(status)).length

/** Returns the index at which a new claim stands: behind the last one that is not later. */
export function findPlace(claims: readonly Placed[], { orderAt, orderPlace }: Order): number {
  for (let n = claims.length; n > 0; n--) {
    const one = claims[n - 1]!
    const difference = one.orderAt.getTime() - orderAt.getTime()
    if (difference < 0 || (difference === 0 && one.orderPlace <= orderPlace)) return n
  }
  return 0
}

/** Returns the state that a new claim at this place gets, as long as nothing stands in its way. */
export function decideClaim(
  { quantity, lineLength }: { quantity: number; lineLength: number },
  claims: readonly Placed[],
  place: number,
): 'won' | 'waiting' | 'refused' {
  if (countFree(quantity, claims) > 0) return 'won'
  const waiting = claims.slice(0, place).filter(({ status }) => status === 'waiting')
  return waiting.length < lineLength ? 'waiting' : 'refused'
}

/** Returns the claims that are asked next, for what is free. */
export const findNext = <C extends Placed>(quantity: number, claims: readonly C[]): C[] =>
  claims.filter(({ status }) => status === 'waiting').slice(0, Math.max(0, countFree(quantity, claims)))
