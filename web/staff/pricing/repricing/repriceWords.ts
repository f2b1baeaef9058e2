import { describeRefusedRate } from '../../../../contract/pricing/rate-rules.ts'
import { nameRepriceProblem } from '../../../../contract/pricing/repricing-rules.ts'
import type { RepriceRowData, RepriceState, RepriceSummaryData } from '../../../../contract/pricing/repricing.ts'
import { formatNumber } from '../../../../contract/shared/numbers.ts'

// The words of the repricing screen.

/** The colour, the status and the sentence about a row; null when there is nothing to know. */
export type Told = { tone: 'red' | 'orange' | 'black'; status: string; sentence: string }

/** The floor that a price is compared with: the gold, or the cost with the least margin if that is more. */
export const floorOf = ({ goldFloor, costFloor }: Pick<RepriceRowData, 'goldFloor' | 'costFloor'>) =>
  Math.max(goldFloor, costFloor ?? 0)

/** Returns what is against the new price of a row. */
export function describeRow(
  { state, karat, newRate }: Pick<RepriceRowData, 'state' | 'karat' | 'newRate'>,
  now = new Date(),
  timeZone = 'UTC',
): Told | null {
  const status = nameRepriceProblem(state)
  if (status === null) return null
  if (state === 'below_floor')
    return { tone: 'red', status, sentence: 'A Manager must allow this: tick it to apply it' }
  const sentence =
    state === 'rate_old' ? describeRefusedRate(karat, newRate.fromAt, now, timeZone) : 'This price is too large'
  return { tone: 'orange', status, sentence }
}

/** The three groups of the list, in their order. */
export const groupOf = (state: RepriceState): 'decide' | 'ready' | 'same' =>
  state === 'ready' || state === 'same' ? state : 'decide'

/** Describes what is left out: `left out: one below its floor, 2 not reckoned`. */
export function describeLeftOut({ belowFloor, notReckoned }: RepriceSummaryData, allowed: number): string | null {
  const count = (n: number, text: string) => (n === 0 ? [] : [`${n === 1 ? 'one' : formatNumber(n, 0, 0)} ${text}`])
  const parts = [...count(belowFloor - allowed, 'below the floor'), ...count(notReckoned, 'not reckoned')]
  return parts.length === 0 ? null : `left out: ${parts.join(', ')}`
}

/** Formats a difference in percent with its sign: `+0.6%`. */
export const formatChange = (before: number, after: number) => {
  const tenths = Math.round(((after - before) / before) * 1000) / 10
  return `${tenths < 0 ? '−' : '+'}${formatNumber(Math.abs(tenths), 1, 1)}%`
}
