import { and, asc, eq, notInArray, sql } from 'drizzle-orm'

import type { AuditAction } from '../../../contract/shared/audit/audit-actions.ts'
import { may } from '../../../contract/shared/permissions.ts'
import { user } from '../../db/schema/people.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem } from '../../db/schema/purchasing.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { stampCreated, lockUnchanged, stampModified, record } from '../../resource/records.ts'
import { lockItems, receiveGoods } from '../../stock/ledger/arrivals.ts'
import { lockStockValues } from '../../stock/ledger/locks.ts'
import { settleOrderStatus } from '../orders/orders.operations.ts'
import { lockItemUnits } from '../orders/orders.queries.ts'
import { outstandingOf } from '../orders/orders.rules.ts'
import { type EnteredPiece, nameReceivedPieces, storeEnteredPieces } from './receiving-pieces.ts'
import { findEnteredLines, findReceiving } from './receivings.queries.ts'
import {
  assertMayComplete,
  assertWaiting,
  matchStoredLines,
  type Line,
  type Ordered,
  type Resolved,
  resolveReceivedLines,
  addUpReceiving,
  withStoredCosts,
} from './receivings.rules.ts'

// The steps shared by the operations on receivings and on their items. Every operation takes its locks in this order:
// the receiving, its order, the order's lines, the items' stock values, the items, their stock.

export type Stored = typeof receiving.$inferSelect
type StoredLine = Line & {
  poReceivingItemID?: number | null | undefined
  pieces?: readonly EnteredPiece[] | undefined
}

/**
 * Locks a Pending receiving. Throws 404 when it does not exist. Throws 409 when it is completed, canceled, or changed
 * since `updatedAt`.
 */
export async function lockPendingReceiving(
  context: Context,
  id: number,
  what: string,
  updatedAt?: Date,
): Promise<Stored> {
  const stored = await lockUnchanged(context, 'Receiving', receiving, receiving.poReceivingID, id, updatedAt)
  if (stored.status !== 'Pending')
    throw new AppError('receiving.closed', `This receiving is ${stored.status} and can no longer ${what}`)
  return stored
}

/** Locks an order and its lines. Throws 422 when the order does not exist, and 409 when it expects no goods. */
export async function lockWaitingOrder({ db }: Context, poID: number) {
  const [order] = await db.select().from(purchaseOrder).where(eq(purchaseOrder.poID, poID)).for('update')
  if (!order) throw new AppError('reference.missing', `Purchase order ${poID} does not exist`, { field: 'poID' })
  assertWaiting(order)
  const lines = await db
    .select()
    .from(purchaseOrderItem)
    .where(eq(purchaseOrderItem.poID, poID))
    .orderBy(asc(purchaseOrderItem.poItemID))
    .for('update')
  return { ...order, lines: lines.map((line) => ({ ...line, outstanding: outstandingOf(line) })) }
}
export type WaitingOrder = Awaited<ReturnType<typeof lockWaitingOrder>>

/** Locks the order of a receiving. Returns null for a direct receipt. */
export const lockOrderOf = (context: Context, { poID }: Stored) =>
  poID === null ? null : lockWaitingOrder(context, poID)

/**
 * Replaces the receiving's lines and updates its totals. Stored lines keep their keys. `at` returns the name of a
 * line's input field, for errors.
 */
export async function storeLines(
  context: Context,
  { poReceivingID }: { poReceivingID: number },
  lines: readonly StoredLine[],
  order: Ordered | null,
  at = (line: number, field: string) => `items.${line}.${field}`,
) {
  const { db } = context
  const before = await db.select().from(receivingItem).where(eq(receivingItem.poReceivingID, poReceivingID))
  const itemIDs = lines.map(({ itemID }) => itemID)
  // A change of an item's unit locks the stock value before the item. The same order here prevents deadlocks.
  await lockStockValues(db, itemIDs)
  const items = await lockItemUnits(db, itemIDs)
  const known = new Set(before.map(({ itemID }) => itemID))
  const stored = lines.map(({ poReceivingItemID: key }) => before.find((line) => line.poReceivingItemID === key))
  const resolved = resolveReceivedLines(withStoredCosts(lines, stored, items), items, order, known, at)
  const totals = addUpReceiving(resolved)
  const kept = matchStoredLines(lines, before, at)
  const keptIDs = kept.flatMap((line) => line?.poReceivingItemID ?? [])
  await db
    .delete(receivingItem)
    .where(
      and(
        eq(receivingItem.poReceivingID, poReceivingID),
        keptIDs.length > 0 ? notInArray(receivingItem.poReceivingItemID, keptIDs) : undefined,
      ),
    )
  const storedIDs: number[] = []
  for (const [n, line] of resolved.entries()) {
    const { lineCost: _, ...columns } = line
    storedIDs.push(await storeLine(context, poReceivingID, kept[n], columns))
  }
  await storeEnteredPieces(
    context,
    resolved.map(({ itemID, stockQty }, n) => ({
      itemID,
      stockQty,
      poReceivingItemID: storedIDs[n]!,
      pieces: lines[n]!.pieces,
    })),
    at,
  )
  const [changed] = await db.update(receiving).set(totals).where(eq(receiving.poReceivingID, poReceivingID)).returning()
  return { stored: changed!, lines: resolved, storedIDs }
}

