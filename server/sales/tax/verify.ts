import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'

/** Returns a sentence for each contradiction between recorded taxes, sales and refunds. An empty list means none. */
export async function verifyTax({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(taxContradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** Each query finds one kind of contradiction and returns a sentence per row. */
const taxContradictions = [
  sql`select format('Sale %s comes to %s, but its taxed amounts add up to %s', transaction_number, total_purchase, taxed) as problem
    from (select sales_transaction_id, sum(amount) as taxed from tax_entry where refund_id is null group by 1) entries
    join sales_transaction using (sales_transaction_id)
    where taxed <> total_purchase or status not in ('Completed', 'Refunded')`,

  sql`select format('Sale %s has recorded tax, but line %s has none', transaction_number, sales_item_id)
    from sales_item l join sales_transaction using (sales_transaction_id)
    where sales_transaction_id in (select sales_transaction_id from tax_entry)
      and not exists (select from tax_entry e where e.sales_item_id = l.sales_item_id and e.refund_id is null)`,

  // A tax that is rounded once for several lines may differ from the line's own tax by less than a centavo.
  sql`select format('Sale %s: the tax %s of %s at %s %% is wrong', transaction_number, tax, amount, trim_scale(percent))
    from tax_entry join tax_rate using (tax_rate_id) join sales_transaction using (sales_transaction_id)
    where refund_id is null and abs(tax * (100 + percent) - amount * percent) >= 0.01 * (100 + percent)`,

  sql`select format('Tax entry %s belongs to sale %s, but its line or its refund to another one', tax_entry_id, transaction_number)
    from tax_entry e join sales_transaction s using (sales_transaction_id)
    left join sales_item l using (sales_item_id) left join sales_refund r on r.refund_id = e.refund_id
    where l.sales_transaction_id <> s.sales_transaction_id or r.sales_transaction_id <> s.sales_transaction_id`,

  sql`select format('Refund %s of line %s returned %s, but its taxed amount is %s', r.refund_id, r.sales_item_id, back,
      coalesce(-e.amount, 0))
    from (select refund_id, sales_item_id, sum(amount) as back from sales_refund_item group by 1, 2) r
    join tax_entry sold on sold.sales_item_id = r.sales_item_id and sold.refund_id is null
    left join tax_entry e on e.refund_id = r.refund_id and e.sales_item_id = r.sales_item_id
    where e.amount is null or -e.amount <> back or e.tax_rate_id <> sold.tax_rate_id`,

  sql`select format('Line %s of sale %s has the tax %s and refunds of %s, but %s of %s came back', e.sales_item_id,
      transaction_number, sold_tax, back_tax, back, sold)
    from (
      select sales_transaction_id, sales_item_id, sum(amount) filter (where refund_id is null) as sold,
        sum(tax) filter (where refund_id is null) as sold_tax, coalesce(-sum(amount) filter (where refund_id is not null), 0) as back,
        coalesce(-sum(tax) filter (where refund_id is not null), 0) as back_tax
      from tax_entry where sales_item_id is not null group by 1, 2
    ) e
    join sales_transaction using (sales_transaction_id)
    where sold is null or back > sold or back_tax > sold_tax or (back = sold and back_tax <> sold_tax)`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('tax_entry', 'tax_entry_is_final'), ('tax_entry', 'tax_entry_stays'), ('tax_entry', 'tax_entry_open_day'),
      ('tax_entry', 'tax_entry_adds_up'), ('tax_entry', 'tax_entry_adds_up_to_refund'),
      ('sales_transaction', 'sales_transaction_keeps_taxes'), ('sales_refund_item', 'sales_refund_item_has_tax'),
      ('tax_rate', 'tax_rate_is_final')
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,
]
