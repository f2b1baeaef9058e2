import type { ReceivingItemCreation, ReceivingItemInput } from '../../../contract/purchasing/receiving-items.ts'
import { receivingLinesAtMost } from '../../../contract/purchasing/receivings.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertBooksOpen } from '../../company/closed-books.operations.ts'
import { readSettings } from '../../company/settings.ts'
import { receiving, receivingItem } from '../../db/schema/purchasing.ts'
import { assertAccess, type Context, type SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { stampCreated, lockUnchanged } from '../../resource/records.ts'
import {
  changeReceiving,
  lockOrderOf,
  lockPendingReceiving,
  recordReceiving,
  type Stored,
  storeLines,
} from './receiving-document.ts'
import { findReceivingItem } from './receiving-items.queries.ts'
import { findEnteredLines, findReceiving, findReceivingLocation } from './receivings.queries.ts'
import type { Line } from './receivings.rules.ts'

type Update = z.output<typeof ReceivingItemInput> & { updatedAt?: Date | undefined }

/** Adds an item to a Pending receiving. Without a receiving, it opens a direct receipt with this person as receiver. */
export async function addReceivingItem(
  context: Context<SignedIn>,
  { poReceivingID, ...line }: z.output<typeof ReceivingItemCreation>,
) {
  const { db } = context
  assertAccess(context.actor, 'purchasing.write')
  if (!poReceivingID) return findReceivingItem(db, await openDirectReceipt(context, line))
  const pending = await lockPendingReceiving(context, poReceivingID, 'be changed')
  const lines: Line[] = await findEnteredLines(db, poReceivingID)
  if (lines.length >= receivingLinesAtMost)
    throw new AppError('receiving.too_many_lines', `A receiving has at most ${receivingLinesAtMost} items`)
  const id = await replaceLines(context, pending, [...lines, line], lines.length)
  return findReceivingItem(db, id)
}

/** Changes an item of a Pending receiving. */
export async function updateReceivingItem(context: Context, id: number, { updatedAt, ...line }: Update) {
  const { db } = context
  assertAccess(context.actor, 'purchasing.write')
  const { poReceivingID } = await findReceivingItem(db, id)
  const pending = await lockPendingReceiving(context, poReceivingID, 'be changed')
  const own = await lockUnchanged(
    context,
    'Receiving item',
    receivingItem,
    receivingItem.poReceivingItemID,
    id,
    updatedAt,
  )
  const lines = await findEnteredLines(db, poReceivingID)
  const n = lines.findIndex(({ poReceivingItemID }) => poReceivingItemID === id)
  // With another item, the line belongs to another ordered line, which is found again.
  const poItemID = line.itemID === own.itemID ? own.poItemID : null
  const changed: Line[] = lines.with(n, own)
  await replaceLines(context, pending, changed.with(n, { ...own, ...line, poItemID }), n)
  return findReceivingItem(db, id)
}

/**
 * Replaces the receiving's lines, with an audit row. Returns the key of line `n`. Errors name the fields of that line.
 */
async function replaceLines(context: Context, pending: Stored, lines: Line[], n: number): Promise<number> {
  const { timeZone } = await readSettings(context.db)
  await assertBooksOpen(context, timeZone, [pending.receivedDate])
  const before = await findReceiving(context.db, pending.poReceivingID)
  const order = await lockOrderOf(context, pending)
  const at = (line: number, field: string) => (line === n ? field : `items.${line}.${field}`)
  const { stored, storedIDs } = await storeLines(context, pending, lines, order, at)
  await changeReceiving(context, stored, {})
  await recordReceiving(context, 'update', pending.poReceivingID, before)
  return storedIDs[n]!
}

/** Creates a Pending direct receipt with one line at the item's first location. Returns its key. */
async function openDirectReceipt(context: Context<SignedIn>, line: Line): Promise<number> {
  const { db, now, actor } = context
  const { timeZone } = await readSettings(db)
  const [opened] = await db
    .insert(receiving)
    .values({
      locationID: await findReceivingLocation(db, null, line.itemID),
      receivedDate: shopDay(timeZone, now),
      receivedByID: actor.userID,
      ...stampCreated(context),
    })
    .returning()
  const { storedIDs } = await storeLines(context, opened!, [line], null, (_, field) => field)
  await recordReceiving(context, 'create', opened!.poReceivingID, null)
  return storedIDs[0]!
}
