import { randomUUID } from 'node:crypto'

import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'

import type { OrderClosing, PurchaseOrderInput } from '../../../contract/purchasing/purchase-orders.ts'
import type { AuditAction } from '../../../contract/shared/audit/audit-actions.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertBooksOpen } from '../../company/closed-books.operations.ts'
import { readSettings } from '../../company/settings.ts'
import { purchaseOrder, purchaseOrderItem, receiving, supplier } from '../../db/schema/purchasing.ts'
import { location } from '../../db/schema/stock.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertOrderDays, shopDay, shopYear } from '../../kernel/shop-days.ts'
import { takeNumber } from '../../resource/document-numbers.ts'
import { stampCreated, lockUnchanged, stampModified, record } from '../../resource/records.ts'
import { notifyOfOrderDecision, notifyOfNewOrder } from './order-messages.ts'
import { findOrder, lockItemUnits, type Order, withKnownCosts } from './orders.queries.ts'
import {
  assertStatus,
  type OrderLine,
  outstandingOf,
  resolveOrderLines,
  selectLinesToClose,
  statusOf,
  totalCostOf,
} from './orders.rules.ts'

type Input = z.output<typeof PurchaseOrderInput>
type Update = Input & { updatedAt?: Date | undefined }
type Stored = typeof purchaseOrder.$inferSelect

/** Creates a Pending purchase order. An actor who may decide approves it later. */
export async function createOrder(context: Context, input: Input): Promise<Order> {
  const { db, now } = context
  assertAccess(context.actor, 'purchasing.write')
  const { timeZone } = await readSettings(db)
  const { columns, lines } = await resolveInput(context, input, timeZone, null)
  const [stored] = await db
    .insert(purchaseOrder)
    // This placeholder is replaced below. The real number is taken last, because it stays locked until the commit.
    .values({ ...columns, poNumber: randomUUID(), ...stampCreated(context) })
    .returning({ poID: purchaseOrder.poID })
  const { poID } = stored!
  await insertLines(context, poID, lines)
  await db
    .update(purchaseOrder)
    .set({ poNumber: await takeNumber(db, 'PO', shopYear(timeZone, now)) })
    .where(eq(purchaseOrder.poID, poID))
  const created = await recordOrder(context, 'create', poID, null)
  await notifyOfNewOrder(context, created)
  return created
}

/** Changes a Pending purchase order and its lines. */
export async function updateOrder(context: Context, id: number, { updatedAt, ...input }: Update): Promise<Order> {
  assertAccess(context.actor, 'purchasing.write')
  const stored = await lockOrder(context, id, updatedAt)
  assertStatus(stored, ['Pending'], 'be changed')
  const before = await findOrder(context.db, id)
  const { timeZone } = await readSettings(context.db)
  const { columns, lines } = await resolveInput(context, input, timeZone, before)
  await replaceLines(context, id, lines)
  await updateOrderRow(context, stored, columns)
  return recordOrder(context, 'update', id, before)
}

/** Approves a Pending purchase order, so that its goods can be received. */
export async function approveOrder(context: Context, id: number, updatedAt?: Date): Promise<Order> {
  const { actor, now } = context
  assertAccess(actor, 'orders.decide')
  const stored = await lockOrder(context, id, updatedAt)
  assertStatus(stored, ['Pending'], 'be approved')
  // The order counts as ordered on its order date from now on.
  const { timeZone } = await readSettings(context.db)
  await assertBooksOpen(context, timeZone, [stored.orderDate])
  const before = await findOrder(context.db, id)
  await updateOrderRow(context, stored, { status: 'Approved', approvedByID: userIDOf(actor), approvedAt: now })
  return recordDecision(context, 'approve', id, before)
}

/** Cancels a purchase order. Throws 409 once any of its goods were received. */
export async function cancelOrder(context: Context, id: number, updatedAt?: Date): Promise<Order> {
  assertAccess(context.actor, 'orders.decide')
  const stored = await lockOrder(context, id, updatedAt)
  // An order stays Approved only until the first goods are received.
  assertStatus(stored, ['Pending', 'Approved'], 'be canceled')
  await assertNothingArriving(context, id)
  const before = await findOrder(context.db, id)
  await updateOrderRow(context, stored, { status: 'Canceled' })
  return recordDecision(context, 'cancel', id, before)
}

