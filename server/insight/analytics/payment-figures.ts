import { sql } from 'drizzle-orm'

import type { AnalyticsData } from '../../../contract/insight/analytics.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentType } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { type Period, within } from '../shared/period.ts'

/**
 * Returns payments, change and refunds of the period by payment type from the money ledger, in pesos, largest first. A
 * corrected payment counts negatively on the day of its correction.
 */
export async function moneyByPaymentType(db: Db | Tx, period: Period): Promise<AnalyticsData['paymentTypes']> {
  const sumOf = (...kinds: (typeof moneyEntry.$inferSelect)['kind'][]) =>
    sql`coalesce(sum(amount) filter (where kind in ${kinds}), 0)`
  const { rows } = await db.execute<AnalyticsData['paymentTypes'][number]>(sql`
    select payment_type_id as "paymentTypeID", payment_name as "paymentName", ${sumOf('payment')}::float8 as taken,
        (-${sumOf('change')})::float8 as change, (-${sumOf('refund', 'deposit_returned')})::float8 as refunded,
        sum(amount)::float8 as kept
      from ${moneyEntry} join ${paymentType} using (payment_type_id) where ${within(moneyEntry.at, period)}
      group by payment_type_id, payment_name order by sum(amount) desc, payment_name`)
  return rows
}
