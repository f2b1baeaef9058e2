import type { Karat } from '../catalogue/karats.ts'
import { karats } from '../catalogue/karats.ts'
import { formatNumber } from '../shared/numbers.ts'
import type { RepriceState } from './repricing.ts'

// The words of repricing, which the server and the screen share.

/** Whether a manager can allow a price in this state. The others cannot be reckoned. */
export const canBeAllowed = (state: RepriceState) => state === 'ready' || state === 'below_floor'

/** Names what stands against a new price; null for a price that can be applied, or that stays. */
export function nameRepriceProblem(state: RepriceState): 'Below its floor' | 'Not reckoned' | null {
  if (state === 'below_floor') return 'Below its floor'
  return canBeAllowed(state) || state === 'same' ? null : 'Not reckoned'
}

/** Describes the karats of a batch, the purest first: `18K, 14K`, `22K, 18K and 4 more`, `all six`. */
export function describeKarats(given: readonly Karat[]): string {
  const sorted = karats.filter((karat) => given.includes(karat))
  if (sorted.length === karats.length) return 'all six'
  return sorted.length <= 3 ? sorted.join(', ') : `${sorted.slice(0, 2).join(', ')} and ${sorted.length - 2} more`
}

/** Returns why a batch cannot be undone; null when it can. */
export function findUndoProblem({
  undoneAt,
  sold,
  replaced,
}: {
  undoneAt: Date | string | null
  sold: number
  replaced: number
}): { code: 'repricing.undone' | 'repricing.sold' | 'repricing.replaced'; message: string } | null {
  if (undoneAt !== null) return { code: 'repricing.undone', message: 'This batch is undone already' }
  if (sold > 0)
    return { code: 'repricing.sold', message: `${count(sold, 'piece was', 'pieces were')} sold at these prices` }
  if (replaced === 0) return null
  return { code: 'repricing.replaced', message: `${count(replaced, 'item has', 'items have')} been priced again since` }
}

const count = (n: number, one: string, many: string) => `${formatNumber(n, 0, 0)} ${n === 1 ? one : many}`

/** Names the first of several items: `R-118`, `R-118 and R-119`, `R-118 and 12 more`. */
export function nameSome(codes: readonly string[]): string {
  const [first, second] = codes
  if (second === undefined) return first ?? ''
  return codes.length === 2 ? `${first} and ${second}` : `${first} and ${formatNumber(codes.length - 1, 0, 0)} more`
}
