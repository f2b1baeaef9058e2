import { and, asc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'

import { anyOf, prepareStatement } from '../../db/prepared.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType, location } from '../../db/schema/stock.ts'
import { stockValue } from '../../db/schema/valuation.ts'
import { awaitStatements } from '../../db/transaction.ts'
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
  // A statement that waited for a lock sees stale rows of its joined tables, so the next statement reads the rows.
  const [locked, rows] = await awaitStatements([
    lockRowsForSale(db, { itemIDs, locationIDs }),
    findRowsForSale(db, { itemIDs, locationIDs }),
  ])
  const lockedIDs = new Set(locked.map(({ inventoryID }) => inventoryID))
  // Another transaction may have made a row between the two statements.
  return rows.filter(({ inventoryID }) => lockedIDs.has(inventoryID))
}

/** Matches the sellable rows of these items at these locations. */
const isSellable = ({ itemIDs, locationIDs }: Record<'itemIDs' | 'locationIDs', Placeholder>) =>
  and(
    eq(inventory.itemID, anyOf(itemIDs)),
    eq(inventory.locationID, anyOf(locationIDs)),
    inventoryType.sellable,
    inventoryType.status,
  )

const lockRowsForSale = prepareStatement('lock_stock_for_sale', ['itemIDs', 'locationIDs'], (db, keys) =>
  db
    .select({ inventoryID: inventory.inventoryID })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(and(isSellable(keys), valuesLocked(sql`= ${anyOf(keys.itemIDs)}`)))
    .orderBy(asc(inventory.inventoryID))
    .for('update', { of: inventory }),
)

const findRowsForSale = prepareStatement('find_stock_for_sale', ['itemIDs', 'locationIDs'], (db, keys) =>
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
      pieces: inventory.pieces,
      averageCost: item.averageCost,
      stock: { quantity: stockValue.quantity, value: stockValue.value },
    })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(stockValue, eq(stockValue.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .where(isSellable(keys))
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
