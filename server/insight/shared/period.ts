import { and, gte, inArray, lt, max, min, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { Temporal } from 'temporal-polyfill'

import type { analyticsSteps } from '../../../contract/insight/analytics.ts'
import { readSettings } from '../../company/settings.ts'
import { creditEntry } from '../../db/schema/credit.ts'
import { dailyCount } from '../../db/schema/insight.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { saleRefund } from '../../db/schema/refunds.ts'
import { sale } from '../../db/schema/sales.ts'
import { stockMovement } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay, shopDayBounds } from '../../kernel/shop-days.ts'
import { assertPeriod } from '../../resource/list.ts'

/**
 * A period of days in the shop's time zone, `from` and `to` included. It starts at the moment `start`, and ends before
 * the moment `before`.
 */
export type Period = {
  timeZone: string
  from: string
  to: string
  start: Date
  before: Date
  step: (typeof analyticsSteps)[number]
}

/** Maximum length, in days, of a period that is divided into days (about a quarter) or into months (ten years). */
const longest = { day: 92, month: 3653 }

/**
 * Returns the requested period. A missing start is the first day that has any figures, and a missing end is the last
 * one. Throws 400 when the period ends before it starts.
 */
export async function readPeriod(
  db: Db | Tx,
  now: Date,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Period> {
  const { timeZone } = await readSettings(db)
  const dayOf = (given: string | undefined) => (given === undefined ? undefined : shopDay(timeZone, given))
  const [first, last] = [dayOf(asked.from), dayOf(asked.to)]
  assertPeriod(first, last)
  const today = shopDay(timeZone, now)
  const from = first ?? earlier(last ?? today, await outermostDay(db, timeZone, 'first'))
  // A future day can have figures: the clock or the shop's time zone may have changed.
  const to = last ?? later(later(from, today), (await outermostDay(db, timeZone, 'last')) ?? today)
  return {
    timeZone,
    from,
    to,
    start: shopDayBounds(timeZone, from).from,
    before: shopDayBounds(timeZone, to).before,
    step: stepOf(from, to),
  }
}

const earlier = (one: string, other: string | null) => (other !== null && other < one ? other : one)
const later = (one: string, other: string) => (one > other ? one : other)

function stepOf(from: string, to: string): Period['step'] {
  const days = Temporal.PlainDate.from(from).until(to).days + 1
  if (days <= longest.day) return 'day'
  return days <= longest.month ? 'month' : 'year'
}

/**
 * Returns the first or last day with a sale, a refund, a payment, an entry of store credit, a change of the stock's value
 * that is a gain or a loss, a visit or a search; null when there is none.
 */
async function outermostDay(db: Db | Tx, timeZone: string, end: 'first' | 'last'): Promise<string | null> {
  const outermost = end === 'first' ? min : max
  const [completed] = await db.select({ at: outermost(sale.completedAt) }).from(sale)
  const [refunded] = await db.select({ at: outermost(saleRefund.createdAt) }).from(saleRefund)
  const [paid] = await db
    .select({ at: outermost(moneyEntry.at) })
    .from(moneyEntry)
    .where(
      inArray(moneyEntry.kind, ['payment', 'deposit_returned', 'trade_in_paid', 'credit_paid_in', 'credit_paid_out']),
    )
  const [credited] = await db.select({ at: outermost(creditEntry.at) }).from(creditEntry)
  const [moved] = await db
    .select({ at: outermost(stockMovement.at) })
    .from(stockMovement)
    .where(
      and(
        inArray(stockMovement.documentType, ['adjustment', 'inventory', 'repair', 'revaluation', 'trade_in']),
        ne(stockMovement.kind, 'opening'),
      ),
    )
  const [counted] = await db.select({ day: outermost(dailyCount.day) }).from(dailyCount)
  const days = [completed, refunded, paid, credited, moved].map((one) => (one?.at ? shopDay(timeZone, one.at) : null))
  const known = [...days, counted?.day ?? null].filter((day) => day !== null).toSorted()
  return known.at(end === 'first' ? 0 : -1) ?? null
}

/** SQL condition that the moment is in the period. */
export const within = (moment: PgColumn, { start, before }: Period): SQL => and(gte(moment, start), lt(moment, before))!

/** The same condition for an expression. */
export const duringPeriod = (moment: SQL, { start, before }: Pick<Period, 'start' | 'before'>): SQL =>
  sql`${moment} >= ${start.toISOString()}::timestamptz and ${moment} < ${before.toISOString()}::timestamptz`

/** SQL condition for the sales completed in the period, also if they were refunded later. */
export const completedIn = (period: Period): SQL => within(sale.completedAt, period)

/** SQL table of the steps (days, months or years) of a period. Its column `day` is the first day of each step. */
export const stepsOf = ({ from, to, step }: Period): SQL => sql`(
  select day::date as day from generate_series(
    date_trunc(${step}, ${from}::timestamp), ${to}::timestamp, ('1 ' || ${step})::interval) as day)`

/** SQL for the first day of the step that contains a date or a local time. */
export const stepOfDay = (at: SQL, { step }: Period): SQL => sql`date_trunc(${step}, (${at})::timestamp)::date`
