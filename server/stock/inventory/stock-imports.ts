import { and, asc, eq, sql } from 'drizzle-orm'

import { findFractionProblem } from '../../../contract/catalogue/items.ts'
import { ID, Quantity, ReOrderThreshold } from '../../../contract/shared/fields.ts'
import { z } from '../../../contract/shared/zod.ts'
import type { inventory as endpoints } from '../../../contract/stock/inventory.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryAdjustment, inventoryType, location } from '../../db/schema/stock.ts'
import { anyOfArray, columnsOf, type FiltersOf, inBatches, type Kind } from '../../imports/kinds/kind.ts'
import { openingUndone } from '../ledger/figures.ts'
import { lockStockValues } from '../ledger/locks.ts'
import { stockFilters } from './inventory.queries.ts'
import {
  findOpeningBlockers,
  findStockPlaces,
  madeLocations,
  openImportedStock,
  undoOpenings,
} from './opening-stock.operations.ts'
import { findItemsByCode, type NamedItem, stockKeyOf } from './stock-import-rows.ts'

const Row = z.object({
  item: ID,
  location: ID,
  inventoryType: ID,
  quantity: Quantity.min(0),
  reOrderThreshold: ReOrderThreshold.default(0),
})
type Row = z.output<typeof Row>

export const stockKind: Kind<Row> = {
  entity: 'inventory',
  isFixedAfterDay: true,
  insertsAtOnce: true,
  schema: Row,

  async names(context, wanted) {
    return {
      item: { what: 'Item', found: await findItemsByCode(context, wanted('item')) },
      ...(await findStockPlaces(context)),
    }
  },

  made: { location: madeLocations },

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
    return inBatches(rows, reportProgress, (batch) => openImportedStock(context, importID, batch))
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

  findUndoBlockers: findOpeningBlockers,

  async undo(context, importID, ids, reportProgress) {
    await inBatches(ids, reportProgress, async (batch) => {
      await undoOpenings(context, importID, batch)
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
