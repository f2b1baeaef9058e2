import { type SQL, sql } from 'drizzle-orm'

import { personName, shownBuyerName } from '../../db/names.ts'
import { isWholeReturn } from '../shared/sales-entries.ts'

// A sale belongs to the day of its completion; before that, to the day of its entry. A refund belongs to its own day.

/**
 * SQL table of sales and refunds, in the form of sales_transaction: each sale at its moment, with `refund_id` 0, and each
 * refund at its own moment, with the columns of its sale.
 */
export const documents = sql`(
  select sales_transaction.*, coalesce(completed_at, transaction_date) as entry_at, 0 as refund_id, 0::numeric as refunded
    from sales_transaction
  union all
  select sold.*, refund.created_at, refund.refund_id, refund.amount
    from sales_refund refund join sales_transaction sold on sold.sales_transaction_id = refund.sales_transaction_id
)`
export const entryAt = sql`sales_transaction.entry_at`
export const isRefund = sql`sales_transaction.refund_id > 0`

/** A figure of a sale; empty in the row of a refund. */
export const ofTheSale = (figure: SQL) => sql`case when not ${isRefund} then ${figure} end`

/** The unpaid amount of a sale. */
export const balance = sql`case when sales_transaction.status in ('Canceled', 'Refunded') then 0 else
  greatest(0, total_purchase - amount_paid + change) end`

/** The discount of a completed sale. What was never sold was never sold for less. */
export const givenDiscount = sql`case when not ${isRefund} and completed_at is not null then discount else 0 end`

/** The effect of a sale or a refund on Total Sales. An uncompleted sale has none. */
export const salesEffect = sql`case when ${isRefund} then -refunded when completed_at is not null then total_purchase else 0 end`

const returnedOrder = isWholeReturn({
  refundID: sql`sales_transaction.refund_id`,
  saleID: sql`sales_transaction.sales_transaction_id`,
  status: sql`sales_transaction.status`,
})

/** The effect of a sale or a refund on the completed orders, as `salesEntries` counts them. */
export const ordersEffect = sql`case when ${isRefund} then -${returnedOrder}::int
  when completed_at is not null then 1 else 0 end`

/** The refunds of a sale, whenever they were given. A canceled sale has a returned deposit, which is no refund. */
export const refundedWithSale = sql`case when not ${isRefund} and completed_at is not null then refunded_amount else 0 end`

export const person = (userID: SQL) => sql`(select ${personName} from user_account where user_id = ${userID})`

export const customerText = sql`coalesce(${shownBuyerName}, 'Walk-in')`