/** Closes outstanding lines of an approved purchase order. Their outstanding quantities are no longer expected. */
export async function closeOrder(
  context: Context,
  id: number,
  { poItemIDs, reason }: z.output<typeof OrderClosing>,
): Promise<Order> {
  assertAccess(context.actor, 'orders.decide')
  const stored = await lockOrder(context, id, undefined)
  if (stored.status === 'Pending')
    throw new AppError(
      'order.not_approved',
      'This purchase order is Pending: there is nothing to close before it is approved',
    )
  assertStatus(stored, ['Approved', 'Partially Received'], 'be closed')
  await assertNothingArriving(context, id)
  const before = await findOrder(context.db, id)
  await closeLines(context, selectLinesToClose(before.purchaseOrderItems, poItemIDs), reason)
  await settleOrderStatus(context, id)
  return recordOrder(context, 'close', id, before)
}

/**
 * Sets the status of an approved order by its lines, and writes an audit row when it changes. Call it after goods are
 * received or lines are closed, in the same transaction, with the order's row locked.
 */
export async function settleOrderStatus(context: Context, poID: number) {
  const { db } = context
  const [before] = await db.select().from(purchaseOrder).where(eq(purchaseOrder.poID, poID))
  const lines = await db
    .select()
    .from(purchaseOrderItem)
    .where(eq(purchaseOrderItem.poID, poID))
    .orderBy(asc(purchaseOrderItem.poItemID))
  const status = statusOf(lines)
  if (status === before!.status) return
  await db
    .update(purchaseOrder)
    .set({ status, ...stampModified(context, before!) })
    .where(eq(purchaseOrder.poID, poID))
  await record(context, {
    action: 'status',
    entity: 'purchaseOrder',
    entityID: poID,
    before: { status: before!.status },
    after: { status },
  })
}

const lockOrder = (context: Context, poID: number, updatedAt: Date | undefined) =>
  lockUnchanged(context, 'Purchase order', purchaseOrder, purchaseOrder.poID, poID, updatedAt)

const updateOrderRow = async (context: Context, stored: Stored, changes: Partial<typeof purchaseOrder.$inferInsert>) =>
  context.db
    .update(purchaseOrder)
    .set({ ...changes, ...stampModified(context, stored) })
    .where(eq(purchaseOrder.poID, stored.poID))

/** Writes the audit row of a change and returns the order as stored now. */
async function recordOrder(context: Context, action: AuditAction, poID: number, before: object | null): Promise<Order> {
  const after = await findOrder(context.db, poID)
  await record(context, { action, entity: 'purchaseOrder', entityID: poID, before, after })
  return after
}

/** Writes the audit row of a decision, notifies the order's creator, and returns the order. */
async function recordDecision(context: Context, action: AuditAction, poID: number, before: object): Promise<Order> {
  const after = await recordOrder(context, action, poID, before)
  await notifyOfOrderDecision(context, after)
  return after
}

/**
 * Returns the columns and lines to store. Throws 400 or 422 when the supplier, the location, a date or an item is not
 * allowed. Values that the stored order already has stay allowed, even when inactive now.
 */
async function resolveInput(context: Context, input: Input, timeZone: string, before: Order | null) {
  const { purchaseOrderItems, ...rest } = input
  const orderDate = shopDay(timeZone, input.orderDate)
  const expectedDeliverDate = shopDay(timeZone, input.expectedDeliverDate)
  assertOrderDays(shopDay(timeZone, context.now), { orderDate, expectedDeliverDate }, before)
  await assertBooksOpen(context, timeZone, [orderDate], 'orderDate')
  await assertSupplier(context, input.supplierID, before?.supplierID)
  await assertLocation(context, input.locationID, before?.locationID)
  const items = await lockItemUnits(
    context.db,
    purchaseOrderItems.map(({ itemID }) => itemID),
  )
  const known = new Map(before?.purchaseOrderItems.map(({ itemID, unitCost }) => [itemID, unitCost]))
  const lines = resolveOrderLines(
    await withKnownCosts(
      context.db,
      purchaseOrderItems.map(({ price, ...line }) => ({ ...line, unitCost: price })),
      known,
    ),
    items,
    new Set(before?.purchaseOrderItems.map(({ itemID }) => itemID)),
    (line, field) => `purchaseOrderItems.${line}.${field}`,
  )
  return {
    columns: { ...rest, orderDate, expectedDeliverDate, totalCost: totalCostOf(lines) },
    lines,
  }
}

