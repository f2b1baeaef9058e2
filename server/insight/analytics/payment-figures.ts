import { sql } from 'drizzle-orm'

import type { AnalyticsData } from '../../../contract/insight/analytics.ts'
import { paymentType, sale, salePayment, saleRefund } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { type Period, within } from '../shared/period.ts'

/**
 * Returns payments, change and refunds of the period by payment type, in pesos, largest first. A sale stores only the
 * sum of its change. Like the Payments report, this function deducts it from the last payment of a type that gives
 * change.
 */
export async function moneyByPaymentType(db: Db | Tx, period: Period): Promise<AnalyticsData['paymentTypes']> {
  const { rows } = await db.execute<AnalyticsData['paymentTypes'][number]>(sql`
    with given as (
      select distinct on (sales_transaction_id) payment_id, sales_transaction.change
        from ${salePayment} join ${sale} using (sales_transaction_id) join ${paymentType} using (payment_type_id)
        where amount > 0 and sales_transaction.change > 0 and sales_transaction_id in (
          select sales_transaction_id from ${salePayment} where ${within(salePayment.paidAt, period)})
        order by sales_transaction_id, gives_change desc, payment_id desc
    ), moved as (
      select payment_type_id, greatest(amount, 0) as taken, coalesce(given.change, 0) as change,
          greatest(-amount, 0) as refunded
        from ${salePayment} left join given using (payment_id) where ${within(salePayment.paidAt, period)}
      union all
      select payment_type_id, 0, 0, amount from ${saleRefund} where ${within(saleRefund.createdAt, period)}
    )
    select payment_type_id as "paymentTypeID", payment_name as "paymentName", sum(taken)::float8 as taken,
        sum(moved.change)::float8 as change, sum(refunded)::float8 as refunded,
        sum(taken - moved.change - refunded)::float8 as kept
      from moved join ${paymentType} using (payment_type_id)
      group by payment_type_id, payment_name order by sum(taken - moved.change - refunded) desc, payment_name`)
  return rows
}
