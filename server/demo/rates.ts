import { inArray } from 'drizzle-orm'

import { karats } from '../../contract/catalogue/karats.ts'
import { rateByFineness } from '../../contract/pricing/rate-rules.ts'
import { user } from '../db/schema/people.ts'
import { goldRate } from '../db/schema/pricing.ts'
import type { Tx } from '../kernel/database.ts'
import type { Calendar } from './calendar.ts'
import { staff } from './people.ts'
import { createRandom } from './random.ts'

/** The days before today on which the shop entered rates. */
const rateDays = 365
/** The pesos for which the shop sells a gram of 24K on the first day and today. */
const [first, today] = [6050, 7360]
/** The share of the sell rate for which the shop buys. */
const buyShare = 0.933
const sources = ['Binondo board, 09:00', 'Meycauayan, by phone'] as const

/**
 * Returns the rates of a year: one entry each morning, which rise with small steps up and down. None is later than
 * `now`.
 */
export function planRates(days: Calendar, now: Date) {
  const random = createRandom('rates')
  let wander = 0
  return Array.from({ length: rateDays + 1 }, (_, n) => rateDays - n).flatMap((daysAgo) => {
    // The wandering fades in the last days, so that the year ends at today's rate.
    wander = (wander + random.whole(-70, 70)) * 0.93
    const trend = first + ((today - first) * (rateDays - daysAgo)) / rateDays
    const sell = Math.floor((trend + wander * Math.min(1, daysAgo / 20)) / 10) * 10
    const fromAt = days.at(daysAgo, 9, random.whole(2, 19))
    const by = random.whole(0, staff.length - 1)
    const source = random.one(sources)
    if (fromAt > now) return []
    return karats.map((karat) => ({
      karat,
      sellPerGram: rateByFineness(sell, '24K', karat)!,
      buyPerGram: rateByFineness(sell * buyShare, '24K', karat)!,
      fromAt,
      source,
      by,
    }))
  })
}

/** Inserts rates that the demo's staff entered. */
export async function insertRates(tx: Tx, rates: ReturnType<typeof planRates>) {
  const emails = staff.map(({ email }) => email)
  const people = await tx
    .select({ email: user.email, userID: user.userID })
    .from(user)
    .where(inArray(user.email, emails))
  const userIDOf = (by: number) => people.find(({ email }) => email === emails[by])!.userID
  await tx.insert(goldRate).values(rates.map(({ by, ...rate }) => ({ ...rate, createdByID: userIDOf(by) })))
}
