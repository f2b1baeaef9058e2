import { sql } from 'drizzle-orm'

import { saleRefund } from '../../db/schema/refunds.ts'
import { sale, soldCentavos } from '../../db/schema/sales.ts'

/**
 * SQL table of everything that counts in Total Sales, in centavos: a completed sale at its completion, and each refund,
 * negative, at its own time. A later refund therefore never changes the figures of an earlier day. `refund_id` is 0 and
 * `status` is set for sales only. This is the one definition of Total Sales (docs/decisions/0051).
 */
export const salesEntries = sql`(
  select sales_transaction_id, 0 as refund_id, status, completed_at as at, ${soldCentavos} as centavos
    from ${sale} where completed_at is not null
  union all
  select sales_transaction_id, refund_id, null, created_at, (-amount * 100)::bigint from ${saleRefund}
) entry`

/** SQL for Total Sales of the selected entries, in pesos. */
export const totalSales = sql<number>`(coalesce(sum(entry.centavos), 0) / 100)`.mapWith(Number)

/** SQL for the number of sales among the selected entries that are still Completed. */
export const completedOrders = sql<number>`(count(*) filter (where entry.status = 'Completed'))`.mapWith(Number)
