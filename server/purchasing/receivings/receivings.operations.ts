import type { ReceivingChanges, ReceivingCreation } from '../../../contract/purchasing/receivings.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertBooksOpen } from '../../company/closed-books.operations.ts'
import { readSettings } from '../../company/settings.ts'
import { receiving } from '../../db/schema/purchasing.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertReceivedDay, shopDay } from '../../kernel/shop-days.ts'
import { stampCreated } from '../../resource/records.ts'
import {
  assertReceiver,
  changeReceiving,
  completeLocked,
  lockOrderOf,
  lockPendingReceiving,
  lockWaitingOrder,
  recordReceiving,
  type Stored,
  storeLines,
  type WaitingOrder,
} from './receiving-document.ts'
import { findOutstandingLines, findReceiving, findReceivingLocation } from './receivings.queries.ts'
import { assertOrderLocation } from './receivings.rules.ts'

type Changes = z.output<typeof ReceivingChanges>
type Update = Changes & { updatedAt?: Date | undefined }

/**
 * Enters a delivery with or without an order. The receiving is Pending, or completed immediately when the input says
 * so. Without a signed-in user, the input must name the user who received the goods.
 */
export async function createReceiving(context: Context, input: z.output<typeof ReceivingCreation>) {
  const { db, actor } = context
  assertAccess(actor, 'purchasing.write')
  const order = input.poID ? await lockWaitingOrder(context, input.poID) : null
  const lines = input.items ?? (order ? await findOutstandingLines(db, order.lines) : [])
  if (lines.length === 0) throw new AppError('receiving.empty', 'Add at least one item', { field: 'items' })
  const receivedByID = input.receivedByID ?? userIDOf(actor)
  if (receivedByID === null)
    throw new AppError('reference.missing', 'Choose the user who received the goods', { field: 'receivedByID' })
  await assertReceiver(context, receivedByID)
  assertOrderLocation(order, input.locationID)
  const { timeZone } = await readSettings(db)
  const receivedDate = shopDay(timeZone, input.receivedDate)
  assertReceivedDay(shopDay(timeZone, context.now), receivedDate)
  await assertBooksOpen(context, timeZone, [receivedDate], 'receivedDate')
  const [inserted] = await db
    .insert(receiving)
    .values({
      poID: order?.poID ?? null,
      locationID: order ? order.locationID : await findReceivingLocation(db, input.locationID, lines[0]!.itemID),
      referenceNumber: input.referenceNumber,
      receivedDate,
      receivedByID,
      ...stampCreated(context),
    })
    .returning()
  const { stored } = await storeLines(context, inserted!, lines, order)
  if (input.status === 'Completed') await completeLocked(context, stored, order)
  return recordReceiving(context, 'create', stored.poReceivingID, null)
}

/** Changes a Pending receiving. */
export async function updateReceiving(context: Context, id: number, { updatedAt, ...changes }: Update) {
  assertAccess(context.actor, 'purchasing.write')
  const pending = await lockPendingReceiving(context, id, 'be changed', updatedAt)
  const order = await lockOrderOf(context, pending)
  const before = await findReceiving(context.db, id)
  await changePending(context, pending, order, changes)
  return recordReceiving(context, 'update', id, before)
}

/** Completes a Pending receiving, after the optional changes: its goods enter the stock. */
export async function completeReceiving(context: Context, id: number, input?: Update | null) {
  assertAccess(context.actor, 'purchasing.write')
  const pending = await lockPendingReceiving(context, id, 'be completed', input?.updatedAt)
  const order = await lockOrderOf(context, pending)
  const before = await findReceiving(context.db, id)
  // Changes without fields still check the stored day.
  const changed = await changePending(context, pending, order, input ?? {})
  await completeLocked(context, changed, order)
  return recordReceiving(context, 'complete', id, before)
}

/** Cancels a Pending receiving. Its goods do not enter the stock. */
export async function cancelReceiving(context: Context, id: number) {
  assertAccess(context.actor, 'purchasing.write')
  const pending = await lockPendingReceiving(context, id, 'be canceled')
  const before = await findReceiving(context.db, id)
  await changeReceiving(context, pending, { status: 'Canceled' })
  return recordReceiving(context, 'cancel', id, before)
}

/**
 * Changes a Pending receiving that is locked with its order. Omitted fields keep their values. Returns the receiving as
 * stored now.
 */
async function changePending(context: Context, pending: Stored, order: WaitingOrder | null, body: Changes) {
  const { db } = context
  const { receivedByID = pending.receivedByID, referenceNumber, locationID, items } = body
  await assertReceiver(context, receivedByID, pending.receivedByID)
  assertOrderLocation(order, locationID)
  const { timeZone } = await readSettings(db)
  const receivedDate = body.receivedDate ? shopDay(timeZone, body.receivedDate) : pending.receivedDate
  assertReceivedDay(shopDay(timeZone, context.now), receivedDate, pending.receivedDate)
  await assertBooksOpen(context, timeZone, [receivedDate], 'receivedDate')
  if (items) await storeLines(context, pending, items, order)
  return changeReceiving(context, pending, {
    receivedByID,
    ...(referenceNumber && { referenceNumber }),
    receivedDate,
    ...(!order && locationID && { locationID: await findReceivingLocation(db, locationID, undefined) }),
  })
}
