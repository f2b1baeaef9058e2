import { asc, inArray, sql } from 'drizzle-orm'

import { readSettings } from '../../company/settings.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryAdjustment, inventoryType, location, stockMovement } from '../../db/schema/stock.ts'
import {
  anyOfArray,
  changedSince,
  findFirstUndoBlockers,
  type MadeNames,
  type Named,
} from '../../imports/kinds/kind.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { recordAll } from '../../resource/records.ts'
import { mustApproveOpening, requestOpenings } from '../adjustments/openings.operations.ts'
import { postMovements } from '../ledger/ledger.ts'
import { lockStockValuesOf } from '../ledger/locks.ts'
import {
  createLocations,
  findOpenedItems,
  findOpeningCosts,
  findOrCreateStockRows,
  setThresholds,
  stockKeyOf,
} from './stock-import-rows.ts'

// Opens stock by an import, of a file of stock or with the items of a file, and undoes that.

/** The stock of one item with which an import begins. */
export type OpeningLine = {
  item: number
  location: number
  inventoryType: number
  quantity: number
  reOrderThreshold: number
}

/**
 * Whether an administrator declined this opening quantity `a`, and the stock row was never used. The undo of an import
 * removes it with its row; the audit trail keeps the decision.
 */
const isDeclinedOpening = sql`(a.status = 'Rejected' and ${inventory.movements} = 0 and exists (
  select from adjustment_reason r where r.adjustment_reason_id = a.adjustment_reason_id and r.code = 'opening'))`

/** The locations that an import makes. */
export const madeLocations: MadeNames = {
  table: location,
  key: location.locationID,
  name: location.locationName,
  entity: 'location',
  one: 'location',
  many: 'locations',
}

/** Returns the locations and the types of stock to which the cells of a file refer. */
export async function findStockPlaces(context: Context) {
  const { db } = context
  const places = await db.select().from(location)
  const types = await db.select().from(inventoryType).orderBy(asc(inventoryType.inventoryTypeID))
  const place = places.map(({ locationID: id, locationName: name, status: active }) => ({ id, name, active }))
  const type = types.map(({ inventoryTypeID: id, typeName: name, status: active }) => ({ id, name, active }))
  const byName = (all: Named[]) => new Map(all.map((one) => [one.name.toLowerCase(), one]))
  const oldest = type.find(({ active }) => active)
  return {
    location: {
      what: 'Location',
      found: byName(place),
      make: { longest: 120, these: (names: string[]) => createLocations(context, names) },
    },
    inventoryType: { what: 'Inventory type', found: byName(type), ...(oldest && { otherwise: oldest }) },
  }
}

/** Opens the stock of at most 1,000 lines of an import, whose items' values are locked, and returns the keys of the rows. */
export async function openImportedStock(context: Context, importID: number, batch: OpeningLine[]): Promise<number[]> {
  const inventoryIDs = await findOrCreateStockRows(context, batch)
  const opened = batch.map((row) => ({ ...row, inventoryID: inventoryIDs.get(stockKeyOf(row))! }))
  const items = await findOpenedItems(
    context,
    batch.map((row) => row.item),
  )
  const { timeZone } = await readSettings(context.db)
  const mustApprove = (row: { item: number }) => mustApproveOpening(context, timeZone, items.get(row.item)!.createdAt)
  await postMovements(
    context,
    { kind: 'opening', documentType: 'import', documentID: importID },
    opened
      .filter((row) => !mustApprove(row))
      .map(({ inventoryID, quantity, item: itemID }) => ({
        inventoryID,
        quantity,
        unitCost: items.get(itemID)!.averageCost,
      })),
  )
  await requestOpenings(context, opened.filter(mustApprove))
  return [...inventoryIDs.values()]
}

/** Returns the keys of the stock rows of these items that this import opened. */
export async function listOpenings(db: Db | Tx, importID: number, itemIDs: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: inventory.inventoryID })
    .from(inventory)
    .where(
      sql`${inventory.itemID} = ${anyOfArray(itemIDs, 'int')} and exists (select from ${stockMovement} m
        where m.inventory_id = ${inventory.inventoryID} and m.document_type = 'import' and m.document_id = ${importID})`,
    )
    .orderBy(asc(inventory.inventoryID))
  return rows.map(({ id }) => id)
}

