import { desc, eq } from 'drizzle-orm'

import { formatPeso } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { computeRevaluation, type RevaluationInput } from '../../../contract/stock/revaluations.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory } from '../../db/schema/stock.ts'
import { stockRevaluation } from '../../db/schema/valuation.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { record, stampModified } from '../../resource/records.ts'
import { lockItems } from '../ledger/arrivals.ts'
import { postMovements } from '../ledger/ledger.ts'
import { findRevaluation, findStockValue } from './revaluations.queries.ts'

type Input = z.output<typeof RevaluationInput>

/** Sets an item's cost. The ledger books by how much the value of its stock changes. */
export async function revalueItem(context: Context, itemID: number, input: Input) {
  assertAccess(context.actor, 'stock.revalue')
  const { db } = context
  const [before] = await lockItems(context, [itemID])
  const present = await findStockValue(db, itemID)
  if (present.unitCost === input.unitCost)
    throw new AppError('stock.cost_unchanged', `The cost is ${formatPeso(input.unitCost)} already`, {
      field: 'unitCost',
    })
  const { revaluation, averageCost } = await postRevaluation(context, itemID, input)
  await db.update(item).set(stampModified(context, before!)).where(eq(item.itemID, itemID))
  const { reason, difference } = revaluation
  await record(context, {
    action: 'revalue',
    entity: 'item',
    entityID: itemID,
    before: { averageCost: before!.averageCost },
    after: { averageCost, reason, difference },
  })
  return findRevaluation(db, revaluation.revaluationID)
}

/**
 * Stores a revaluation and posts it to the ledger. Without stock it sets only the cost. The caller checks the access,
 * locks the item with `lockItems` and writes the audit row. Returns the item's new average cost.
 */
export async function postRevaluation(context: Context, itemID: number, { unitCost, reason }: Input) {
  const { db, actor, now } = context
  const { quantity, value } = await findStockValue(db, itemID)
  const [before] = await db.select({ cost: item.averageCost }).from(item).where(eq(item.itemID, itemID))
  const { difference } = computeRevaluation({ quantity, value }, unitCost)
  const [revaluation] = await db
    .insert(stockRevaluation)
    .values({
      itemID,
      reason,
      costBefore: before!.cost,
      costAfter: unitCost,
      quantity,
      difference,
      createdByID: userIDOf(actor),
      createdAt: now,
    })
    .returning()
  const { revaluationID } = revaluation!
  if (difference === 0) await db.update(item).set({ averageCost: unitCost }).where(eq(item.itemID, itemID))
  else {
    const [largest] = await db
      .select({ inventoryID: inventory.inventoryID })
      .from(inventory)
      .where(eq(inventory.itemID, itemID))
      .orderBy(desc(inventory.quantity), inventory.inventoryID)
      .limit(1)
    await postMovements(context, { kind: 'revaluation', documentType: 'revaluation', documentID: revaluationID }, [
      { inventoryID: largest!.inventoryID, quantity: 0, unitCost, value: difference },
    ])
  }
  const [after] = await db.select({ cost: item.averageCost }).from(item).where(eq(item.itemID, itemID))
  return { revaluation: revaluation!, averageCost: after!.cost }
}
