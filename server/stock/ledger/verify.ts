import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'
import { verifiedTables } from './verify-tables.ts'
import { valueContradictions } from './verify-values.ts'

/**
 * Returns a sentence for each contradiction between ledger, stock, values, costs and sales. An empty list means that all
 * is consistent.
 */
export async function verifyStock({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(
    sql`${verifiedTables} ${sql.join(contradictions, sql` union all `)}`,
  )
  return rows.map((row) => row.problem)
}

/** Each query finds one kind of contradiction and returns a sentence per row. */
const contradictions = [
  sql`select format('Inventory %s has %s on hand, but its ledger adds up to %s',
      i.inventory_id, trim_scale(i.quantity), trim_scale(coalesce(booked.quantity, 0))) as problem
    from inventory i left join booked using (inventory_id)
    where i.quantity <> coalesce(booked.quantity, 0)`,

  sql`select format('Inventory %s counts %s movements, but its ledger has %s', i.inventory_id, i.movements, coalesce(booked.movements, 0))
    from inventory i left join booked using (inventory_id)
    where i.movements <> coalesce(booked.movements, 0)`,

  sql`select format('Inventory %s: movement %s leaves %s, but the one before left %s and it moved %s',
      inventory_id, sequence, trim_scale(quantity_after), trim_scale(before), trim_scale(quantity))
    from broken where quantity_after <> before + quantity`,

  sql`select format('Inventory %s: its movements have a gap in their numbers: number %s is at place %s', inventory_id, sequence, n)
    from broken where sequence <> n`,

  sql`select format('Inventory %s: movement %s left it negative, at %s', inventory_id, sequence, trim_scale(quantity_after))
    from stock_movement where quantity_after < 0`,

  sql`select format('Inventory %s has %s on hand and %s reserved', inventory_id, trim_scale(quantity), trim_scale(reserved))
    from inventory where quantity < 0 or reserved < 0 or reserved > quantity`,

  sql`select format('Inventory %s has %s on hand of %s, which is counted in whole numbers', inventory_id,
      trim_scale(quantity), item_name)
    from inventory join item using (item_id) where uom <> 'BULK' and (quantity <> trunc(quantity) or reserved <> trunc(reserved))`,

  sql`select format('Inventory %s has %s reserved, but open sales hold %s',
      i.inventory_id, trim_scale(i.reserved), trim_scale(coalesce(r.sum, 0)))
    from inventory i left join (select inventory_id, sum(quantity) from stock_reservation group by 1) r using (inventory_id)
    where i.reserved <> coalesce(r.sum, 0)`,

  sql`select format('Sale %s is %s but still holds stock', transaction_number, s.status)
    from sales_transaction s
    where status not in ('Pending', 'Processing') and exists (
      select from sales_item l join stock_reservation r using (sales_item_id)
      where l.sales_transaction_id = s.sales_transaction_id)`,

  // A lapsed hold reserves nothing. Pre-order and Made-to-order sales hold only the available stock.
  sql`select format('Sale %s, line %s asks for %s but holds %s',
      transaction_number, sales_item_id, trim_scale(order_qty), trim_scale(coalesce(held, 0)))
    from sales_item l
    join sales_transaction s using (sales_transaction_id)
    join transaction_type using (transaction_type_id)
    left join (select sales_item_id, sum(quantity) as held from stock_reservation group by 1) r using (sales_item_id)
    where held > order_qty or coalesce(held, 0) < order_qty and status in ('Pending', 'Processing')
      and not beyond_stock and coalesce(hold_until > now(), true)`,

  sql`select format('Sale %s, line %s holds inventory %s, which is another item or at another location',
      transaction_number, sales_item_id, inventory_id)
    from stock_reservation r
    join sales_item l using (sales_item_id)
    join sales_transaction s using (sales_transaction_id)
    join inventory i using (inventory_id)
    where i.item_id <> l.item_id or i.location_id <> s.location_id`,

  sql`select format('Sale %s is %s with %s of %s, but %s went out of stock for it', s.transaction_number, s.status,
      trim_scale(sold), item_name, trim_scale(gone))
    from sale_differs join sales_transaction s using (sales_transaction_id) join item using (item_id)
    where sold <> gone`,

  sql`select format('Sale %s: %s of %s came back for the shelf or the workshop, but %s came back into stock',
      s.transaction_number, trim_scale(returned), item_name, trim_scale(back))
    from refund_differs join sales_transaction s using (sales_transaction_id) join item using (item_id)
    where returned <> back`,

  sql`select format('Sale %s, line %s sold %s but %s came back', transaction_number, sales_item_id, trim_scale(order_qty),
      trim_scale(sum(r.qty)))
    from sales_refund_item r join sales_item using (sales_item_id) join sales_transaction using (sales_transaction_id)
    group by sales_item_id, transaction_number, order_qty
    having sum(r.qty) > order_qty`,

  sql`select format('Inventory adjustment %s changes inventory %s by %s, but its ledger by %s', adjustment_id, inventory_id,
      trim_scale(coalesce(quantity_adjusted, 0)), trim_scale(coalesce(moved, 0)))
    from (
      select adjustment_id, inventory_id, quantity_adjusted from inventory_adjustment where status = 'Completed'
    ) approved
    full join (
      select document_id as adjustment_id, inventory_id, sum(quantity) as moved
      from stock_movement where document_type = 'adjustment' and kind = 'adjustment' group by 1, 2
    ) posted using (adjustment_id, inventory_id)
    where coalesce(quantity_adjusted, 0) <> coalesce(moved, 0)`,

  sql`select format('Transfer %s moves %s of %s, but %s went out, %s came in and %s moved elsewhere', t.transfer_number,
      trim_scale(coalesce(wanted, 0)), item_name, trim_scale(coalesce(gone, 0)), trim_scale(coalesce(come, 0)),
      trim_scale(coalesce(elsewhere, 0)))
    from (
      select transfer_id, item_id, inventory_type_id, sum(quantity) as wanted from stock_transfer_item group by 1, 2, 3
    ) lines
    full join (
      select t.transfer_id, i.item_id, i.inventory_type_id,
        -sum(m.quantity) filter (where i.location_id = t.from_location_id) as gone,
        sum(m.quantity) filter (where i.location_id = t.to_location_id) as come,
        sum(abs(m.quantity)) filter (where i.location_id not in (t.from_location_id, t.to_location_id)) as elsewhere
      from stock_movement m
      join inventory i using (inventory_id)
      join stock_transfer t on t.transfer_id = m.document_id
      where m.document_type = 'transfer' group by 1, 2, 3
    ) moved using (transfer_id, item_id, inventory_type_id)
    join stock_transfer t using (transfer_id)
    join item using (item_id)
    where coalesce(wanted, 0) <> coalesce(gone, 0) or coalesce(wanted, 0) <> coalesce(come, 0) or elsewhere > 0`,

  sql`select format('Inventory %s: movement %s names %s %s, which is not there', inventory_id, sequence, document_type, document_id)
    from stock_movement m
    where document_type = 'sale' and not exists (select from sales_transaction where sales_transaction_id = document_id)
      or document_type = 'transfer' and not exists (select from stock_transfer where transfer_id = document_id)
      or document_type = 'receiving' and not exists (select from po_receiving where po_receiving_id = document_id)
      or document_type = 'repair' and not exists (select from stock_repair_return where repair_return_id = document_id)
      or document_type = 'revaluation' and not exists (select from stock_revaluation where revaluation_id = document_id)
      or document_type = 'inventory' and document_id <> inventory_id`,

  sql`select format('Receiving %s is %s with %s of %s, but %s came into stock at its location for it', r.po_receiving_id,
      r.status, trim_scale(coalesce(received, 0)), item_name, trim_scale(coalesce(came, 0)))
    from (
      select po_receiving_id, item_id, sum(stock_qty) as received
      from po_receiving_item join po_receiving using (po_receiving_id)
      where status = 'Completed' group by 1, 2
    ) lines
    full join (
      select document_id as po_receiving_id, i.item_id, sum(m.quantity) filter (where i.location_id = r.location_id) as came
      from stock_movement m
      join inventory i using (inventory_id)
      join po_receiving r on r.po_receiving_id = document_id
      where document_type = 'receiving' group by 1, 2
    ) moved using (po_receiving_id, item_id)
    join po_receiving r using (po_receiving_id)
    join item using (item_id)
    where coalesce(received, 0) <> coalesce(came, 0)
      -- A movement without a receiving line is wrong at every location.
      or received is null`,

  sql`select format('%s, line %s counts %s of %s as received, but completed receivings brought %s',
      po_number, l.po_item_id, trim_scale(l.received_qty), item_name, trim_scale(coalesce(brought, 0)))
    from purchase_order_item l
    join purchase_order using (po_id)
    join item using (item_id)
    left join (
      select po_item_id, sum(stock_qty) as brought
      from po_receiving_item join po_receiving using (po_receiving_id)
      where status = 'Completed' group by 1
    ) r using (po_item_id)
    where l.received_qty <> coalesce(brought, 0)`,

  sql`select format('Receiving %s, line %s fulfils line %s, which is of another order or for another item',
      r.po_receiving_id, po_receiving_item_id, l.po_item_id)
    from po_receiving_item i
    join po_receiving r using (po_receiving_id)
    join purchase_order_item l using (po_item_id)
    where l.po_id is distinct from r.po_id or l.item_id <> i.item_id`,

  ...valueContradictions,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('inventory', 'inventory_starts_empty'), ('inventory', 'inventory_moves_through_ledger'),
      ('stock_movement', 'stock_movement_applies'), ('stock_movement', 'stock_movement_is_final'),
      ('stock_movement', 'stock_movement_stays'), ('stock_movement', 'stock_movement_leaves_value'),
      ('item', 'item_starts_stock_value'),
      ('stock_value', 'stock_value_starts_empty'), ('stock_value', 'stock_value_moves_through_ledger'),
      ('stock_value', 'stock_value_stays_with_item'), ('stock_value', 'stock_value_stays'),
      ('stock_revaluation', 'stock_revaluation_is_final'), ('stock_revaluation', 'stock_revaluation_stays'),
      ('stock_repair_return', 'stock_repair_return_is_final'), ('stock_repair_return', 'stock_repair_return_stays'),
      ('stock_reservation', 'stock_reservation_applies'), ('stock_reservation', 'stock_reservation_stays')
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,

  sql`select format('The rule %s of table %s is not there', rule, ruled)
    from (values
      ('inventory', 'inventory_quantity'), ('inventory', 'inventory_reserved'), ('inventory', 'inventory_unique'),
      ('stock_movement', 'stock_movement_quantity'), ('stock_movement', 'stock_movement_value'),
      ('stock_value', 'stock_value_quantity'), ('stock_value', 'stock_value_value')
    ) as wanted (ruled, rule)
    where not exists (select from pg_constraint where conname = rule and conrelid = ruled::regclass and convalidated)
      and not exists (select from pg_index where indexrelid = to_regclass(rule) and indisunique and indisvalid)`,
]
