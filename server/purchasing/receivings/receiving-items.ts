import { and, eq, getColumns } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { receivingItems } from '../../../contract/purchasing/receiving-items.ts'
import { receivingLinesAtMost } from '../../../contract/purchasing/receivings.ts'
import { readSettings, shopDay } from '../../company/settings.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, receiving, receivingItem } from '../../db/schema/purchasing.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { createdBy, lockUnchanged, ok } from '../../resource/records.ts'
import {
  change,
  linesOf,
  locationFor,
  lockPending,
  orderOf,
  recorded,
  type Stored,
  storeLines,
} from './receiving-document.ts'
import { findReceiving } from './receiving-record.ts'
import type { Line } from './receiving-rules.ts'

export function receivingItemRoutes(app: FastifyInstance) {
  serve(app, receivingItems.list, ({ query }, { db }) => {
    const select = selectItems(db).where(
      and(
        searching(query.search, [
          item.itemName,
          item.itemCode,
          item.barcode,
          receiving.referenceNumber,
          purchaseOrder.poNumber,
        ]),
        equal(receiving.status, query.status),
        equal(receivingItem.poReceivingID, query.poReceivingID),
        equal(receiving.poID, query.poID),
        equal(receivingItem.poItemID, query.poItemID),
        equal(receivingItem.itemID, query.itemID),
      ),
    )
    return listPage(db, query, select.$dynamic(), {
      poReceivingItemID: receivingItem.poReceivingItemID,
      itemName: item.itemName,
      uom: receivingItem.uom,
      receivedQty: receivingItem.receivedQty,
      unitCost: receivingItem.unitCost,
    })
  })

  serveRecord(app, receivingItems.get, async (db, id) => ok(await findItem(db, id)))

  serve(app, receivingItems.create, async ({ body: { poReceivingID, ...line } }, context) => {
    if (!poReceivingID) return ok(await findItem(context.db, await openDirectReceipt(context, line)))
    const pending = await lockPending(context, poReceivingID, 'be changed')
    const lines = await linesOf(context, pending)
    if (lines.length >= receivingLinesAtMost)
      throw new AppError('receiving.too_many_lines', `A receiving has at most ${receivingLinesAtMost} items`)
    const id = await store(context, pending, [...lines, line], lines.length)
    return ok(await findItem(context.db, id))
  })

  serve(app, receivingItems.update, async ({ id, body: { updatedAt, ...line } }, context) => {
    const { db } = context
    const { poReceivingID } = await findItem(db, id)
    const pending = await lockPending(context, poReceivingID, 'be changed')
    const own = await lockUnchanged(
      context,
      'Receiving item',
      receivingItem,
      receivingItem.poReceivingItemID,
      id,
      updatedAt,
    )
    const lines = await linesOf(context, pending)
    const n = lines.findIndex(({ poReceivingItemID }) => poReceivingItemID === id)
    // The ordered line is looked for anew where it is another item now.
    const poItemID = line.itemID === own.itemID ? own.poItemID : null
    await store(context, pending, lines.with(n, { ...own, ...line, poItemID }), n)
    return ok(await findItem(db, id))
  })
}

/** Makes these the receiving's lines, with its audit row. Answers the key of the n-th, whose fields a refusal names. */
async function store(context: Context, pending: Stored, lines: Line[], n: number): Promise<number> {
  const before = await findReceiving(context.db, pending.poReceivingID)
  const order = await orderOf(context, pending)
  const at = (line: number, field: string) => (line === n ? field : `items.${line}.${field}`)
  const { stored, storedIDs } = await storeLines(context, pending, lines, order, at)
  await change(context, stored, {})
  await recorded(context, 'update', pending.poReceivingID, before)
  return storedIDs[n]!
}

/** A Pending receiving without an order, at the item's first location, with this as its one line. Answers its key. */
async function openDirectReceipt(context: Context<SignedIn>, line: Line): Promise<number> {
  const { db, now, actor } = context
  const { timeZone } = await readSettings(db)
  const [opened] = await db
    .insert(receiving)
    .values({
      locationID: await locationFor(db, null, line.itemID),
      receivedDate: shopDay(timeZone, now),
      receivedByID: actor.userID,
      ...createdBy(context),
    })
    .returning()
  const { storedIDs } = await storeLines(context, opened!, [line], null, (_, field) => field)
  await recorded(context, 'create', opened!.poReceivingID, null)
  return storedIDs[0]!
}

const selectItems = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(receivingItem),
      item: { itemName: item.itemName, itemCode: item.itemCode, uom: item.uom, grams: item.grams },
      receiving: { status: receiving.status, referenceNumber: receiving.referenceNumber },
      purchaseOrder: { poNumber: purchaseOrder.poNumber },
    })
    .from(receivingItem)
    .innerJoin(item, eq(item.itemID, receivingItem.itemID))
    .innerJoin(receiving, eq(receiving.poReceivingID, receivingItem.poReceivingID))
    .leftJoin(purchaseOrder, eq(purchaseOrder.poID, receiving.poID))

/** The receiving item with this key; 404 where there is none. */
async function findItem(db: Db | Tx, id: number) {
  const [found] = await selectItems(db).where(eq(receivingItem.poReceivingItemID, id))
  if (!found) throw notFound('Receiving item')
  return found
}
