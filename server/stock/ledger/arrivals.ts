import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { stampModified, record } from '../../resource/records.ts'
import { postMovements, findOrCreateStockRow } from './ledger.ts'

// Posts arriving goods and updates the average cost of their items.

/** The arriving quantity of an item in pieces, pairs or grams, and its cost per unit (pesos, 6 decimals). */
export type Arrival = { itemID: number; quantity: number; unitCost: number }

/** Locks items in key order and returns them. Their average cost and unit stay unchanged until the transaction ends. */
export async function lockItems({ db }: Context, itemIDs: number[]) {
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
 * Posts goods into stock at a location and updates the weighted average cost of their items. The average covers the
 * stock at all locations and is rounded half up to 6 decimals. Without stock it becomes the cost of the goods. Locks
 * the items, then all their stock. The goods are added to the oldest sellable stock type that the item has there.
 * Throws 422 when no type is sellable.
 */
export async function receiveGoods(
  context: Context,
  { documentID, locationID }: { documentID: number; locationID: number },
  arrivals: readonly Arrival[],
) {
  const { db } = context
  const before = await lockItems(context, [...new Set(arrivals.map(({ itemID }) => itemID))])
  const itemIDs = before.map(({ itemID }) => itemID)
  const rows = new Map<number, number>()
  for (const itemID of itemIDs) rows.set(itemID, await findArrivalRow(context, itemID, locationID))
  // After this lock no other transaction can move the items' stock, so the quantity on hand below is current.
  await db
    .select({ inventoryID: inventory.inventoryID })
    .from(inventory)
    .where(inArray(inventory.itemID, itemIDs))
    .orderBy(asc(inventory.inventoryID))
    .for('update')
  for (const one of before)
    await updateAverageCost(
      context,
      one,
      arrivals.filter(({ itemID }) => itemID === one.itemID),
    )
  await postMovements(
    context,
    { kind: 'receiving', documentType: 'receiving', documentID },
    arrivals.map(({ itemID, quantity, unitCost }) => ({ inventoryID: rows.get(itemID)!, quantity, unitCost })),
  )
}

/**
 * Returns the key of the item's stock of the oldest Active, sellable type at the location. Creates the row when there
 * is none.
 */
async function findArrivalRow(context: Context, itemID: number, locationID: number): Promise<number> {
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
    .where(and(inventoryType.sellable, inventoryType.status))
    .orderBy(asc(inventoryType.inventoryTypeID))
  const [oldest] = kinds
  if (!oldest) throw new AppError('stock.no_type', 'No inventory type is Active and for sale: goods have nowhere to go')
  const { inventoryID } = kinds.find((kind) => kind.inventoryID !== null) ?? oldest
  return inventoryID ?? findOrCreateStockRow(context, { itemID, locationID, inventoryTypeID: oldest.inventoryTypeID })
}

/** Updates the item's average cost for these arrivals, with an audit row. */
async function updateAverageCost(context: Context, before: typeof item.$inferSelect, arrivals: readonly Arrival[]) {
  const { db } = context
  const { itemID, averageCost } = before
  const arriving = sql.join(
    arrivals.map(({ quantity, unitCost }) => sql`(${quantity}::numeric, ${unitCost}::numeric)`),
    sql`, `,
  )
  // Integer division rounds once. Numeric division would round the quotient before the rounding to 6 decimals.
  const [after] = await db
    .update(item)
    .set({
      averageCost: sql`(
        select div(2000000 * sum(quantity * cost) + sum(quantity), 2 * sum(quantity)) * 0.000001
        from (
          values ${arriving}
          union all
          select ${inventory.quantity}, ${item.averageCost} from ${inventory} where ${inventory.itemID} = ${itemID}
        ) as goods (quantity, cost))`,
      ...stampModified(context, before),
    })
    .where(eq(item.itemID, itemID))
    .returning({ averageCost: item.averageCost })
  await record(context, { action: 'receive', entity: 'item', entityID: itemID, before: { averageCost }, after: after! })
}