type ReceivingItem = typeof receivingItem.$inferSelect

async function storeLine(context: Context, poReceivingID: number, before: ReceivingItem | undefined, line: Resolved) {
  const { db } = context
  if (!before) {
    const [row] = await db
      .insert(receivingItem)
      .values({ poReceivingID, ...line, ...stampCreated(context) })
      .returning({ poReceivingItemID: receivingItem.poReceivingItemID })
    return row!.poReceivingItemID
  }
  const { poReceivingItemID } = before
  const unchanged = Object.entries(line).every(([name, value]) => before[name as keyof ReceivingItem] === value)
  if (!unchanged)
    await db
      .update(receivingItem)
      .set({ ...line, ...stampModified(context, before) })
      .where(eq(receivingItem.poReceivingItemID, poReceivingItemID))
  return poReceivingItemID
}

/**
 * Completes a Pending receiving that is locked with its order: it changes stock, average costs and received quantities.
 * All lines are checked again, because since their entry other goods may have arrived, or an item's weight may have
 * changed.
 */
export async function completeLocked(context: Context, pending: Stored, order: WaitingOrder | null) {
  const { db, now } = context
  const entered = await findEnteredLines(db, pending.poReceivingID)
  if (entered.length === 0) throw new AppError('receiving.empty_complete', 'Add at least one item before completing')
  await lockItems(
    context,
    entered.map(({ itemID }) => itemID),
  )
  const { stored, lines, storedIDs } = await storeLines(context, pending, entered, order)
  assertMayComplete(context.actor, order, lines)
  if (order) await addReceived(context, order, lines)
  const named = await nameReceivedPieces(
    context,
    lines.map((line, n) => ({ ...line, poReceivingItemID: storedIDs[n]! })),
  )
  await receiveGoods(
    context,
    { documentID: stored.poReceivingID, locationID: stored.locationID },
    lines.map(({ itemID, stockQty, stockUnitCost, lineCost }, n) => ({
      itemID,
      quantity: stockQty,
      unitCost: stockUnitCost,
      value: lineCost,
      pieceIDs: named[n],
    })),
  )
  if (order) await settleOrderStatus(context, order.poID)
  await changeReceiving(context, stored, { status: 'Completed', completedAt: now })
}

/** Adds the received quantities to the order's lines, with audit rows. */
async function addReceived(
  context: Context,
  order: WaitingOrder,
  received: Awaited<ReturnType<typeof storeLines>>['lines'],
) {
  for (const line of order.lines) {
    const came = received.filter(({ poItemID }) => poItemID === line.poItemID)
    if (came.length === 0) continue
    const { outstanding: _, ...before } = line
    const [after] = await context.db
      .update(purchaseOrderItem)
      .set({
        receivedQty: sql`${purchaseOrderItem.receivedQty} + ${addUpReceiving(came).totalQty}::numeric`,
        ...stampModified(context, before),
      })
      .where(eq(purchaseOrderItem.poItemID, line.poItemID))
      .returning()
    await record(context, {
      action: 'receive',
      entity: 'purchaseOrderItem',
      entityID: line.poItemID,
      before,
      after: after!,
    })
  }
}

/** Updates a receiving's own row with its modifier and time, and returns it. */
export async function changeReceiving(
  context: Context,
  stored: Stored,
  changes: Partial<typeof receiving.$inferInsert>,
): Promise<Stored> {
  const [changed] = await context.db
    .update(receiving)
    .set({ ...changes, ...stampModified(context, stored) })
    .where(eq(receiving.poReceivingID, stored.poReceivingID))
    .returning()
  return changed!
}

/** Writes the audit row of a change and returns the receiving as stored now. */
export async function recordReceiving(context: Context, action: AuditAction, id: number, before: object | null) {
  const after = await findReceiving(context.db, id)
  await record(context, { action, entity: 'receiving', entityID: id, before, after })
  return after
}

/** Throws 422 unless the receiver is active staff. The stored receiver stays allowed. */
export async function assertReceiver({ db }: Context, receivedByID: number, before?: number) {
  if (receivedByID === before) return
  const [person] = await db.select().from(user).where(eq(user.userID, receivedByID))
  if (!person) throw new AppError('reference.missing', `User ${receivedByID} does not exist`, { field: 'receivedByID' })
  if (!person.status || !may(person.roleID, 'purchasing.write'))
    throw new AppError('reference.inactive', `User ${person.username} is not one of the active staff`, {
      field: 'receivedByID',
    })
}