/** Locks opened stock rows, and returns those that were used since the import. */
export async function findOpeningBlockers(context: Context, importID: number, ids: number[]) {
  await lockStockValuesOf(context.db, ids)
  await context.db
    .select({ inventoryID: inventory.inventoryID })
    .from(inventory)
    .where(sql`${inventory.inventoryID} = ${anyOfArray(ids, 'int')}`)
    .orderBy(asc(inventory.inventoryID))
    .for('update')
  return findFirstUndoBlockers(
    context,
    sql`select ${inventory.inventoryID}, ${item.itemCode} || ' at ' || ${location.locationName}, case
        when ${inventory.reserved} > 0 then 'is held for a sale'
        when exists (select from stock_movement m where m.inventory_id = ${inventory.inventoryID}
          and m.sequence = ${inventory.movements} and (m.document_type <> 'import' or m.document_id <> ${importID}))
          then 'has been sold or moved'
        when exists (select from inventory_adjustment a where a.inventory_id = ${inventory.inventoryID}
          and not ${isDeclinedOpening})
          then 'has an adjustment'
        when exists (select from stock_count_line c where c.inventory_id = ${inventory.inventoryID})
          then 'is on a count sheet'
        when ${changedSince('inventory', inventory.inventoryID, importID)} then 'has been changed'
      end
      from ${inventory} join ${item} on ${item.itemID} = ${inventory.itemID}
      join ${location} on ${location.locationID} = ${inventory.locationID}
      where ${inventory.inventoryID} = ${anyOfArray(ids, 'int')}`,
  )
}

/**
 * Undoes the openings of at most 1,000 stock rows. The ledger keeps its rows, so stock with movements gets a correction
 * to zero. Stock rows without movements are deleted, with the opening quantities that were declined.
 */
export async function undoOpenings(context: Context, importID: number, batch: number[]) {
  const { db } = context
  const before = await db
    .select()
    .from(inventory)
    .where(inArray(inventory.inventoryID, batch))
    .orderBy(asc(inventory.inventoryID))
  const moved = before.filter(({ movements }) => movements > 0)
  const unmoved = before.filter(({ movements }) => movements === 0).map(({ inventoryID }) => inventoryID)
  // `findOpeningBlockers` let only declined opening quantities pass.
  const declined = await db
    .delete(inventoryAdjustment)
    .where(inArray(inventoryAdjustment.inventoryID, unmoved))
    .returning()
  await db.delete(inventory).where(inArray(inventory.inventoryID, unmoved))
  // A threshold of 0 prevents a message about low stock, which an undo must not cause.
  await setThresholds(
    context,
    moved.map(({ inventoryID }) => ({ inventoryID, reOrderThreshold: 0 })),
  )
  const costs = await findOpeningCosts(
    context,
    moved.map(({ inventoryID }) => inventoryID),
  )
  await postMovements(
    context,
    { kind: 'correction', documentType: 'import', documentID: importID },
    moved.map(({ inventoryID, quantity }) => ({
      inventoryID,
      quantity: -quantity,
      unitCost: costs.get(inventoryID)!,
    })),
  )
  const after = new Map(
    (await db.select().from(inventory).where(inArray(inventory.inventoryID, batch))).map((row) => [
      row.inventoryID,
      row,
    ]),
  )
  await recordAll(
    context,
    before.map((row) => ({
      action: after.has(row.inventoryID) ? 'update' : 'delete',
      entity: 'inventory',
      entityID: row.inventoryID,
      before: row,
      after: after.get(row.inventoryID) ?? null,
    })),
  )
  await recordAll(
    context,
    declined.map((row) => ({
      action: 'delete',
      entity: 'inventoryAdjustment',
      entityID: row.adjustmentID,
      before: row,
      after: null,
    })),
  )
}
