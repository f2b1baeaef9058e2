import type { Karat } from '../../../contract/catalogue/karats.ts'
import { type CurrentRateRow, GoldRateInput } from '../../../contract/pricing/gold-rates.ts'
import {
  findRateBases,
  findRateJump,
  rateByFineness,
  type RateJump,
  type RatePair,
} from '../../../contract/pricing/rate-rules.ts'
import { dayIn } from '../../../contract/shared/dates.ts'

/** What a person has typed for a karat. Undefined: untouched. `confirmed` names the pair that was confirmed. */
export type Typed = { sell?: number | null; buy?: number | null; confirmed?: string }
export type TypedRates = Partial<Record<Karat, Typed>>

/** A karat of the form: what its fields show and what saving would send. */
export type DraftRate = CurrentRateRow & {
  /** Whether the latest rate is of today. Its figures are then in the fields; otherwise they are hints. */
  isToday: boolean
  /** What the fields hold; null if empty, NaN for text that is no number. */
  sell: number | null
  buy: number | null
  isChanged: boolean
  /** The rates as they would hold after saving; null for those that cannot be saved. */
  pair: RatePair | null
  /** Why a changed rate cannot be saved, with the side to correct. */
  problem: { side: 'sell' | 'buy'; message: string } | null
  /** A large difference from an earlier rate that nobody has settled. */
  jump: RateJump | null
}

/** Returns what the form shows of each karat. */
export function draftRates(
  rows: readonly CurrentRateRow[],
  typed: TypedRates,
  now: Date,
  timeZone: string,
): DraftRate[] {
  const drafts = rows.map((row) => draftRate(row, typed[row.karat], now, timeZone))
  const given = drafts.flatMap(({ karat, pair }) => (pair ? [{ karat, ...pair }] : []))
  return drafts.map((draft) => {
    const { karat, pair } = draft
    if (pair === null || typed[karat]?.confirmed === nameOfPair(draft, pair)) return draft
    return { ...draft, jump: findRateJump(karat, findRateBases(karat, rows, given), pair) }
  })
}

/** Returns what the form shows of a karat, before its rate is compared with earlier ones. */
function draftRate(row: CurrentRateRow, typed: Typed = {}, now: Date, timeZone: string): DraftRate {
  const { karat, latest } = row
  const isToday = latest !== null && dayIn(timeZone, new Date(latest.fromAt)) === dayIn(timeZone, now)
  const shown = isToday ? latest : null
  const sell = typed.sell === undefined ? (shown?.sellPerGram ?? null) : typed.sell
  const buy = typed.buy === undefined ? (shown?.buyPerGram ?? null) : typed.buy
  // An empty field keeps the rate that holds.
  const sellPerGram = sell ?? latest?.sellPerGram ?? null
  const buyPerGram = buy ?? latest?.buyPerGram ?? null
  const isChanged = isToday
    ? sellPerGram !== latest.sellPerGram || buyPerGram !== latest.buyPerGram
    : sell !== null || buy !== null
  const base = { ...row, isToday, sell, buy, isChanged, pair: null, problem: null, jump: null }
  if (!isChanged) return base
  const checked = GoldRateInput.safeParse({ karat, sellPerGram, buyPerGram, latestID: latest?.goldRateID ?? null })
  if (!checked.success) return { ...base, problem: problemOf({ sellPerGram, buyPerGram }, checked.error.issues[0]!) }
  const pair = { sellPerGram: checked.data.sellPerGram, buyPerGram: checked.data.buyPerGram }
  return { ...base, pair }
}

function problemOf(
  { sellPerGram, buyPerGram }: Record<keyof RatePair, number | null>,
  { path, message }: { path: readonly PropertyKey[]; message: string },
): DraftRate['problem'] {
  const side = path[0] === 'buyPerGram' ? 'buy' : 'sell'
  const value = side === 'buy' ? buyPerGram : sellPerGram
  if (value === null) return { side, message: `Enter what the shop ${side}s a gram for` }
  return { side, message: Number.isNaN(value) ? 'Enter a number' : message }
}

/** Names a pair of rates after the latest rate, so that a confirmation holds for these figures alone. */
export const nameOfPair = ({ latest }: CurrentRateRow, { sellPerGram, buyPerGram }: RatePair) =>
  `${latest?.goldRateID} ${sellPerGram} ${buyPerGram}`

/** Returns the body of saving the changed rates. Nobody confirms a small difference. */
export const inputOf = (drafts: readonly DraftRate[], typed: TypedRates) =>
  drafts.flatMap(({ karat, latest, pair }) =>
    pair
      ? [
          {
            karat,
            ...pair,
            latestID: latest?.goldRateID ?? null,
            confirmed: typed[karat]?.confirmed !== undefined,
          },
        ]
      : [],
  )

/**
 * Fills every unchanged karat from the purest one with new rates, by its fineness. Returns null when no karat has new
 * rates.
 */
export function fillByFineness(drafts: readonly DraftRate[], typed: TypedRates): TypedRates | null {
  const from = drafts.find(({ pair }) => pair !== null)
  if (!from) return null
  const { sellPerGram, buyPerGram } = from.pair!
  const filled = drafts.flatMap(({ karat, isChanged }) =>
    isChanged
      ? []
      : [
          [
            karat,
            {
              sell: rateByFineness(sellPerGram, from.karat, karat),
              buy: rateByFineness(buyPerGram, from.karat, karat),
            },
          ] as const,
        ],
  )
  return { ...typed, ...Object.fromEntries(filled) }
}