/** Throws 422 when the supplier does not exist, or is inactive and not the order's present one. */
async function assertSupplier({ db }: Context, supplierID: number, before?: number) {
  const [found] = await db.select().from(supplier).where(eq(supplier.supplierID, supplierID))
  if (!found) throw new AppError('reference.missing', `Supplier ${supplierID} does not exist`, { field: 'supplierID' })
  if (!found.status && supplierID !== before)
    throw new AppError('reference.inactive', `Supplier ${found.supplierName} is inactive`, { field: 'supplierID' })
}

/** Throws 422 when the location does not exist, or is inactive and not the order's present one. */
async function assertLocation({ db }: Context, locationID: number, before?: number) {
  const [found] = await db.select().from(location).where(eq(location.locationID, locationID))
  if (!found) throw new AppError('reference.missing', `Location ${locationID} does not exist`, { field: 'locationID' })
  if (!found.status && locationID !== before)
    throw new AppError('reference.inactive', `Location ${found.locationName} is inactive`, { field: 'locationID' })
}

/** Replaces the order's lines. A line keeps its key when its item stays in the order. */
async function replaceLines(context: Context, poID: number, lines: OrderLine[]) {
  const { db } = context
  const ofOrder = eq(purchaseOrderItem.poID, poID)
  const itemIDs = lines.map(({ itemID }) => itemID)
  await db.delete(purchaseOrderItem).where(and(ofOrder, notInArray(purchaseOrderItem.itemID, itemIDs)))
  const kept = await db.select().from(purchaseOrderItem).where(ofOrder).orderBy(asc(purchaseOrderItem.poItemID))
  for (const before of kept) {
    const { unitCost, orderQty, uom } = lines.find(({ itemID }) => itemID === before.itemID)!
    if (unitCost === before.unitCost && orderQty === before.orderQty && uom === before.uom) continue
    await db
      .update(purchaseOrderItem)
      .set({ unitCost, orderQty, uom, ...stampModified(context, before) })
      .where(eq(purchaseOrderItem.poItemID, before.poItemID))
  }
  const added = lines.filter(({ itemID }) => !kept.some((line) => line.itemID === itemID))
  if (added.length > 0) await insertLines(context, poID, added)
}

const insertLines = async (context: Context, poID: number, lines: OrderLine[]) =>
  context.db.insert(purchaseOrderItem).values(
    lines.map(({ itemID, uom, unitCost, orderQty }) => ({
      poID,
      itemID,
      uom,
      unitCost,
      orderQty,
      ...stampCreated(context),
    })),
  )

/**
 * Throws 409 while a delivery of the order is still Pending. The order's row must be locked, so that no other delivery
 * can be entered at the same time.
 */
async function assertNothingArriving({ db }: Context, poID: number) {
  const [arriving] = await db
    .select({ poReceivingID: receiving.poReceivingID })
    .from(receiving)
    .where(and(eq(receiving.poID, poID), eq(receiving.status, 'Pending')))
    .orderBy(asc(receiving.poReceivingID))
    .limit(1)
  if (arriving)
    throw new AppError(
      'order.receiving_open',
      `Receiving no. ${arriving.poReceivingID} of this purchase order is still Pending: complete or cancel it first`,
    )
}

async function closeLines(context: Context, poItemIDs: number[], closeReason: string) {
  const { db, actor, now } = context
  const lines = await db
    .select()
    .from(purchaseOrderItem)
    .where(inArray(purchaseOrderItem.poItemID, poItemIDs))
    .orderBy(asc(purchaseOrderItem.poItemID))
    .for('update')
  for (const line of lines)
    await db
      .update(purchaseOrderItem)
      .set({
        closedQty: outstandingOf(line),
        closeReason,
        closedByID: userIDOf(actor),
        closedAt: now,
        ...stampModified(context, line),
      })
      .where(eq(purchaseOrderItem.poItemID, line.poItemID))
}
