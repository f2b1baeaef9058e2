import { and, eq, sql } from 'drizzle-orm'

import type { Received } from '../../../contract/shared/endpoint.ts'
import type { lowStock } from '../../../contract/stock/low-stock.ts'
import { cover } from '../../db/covers.ts'
import { metal } from '../../db/metal.ts'
import { item } from '../../db/schema/catalogue.ts'
import { supplier } from '../../db/schema/purchasing.ts'
import { inventory, inventoryType, location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'
import { available, belowThreshold, lastCost, lastSupplierID, onOrder, suggestedQuantity } from '../ledger/figures.ts'

/** Inactive items, locations and types are never reordered. */
const isToOrder = and(belowThreshold, item.status, location.status, inventoryType.status)

/** Returns the number of stock rows that the low-stock list shows. */
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

/** Returns one page of the stock rows at or below their threshold, with the suggested order. */
export async function listLowStock(db: Db | Tx, query: Received<typeof lowStock.list>['query']) {
  const select = selectLowStock(db).where(
    and(
      isToOrder,
      searchCondition(query.search, [
        item.itemName,
        item.itemCode,
        item.barcode,
        location.locationName,
        supplier.supplierName,
      ]),
      equalsCondition(inventory.itemID, query.itemID),
      equalsCondition(inventory.locationID, query.locationID),
      equalsCondition(inventory.inventoryTypeID, query.inventoryTypeID),
      equalsCondition(item.categoryID, query.categoryID),
      equalsCondition(supplier.supplierID, query.supplierID),
      await commonCondition(db, query, inventory),
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
}

/** Selects stock rows with the quantity to order, the last supplier and the last cost. */
const selectLowStock = (db: Db | Tx) =>
  db
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
      item: { itemName: item.itemName, itemCode: item.itemCode, uom: item.uom, ...metal, ...cover },
    })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .leftJoin(supplier, eq(supplier.supplierID, lastSupplierID))
