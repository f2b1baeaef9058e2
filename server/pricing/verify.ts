import { sql } from 'drizzle-orm'

import type { Context } from '../kernel/context.ts'

/** Returns a sentence for each contradiction between rates, reckoned prices, items and sales. An empty list means none. */
export async function verifyPricing({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(pricingContradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** Each query finds one kind of contradiction and returns a sentence per row. */
const pricingContradictions = [
  sql`select format('Price %s is %s, but its rate and its parts come to %s', item_price_id, price, reckoned) as problem
    from item_price p, lateral (select reckon_price(net_grams, sell_per_gram, markup_basis, making_per_gram,
      making_per_piece, stones, round_to) as reckoned) r
    where price is distinct from reckoned`,

  sql`select format('Price %s is of %s at %s a gram, but its rate is of %s at %s', item_price_id, p.karat, p.sell_per_gram,
      coalesce(r.karat, 'none'), coalesce(r.sell_per_gram::text, 'none'))
    from item_price p left join gold_rate r using (gold_rate_id)
    where (p.karat, p.sell_per_gram) is distinct from (r.karat, r.sell_per_gram)`,

  sql`select format('Item %s costs %s, but its price by the rate is %s', item_code, i.price, coalesce(p.price::text, 'none'))
    from item i left join item_price p using (item_price_id)
    where i.item_price_id is not null
      and (i.item_id, i.price, i.karat, i.net_grams) is distinct from (p.item_id, p.price, p.karat, p.net_grams)`,

  sql`select format('Line %s of sale %s is at a price of another item', sales_item_id, transaction_number)
    from sales_item l join item_price p using (item_price_id) join sales_transaction using (sales_transaction_id)
    where p.item_id <> l.item_id`,

  // An item that was deleted took its rows of the batch along.
  sql`select format('Repricing %s is of %s prices that differ by %s, but its rows are %s that differ by %s', repricing_id,
      b.items, b.difference, r.items, r.difference)
    from repricing b, lateral (select count(*) as items, coalesce(sum(new.price - old.price), 0) as difference
      from repricing_item i join item_price old on old.item_price_id = i.old_price_id
        join item_price new on new.item_price_id = i.new_price_id
      where i.repricing_id = b.repricing_id) r
    where r.items > b.items or (r.items = b.items and r.difference <> b.difference)`,

  sql`select format('Price %s is %s, but its repricing %s is %s', new_price_id,
      case when p.undone_at is null then 'not undone' else 'undone' end, repricing_id,
      case when b.undone_at is null then 'not undone' else 'undone' end)
    from repricing_item i join repricing b using (repricing_id) join item_price p on p.item_price_id = i.new_price_id
    where p.undone_at is distinct from b.undone_at`,

  sql`select format('Item %s costs an undone price', item_code)
    from item join item_price using (item_price_id) where undone_at is not null`,

  sql`select format('Line %s of sale %s is at an undone price', sales_item_id, transaction_number)
    from sales_item join item_price using (item_price_id) join sales_transaction using (sales_transaction_id)
    where undone_at is not null`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('gold_rate', 'gold_rate_is_final'), ('gold_rate', 'gold_rate_stays'), ('gold_rate', 'gold_rate_in_order'),
      ('item_price', 'item_price_is_final'), ('item_price', 'item_price_stays'), ('item', 'item_takes_prices'),
      ('repricing', 'repricing_is_final'), ('repricing', 'repricing_stays'),
      ('repricing_item', 'repricing_item_is_final'), ('repricing_item', 'repricing_item_stays'),
      ('sales_item', 'sales_item_price_holds'), ('sales_item', 'sales_item_new_price_holds')
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,

  sql`select format('The guard %s of table %s is not there', guard, guarded)
    from (values
      ('item_price', 'item_price_reckoned'), ('item_price', 'item_price_rate'), ('item', 'item_by_rate'),
      ('item', 'item_priced'), ('sales_item', 'sales_item_of_price'), ('repricing_item', 'repricing_item_old'),
      ('repricing_item', 'repricing_item_new')
    ) as wanted (guarded, guard)
    where not exists (select from pg_constraint where conrelid = guarded::regclass and conname = guard and convalidated)`,
]
