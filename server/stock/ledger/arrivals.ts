import { and, asc, eq, inArray, ne } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { stampModified, record } from '../../resource/records.ts'
import { postMovements, findOrCreateStockRow } from './ledger.ts'
import { lockStockValues } from './locks.ts'

// Posts arriving goods, which move the average cost of their items.

/**
 * The arriving quantity of an item in pieces, pairs or grams, its cost per unit (pesos, 6 decimals), its exact value in
 * pesos, and its pieces if the item is kept by piece.
 */
export type Arrival = {
  itemID: number
  quantity: number
  unitCost: number
  value: number
  pieceIDs?: readonly number[] | undefined
}

/**
 * Locks items with their stock values in key order, and returns the items. Their stock, average cost and unit stay
 * unchanged until the transaction ends.
 */
export async function lockItems({ db }: Context, itemIDs: number[]) {
  await lockStockValues(db, itemIDs)
  return (
    db
      .select()
      .from(item)
      .where(inArray(item.itemID, itemIDs))
      .orderBy(asc(item.itemID))
      // A `for update` lock would block sales: their inserts take key share locks on the items.
      .for('no key update')
  )
}

/**
 * Posts goods into stock at a location. The ledger updates the average cost of their items over the stock at all
 * locations, and each change gets an audit row. Locks the items with their stock values first. The goods are added to
 * the oldest sellable stock type that the item has there. Throws 422 when no type is sellable.
 */
export async function receiveGoods(
  context: Context,
  { documentID, locationID }: { documentID: number; locationID: number },
  arrivals: readonly Arrival[],
) {
  const before = await lockItems(context, [...new Set(arrivals.map(({ itemID }) => itemID))])
  const itemIDs = before.map(({ itemID }) => itemID)
  const rows = new Map<number, number>()
  for (const itemID of itemIDs) rows.set(itemID, await findArrivalRow(context, { itemID, locationID }))
  await postMovements(
    context,
    { kind: 'receiving', documentType: 'receiving', documentID },
    arrivals.map(({ itemID, ...arrival }) => ({ inventoryID: rows.get(itemID)!, ...arrival })),
  )
  for (const stored of before) await recordArrival(context, 'receive', stored)
}

/** Writes the audit row of goods that arrived, with the item's average cost before and after. */
export async function recordArrival(
  context: Context,
  action: 'receive' | 'return from repair' | 'trade in',
  { averageCost, ...stored }: typeof item.$inferSelect,
) {
  const { itemID } = stored
  const [after] = await context.db
    .update(item)
    .set(stampModified(context, stored))
    .where(eq(item.itemID, itemID))
    .returning({ averageCost: item.averageCost })
  await record(context, { action, entity: 'item', entityID: itemID, before: { averageCost }, after: after! })
}

/**
 * Returns the key of the item's stock of the oldest Active, sellable type at the location, apart from `exceptTypeID`.
 * Creates the row when there is none. Throws 422 when no type is sellable.
 */
export async function findArrivalRow(
  context: Context,
  { itemID, locationID, exceptTypeID }: { itemID: number; locationID: number; exceptTypeID?: number },
): Promise<number> {
  const { db } = context
  const kinds = await db
    .select({ inventoryTypeID: inventoryType.inventoryTypeID, inventoryID: inventory.inventoryID })
    .from(inventoryType)
    .leftJoin(
      inventory,
      and(
        eq(inventory.inventoryTypeID, inventoryType.inventoryTypeID),
        eq(inventory.itemID, itemID),
        eq(inventory.locationID, locationID),
      ),
    )
    .where(
      and(
        inventoryType.sellable,
        inventoryType.status,
        exceptTypeID === undefined ? undefined : ne(inventoryType.inventoryTypeID, exceptTypeID),
      ),
    )
    .orderBy(asc(inventoryType.inventoryTypeID))
  const [oldest] = kinds
  if (!oldest) throw new AppError('stock.no_type', 'No inventory type is Active and for sale: goods have nowhere to go')
  const { inventoryID } = kinds.find((kind) => kind.inventoryID !== null) ?? oldest
  return inventoryID ?? findOrCreateStockRow(context, { itemID, locationID, inventoryTypeID: oldest.inventoryTypeID })
}
