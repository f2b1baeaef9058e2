import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { findFractionProblem } from '../../../contract/catalogue/items.ts'
import { ID, Quantity, ReOrderThreshold } from '../../../contract/shared/fields.ts'
import { z } from '../../../contract/shared/zod.ts'
import type { inventory as endpoints } from '../../../contract/stock/inventory.ts'
import { readSettings } from '../../company/settings.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryAdjustment, inventoryType, location } from '../../db/schema/stock.ts'
import {
  anyOfArray,
  changedSince,
  columnsOf,
  type FiltersOf,
  findFirstUndoBlockers,
  inBatches,
  type Kind,
  type Named,
} from '../../imports/kinds/kind.ts'
import { recordAll } from '../../resource/records.ts'
import { mustApproveOpening, requestOpenings } from '../adjustments/openings.operations.ts'
import { openingUndone } from '../ledger/figures.ts'
import { postMovements } from '../ledger/ledger.ts'
import { lockStockValues, lockStockValuesOf } from '../ledger/locks.ts'
import { stockFilters } from './inventory.queries.ts'
import {
  createLocations,
  findItemsByCode,
  findOpenedItems,
  findOpeningCosts,
  findOrCreateStockRows,
  type NamedItem,
  stockKeyOf,
  setThresholds,
} from './stock-import-rows.ts'

const Row = z.object({
  item: ID,
  location: ID,
  inventoryType: ID,
  quantity: Quantity.min(0),
  reOrderThreshold: ReOrderThreshold.default(0),
})
type Row = z.output<typeof Row>

/**
 * Whether an administrator declined this opening quantity `a`, and the stock row was never used. The undo of an import
 * removes it with its row; the audit trail keeps the decision.
 */
const isDeclinedOpening = sql`(a.status = 'Rejected' and ${inventory.movements} = 0 and exists (
  select from adjustment_reason r where r.adjustment_reason_id = a.adjustment_reason_id and r.code = 'opening'))`

export const stockKind: Kind<Row> = {
  entity: 'inventory',
  isFixedAfterDay: true,
  insertsAtOnce: true,
  schema: Row,

  async names(context, wanted) {
    const { db } = context
    const places = await db.select().from(location)
    const types = await db.select().from(inventoryType).orderBy(asc(inventoryType.inventoryTypeID))
    const place = places.map(({ locationID: id, locationName: name, status: active }) => ({ id, name, active }))
    const type = types.map(({ inventoryTypeID: id, typeName: name, status: active }) => ({ id, name, active }))
    const byName = (all: Named[]) => new Map(all.map((one) => [one.name.toLowerCase(), one]))
    const oldest = type.find(({ active }) => active)
    return {
      item: { what: 'Item', found: await findItemsByCode(context, wanted('item')) },
      location: {
        what: 'Location',
        found: byName(place),
        make: { longest: 120, these: (names) => createLocations(context, names) },
      },
      inventoryType: { what: 'Inventory type', found: byName(type), ...(oldest && { otherwise: oldest }) },
    }
  },

  unique: [
    {
      column: 'item',
      of: ({ item: itemID, location: place, inventoryType: type }) =>
        itemID && place && type ? stockKeyOf({ item: itemID, location: place, inventoryType: type }) : null,
      called: () => 'Stock of this item and type at this location',
      taken: async ({ db }, keys) => {
        const itemIDs = [...new Set(keys.map((key) => Number(key.split(' ')[0])))]
        const rows = await db
          .select({ item: inventory.itemID, location: inventory.locationID, inventoryType: inventory.inventoryTypeID })
          .from(inventory)
          .where(sql`${inventory.itemID} = ${anyOfArray(itemIDs, 'int')} and not ${openingUndone}`)
        return new Set(rows.map(stockKeyOf))
      },
    },
  ],

  also({ quantity }, { item: named }) {
    const problem = findFractionProblem(named as NamedItem, quantity)
    return problem === null ? [] : [{ column: 'quantity', message: problem, reason: 'invalid' }]
  },

  insert: async (context, importID, rows, reportProgress) => {
    // All values are locked before the first batch, because the file's order is not that of the locks.
    await lockStockValues(
      context.db,
      rows.map((row) => row.item),
    )
    return inBatches(rows, reportProgress, async (batch) => {
      const inventoryIDs = await findOrCreateStockRows(context, batch)
      const opened = batch.map((row) => ({ ...row, inventoryID: inventoryIDs.get(stockKeyOf(row))! }))
      const items = await findOpenedItems(
        context,
        batch.map((row) => row.item),
      )
      const { timeZone } = await readSettings(context.db)
      const mustApprove = (row: { item: number }) =>
        mustApproveOpening(context, timeZone, items.get(row.item)!.createdAt)
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
    })
  },

  async describeWaiting({ db }, ids) {
    const waiting = await db.$count(
      inventoryAdjustment,
      and(
        sql`${inventoryAdjustment.inventoryID} = ${anyOfArray(ids, 'int')}`,
        eq(inventoryAdjustment.status, 'Pending'),
      ),
    )
    if (waiting === 0) return null
    return `Sent for approval: an administrator decides on ${waiting === 1 ? '1 quantity' : `${waiting} quantities`}`
  },

  async findUndoBlockers(context, importID, ids) {
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
  },

  /**
   * Undoes an import of stock. The ledger keeps its rows, so stock with movements gets a correction to zero. Stock rows
   * without movements are deleted, with the opening quantities that were declined.
   */
  async undo(context, importID, ids, reportProgress) {
    const { db } = context
    await inBatches(ids, reportProgress, async (batch) => {
      const before = await db
        .select()
        .from(inventory)
        .where(inArray(inventory.inventoryID, batch))
        .orderBy(asc(inventory.inventoryID))
      const moved = before.filter(({ movements }) => movements > 0)
      const unmoved = before.filter(({ movements }) => movements === 0).map(({ inventoryID }) => inventoryID)
      // `findUndoBlockers` let only declined opening quantities pass.
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
      return []
    })
    return { first: [], total: 0 }
  },

  exported: async ({ db }, filters) =>
    db
      .select(
        columnsOf({
          item: item.itemCode,
          location: location.locationName,
          inventoryType: inventoryType.typeName,
          quantity: inventory.quantity,
          reOrderThreshold: inventory.reOrderThreshold,
        }),
      )
      .from(inventory)
      .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
      .innerJoin(location, eq(location.locationID, inventory.locationID))
      .innerJoin(item, eq(item.itemID, inventory.itemID))
      .where(await stockFilters(db, filters as FiltersOf<typeof endpoints.list>))
      .orderBy(asc(inventory.inventoryID))
      .getSQL(),
}
