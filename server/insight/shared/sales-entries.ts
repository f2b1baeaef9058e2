import { type SQL, sql } from 'drizzle-orm'

import { saleRefund } from '../../db/schema/refunds.ts'
import { sale, soldCentavos } from '../../db/schema/sales.ts'

/** SQL for whether a refund returned the last goods of its sale, so that nothing of the sale remains. */
export const isWholeReturn = ({ refundID, saleID, status }: Record<'refundID' | 'saleID' | 'status', SQL>) =>
  sql`(${status} = 'Refunded' and ${refundID} = (select max(last.refund_id) from sales_refund last
    where last.sales_transaction_id = ${saleID}))`

const returnedOrder = isWholeReturn({
  refundID: sql`sales_refund.refund_id`,
  saleID: sql`sales_refund.sales_transaction_id`,
  status: sql`(select status from sales_transaction sold
    where sold.sales_transaction_id = sales_refund.sales_transaction_id)`,
})

/**
 * SQL table of everything that counts in Total Sales, in centavos: a completed sale at its completion, and each refund,
 * negative, at its own time. A sale counts as one order, and the refund that returns its last goods takes that order
 * away. A later refund therefore never changes the figures of an earlier day. `refund_id` is 0 for sales. This is the
 * one definition of Total Sales and of Paid Orders (docs/decisions/0051).
 */
export const salesEntries = sql`(
  select sales_transaction_id, 0 as refund_id, completed_at as at, ${soldCentavos} as centavos, 1 as orders
    from ${sale} where completed_at is not null
  union all
  select sales_transaction_id, refund_id, created_at, (-amount * 100)::bigint, -${returnedOrder}::int from ${saleRefund}
) entry`

/** SQL for Total Sales of the selected entries, in pesos. */
export const totalSales = sql<number>`(coalesce(sum(entry.centavos), 0) / 100)`.mapWith(Number)

/** SQL for the number of completed sales among the selected entries, less the sales of which nothing remained. */
export const paidOrders = sql<number>`coalesce(sum(entry.orders), 0)`.mapWith(Number)
