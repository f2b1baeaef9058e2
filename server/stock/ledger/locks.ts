import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'

import { anyOf, prepareStatement } from '../../db/prepared.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType, location } from '../../db/schema/stock.ts'
import { stockValue } from '../../db/schema/valuation.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { SellableRow } from './ledger.rules.ts'

// The locks on stock. Every transaction locks the values of its items before their rows, so that documents never
// deadlock.

/**
 * Locks the stock values of these items in key order. As a condition of a query, it locks them before the query reads
 * its first row. It is always true.
 */
export const valuesLocked = (isItem: SQL) =>
  sql`(select count(*) from (
    select from stock_value where item_id ${isItem} order by item_id for update
  ) valued) >= 0`

/** Locks the stock values of items in key order. Their stock and cost stay unchanged until the transaction ends. */
export const lockStockValues = (db: Db | Tx, itemIDs: readonly number[]) =>
  db
    .select()
    .from(stockValue)
    .where(sql`${stockValue.itemID} = any(${sql.param([...itemIDs])}::int[])`)
    .orderBy(asc(stockValue.itemID))
    .for('update')

/** Locks the stock values of these stock rows' items. Call it before locking the rows themselves. */
export const lockStockValuesOf = (db: Db | Tx, inventoryIDs: readonly number[]) =>
  db
    .select()
    .from(stockValue)
    .where(
      inArray(
        stockValue.itemID,
        db
          .select({ itemID: inventory.itemID })
          .from(inventory)
          .where(sql`${inventory.inventoryID} = any(${sql.param([...inventoryIDs])}::int[])`),
      ),
    )
    .orderBy(asc(stockValue.itemID))
    .for('update')

/** Locks all sellable stock rows of these items at these locations, and returns them by type, oldest first. */
export async function lockSellable({ db }: Context, itemIDs: number[], locationIDs: number[]): Promise<SellableRow[]> {
  if (itemIDs.length === 0) return []
  const locked = await lockRowsForSale(db, { itemIDs, locationIDs })
  // A statement that waited for a lock sees stale rows of its joined tables, so the rows are read again.
  return rowsForSale(db, { inventoryIDs: locked.map((row) => row.inventoryID) })
}

const sellable = and(inventoryType.sellable, inventoryType.status)

const lockRowsForSale = prepareStatement(
  'lock_stock_for_sale',
  ['itemIDs', 'locationIDs'],
  (db, { itemIDs, locationIDs }) =>
    db
      .select({ inventoryID: inventory.inventoryID })
      .from(inventory)
      .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
      .where(
        and(
          eq(inventory.itemID, anyOf(itemIDs)),
          eq(inventory.locationID, anyOf(locationIDs)),
          sellable,
          valuesLocked(sql`= ${anyOf(itemIDs)}`),
        ),
      )
      .orderBy(asc(inventory.inventoryID))
      .for('update', { of: inventory }),
)

const rowsForSale = prepareStatement('find_stock_for_sale', ['inventoryIDs'], (db, { inventoryIDs }) =>
  db
    .select({
      inventoryID: inventory.inventoryID,
      itemID: inventory.itemID,
      locationID: inventory.locationID,
      itemName: item.itemName,
      locationName: location.locationName,
      quantity: inventory.quantity,
      reserved: inventory.reserved,
      reOrderThreshold: inventory.reOrderThreshold,
      averageCost: item.averageCost,
      stock: { quantity: stockValue.quantity, value: stockValue.value },
    })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(stockValue, eq(stockValue.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .where(and(eq(inventory.inventoryID, anyOf(inventoryIDs)), sellable))
    .orderBy(asc(inventory.inventoryTypeID), asc(inventory.inventoryID)),
)

/**
 * Locks all stock of a location or a type and returns the rows that are not empty. The lock keeps the location or type
 * empty while it is made Inactive.
 */
export async function lockStockOf(
  { db }: Context,
  where: { locationID: number } | { inventoryTypeID: number },
): Promise<{ itemName: string; reserved: number }[]> {
  const condition: SQL =
    'locationID' in where
      ? eq(inventory.locationID, where.locationID)
      : eq(inventory.inventoryTypeID, where.inventoryTypeID)
  const rows = await db
    .select({ itemName: item.itemName, quantity: inventory.quantity, reserved: inventory.reserved })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .where(condition)
    .orderBy(asc(inventory.inventoryID))
    .for('update', { of: inventory })
  return rows.filter((row) => row.quantity > 0)
}
