import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { lowStock } from '../../contract/low-stock.ts'
import type { Db, Tx } from '../db/client.ts'
import { cover } from '../db/covers.ts'
import { equal, listPage, searching } from '../db/list.ts'
import { inventory, inventoryType, item, location, supplier } from '../db/schema.ts'
import { serve } from '../http/serve.ts'
import { available, belowThreshold } from './inventory.ts'

/** Pending orders count: whoever entered one does not want the same goods ordered again. */
const onOrder = sql<number>`(
  select coalesce(sum(order_qty - received_qty - closed_qty), 0)
  from purchase_order_item join purchase_order using (po_id)
  where item_id = ${inventory.itemID} and location_id = ${inventory.locationID}
    and status in ('Pending', 'Approved', 'Partially Received'))`.mapWith(Number)

const suggestedQuantity =
  sql<number>`greatest(1, 2 * ${inventory.reOrderThreshold} - ${available} - ${onOrder})`.mapWith(Number)

/** Of the order of this item that was made or received last. Who is Inactive cannot be ordered from. */
const lastSupplierID = sql<number | null>`(
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

const lastCost = sql<number>`coalesce((
  select stock_unit_cost
  from po_receiving_item line join po_receiving using (po_receiving_id)
  where line.item_id = ${inventory.itemID} and status = 'Completed'
  order by completed_at desc, po_receiving_item_id desc limit 1), ${item.averageCost})`.mapWith(Number)

/** What is Inactive is not ordered. */
const isToOrder = and(belowThreshold, item.status, location.status, inventoryType.status)

/** How many rows of stock have reached their threshold: as many as the list has. */
export async function countLowStock(db: Db | Tx): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .where(isToOrder)
  return row!.count
}

export function lowStockRoutes(app: FastifyInstance) {
  serve(app, lowStock.list, ({ query }, { db }) => {
    const select = db
      .select({
        inventoryID: inventory.inventoryID,
        itemID: inventory.itemID,
        locationID: inventory.locationID,
        inventoryTypeID: inventory.inventoryTypeID,
        quantity: inventory.quantity,
        reserved: inventory.reserved,
        available,
        reOrderThreshold: inventory.reOrderThreshold,
        onOrder,
        suggestedQuantity,
        supplierID: supplier.supplierID,
        supplier: { supplierName: supplier.supplierName },
        lastCost,
        inventoryType: { typeName: inventoryType.typeName },
        location: { locationName: location.locationName },
        item: { itemName: item.itemName, itemCode: item.itemCode, uom: item.uom, image_url: cover },
      })
      .from(inventory)
      .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
      .innerJoin(location, eq(location.locationID, inventory.locationID))
      .innerJoin(item, eq(item.itemID, inventory.itemID))
      .leftJoin(supplier, eq(supplier.supplierID, lastSupplierID))
      .where(
        and(
          isToOrder,
          searching(query.search, [
            item.itemName,
            item.itemCode,
            item.barcode,
            location.locationName,
            supplier.supplierName,
          ]),
          equal(inventory.itemID, query.itemID),
          equal(inventory.locationID, query.locationID),
          equal(inventory.inventoryTypeID, query.inventoryTypeID),
          equal(item.categoryID, query.categoryID),
          equal(supplier.supplierID, query.supplierID),
        ),
      )
    return listPage(db, query, select.$dynamic(), {
      inventoryID: inventory.inventoryID,
      itemName: item.itemName,
      locationName: location.locationName,
      quantity: inventory.quantity,
      reserved: inventory.reserved,
      available,
      reOrderThreshold: inventory.reOrderThreshold,
      onOrder,
      suggestedQuantity,
      supplierName: supplier.supplierName,
      lastCost,
    })
  })
}
