import { and, asc, eq } from 'drizzle-orm'

import type { PurchaseOrderItemInput } from '../../../contract/purchasing/purchase-order-items.ts'
import { orderLinesAtMost } from '../../../contract/purchasing/purchase-orders.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertBooksOpen } from '../../company/closed-books.operations.ts'
import { readSettings } from '../../company/settings.ts'
import { purchaseOrder, purchaseOrderItem } from '../../db/schema/purchasing.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { stampCreated, findRecord, lockUnchanged, stampModified, record } from '../../resource/records.ts'
import { findOrderLine } from './order-lines.queries.ts'
import { lockItemUnits, withKnownCosts } from './orders.queries.ts'
import { assertStatus, duplicateItem, resolveOrderLines, totalCostOf } from './orders.rules.ts'

type Input = z.output<typeof PurchaseOrderItemInput>
type Update = Input & { updatedAt?: Date | undefined }

const entity = 'purchaseOrderItem'

/** Adds a line to a Pending purchase order. */
export async function addOrderLine(context: Context, input: Input) {
  const { db } = context
  assertAccess(context.actor, 'purchasing.write')
  const order = await lockPendingOrder(context, input.poID)
  const line = await resolveLine(context, input, undefined)
  const others = await db.$count(purchaseOrderItem, eq(purchaseOrderItem.poID, input.poID))
  if (others >= orderLinesAtMost)
    throw new AppError('order.too_many_lines', `A purchase order has at most ${orderLinesAtMost} lines`, {
      field: 'poID',
    })
  const [row] = await db
    .insert(purchaseOrderItem)
    .values({ poID: input.poID, ...line, ...stampCreated(context) })
    .returning({ poItemID: purchaseOrderItem.poItemID })
  const { poItemID } = row!
  await updateTotal(context, order)
  const created = await findOrderLine(db, poItemID)
  await record(context, { action: 'create', entity, entityID: poItemID, before: null, after: created })
  return created
}

/** Changes a line of a Pending purchase order. */
export async function updateOrderLine(context: Context, id: number, input: Update) {
  const { db } = context
  assertAccess(context.actor, 'purchasing.write')
  const key = purchaseOrderItem.poItemID
  // A line never moves to another order, so its order can be locked before the line.
  const { poID } = await findRecord(db, 'Purchase order item', purchaseOrderItem, key, id)
  if (input.poID !== poID)
    throw new AppError('order.line_fixed', 'A line stays in its purchase order. Add another line there instead.', {
      field: 'poID',
    })
  const order = await lockPendingOrder(context, poID)
  const stored = await lockUnchanged(context, 'Purchase order item', purchaseOrderItem, key, id, input.updatedAt)
  const before = await findOrderLine(db, id)
  const line = await resolveLine(context, input, stored)
  await db
    .update(purchaseOrderItem)
    .set({ ...line, ...stampModified(context, stored) })
    .where(eq(key, id))
  await updateTotal(context, order)
  const after = await findOrderLine(db, id)
  await record(context, { action: 'update', entity, entityID: id, before, after })
  return after
}

/**
 * Locks a line's order. Throws 422 when the order does not exist or its date is closed, and 409 when its lines can no
 * longer change.
 */
async function lockPendingOrder(context: Context, poID: number) {
  const { db } = context
  const [order] = await db.select().from(purchaseOrder).where(eq(purchaseOrder.poID, poID)).for('update')
  if (!order) throw new AppError('reference.missing', `Purchase order ${poID} does not exist`, { field: 'poID' })
  assertStatus(order, ['Pending'], 'be changed')
  const { timeZone } = await readSettings(db)
  await assertBooksOpen(context, timeZone, [order.orderDate])
  return order
}

/**
 * Returns the columns to store. Throws 400 or 422 when the line is not allowed. `before` is the line that it replaces.
 */
async function resolveLine(
  context: Context,
  { poID, itemID, uom, unitCost, orderQty }: Input,
  before: { poItemID: number; itemID: number; unitCost: number } | undefined,
) {
  const had = new Set(before && [before.itemID])
  const items = await lockItemUnits(context.db, [itemID])
  const known = new Map(before && [[before.itemID, before.unitCost]])
  const asked = await withKnownCosts(context.db, [{ itemID, unitCost, orderQty }], known)
  const [line] = resolveOrderLines(asked, items, had, (_, field) => field)
  const { itemName, ...columns } = line!
  if (uom !== columns.uom)
    throw new AppError('order.uom_fixed', `${itemName} is ordered in ${columns.uom}, not in ${uom}`, { field: 'uom' })
  const [same] = await context.db
    .select({ poItemID: purchaseOrderItem.poItemID })
    .from(purchaseOrderItem)
    .where(and(eq(purchaseOrderItem.poID, poID), eq(purchaseOrderItem.itemID, itemID)))
  if (same && same.poItemID !== before?.poItemID) throw duplicateItem(itemName, 'itemID')
  return columns
}

/** Sets the total of a locked order to the sum of its lines. */
async function updateTotal(context: Context, order: typeof purchaseOrder.$inferSelect) {
  const lines = await context.db
    .select()
    .from(purchaseOrderItem)
    .where(eq(purchaseOrderItem.poID, order.poID))
    .orderBy(asc(purchaseOrderItem.poItemID))
  const totalCost = totalCostOf(lines)
  await context.db
    .update(purchaseOrder)
    .set({ totalCost, ...stampModified(context, order) })
    .where(eq(purchaseOrder.poID, order.poID))
  await record(context, {
    action: 'update',
    entity: 'purchaseOrder',
    entityID: order.poID,
    before: { totalCost: order.totalCost },
    after: { totalCost },
  })
}
