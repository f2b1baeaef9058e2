import { type SQL, sql } from 'drizzle-orm'

/** The kinds of money, as the Payments report names them. */
const moneyKind = sql`case when corrects_id is not null then 'Correction' when kind = 'payment' then 'Payment'
  when kind = 'refund' then 'Refund' when kind = 'trade_in_paid' then 'Trade-in paid'
  when kind = 'credit_paid_in' then 'Credit paid in' when kind = 'credit_paid_out' then 'Credit paid out'
  else 'Deposit returned' end`

/** SQL for an amount of a payment type that is money; 0 for store credit and exchanged goods. */
export const ifMoney = (amount: SQL) =>
  sql`case when payment_type.code in ('store_credit', 'exchange', 'trade_in') then 0 else ${amount} end`

/**
 * SQL for the rows of money that the Payments report and the reports of drawers add up, named `money`. A payment and its
 * change are one row. A kept deposit moves no money, so it has none.
 */
export const moneyRows = sql`(
        select entry.entry_id, entry.sales_transaction_id, entry.trade_in_id, entry.customer_id, entry.location_id, entry.payment_type_id, entry.at, entry.created_by_id,
          entry.drawer_session_id, entry.late_from_id, coalesce(entry.reference, entry.reason) as reference, entry.kind,
          case when entry.is_payment then entry.amount else 0 end as received,
          case when entry.is_payment then coalesce(-given.amount, 0) else -entry.amount end as handed_back
        from (
          select entry_id, sales_transaction_id, trade_in_id, customer_id, location_id, payment_type_id, at, created_by_id, reference, amount,
            drawer_session_id, late_from_id, kind in ('payment', 'credit_paid_in') as is_payment, ${moneyKind} as kind,
            case when kind in ('refund', 'credit_paid_in', 'credit_paid_out') or corrects_id is not null then reason end as reason
          from money_entry where kind not in ('change', 'deposit_kept')
        ) entry left join money_entry given on given.payment_entry_id = entry.entry_id
      ) money`
