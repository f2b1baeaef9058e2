import { sql } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { inventory } from '../../db/schema/stock.ts'

// SQL expressions about a stock row, for queries on `inventory` (and `item`).

/** The quantity on hand minus the quantity that open sales hold. */
export const available = sql<number>`(${inventory.quantity} - ${inventory.reserved})`.mapWith(Number)
/** Stock equal to its threshold counts as low. A threshold of 0 disables the warning. */
export const belowThreshold = sql<boolean>`(${inventory.reOrderThreshold} > 0 and ${inventory.quantity} <= ${inventory.reOrderThreshold})`

/** Whether the only movements of the row are an import and its undo. Lists treat such a row as never created. */
export const openingUndone = sql<boolean>`(${inventory.movements} > 0 and ${inventory.quantity} = 0 and not exists (
  select from stock_movement m where m.inventory_id = ${inventory.inventoryID} and m.document_type <> 'import'))`

/**
 * The part of its item's exact stock value that a stock row holds. Shares are cumulative over the item's rows, so that
 * they add up to `stock_value`. It needs `stock_value` joined as `valued`.
 */
export const valueOfRow = sql<number>`(
  select share_of_value(valued.value, coalesce(sum(earlier.quantity), 0) + inventory.quantity, valued.quantity)
    - share_of_value(valued.value, coalesce(sum(earlier.quantity), 0), valued.quantity)
  from inventory earlier
  where earlier.item_id = inventory.item_id and earlier.inventory_id < inventory.inventory_id)`.mapWith(Number)

/**
 * The ordered quantity that is neither received nor closed. Pending orders count too, so that nobody orders the same
 * goods twice.
 */
export const onOrder = sql<number>`(
  select coalesce(sum(order_qty - received_qty - closed_qty), 0)
  from purchase_order_item join purchase_order using (po_id)
  where item_id = ${inventory.itemID} and location_id = ${inventory.locationID}
    and status in ('Pending', 'Approved', 'Partially Received'))`.mapWith(Number)

export const suggestedQuantity =
  sql<number>`greatest(1, 2 * ${inventory.reOrderThreshold} - ${available} - ${onOrder})`.mapWith(Number)

/** The supplier of the item's latest order or receiving. Inactive suppliers are skipped. */
export const lastSupplierID = sql<number | null>`(
  select supplier_id
  from purchase_order_item line
  join purchase_order po using (po_id)
  join supplier known using (supplier_id)
  cross join lateral (
    select max(received_date) as received_date
    from po_receiving join po_receiving_item using (po_receiving_id)
    where po_id = po.po_id and item_id = line.item_id and status = 'Completed'
  ) delivery
  where line.item_id = ${inventory.itemID} and po.status <> 'Canceled' and known.status
  order by greatest(po.order_date, delivery.received_date) desc, po_id desc limit 1)`

export const lastCost = sql<number>`coalesce((
  select stock_unit_cost
  from po_receiving_item line join po_receiving using (po_receiving_id)
  where line.item_id = ${inventory.itemID} and status = 'Completed'
  order by completed_at desc, po_receiving_item_id desc limit 1), ${item.averageCost})`.mapWith(Number)
