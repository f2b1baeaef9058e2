import { fineness, type Karat } from '../catalogue/karats.ts'
import { formatDay, dayIn } from '../shared/dates.ts'
import { formatPeso, fromCentavos, toCentavos } from '../shared/money.ts'
import { formatNumber } from '../shared/numbers.ts'

// The rules of gold rates, which the server and the screen share. Amounts are pesos a gram with 2 decimals.

/** The two rates of a karat: what the shop sells and buys a gram for. */
export type RatePair = { sellPerGram: number; buyPerGram: number }

/** A new rate that differs from the last by more than these percents is asked again, or needs a Manager. */
export const askedAgainOver = 5
export const managerOver = 20

/** After these hours a rate warns, and then refuses sales that are priced by it. */
export const oldAfterHours = 24
export const refusedAfterHours = 72

/** The largest difference of a new rate from another one that somebody must settle. */
export type RateJump = { side: 'sell' | 'buy'; needs: 'confirmation' | 'manager'; sentence: string }

/**
 * A rate that a new one is compared with: the last of its karat, the one with which the shop's day began, or for a first
 * rate that of another karat.
 */
export type RateBase = RatePair & { karat: Karat; kind: 'last' | 'day' | 'other' }

const sides = [
  ['sell', 'sellPerGram', 'sells'],
  ['buy', 'buyPerGram', 'buys'],
] as const

/** A karat with its latest rate and the one with which the day began. */
type Known = { karat: Karat; latest: Entered | null; yesterday: RatePair | null }
type Entered = RatePair & { fromAt: Date | string }

/**
 * Returns the rates that a new one of a karat is compared with. The rate with which the day began is one of them, so that
 * two steps of a day do not pass where one step would not. A first rate is compared with the newest rate of another karat,
 * or else with one that is entered before it in the same call.
 */
export function findRateBases(
  karat: Karat,
  known: readonly Known[],
  given: readonly (RatePair & { karat: Karat })[],
): RateBase[] {
  const own = known.find((one) => one.karat === karat)
  if (own?.latest) {
    const last = { ...pairOf(own.latest), karat, kind: 'last' } as const
    return own.yesterday === null ? [last] : [last, { ...pairOf(own.yesterday), karat, kind: 'day' }]
  }
  const others = known.flatMap(({ karat: of, latest }) => (latest === null ? [] : [{ ...latest, karat: of }]))
  const [newest] = others.toSorted((a, b) => new Date(b.fromAt).getTime() - new Date(a.fromAt).getTime())
  const before = given.slice(
    0,
    given.findIndex((one) => one.karat === karat),
  )
  const other = newest ?? before[0]
  return other === undefined ? [] : [{ ...pairOf(other), karat: other.karat, kind: 'other' }]
}

const pairOf = ({ sellPerGram, buyPerGram }: RatePair): RatePair => ({ sellPerGram, buyPerGram })

/**
 * Returns the difference of a new rate from its bases that somebody must settle: over 5 % it is asked again, over 20 % a
 * Manager must allow it. The largest difference of both rates from any base counts. Returns null for a small one.
 */
export function findRateJump(karat: Karat, bases: readonly RateBase[], next: RatePair): RateJump | null {
  const jumps = bases.flatMap((base) =>
    sides.map(([side, field, verb]) => {
      // Multiplied by both finenesses, rates of two karats compare as whole numbers.
      const from = BigInt(toCentavos(base[field])) * BigInt(fineness[karat])
      const to = BigInt(toCentavos(next[field])) * BigInt(fineness[base.karat])
      return { side, verb, base, from, difference: to - from, size: to > from ? to - from : from - to }
    }),
  )
  const [first, ...rest] = jumps
  if (!first) return null
  // The largest share of its base, compared without a division.
  const largest = rest.reduce((most, one) => (one.size * most.from > most.size * one.from ? one : most), first)
  const { side, verb, base, from, difference, size } = largest
  const exceeds = (percent: number) => size * 100n > BigInt(percent) * from
  if (!exceeds(askedAgainOver)) return null
  const needs = exceeds(managerOver) ? 'manager' : 'confirmation'
  const percent = formatNumber(Number((size * 2000n + from) / (from * 2n)) / 10, 0, 1)
  const end =
    needs === 'manager' ? `Over ${managerOver}% a Manager must allow it` : `Over ${askedAgainOver}% is asked again`
  const scale = BigInt(fineness[base.karat])
  const peso = formatPeso(fromCentavos(Number((from * 2n + scale) / (scale * 2n))))
  return {
    side,
    needs,
    sentence: `${karat} ${verb} for ${percent}% ${difference > 0n ? 'more' : 'less'} than ${describeBase(base, peso)}. ${end}`,
  }
}

/** Describes a base: `the last rate, ₱5,200.00`. */
function describeBase({ kind, karat }: RateBase, peso: string) {
  if (kind === 'last') return `the last rate, ${peso}`
  return kind === 'day' ? `when the day began, ${peso}` : `the ${karat} rate gives by its fineness, ${peso}`
}

/** Returns how many whole hours have passed since a rate was entered. */
export const hoursSince = (fromAt: Date | string, now: Date) =>
  Math.floor((now.getTime() - new Date(fromAt).getTime()) / 3_600_000)

/** Returns whether a rate is fresh, old enough to warn, or too old to sell by. */
export function rateAge(fromAt: Date | string, now: Date): 'fresh' | 'old' | 'refused' {
  const age = now.getTime() - new Date(fromAt).getTime()
  if (age > refusedAfterHours * 3_600_000) return 'refused'
  return age > oldAfterHours * 3_600_000 ? 'old' : 'fresh'
}

/** Describes the age of a rate: `25 h old`, `4 days old`. */
export function describeRateAge(fromAt: Date | string, now: Date): string {
  const hours = hoursSince(fromAt, now)
  return hours <= refusedAfterHours ? `${hours} h old` : `${Math.floor(hours / 24)} days old`
}

/** Returns the sentence about a rate that is too old to sell by. The year stands there when it is another one. */
export const describeRefusedRate = (karat: Karat, fromAt: Date | string, now: Date, timeZone: string) =>
  `The ${karat} rate is of ${describeRateDay(fromAt, now, timeZone)}: enter today’s rate first`

/** Returns the sentence about a rate that is old or too old to sell by; null for a fresh one. */
export function describeOldRate(karat: Karat, fromAt: Date | string, now: Date, timeZone: string): string | null {
  const age = rateAge(fromAt, now)
  if (age === 'fresh') return null
  if (age === 'refused') return describeRefusedRate(karat, fromAt, now, timeZone)
  const day = describeRateDay(fromAt, now, timeZone)
  return `The ${karat} rate is of ${day}: after ${refusedAfterHours} hours it refuses sales`
}

function describeRateDay(fromAt: Date | string, now: Date, timeZone: string) {
  const [day, today] = [dayIn(timeZone, new Date(fromAt)), dayIn(timeZone, now)]
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).replace(/ \d{4}$/, '') : formatDay(day)
}

/**
 * Returns the rate of another karat by its fineness, rounded down to whole ten pesos; null when that is less than ten.
 * It uses BigInt, because a large rate times a fineness exceeds 2^53.
 */
export function rateByFineness(perGram: number, from: Karat, to: Karat): number | null {
  const tens = (BigInt(toCentavos(perGram)) * BigInt(fineness[to])) / (BigInt(fineness[from]) * 1000n)
  return tens > 0n ? Number(tens) * 10 : null
}
