import type pg from 'pg'

const stockMoves = `
  select 2 as turn, 'sale' as kind, 'sale' as document_type, sales_transaction_id as document_id, inventory_id,
      -order_qty as quantity, coalesce(completed_at, transaction_date) as at, unit_cost
    from sales_item join sales_transaction s using (sales_transaction_id) join inventory using (item_id, location_id)
    where status in ('Completed', 'Refunded')
  union all
  select 6, 'refund', 'sale', sales_transaction_id, inventory_id, qty, r.created_at, unit_cost
    from sales_refund_item join sales_refund r using (refund_id) join sales_item using (sales_item_id, sales_transaction_id)
    join sales_transaction s using (sales_transaction_id) join inventory using (item_id, location_id)
    where disposition = 'restock'
  union all
  select 3, 'adjustment', 'adjustment', adjustment_id, inventory_id, quantity_adjusted, coalesce(decided_at, created_at), null
    from inventory_adjustment where status = 'Completed'
  union all
  select 4, 'receiving', 'receiving', po_receiving_id, inventory_id, stock_qty, coalesce(completed_at, r.created_at),
      stock_unit_cost
    from po_receiving_item join po_receiving r using (po_receiving_id) join inventory using (item_id, location_id)
    where status = 'Completed'
  union all
  select 5, 'transfer', 'transfer', transfer_id, inventory_id,
      case location_id when from_location_id then -t.quantity else t.quantity end, s.created_at, null
    from stock_transfer_item t join stock_transfer s using (transfer_id) join inventory using (item_id, inventory_type_id)
    where location_id in (from_location_id, to_location_id)`

/**
 * Computes the movements and reservations of all documents in bulk, because a million trigger calls take minutes;
 * `verifyStock` then proves that they are correct. Every stock row starts with the quantity that its documents take,
 * plus 20. All stock has one inventory type, and a lapsed Pending sale holds nothing.
 */
const statements = [
  `set session_replication_role = 'replica'`,
  `create temp table moved as ${stockMoves}`,
  `create temp table held as
    select sales_item_id, inventory_id, order_qty as quantity
    from sales_item join sales_transaction s using (sales_transaction_id) join inventory using (item_id, location_id)
    where status in ('Pending', 'Processing') and coalesce(hold_until > now(), true)`,
  `insert into moved (turn, kind, document_type, document_id, inventory_id, quantity, at, unit_cost)
    select 1, 'opening', 'inventory', inventory_id, inventory_id, 20 + coalesce(goes, 0) + coalesce(holds, 0),
        (select min(at) - interval '1 day' from moved), null
      from inventory
      left join (select inventory_id, -sum(quantity) as goes from moved where quantity < 0 group by 1) leaving using (inventory_id)
      left join (select inventory_id, sum(quantity) as holds from held group by 1) holding using (inventory_id)`,
  `insert into stock_movement
      (kind, document_type, document_id, inventory_id, quantity, unit_cost, value, at, user_id, sequence, quantity_after)
    select kind, document_type, document_id, inventory_id, moved.quantity, coalesce(unit_cost, average_cost),
        round(moved.quantity * coalesce(unit_cost, average_cost), 2), at, 1, row_number() over ledger, sum(moved.quantity) over ledger
      from moved join inventory using (inventory_id) join item using (item_id)
      window ledger as (partition by inventory_id order by at, turn, document_id rows unbounded preceding)`,
  `update inventory set quantity = sum, movements = count
    from (select inventory_id, sum(quantity), count(*) from stock_movement group by 1) ledger
    where ledger.inventory_id = inventory.inventory_id`,
  `update stock_value v set quantity = booked.quantity, value = booked.value
    from (
      select item_id, sum(m.quantity) as quantity, sum(m.value) as value
        from stock_movement m join inventory using (inventory_id) group by 1
    ) booked
    where booked.item_id = v.item_id`,
  'insert into stock_reservation (sales_item_id, inventory_id, quantity) select sales_item_id, inventory_id, quantity from held',
  `update inventory set reserved = sum
    from (select inventory_id, sum(quantity) from stock_reservation group by 1) held
    where held.inventory_id = inventory.inventory_id`,
  'drop table moved, held',
  'reset session_replication_role',
]

/** Writes the ledger of a database whose documents have no movements yet. Needs a superuser's single connection. */
export async function postLedger(client: Pick<pg.ClientBase, 'query'>) {
  for (const statement of statements) await client.query(statement)
}
