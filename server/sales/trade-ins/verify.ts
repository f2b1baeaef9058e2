import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'
import { tradeInEntries } from '../../money/trade-in-entries.ts'

/** Returns a sentence for each contradiction between trade-ins, rates, scrap and ledgers. An empty list means none. */
export async function verifyTradeIns({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(tradeInContradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** Each query finds one kind of contradiction and returns a sentence per row. */
const tradeInContradictions = [
  sql`select format('Trade-in %s: %s counts as %s g at %s, but it comes to %s g at %s for %s', trade_in_number,
      p.description, trim_scale(counted_grams), coalesce(sum::text, 'no sum'),
      trim_scale(round((gross_grams - stone_grams) * (10000 - loss_basis) / 10000, 3)),
      coalesce(r.buy_per_gram::text, 'no rate'), coalesce(p.tested_karat, 'no karat')) as problem
    from trade_in_piece p join trade_in using (trade_in_id) left join gold_rate r using (gold_rate_id)
    where counted_grams <> round((gross_grams - stone_grams) * (10000 - loss_basis) / 10000, 3)
      or sum is distinct from round(counted_grams * r.buy_per_gram, 2)
      or p.gold_rate_id is not null and (r.karat, r.buy_per_gram) is distinct from (p.tested_karat, p.buy_per_gram)`,

  sql`select format('Trade-in %s is %s for %s, but its pieces cost %s', trade_in_number, status, offer, coalesce(cost, 0))
    from trade_in left join (select trade_in_id, sum(cost) as cost from trade_in_piece group by 1) p using (trade_in_id)
    where case when status in ('Accepted', 'Returned') then cost is distinct from offer else cost is not null end`,

  sql`select format('Trade-in %s has no piece', trade_in_number)
    from trade_in t where not exists (select from trade_in_piece p where p.trade_in_id = t.trade_in_id)`,

  // What came into the scrap of each karat at the location, and what left it again.
  sql`select format('Trade-in %s: %s g for %s became scrap of inventory %s and %s g went back, but its ledger says %s g for %s and %s g',
      trade_in_number, trim_scale(coalesce(bought, 0)), coalesce(cost, 0), inventory_id,
      trim_scale(case status when 'Returned' then coalesce(bought, 0) else 0 end),
      trim_scale(coalesce(came, 0)), coalesce(worth, 0), trim_scale(coalesce(gone, 0)))
    from (
      select trade_in_id, inventory_id, sum(counted_grams) as bought, sum(cost) as cost
      from trade_in_piece where inventory_id is not null group by 1, 2
    ) pieces full join (
      select document_id as trade_in_id, inventory_id, sum(quantity) filter (where quantity > 0) as came,
        sum(value) filter (where quantity > 0) as worth, -sum(quantity) filter (where quantity < 0) as gone
      from stock_movement where document_type = 'trade_in' group by 1, 2
    ) moved using (trade_in_id, inventory_id)
    left join trade_in using (trade_in_id)
    where trade_in_number is null or (coalesce(bought, 0), coalesce(cost, 0)) <> (coalesce(came, 0), coalesce(worth, 0))
      or coalesce(gone, 0) <> case status when 'Returned' then coalesce(bought, 0) else 0 end`,

  sql`select format('Trade-in %s: %s of %s became scrap of inventory %s, which is of another karat or place', trade_in_number,
      p.description, coalesce(p.tested_karat, 'no karat'), p.inventory_id)
    from trade_in_piece p join trade_in t using (trade_in_id) join inventory i using (inventory_id)
    left join scrap_item s using (item_id) join inventory_type y using (inventory_type_id)
    where s.karat is distinct from p.tested_karat or i.location_id <> t.location_id or y.code is distinct from 'scrap'`,

  sql`select format('Trade-in %s owes %s, but its entries come to %s', trade_in_number,
      case status when 'Accepted' then offer - settled else 0 end, coalesce(owed, 0))
    from trade_in left join (select trade_in_id, sum(amount) as owed from ${tradeInEntries} e group by 1) e using (trade_in_id)
    where case status when 'Accepted' then offer - settled else 0 end <> coalesce(owed, 0)`,

  sql`select format('Money entry %s moves %s by trade-in, but names %s', entry_id, m.amount, coalesce(trade_in_number, 'none'))
    from money_entry m left join payment_type y using (payment_type_id) left join trade_in using (trade_in_id)
    where m.kind <> 'trade_in_paid' and (y.code is not distinct from 'trade_in') <> (m.trade_in_id is not null)
      or m.kind = 'trade_in_paid' and (m.trade_in_id is null or coalesce(y.code, 'cash') <> 'cash')`,

  sql`select format('Trade-in %s pays sale %s, which is of another customer', trade_in_number, transaction_number)
    from money_entry m join trade_in t using (trade_in_id) join sales_transaction s using (sales_transaction_id)
    where s.customer_id is distinct from t.customer_id`,

  sql`select format('Trade-in %s pays %s sales at once', trade_in_number, count(*))
    from (
      select trade_in_id, sales_transaction_id from money_entry where trade_in_id is not null and kind <> 'trade_in_paid'
      group by 1, 2 having sum(amount) > 0
    ) paying join trade_in using (trade_in_id)
    group by trade_in_number having count(*) > 1`,

  sql`select format('Credit entry %s of trade-in %s is of another customer', entry_id, trade_in_number)
    from credit_entry c join trade_in t using (trade_in_id) where c.customer_id <> t.customer_id`,

  sql`select format('Sale %s has a line of scrap %s', transaction_number, karat)
    from sales_item join scrap_item using (item_id) join sales_transaction using (sales_transaction_id)`,

  sql`select format('Item %s keeps scrap of %s, but it is %s of %s at %s', item_code, s.karat, uom, coalesce(i.karat, 'no karat'), price)
    from scrap_item s join item i using (item_id)
    where i.uom <> 'BULK' or i.karat is distinct from s.karat or price <> 0 or on_site or not i.status`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('trade_in', 'trade_in_guarded'), ('trade_in', 'trade_in_starts_open'), ('trade_in', 'trade_in_stays'),
      ('trade_in', 'trade_in_costs_its_offer'), ('trade_in_piece', 'trade_in_piece_guarded'),
      ('trade_in_piece', 'trade_in_piece_stays'), ('sales_item', 'sales_item_no_scrap'),
      ('purchase_order_item', 'purchase_order_item_no_scrap'), ('po_receiving_item', 'po_receiving_item_no_scrap'),
      ('item', 'item_stays_scrap'), ('scrap_item', 'scrap_item_starts'),
      ('money_entry', 'money_entry_settles_trade_in'), ('credit_entry', 'credit_entry_settles_trade_in')
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,
]
