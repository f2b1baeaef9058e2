import { sql } from 'drizzle-orm'

import type { Context } from '../kernel/context.ts'
import { creditContradictions, creditGuards } from './verify-credit.ts'
import { statementContradictions } from './verify-statements.ts'

/** Returns a sentence for each contradiction between the money ledger, sales, refunds, store credit and statements. An empty list means none. */
export async function verifyMoney({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(moneyContradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** Each query finds one kind of contradiction and returns a sentence per row. */
const moneyContradictions = [
  sql`select format('Sale %s says paid %s, change %s, refunded %s, but its money entries say %s, %s and %s', transaction_number,
      amount_paid, change, refunded_amount, paid, given, back) as problem
    from sales_transaction s left join lateral (
      select coalesce(sum(amount) filter (where kind = 'payment'), 0) as paid,
        coalesce(-sum(amount) filter (where kind = 'change'), 0) as given,
        coalesce(-sum(amount) filter (where kind in ('refund', 'deposit_returned')), 0) as back
      from money_entry e where e.sales_transaction_id = s.sales_transaction_id
    ) sums on true
    where (amount_paid, change, refunded_amount) <> (paid, given, back)`,

  sql`select format('Sale %s is Canceled with %s paid, but its entries return and keep %s', transaction_number,
      amount_paid - change, coalesce(settled, 0))
    from sales_transaction s left join (
      select sales_transaction_id, sum(abs(amount)) as settled from money_entry
      where kind in ('deposit_returned', 'deposit_kept') group by 1
    ) d using (sales_transaction_id)
    where coalesce(settled, 0) <> case when status = 'Canceled' then amount_paid - change else 0 end`,

  sql`select format('Sale %s is Canceled with its deposit marked %s, but the entries say otherwise', transaction_number,
      coalesce(deposit, 'nothing'))
    from sales_transaction s
    where deposit is distinct from (
      select min(case kind when 'deposit_returned' then 'refund' else 'forfeit' end) from money_entry e
      where e.sales_transaction_id = s.sales_transaction_id and kind in ('deposit_returned', 'deposit_kept'))`,

  sql`select format('Refund %s of sale %s returned %s, but its entry says %s', refund_id, transaction_number, r.amount,
      coalesce(-e.amount, 0))
    from sales_refund r
    join sales_transaction s using (sales_transaction_id)
    left join (
      select refund_id, sum(amount) as amount, min(sales_transaction_id) as first, max(sales_transaction_id) as last,
        array_agg(payment_type_id) as types
      from money_entry where refund_id is not null group by 1
    ) e using (refund_id)
    where e.amount is null or e.amount <> -r.amount or r.payment_type_id <> all (types)
      or (e.first, e.last) <> (r.sales_transaction_id, r.sales_transaction_id)`,

  sql`select format('Money entry %s takes back entry %s, but differs from it', e.entry_id, w.entry_id)
    from money_entry e join money_entry w on w.entry_id = e.corrects_id
    where e.kind <> w.kind or e.amount <> -w.amount or e.payment_type_id is distinct from w.payment_type_id
      or (e.sales_transaction_id, e.customer_id) is distinct from (w.sales_transaction_id, w.customer_id)
      or w.corrects_id is not null`,

  sql`select format('Money entry %s is the change of entry %s, which is no payment of this sale by this type', e.entry_id, p.entry_id)
    from money_entry e join money_entry p on p.entry_id = e.payment_entry_id
    where p.kind <> 'payment' or e.payment_type_id <> p.payment_type_id or e.sales_transaction_id <> p.sales_transaction_id`,

  sql`select format('Money entry %s takes back a payment without its change of %s', e.entry_id, -c.amount)
    from money_entry e
    join money_entry c on c.payment_entry_id = e.corrects_id
    where e.kind = 'payment' and not exists (select from money_entry b where b.corrects_id = c.entry_id)`,

  sql`select format('Sale %s is Completed, but %s is not paid', transaction_number, total_purchase - amount_paid + change)
    from sales_transaction where status in ('Completed', 'Refunded') and amount_paid - change < total_purchase`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('money_entry', 'money_entry_is_final'), ('money_entry', 'money_entry_stays'), ('money_entry', 'money_entry_sums'),
      ('money_entry', 'money_entry_open_day'), ('po_receiving', 'po_receiving_open_day'),
      ('purchase_order', 'purchase_order_open_day'), ('sales_refund', 'sales_refund_is_final'),
      ('sales_refund', 'sales_refund_stays'), ('sales_refund_item', 'sales_refund_item_is_final'),
      ('sales_refund_item', 'sales_refund_item_stays'), ('sales_transaction', 'sales_transaction_new_sums'),
      ('sales_transaction', 'sales_transaction_open_day'), ('sales_transaction', 'sales_transaction_sums'),
      ${creditGuards}
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,

  ...creditContradictions,
  ...statementContradictions,
]
