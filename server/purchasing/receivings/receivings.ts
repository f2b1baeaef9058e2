import { and, eq, exists, gte, inArray, lte, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { receivings, type ReceivingChanges } from '../../../contract/purchasing/receivings.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings, shopDay } from '../../company/settings.ts'
import { user } from '../../db/schema/people.ts'
import { purchaseOrder, receiving, receivingItem, supplier } from '../../db/schema/purchasing.ts'
import { location } from '../../db/schema/stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { createdBy, findRecord, ok } from '../../resource/records.ts'
import {
  assertPlace,
  assertReceiver,
  change,
  complete,
  findWaiting,
  locationFor,
  lockOrder,
  lockPending,
  type Order,
  orderOf,
  recorded,
  type Stored,
  storeLines,
} from './receiving-document.ts'
import { directLine, findReceiving, outstandingLines, selectReceivings } from './receiving-record.ts'

export function receivingRoutes(app: FastifyInstance) {
  serve(app, receivings.list, async ({ query }, { db }) => {
    const { timeZone } = await readSettings(db)
    const ofItem = db
      .select({ one: sql`1` })
      .from(receivingItem)
      .where(and(eq(receivingItem.poReceivingID, receiving.poReceivingID), equal(receivingItem.itemID, query.itemID)))
    const select = selectReceivings(db).where(
      and(
        searching(query.search, [
          purchaseOrder.poNumber,
          supplier.supplierName,
          receiving.referenceNumber,
          user.username,
        ]),
        equal(receiving.status, query.status),
        equal(receiving.poID, query.poID),
        equal(purchaseOrder.supplierID, query.supplierID),
        equal(receiving.locationID, query.locationID),
        equal(receiving.receivedByID, query.receivedByID),
        query.itemID === undefined ? undefined : exists(ofItem),
        query.from === undefined ? undefined : gte(receiving.receivedDate, shopDay(timeZone, query.from)),
        query.to === undefined ? undefined : lte(receiving.receivedDate, shopDay(timeZone, query.to)),
      ),
    )
    return listPage(db, query, select.$dynamic(), {
      poReceivingID: receiving.poReceivingID,
      poNumber: purchaseOrder.poNumber,
      referenceNumber: receiving.referenceNumber,
      receivedDate: receiving.receivedDate,
      username: user.username,
      totalQty: receiving.totalQty,
      totalCost: receiving.totalCost,
      status: receiving.status,
    })
  })

  serve(app, receivings.orders, ({ query }, { db }) => {
    const select = db
      .select({
        poID: purchaseOrder.poID,
        poNumber: purchaseOrder.poNumber,
        supplier: { supplierName: supplier.supplierName },
        location: { locationName: location.locationName },
        orderDate: purchaseOrder.orderDate,
        status: purchaseOrder.status,
      })
      .from(purchaseOrder)
      .innerJoin(supplier, eq(supplier.supplierID, purchaseOrder.supplierID))
      .innerJoin(location, eq(location.locationID, purchaseOrder.locationID))
      .where(
        and(
          inArray(purchaseOrder.status, ['Approved', 'Partially Received']),
          searching(query.search, [purchaseOrder.poNumber, supplier.supplierName, purchaseOrder.referenceNo]),
        ),
      )
    return listPage(db, query, select.$dynamic(), {
      poID: purchaseOrder.poID,
      poNumber: purchaseOrder.poNumber,
      supplierName: supplier.supplierName,
    })
  })

  serve(app, receivings.draft, async ({ query }, { db }) => {
    if (query.poID !== undefined) {
      const { poID, poNumber, locationID, locationName, lines } = await findWaiting(db, query.poID)
      return ok({ poID, poNumber, locationID, locationName, items: await outstandingLines(db, lines) })
    }
    const line = await directLine(db, query.itemID!)
    if (!line) throw notFound('Item')
    const locationID = await locationFor(db, null, line.itemID)
    const { locationName } = await findRecord(db, 'Location', location, location.locationID, locationID)
    return ok({ poID: null, poNumber: null, locationID, locationName, items: [line] })
  })

  serveRecord(app, receivings.get, async (db, id) => ok(await findReceiving(db, id)))

  serve(app, receivings.create, async ({ body }, context) => {
    const { db } = context
    const order = body.poID ? await lockOrder(context, body.poID) : null
    const lines = body.items ?? (order ? await outstandingLines(db, order.lines) : [])
    if (lines.length === 0) throw new AppError('receiving.empty', 'Add at least one item', { field: 'items' })
    const receivedByID = body.receivedByID ?? context.actor.userID
    await assertReceiver(context, receivedByID)
    assertPlace(order, body.locationID)
    const { timeZone } = await readSettings(db)
    const [inserted] = await db
      .insert(receiving)
      .values({
        poID: order?.poID ?? null,
        locationID: order ? order.locationID : await locationFor(db, body.locationID, lines[0]!.itemID),
        referenceNumber: body.referenceNumber,
        receivedDate: shopDay(timeZone, body.receivedDate),
        receivedByID,
        ...createdBy(context),
      })
      .returning()
    const { poReceivingID } = inserted!
    const { stored } = await storeLines(context, inserted!, lines, order)
    if (body.status === 'Completed') await complete(context, stored, order)
    return recorded(context, 'create', poReceivingID, null)
  })

  serve(app, receivings.update, async ({ id, body }, context) => {
    const pending = await lockPending(context, id, 'be changed', body.updatedAt)
    const order = await orderOf(context, pending)
    const before = await findReceiving(context.db, id)
    await changePending(context, pending, order, body)
    return recorded(context, 'update', id, before)
  })

  serve(app, receivings.complete, async ({ id, body }, context) => {
    const pending = await lockPending(context, id, 'be completed', body?.updatedAt)
    const order = await orderOf(context, pending)
    const before = await findReceiving(context.db, id)
    const changed = body ? await changePending(context, pending, order, body) : pending
    await complete(context, changed, order)
    return recorded(context, 'complete', id, before)
  })

  serve(app, receivings.cancel, async ({ id }, context) => {
    const pending = await lockPending(context, id, 'be canceled')
    const before = await findReceiving(context.db, id)
    await change(context, pending, { status: 'Canceled' })
    return recorded(context, 'cancel', id, before)
  })
}

type Changes = z.output<typeof ReceivingChanges>

/** Changes a Pending receiving, locked with its order; what is left out stays. Answers it as it is then. */
async function changePending(context: Context, pending: Stored, order: Order | null, body: Changes) {
  const { db } = context
  const { receivedByID = pending.receivedByID, referenceNumber, receivedDate, locationID, items } = body
  await assertReceiver(context, receivedByID, pending.receivedByID)
  assertPlace(order, locationID)
  const { timeZone } = await readSettings(db)
  if (items) await storeLines(context, pending, items, order)
  return change(context, pending, {
    receivedByID,
    ...(referenceNumber && { referenceNumber }),
    ...(receivedDate && { receivedDate: shopDay(timeZone, receivedDate) }),
    ...(!order && locationID && { locationID: await locationFor(db, locationID, undefined) }),
  })
}
