import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { modifiedNow, record } from '../../resource/records.ts'
import { postMovements, stockRow } from './ledger.ts'

// Goods that arrive, and what they do to the average cost of their items.

/** What arrives of an item: in pieces, pairs or grams, and what one of them costs (pesos, 6 decimals). */
export type Arrival = { itemID: number; quantity: number; unitCost: number }

/** Locks these items in the order of their keys and answers them: their average cost and their unit stay as they are. */
export async function lockItems({ db }: Context, itemIDs: number[]) {
  return (
    db
      .select()
      .from(item)
      .where(inArray(item.itemID, itemIDs))
      .orderBy(asc(item.itemID))
      // Not `update`: others may still refer to the items, as a sale does that holds stock which is waited for here.
      .for('no key update')
  )
}

/**
 * Takes goods into stock at a location and moves their average cost: perpetual weighted average. What is on hand over
 * all locations at the average until now, and what arrives at its own cost, are averaged by their quantities, half up
 * at 6 decimals; with nothing on hand the new average is what the goods cost. Locks the items, then all their stock.
 * The goods join the item's stock there of the oldest kind that is for sale; 422 where no kind is.
 */
export async function receive(
  context: Context,
  { documentID, locationID }: { documentID: number; locationID: number },
  arrivals: readonly Arrival[],
) {
  const { db } = context
  const before = await lockItems(context, [...new Set(arrivals.map(({ itemID }) => itemID))])
  const itemIDs = before.map(({ itemID }) => itemID)
  const rows = new Map<number, number>()
  for (const itemID of itemIDs) rows.set(itemID, await arrivalRow(context, itemID, locationID))
  // Whatever moves any of their stock now waits, or has been waited for: what is on hand stays what is read below.
  await db
    .select({ inventoryID: inventory.inventoryID })
    .from(inventory)
    .where(inArray(inventory.itemID, itemIDs))
    .orderBy(asc(inventory.inventoryID))
    .for('update')
  for (const one of before)
    await moveAverage(
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

/** The item's stock at the location of the oldest kind that is Active and for sale; made where there is none yet. */
async function arrivalRow(context: Context, itemID: number, locationID: number): Promise<number> {
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
  return inventoryID ?? stockRow(context, { itemID, locationID, inventoryTypeID: oldest.inventoryTypeID })
}

/** Sets the item's average cost to what it is once these have arrived, with an audit row. */
async function moveAverage(context: Context, before: typeof item.$inferSelect, arrivals: readonly Arrival[]) {
  const { db } = context
  const { itemID, averageCost } = before
  const arriving = sql.join(
    arrivals.map(({ quantity, unitCost }) => sql`(${quantity}::numeric, ${unitCost}::numeric)`),
    sql`, `,
  )
  // In whole numbers, because a quotient of numerics is rounded once before it could be rounded to 6 decimals.
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
      ...modifiedNow(context, before),
    })
    .where(eq(item.itemID, itemID))
    .returning({ averageCost: item.averageCost })
  await record(context, { action: 'receive', entity: 'item', entityID: itemID, before: { averageCost }, after: after! })
}
