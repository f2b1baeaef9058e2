import { sql } from 'drizzle-orm'

/** Each query finds one kind of contradiction in store credit and exchanges, and returns a sentence per row. */
export const creditContradictions = [
  sql`select format('Customer %s has a store credit of %s, but its entries add up to %s', customer_id,
      coalesce(c.balance, 0), coalesce(e.amount, 0))
    from customer_credit c full join (
      select customer_id, sum(amount) as amount from credit_entry group by 1
    ) e using (customer_id)
    where coalesce(c.balance, 0) <> coalesce(e.amount, 0) or c.balance is null`,

  sql`select format('Store credit of customer %s was below zero after entry %s', customer_id, entry_id)
    from (select *, sum(amount) over (partition by customer_id order by entry_id) as after from credit_entry) e
    where after < 0`,

  sql`select format('Credit entry %s says that %s is left, but the entries add up to %s', entry_id, balance, after)
    from (select *, sum(amount) over (partition by customer_id order by entry_id) as after from credit_entry) e
    where after <> balance`,

  sql`select format('Money entry %s moves %s of store credit, but the credit of its customer changed by %s', m.entry_id,
      m.amount, coalesce(c.amount, 0))
    from money_entry m join payment_type t using (payment_type_id) join sales_transaction s using (sales_transaction_id)
    left join credit_entry c on c.money_entry_id = m.entry_id
    where t.code = 'store_credit' and m.amount <> 0 and (c.entry_id is null or c.amount <> -m.amount
      or c.customer_id <> s.customer_id or c.sales_transaction_id <> m.sales_transaction_id or c.day <> m.day)`,

  sql`select format('Credit entry %s belongs to money entry %s, which is not by store credit', c.entry_id, m.entry_id)
    from credit_entry c join money_entry m on m.entry_id = c.money_entry_id join payment_type t using (payment_type_id)
    where c.kind in ('used', 'returned') and t.code is distinct from 'store_credit'`,

  sql`select format('Money entry %s pays %s into the store credit of customer %s, but the credit changed by %s', m.entry_id,
      m.amount, m.customer_id, coalesce(c.amount, 0))
    from money_entry m left join credit_entry c on c.money_entry_id = m.entry_id
    where m.kind in ('credit_paid_in', 'credit_paid_out') and (c.entry_id is null or c.amount <> m.amount
      or c.customer_id <> m.customer_id or c.day <> m.day or c.location_id <> m.location_id
      or c.kind <> case m.kind when 'credit_paid_in' then 'paid in' else 'paid out' end)`,

  sql`select format('Credit entry %s was %s without money of the same customer', c.entry_id, c.kind)
    from credit_entry c left join money_entry m on m.entry_id = c.money_entry_id
      and m.kind = case c.kind when 'paid in' then 'credit_paid_in' else 'credit_paid_out' end and m.customer_id = c.customer_id
    where c.kind in ('paid in', 'paid out') and m.entry_id is null`,

  sql`select format('Money entry %s pays store credit in or out by %s, which is no money', m.entry_id, payment_name)
    from money_entry m join payment_type t using (payment_type_id)
    where m.kind in ('credit_paid_in', 'credit_paid_out') and coalesce(t.code, 'cash') <> 'cash'`,

  sql`select format('Credit entry %s takes back entry %s, but differs from it', c.entry_id, w.entry_id)
    from credit_entry c join credit_entry w on w.entry_id = c.corrects_id
    where c.amount <> -w.amount or c.customer_id <> w.customer_id or w.corrects_id is not null`,

  sql`select format('Exchange %s moves %s, but its refund gave %s and its new sale took %s', exchange_id, amount, given, taken)
    from (
      select exchange_id, x.amount, coalesce(-sum(m.amount) filter (where m.refund_id = x.refund_id), 0) as given,
        coalesce(sum(m.amount) filter (where m.kind = 'payment'), 0) as taken
      from sales_exchange x left join (money_entry m join payment_type t using (payment_type_id)) on t.code = 'exchange'
        and (m.refund_id = x.refund_id or (m.kind = 'payment' and m.sales_transaction_id = x.sales_transaction_id))
      group by exchange_id
    ) moved where (given, taken) <> (amount, amount)`,

  sql`select format('Money entry %s is by exchange, but belongs to none', m.entry_id)
    from money_entry m join payment_type t using (payment_type_id)
    where t.code = 'exchange' and m.amount <> 0 and not exists (
      select from sales_exchange x where x.refund_id = m.refund_id
        or (m.kind = 'payment' and x.sales_transaction_id = m.sales_transaction_id))`,
]

/** The triggers that guard store credit and exchanges, each with its table. */
export const creditGuards = sql`
  ('credit_entry', 'credit_entry_applies'), ('credit_entry', 'credit_entry_leaves_credit'), ('credit_entry', 'credit_entry_is_final'),
  ('credit_entry', 'credit_entry_open_day'), ('credit_entry', 'credit_entry_stays'),
  ('customer_credit', 'customer_credit_moves_through_ledger'), ('customer_credit', 'customer_credit_starts_empty'),
  ('customer_credit', 'customer_credit_stays'), ('customer_credit', 'customer_credit_stays_with_customer'),
  ('money_entry', 'money_entry_applies_credit'),
  ('sales_exchange', 'sales_exchange_adds_up'), ('sales_exchange', 'sales_exchange_is_final'),
  ('sales_exchange', 'sales_exchange_stays'), ('sales_transaction', 'sales_transaction_keeps_credit_customer')`
