import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { findFractionProblem } from '../../../contract/catalogue/items.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory, location, stockMovement } from '../../db/schema/stock.ts'
import { anyOfArray, type Named } from '../../imports/kinds/kind.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { stampCreated, stampModified, recordAll } from '../../resource/records.ts'
import { openingUndone } from '../ledger/figures.ts'

export type NamedItem = Named & Parameters<typeof findFractionProblem>[0]

/** The keys of one line of the file. */
type StockLine = { item: number; location: number; inventoryType: number; reOrderThreshold: number }

/** Returns the text that identifies the stock row of a line. */
export const stockKeyOf = (row: Pick<StockLine, 'item' | 'location' | 'inventoryType'>) =>
  `${row.item} ${row.location} ${row.inventoryType}`

/** Finds items by their codes and barcodes, in lower case. A code wins over another item's equal barcode. */
export async function findItemsByCode({ db }: Context, codes: string[]): Promise<Map<string, NamedItem>> {
  const rows = await db
    .select({
      id: item.itemID,
      code: sql<string>`lower(${item.itemCode})`,
      barcode: sql<string | null>`lower(${item.barcode})`,
      itemName: item.itemName,
      uom: item.uom,
      active: item.status,
    })
    .from(item)
    .where(
      sql`lower(${item.itemCode}) = ${anyOfArray(codes, 'text')} or lower(${item.barcode}) = ${anyOfArray(codes, 'text')}`,
    )
  const named = rows.map((row) => [row, { ...row, name: row.itemName }] as const)
  const byBarcode = named.flatMap(([{ barcode }, one]) => (barcode === null ? [] : [[barcode, one] as const]))
  return new Map([...byBarcode, ...named.map(([{ code }, one]) => [code, one] as const)])
}

/**
 * Returns the keys of the stock rows for these lines. Creates missing rows, and reuses rows whose earlier import was
 * undone. Throws 409 when somebody else has started stock of these items meanwhile.
 */
export async function findOrCreateStockRows(context: Context, rows: StockLine[]): Promise<Map<string, number>> {
  const { db } = context
  const linesByKey = new Map(rows.map((row) => [stockKeyOf(row), row]))
  const made = await db
    .insert(inventory)
    .values(
      rows.map((row) => ({
        itemID: row.item,
        locationID: row.location,
        inventoryTypeID: row.inventoryType,
        reOrderThreshold: row.reOrderThreshold,
        ...stampCreated(context),
      })),
    )
    .onConflictDoNothing()
    .returning()
  const keyed = (row: typeof inventory.$inferSelect) =>
    stockKeyOf({ item: row.itemID, location: row.locationID, inventoryType: row.inventoryTypeID })
  const found = new Map(made.map((row) => [keyed(row), row.inventoryID]))
  await recordAll(
    context,
    made.map((row) => ({ action: 'create', entity: 'inventory', entityID: row.inventoryID, before: null, after: row })),
  )
  if (found.size === linesByKey.size) return found

  const itemIDs = rows.filter((row) => !found.has(stockKeyOf(row))).map((row) => row.item)
  const reused = (
    await db
      .select()
      .from(inventory)
      .where(and(inArray(inventory.itemID, itemIDs), openingUndone))
      .orderBy(asc(inventory.inventoryID))
      .for('update')
  ).filter((row) => linesByKey.has(keyed(row)) && !found.has(keyed(row)))
  for (const row of reused) found.set(keyed(row), row.inventoryID)
  if (found.size < linesByKey.size)
    throw new AppError(
      'import.stock_started',
      'In the meantime, somebody else has started stock of one of these items. Please check the file again',
    )
  const after = await setThresholds(
    context,
    reused.map((row) => ({
      inventoryID: row.inventoryID,
      reOrderThreshold: linesByKey.get(keyed(row))!.reOrderThreshold,
    })),
  )
  await recordAll(
    context,
    reused.map((row) => ({
      action: 'update',
      entity: 'inventory',
      entityID: row.inventoryID,
      before: row,
      after: after.get(row.inventoryID)!,
    })),
  )
  return found
}

/** Sets the thresholds of locked stock rows and returns the changed rows. */
export async function setThresholds(context: Context, thresholds: { inventoryID: number; reOrderThreshold: number }[]) {
  const { modifiedByID, updatedAt } = stampModified(context, { updatedAt: new Date(0) })
  const ids = thresholds.map(({ inventoryID }) => inventoryID)
  const values = thresholds.map(({ reOrderThreshold }) => reOrderThreshold)
  await context.db.execute(sql`update ${inventory} set re_order_threshold = given.threshold,
      modified_by_id = ${modifiedByID}, updated_at = greatest(${updatedAt}, updated_at + interval '1 millisecond')
    from unnest(${sql.param(ids)}::int[], ${sql.param(values)}::int[]) as given (id, threshold)
    where inventory_id = given.id`)
  const rows = await context.db.select().from(inventory).where(inArray(inventory.inventoryID, ids))
  return new Map(rows.map((row) => [row.inventoryID, row]))
}

/** Returns each item's average cost of one unit, in pesos, and the time of its creation. */
export async function findOpenedItems({ db }: Context, itemIDs: number[]) {
  const rows = await db
    .select({ itemID: item.itemID, averageCost: item.averageCost, createdAt: item.createdAt })
    .from(item)
    .where(inArray(item.itemID, itemIDs))
  return new Map(rows.map(({ itemID, ...row }) => [itemID, row]))
}

/** Returns the unit cost of each row's last movement, in pesos. */
export async function findOpeningCosts({ db }: Context, inventoryIDs: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ inventoryID: inventory.inventoryID, unitCost: stockMovement.unitCost })
    .from(inventory)
    .innerJoin(
      stockMovement,
      and(eq(stockMovement.inventoryID, inventory.inventoryID), eq(stockMovement.sequence, inventory.movements)),
    )
    .where(inArray(inventory.inventoryID, inventoryIDs))
  return new Map(rows.map(({ inventoryID, unitCost }) => [inventoryID, unitCost]))
}

/** Creates locations that the file names, and returns their keys. */
export async function createLocations(context: Context, names: string[]) {
  const made = await context.db
    .insert(location)
    .values(names.map((locationName) => ({ locationName, ...stampCreated(context) })))
    .returning()
  await recordAll(
    context,
    made.map((row) => ({ action: 'create', entity: 'location', entityID: row.locationID, before: null, after: row })),
  )
  return made.map(({ locationID }) => locationID)
}
