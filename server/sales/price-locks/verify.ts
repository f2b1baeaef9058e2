import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'

/**
 * Returns a sentence for each kept price that is not that of its sale's lines, and for each choice about one that the sale
 * contradicts. An empty list means none.
 */
export async function verifyPriceLocks({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(lockContradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** Each query finds one kind of contradiction and returns a sentence per row. */
const lockContradictions = [
  sql`select format('Sale %s keeps %s until %s, but its lines by the rate come to %s', transaction_number, kept_price,
      price_kept_until, coalesce(lines, 0)) as problem
    from sales_transaction s, lateral (select sum(line_total) as lines from sales_item l
      where l.sales_transaction_id = s.sales_transaction_id and item_price_id is not null) l
    where kept_price is not null and kept_price is distinct from lines`,

  sql`select format('Sale %s keeps its price until %s, but is %s without a payment', transaction_number, price_kept_until, status)
    from sales_transaction
    where price_kept_until is not null and status in ('Pending', 'Processing') and amount_paid - change <= 0`,

  // A later choice may only be about the day that an earlier one gave.
  sql`select format('Choice %s of sale %s is about %s, but the one before kept the price until %s', price_choice_id,
      transaction_number, kept_until, before)
    from (select c.*, lag(next_until) over (partition by sales_transaction_id order by price_choice_id) as before,
        row_number() over (partition by sales_transaction_id order by price_choice_id) as n from sales_price_choice c) c
      join sales_transaction using (sales_transaction_id)
    where n > 1 and before is not null and before > kept_until`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table sales_price_choice is %s', guard,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values ('sales_price_choice_is_final'), ('sales_price_choice_stays')) as wanted (guard)
    left join pg_trigger on tgrelid = 'sales_price_choice'::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,

  sql`select format('The guard %s of table %s is not there', guard, guarded)
    from (values ('sales_price_choice', 'sales_price_choice_chosen'), ('sales_price_choice', 'sales_price_choice_once'),
      ('sales_transaction', 'sales_transaction_kept_price')) as wanted (guarded, guard)
    where not exists (select from pg_constraint where conrelid = guarded::regclass and conname = guard and convalidated)`,
]
