import { sql } from 'drizzle-orm'

/**
 * Queries that prove the money in stock, beside `verifiedTables`: each finds one kind of contradiction between values, costs and the ledger, and
 * returns a sentence per row.
 */
export const valueContradictions = [
  sql`select format('%s is worth %s for %s by its value, but its ledger adds up to %s for %s', item_name,
      coalesce(v.value, 0), trim_scale(coalesce(v.quantity, 0)), coalesce(booked.value, 0),
      trim_scale(coalesce(booked.quantity, 0)))
    from item
    left join stock_value v using (item_id)
    left join (
      select item_id, sum(sums.quantity) as quantity, sum(sums.value) as value
      from booked sums join inventory using (inventory_id) group by 1
    ) booked using (item_id)
    where v.item_id is null or v.value <> coalesce(booked.value, 0) or v.quantity <> coalesce(booked.quantity, 0)`,

  sql`select format('Transfer %s changes the value of %s by %s', t.transfer_number, item_name, sum(m.value))
    from stock_movement m
    join inventory using (inventory_id)
    join item using (item_id)
    join stock_transfer t on t.transfer_id = m.document_id
    where document_type = 'transfer' group by t.transfer_number, item_id, item_name having sum(m.value) <> 0`,

  sql`select format('Repair return %s takes %s worth %s out of repair and %s worth %s to the shelf, but its ledger %s worth %s and %s worth %s',
      repair_return_number, trim_scale(quantity), value, trim_scale(wanted), wanted_value,
      trim_scale(gone), gone_value, trim_scale(come), come_value)
    from (
      select *, case outcome when 'shelf' then quantity else 0 end as wanted,
        case outcome when 'shelf' then value + cost else 0.00 end as wanted_value
      from stock_repair_return
    ) r
    cross join lateral (
      select count(*) as movements,
        coalesce(-sum(m.quantity) filter (where m.inventory_id = r.inventory_id), 0) as gone,
        coalesce(-sum(m.value) filter (where m.inventory_id = r.inventory_id), 0) as gone_value,
        coalesce(sum(m.quantity) filter (where m.inventory_id = r.shelf_inventory_id), 0) as come,
        coalesce(sum(m.value) filter (where m.inventory_id = r.shelf_inventory_id), 0) as come_value
      from stock_movement m where document_type = 'repair' and document_id = repair_return_id
    ) moved
    where (gone, gone_value, come, come_value) <> (quantity, value, wanted, wanted_value)
      or movements <> case outcome when 'shelf' then 2 else 1 end`,

  sql`select format('Repair return %s takes %s out of inventory %s, which is not for repair', repair_return_number,
      trim_scale(r.quantity), r.inventory_id)
    from stock_repair_return r join inventory using (inventory_id) join inventory_type using (inventory_type_id)
    where code is distinct from 'repair'`,

  sql`select format('Revaluation %s changed the value of %s by %s, but its ledger by %s', r.revaluation_id, item_name,
      r.difference, coalesce(moved, 0))
    from stock_revaluation r
    join item using (item_id)
    left join (
      select document_id as revaluation_id, sum(value) as moved
      from stock_movement where document_type = 'revaluation' group by 1
    ) m using (revaluation_id)
    where r.difference <> coalesce(moved, 0)`,

  sql`select format('Sale %s: %s cost %s by its lines, but %s left the stock', s.transaction_number, item_name,
      cost, gone_value)
    from sale_differs join sales_transaction s using (sales_transaction_id) join item using (item_id)
    where cost <> gone_value`,

  sql`select format('Sale %s: %s came back at %s by its refunds, but %s came into stock', s.transaction_number, item_name,
      cost, back_value)
    from refund_differs join sales_transaction s using (sales_transaction_id) join item using (item_id)
    where cost <> back_value`,

  sql`select format('Sale %s, line %s cost %s, but %s came back or was scrapped', transaction_number, sales_item_id, l.cost,
      sum(r.cost))
    from sales_refund_item r join sales_item l using (sales_item_id) join sales_transaction using (sales_transaction_id)
    group by sales_item_id, transaction_number, l.order_qty, l.cost
    having sum(r.cost) > coalesce(l.cost, 0) or sum(r.qty) = l.order_qty and sum(r.cost) <> coalesce(l.cost, 0)`,
]
