import { randomUUID } from 'node:crypto'

import { and, asc, eq, exists, gte, inArray, lte, notInArray, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { AuditAction } from '../../../contract/company/audit.ts'
import {
  expectedTooEarly,
  type PurchaseOrderInput,
  purchaseOrders,
} from '../../../contract/purchasing/purchase-orders.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings, shopDay, shopYear } from '../../company/settings.ts'
import { purchaseOrder, purchaseOrderItem, supplier } from '../../db/schema/purchasing.ts'
import { location } from '../../db/schema/stock.ts'
import type { Pictures } from '../../files/keep.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { type Context, type SignedIn, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { takeNumber } from '../../resource/document-numbers.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { createdBy, lockUnchanged, modifiedNow, ok, record } from '../../resource/records.ts'
import { tellOfNewOrder, tellOfOutcome } from './order-messages.ts'
import { orderFile } from './order-pdf.ts'
import { findOrder, lastCosts, type Order, selectOrders } from './order-record.ts'
import {
  assertLocation,
  assertNothingArriving,
  assertStatus,
  assertSupplier,
  linesOf,
  type OrderLine,
  totalCostOf,
} from './order-rules.ts'
import { outstandingOf, settleStatus } from './order-status.ts'

type Body = z.output<typeof PurchaseOrderInput>
type Stored = typeof purchaseOrder.$inferSelect

export function purchaseOrderRoutes(app: FastifyInstance, pictures: Pictures) {
  serve(app, purchaseOrders.list, async ({ query }, { db }) => {
    const { timeZone } = await readSettings(db)
    const ofItem = db
      .select({ one: sql`1` })
      .from(purchaseOrderItem)
      .where(and(eq(purchaseOrderItem.poID, purchaseOrder.poID), equal(purchaseOrderItem.itemID, query.itemID)))
    const select = selectOrders(db).where(
      and(
        searching(query.search, [
          purchaseOrder.poNumber,
          supplier.supplierName,
          purchaseOrder.referenceNo,
          purchaseOrder.remarks,
        ]),
        equal(purchaseOrder.status, query.status),
        equal(purchaseOrder.supplierID, query.supplierID),
        equal(purchaseOrder.locationID, query.locationID),
        equal(purchaseOrder.customerTypeID, query.customerTypeID),
        equal(purchaseOrder.paymentTypeID, query.paymentTypeID),
        query.itemID === undefined ? undefined : exists(ofItem),
        query.from === undefined ? undefined : gte(purchaseOrder.orderDate, shopDay(timeZone, query.from)),
        query.to === undefined ? undefined : lte(purchaseOrder.orderDate, shopDay(timeZone, query.to)),
      ),
    )
    return listPage(db, query, select.$dynamic(), {
      poID: purchaseOrder.poID,
      poNumber: purchaseOrder.poNumber,
      supplierName: supplier.supplierName,
      locationName: location.locationName,
      referenceNo: purchaseOrder.referenceNo,
      remarks: purchaseOrder.remarks,
      orderDate: purchaseOrder.orderDate,
      expectedDeliverDate: purchaseOrder.expectedDeliverDate,
      totalCost: purchaseOrder.totalCost,
      status: purchaseOrder.status,
    })
  })

  serve(app, purchaseOrders.lastCosts, async ({ query }, { db }) => ok(await lastCosts(db, query.itemIDs)))

  serveRecord(app, purchaseOrders.get, async (db, id) => ok(await findOrder(db, id)))

  serve(app, purchaseOrders.pdf, async ({ id }, { db }) => orderFile(db, pictures, id))

  serve(app, purchaseOrders.create, async ({ body }, context) => {
    const { db, now } = context
    const { timeZone } = await readSettings(db)
    const { columns, lines } = await checked(context, body, timeZone, null)
    const [stored] = await db
      .insert(purchaseOrder)
      // Replaced by its number below, in this transaction: numbers are taken last.
      .values({ ...columns, poNumber: randomUUID(), ...createdBy(context) })
      .returning({ poID: purchaseOrder.poID })
    const { poID } = stored!
    await insertLines(context, poID, lines)
    await db
      .update(purchaseOrder)
      .set({ poNumber: await takeNumber(db, 'PO', shopYear(timeZone, now)) })
      .where(eq(purchaseOrder.poID, poID))
    const made = await recorded(context, 'create', poID, null)
    await tellOfNewOrder(context, made.data)
    return made
  })

  serve(app, purchaseOrders.update, async ({ id, body }, context) => {
    const stored = await lockOrder(context, id, body.updatedAt)
    assertStatus(stored, ['Pending'], 'be changed')
    const before = await findOrder(context.db, id)
    const { timeZone } = await readSettings(context.db)
    const { columns, lines } = await checked(context, body, timeZone, before)
    await replaceLines(context, id, lines)
    await change(context, stored, columns)
    return recorded(context, 'update', id, before)
  })

  serve(app, purchaseOrders.approve, async ({ id, body }, context) => {
    const stored = await lockOrder(context, id, body?.updatedAt)
    assertStatus(stored, ['Pending'], 'be approved')
    const before = await findOrder(context.db, id)
    await change(context, stored, {
      status: 'Approved',
      approvedByID: context.actor.userID,
      approvedAt: context.now,
    })
    return decided(context, 'approve', id, before)
  })

  serve(app, purchaseOrders.cancel, async ({ id, body }, context) => {
    const stored = await lockOrder(context, id, body?.updatedAt)
    // Approved is what an order is while nothing of it has been received.
    assertStatus(stored, ['Pending', 'Approved'], 'be canceled')
    await assertNothingArriving(context, id)
    const before = await findOrder(context.db, id)
    await change(context, stored, { status: 'Canceled' })
    return decided(context, 'cancel', id, before)
  })

  serve(app, purchaseOrders.close, async ({ id, body }, context) => {
    const stored = await lockOrder(context, id, undefined)
    if (stored.status === 'Pending')
      throw new AppError(
        'order.not_approved',
        'This purchase order is Pending: there is nothing to close before it is approved',
      )
    assertStatus(stored, ['Approved', 'Partially Received'], 'be closed')
    await assertNothingArriving(context, id)
    const before = await findOrder(context.db, id)
    await closeLines(context, toClose(before, body.poItemIDs), body.reason)
    await settleStatus(context, id)
    return recorded(context, 'close', id, before)
  })
}

const lockOrder = (context: Context, poID: number, updatedAt: Date | undefined) =>
  lockUnchanged(context, 'Purchase order', purchaseOrder, purchaseOrder.poID, poID, updatedAt)

const change = async (context: Context, stored: Stored, changes: Partial<typeof purchaseOrder.$inferInsert>) =>
  context.db
    .update(purchaseOrder)
    .set({ ...changes, ...modifiedNow(context, stored) })
    .where(eq(purchaseOrder.poID, stored.poID))

/** The order as it is now, with its audit row. */
async function recorded(context: Context, action: AuditAction, poID: number, before: object | null) {
  const after = await findOrder(context.db, poID)
  await record(context, { action, entity: 'purchaseOrder', entityID: poID, before, after })
  return ok(after)
}

/** The same for a decision, of which whoever made the order is told. */
async function decided(context: Context<SignedIn>, action: AuditAction, poID: number, before: object) {
  const answer = await recorded(context, action, poID, before)
  await tellOfOutcome(context, answer.data)
  return answer
}

/**
 * What was sent, as it is stored. Refuses what cannot be ordered, from whom, for where or when: 400 or 422. What the
 * order had before may stay, also where it could not be ordered any more.
 */
async function checked(context: Context, body: Body, timeZone: string, before: Order | null) {
  const { purchaseOrderItems, updatedAt: _, ...rest } = body as Body & { updatedAt?: Date }
  const orderDate = shopDay(timeZone, body.orderDate)
  const expectedDeliverDate = shopDay(timeZone, body.expectedDeliverDate)
  if (expectedDeliverDate < orderDate)
    throw new AppError('order.expected_too_early', expectedTooEarly, { field: 'expectedDeliverDate' })
  await assertSupplier(context, body.supplierID, before?.supplierID)
  await assertLocation(context, body.locationID, before?.locationID)
  const lines = await linesOf(
    context,
    purchaseOrderItems.map(({ price, ...line }) => ({ ...line, unitCost: price })),
    new Set(before?.purchaseOrderItems.map(({ itemID }) => itemID)),
    (line, field) => `purchaseOrderItems.${line}.${field}`,
  )
  return {
    columns: { ...rest, orderDate, expectedDeliverDate, totalCost: totalCostOf(lines) },
    lines,
  }
}

/** Makes these the order's lines. What stays in the order keeps its line, and so its address. */
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
      .set({ unitCost, orderQty, uom, ...modifiedNow(context, before) })
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
      ...createdBy(context),
    })),
  )

/** The outstanding lines to close: those asked for, or all. 422 for another order's, 409 for what owes nothing. */
function toClose({ purchaseOrderItems }: Order, asked: number[] | undefined): number[] {
  if (!asked) return purchaseOrderItems.filter(({ outstanding }) => outstanding > 0).map(({ poItemID }) => poItemID)
  return [...new Set(asked)].map((poItemID) => {
    const line = purchaseOrderItems.find((line) => line.poItemID === poItemID)
    if (!line)
      throw new AppError('order.line_unknown', `Line ${poItemID} does not belong to this purchase order`, {
        field: 'poItemIDs',
      })
    if (line.outstanding === 0)
      throw new AppError('order.nothing_outstanding', `Nothing is outstanding of ${line.itemName}`)
    return poItemID
  })
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
        ...modifiedNow(context, line),
      })
      .where(eq(purchaseOrderItem.poItemID, line.poItemID))
}
