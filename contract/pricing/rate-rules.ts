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

/** The largest difference of a new rate from the last that somebody must settle. */
export type RateJump = { side: 'sell' | 'buy'; needs: 'confirmation' | 'manager'; sentence: string }

const sides = [
  ['sell', 'sellPerGram', 'sells'],
  ['buy', 'buyPerGram', 'buys'],
] as const

/**
 * Returns the difference of a new rate from the last one that somebody must settle: over 5 % it is asked again, over
 * 20 % a Manager must allow it. Of both rates the larger difference counts. Returns null for a first rate and for a
 * small difference.
 */
export function findRateJump(karat: Karat, last: RatePair | null, next: RatePair): RateJump | null {
  if (last === null) return null
  const jumps = sides.map(([side, field, verb]) => {
    const [from, to] = [BigInt(toCentavos(last[field])), BigInt(toCentavos(next[field]))]
    return { side, verb, from, difference: to - from, size: to > from ? to - from : from - to }
  })
  const [sell, buy] = jumps as [(typeof jumps)[number], (typeof jumps)[number]]
  // The larger share of its last rate, compared without a division.
  const { side, verb, from, difference, size } = buy.size * sell.from > sell.size * buy.from ? buy : sell
  const exceeds = (percent: number) => size * 100n > BigInt(percent) * from
  if (!exceeds(askedAgainOver)) return null
  const needs = exceeds(managerOver) ? 'manager' : 'confirmation'
  const percent = formatNumber(Number((size * 2000n + from) / (from * 2n)) / 10, 0, 1)
  const end =
    needs === 'manager' ? `Over ${managerOver}% a Manager must allow it` : `Over ${askedAgainOver}% is asked again`
  const peso = formatPeso(fromCentavos(Number(from)))
  return {
    side,
    needs,
    sentence: `${karat} ${verb} for ${percent}% ${difference > 0n ? 'more' : 'less'} than the last rate, ${peso}. ${end}`,
  }
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
export function describeRefusedRate(karat: Karat, fromAt: Date | string, now: Date, timeZone: string): string {
  const [day, today] = [dayIn(timeZone, new Date(fromAt)), dayIn(timeZone, now)]
  const text = day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).replace(/ \d{4}$/, '') : formatDay(day)
  return `The ${karat} rate is of ${text}: enter today’s rate first`
}

/**
 * Returns the rate of another karat by its fineness, rounded down to whole ten pesos; null when that is less than ten.
 * It uses BigInt, because a large rate times a fineness exceeds 2^53.
 */
export function rateByFineness(perGram: number, from: Karat, to: Karat): number | null {
  const tens = (BigInt(toCentavos(perGram)) * BigInt(fineness[to])) / (BigInt(fineness[from]) * 1000n)
  return tens > 0n ? Number(tens) * 10 : null
}
