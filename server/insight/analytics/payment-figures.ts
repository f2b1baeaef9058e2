import { sql } from 'drizzle-orm'

import type { AnalyticsData } from '../../../contract/insight/analytics.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentType } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { type Period, within } from '../shared/period.ts'

/** Whether a payment type is money. Store credit and exchanged goods are not. */
const isMoney = sql`coalesce(${paymentType.code}, 'cash') = 'cash'`

/**
 * Returns payments, change and refunds of the period by payment type from the money ledger, in pesos, largest first. A
 * corrected payment counts negatively on the day of its correction. Money that was paid into store credit
 * counts as taken. What was paid out for trade-ins and of store credit counts as handed back.
 */
export async function moneyByPaymentType(db: Db | Tx, period: Period): Promise<AnalyticsData['paymentTypes']> {
  const sumOf = (...kinds: (typeof moneyEntry.$inferSelect)['kind'][]) =>
    sql`coalesce(sum(amount) filter (where kind in ${kinds}), 0)`
  const { rows } = await db.execute<AnalyticsData['paymentTypes'][number]>(sql`
    select payment_type_id as "paymentTypeID", payment_name as "paymentName", ${sumOf('payment', 'credit_paid_in')}::float8 as taken,
        (-${sumOf('change')})::float8 as change, (-${sumOf('refund', 'deposit_returned', 'trade_in_paid', 'credit_paid_out')})::float8 as refunded,
        sum(amount)::float8 as kept
      from ${moneyEntry} join ${paymentType} using (payment_type_id)
      where ${isMoney} and ${within(moneyEntry.at, period)}
      group by payment_type_id, payment_name order by sum(amount) desc, payment_name`)
  return rows
}

/** Returns the store credit that sales used in the period, and that returned by refunds and deposits, in pesos. */
export async function storeCreditFigures(db: Db | Tx, period: Period): Promise<AnalyticsData['storeCredit']> {
  const { rows } = await db.execute<AnalyticsData['storeCredit']>(sql`
    select coalesce(sum(amount) filter (where kind = 'payment'), 0)::float8 as used,
        coalesce(-sum(amount) filter (where kind <> 'payment'), 0)::float8 as returned
      from ${moneyEntry} join ${paymentType} using (payment_type_id)
      where ${paymentType.code} = 'store_credit' and ${within(moneyEntry.at, period)}`)
  return rows[0]!
}
