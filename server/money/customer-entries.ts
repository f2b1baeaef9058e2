import { type SQL, sql } from 'drizzle-orm'

import { moneyEntry } from '../db/schema/money.ts'
import { paymentType, sale } from '../db/schema/sales.ts'

/**
 * SQL table of everything that changed what a customer owes: one row for each sale, cancellation and money entry, and
 * two for a refund, the returned goods and the money. `charge` less `paid` is the change of the balance.
 *
 * A sale is charged on its order date. Its cancellation, payments and refunds count on their own days, so a later one
 * never changes the balance of an earlier day.
 */
export const customerEntries = sql`(
  select customer_id, sales_transaction_id, order_date as day, order_date, 0 as place, 0 as sequence, transaction_date as at,
      'Sale' as kind, null::text as details, total_purchase as charge, 0::numeric as paid
    from ${sale}
  union all
  select customer_id, sales_transaction_id,
      greatest(order_date, (coalesce(canceled_at, updated_at) at time zone (select time_zone from shop_setting))::date),
      order_date, 1, 0, coalesce(canceled_at, updated_at), 'Canceled', cancel_reason, -total_purchase, 0
    from ${sale} where status = 'Canceled'
  union all
  select sold.customer_id, sales_transaction_id, day, order_date, 2, entry_id, entry.at,
      case when kind = 'refund' then 'Returned goods' else 'Deposit kept' end, entry.reason, amount, 0
    from ${moneyEntry} entry join ${sale} sold using (sales_transaction_id) where kind in ('refund', 'deposit_kept')
  union all
  select sold.customer_id, entry.sales_transaction_id, entry.day, order_date, 3, entry.entry_id, entry.at,
      case when entry.corrects_id is not null then 'Correction' when entry.kind = 'payment' then 'Payment'
        when entry.kind = 'refund' then 'Refund' else 'Deposit returned' end,
      concat_ws(', ', payment_name, entry.reference), 0, entry.amount + coalesce(given.amount, 0)
    from ${moneyEntry} entry join ${sale} sold using (sales_transaction_id) join ${paymentType} using (payment_type_id)
      left join ${moneyEntry} given on given.payment_entry_id = entry.entry_id
    where entry.kind in ('payment', 'refund', 'deposit_returned')
)`

/**
 * SQL for the columns of the aging as of a day: the balance by the days since the order dates of its sales. They add up
 * to the balance.
 */
export const agingColumns = (asOf: SQL) => {
  const open = (from: number, to: number | null) => sql`coalesce(sum(charge - paid) filter (where ${asOf} - order_date
    ${to === null ? sql`>= ${from}` : from === 0 ? sql`<= ${to}` : sql`between ${from} and ${to}`}), 0)`
  return sql`${open(0, 30)} as current, ${open(31, 60)} as over30, ${open(61, 90)} as over60, ${open(91, null)} as over90`
}
