import { and, asc, eq, getColumns } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { type PurchaseOrderItemInput, purchaseOrderItems } from '../../../contract/purchasing/purchase-order-items.ts'
import { orderLinesAtMost } from '../../../contract/purchasing/purchase-orders.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, purchaseOrderItem } from '../../db/schema/purchasing.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import {
  created,
  createdBy,
  findRecord,
  lockUnchanged,
  modifiedNow,
  record,
  ok,
  updated,
} from '../../resource/records.ts'
import { assertStatus, linesOf, orderedTwice, totalCostOf } from './order-rules.ts'
import { outstandingOf } from './order-status.ts'

export function purchaseOrderItemRoutes(app: FastifyInstance) {
  serve(app, purchaseOrderItems.list, async ({ query }, { db }) => {
    const select = selectLines(db).where(
      and(
        searching(query.search, [purchaseOrder.poNumber, item.itemName, item.itemCode]),
        equal(purchaseOrder.status, query.status),
        equal(purchaseOrderItem.poID, query.poID),
        equal(purchaseOrderItem.itemID, query.itemID),
        equal(purchaseOrder.supplierID, query.supplierID),
        equal(purchaseOrderItem.uom, query.uom),
      ),
    )
    const page = await listPage(db, query, select.$dynamic(), {
      poItemID: purchaseOrderItem.poItemID,
      poNumber: purchaseOrder.poNumber,
      itemName: item.itemName,
      uom: purchaseOrderItem.uom,
      unitCost: purchaseOrderItem.unitCost,
      orderQty: purchaseOrderItem.orderQty,
    })
    return { ...page, data: page.data.map(withOutstanding) }
  })

  serveRecord(app, purchaseOrderItems.get, async (db, id) => ok(await findLine(db, id)))

  serve(app, purchaseOrderItems.create, async ({ body }, context) => {
    const { db } = context
    const order = await lockPendingOrder(context, body.poID)
    const line = await lineOf(context, body, undefined)
    const others = await db.$count(purchaseOrderItem, eq(purchaseOrderItem.poID, body.poID))
    if (others >= orderLinesAtMost)
      throw new AppError('order.too_many_lines', `A purchase order has at most ${orderLinesAtMost} lines`, {
        field: 'poID',
      })
    const [row] = await db
      .insert(purchaseOrderItem)
      .values({ poID: body.poID, ...line, ...createdBy(context) })
      .returning({ poItemID: purchaseOrderItem.poItemID })
    const { poItemID } = row!
    await addUp(context, order)
    return created(context, 'purchaseOrderItem', poItemID, await findLine(db, poItemID))
  })

  serve(app, purchaseOrderItems.update, async ({ id, body }, context) => {
    const { db } = context
    // A line stays in its order, so that the order can be locked first.
    const { poID } = await findRecord(db, 'Purchase order item', purchaseOrderItem, purchaseOrderItem.poItemID, id)
    if (body.poID !== poID)
      throw new AppError('order.line_fixed', 'A line stays in its purchase order. Add another line there instead.', {
        field: 'poID',
      })
    const order = await lockPendingOrder(context, poID)
    const stored = await lockUnchanged(
      context,
      'Purchase order item',
      purchaseOrderItem,
      purchaseOrderItem.poItemID,
      id,
      body.updatedAt,
    )
    const before = await findLine(db, id)
    const line = await lineOf(context, body, stored)
    await db
      .update(purchaseOrderItem)
      .set({ ...line, ...modifiedNow(context, stored) })
      .where(eq(purchaseOrderItem.poItemID, id))
    await addUp(context, order)
    return updated(context, 'purchaseOrderItem', id, { before, after: await findLine(db, id) })
  })
}

const selectLines = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(purchaseOrderItem),
      purchaseOrder: { poNumber: purchaseOrder.poNumber, status: purchaseOrder.status },
      item: { itemName: item.itemName, itemCode: item.itemCode },
    })
    .from(purchaseOrderItem)
    .innerJoin(purchaseOrder, eq(purchaseOrder.poID, purchaseOrderItem.poID))
    .innerJoin(item, eq(item.itemID, purchaseOrderItem.itemID))

const withOutstanding = <T extends Parameters<typeof outstandingOf>[0]>(line: T) => ({
  ...line,
  outstanding: outstandingOf(line),
})

/** The line with this key, as it is answered; 404 where there is none. */
async function findLine(db: Db | Tx, poItemID: number) {
  const [found] = await selectLines(db).where(eq(purchaseOrderItem.poItemID, poItemID))
  if (!found) throw notFound('Purchase order item')
  return withOutstanding(found)
}

/** Locks the order of a line; 422 where there is none, 409 where its lines are fixed. */
async function lockPendingOrder({ db }: Context, poID: number) {
  const [order] = await db.select().from(purchaseOrder).where(eq(purchaseOrder.poID, poID)).for('update')
  if (!order) throw new AppError('reference.missing', `Purchase order ${poID} does not exist`, { field: 'poID' })
  assertStatus(order, ['Pending'], 'be changed')
  return order
}

/** A line as it is stored; 400 or 422 where it cannot be ordered so. `before` is the line that it replaces. */
async function lineOf(
  context: Context,
  { poID, itemID, uom, unitCost, orderQty }: PurchaseOrderItemInput,
  before: { poItemID: number; itemID: number } | undefined,
) {
  const had = new Set(before && [before.itemID])
  const [line] = await linesOf(context, [{ itemID, unitCost, orderQty }], had, (_, field) => field)
  const { itemName, ...columns } = line!
  if (uom !== columns.uom)
    throw new AppError('order.uom_fixed', `${itemName} is ordered in ${columns.uom}, not in ${uom}`, { field: 'uom' })
  const [same] = await context.db
    .select({ poItemID: purchaseOrderItem.poItemID })
    .from(purchaseOrderItem)
    .where(and(eq(purchaseOrderItem.poID, poID), eq(purchaseOrderItem.itemID, itemID)))
  if (same && same.poItemID !== before?.poItemID) throw orderedTwice(itemName, 'itemID')
  return columns
}

/** Makes a locked order's total what its lines come to. */
async function addUp(context: Context, order: typeof purchaseOrder.$inferSelect) {
  const lines = await context.db
    .select()
    .from(purchaseOrderItem)
    .where(eq(purchaseOrderItem.poID, order.poID))
    .orderBy(asc(purchaseOrderItem.poItemID))
  const totalCost = totalCostOf(lines)
  await context.db
    .update(purchaseOrder)
    .set({ totalCost, ...modifiedNow(context, order) })
    .where(eq(purchaseOrder.poID, order.poID))
  await record(context, {
    action: 'update',
    entity: 'purchaseOrder',
    entityID: order.poID,
    before: { totalCost: order.totalCost },
    after: { totalCost },
  })
}
