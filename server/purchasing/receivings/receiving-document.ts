import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'

import type { AuditAction } from '../../../contract/company/audit.ts'
import { may } from '../../../contract/shared/permissions.ts'
import { readSettings } from '../../company/settings.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem } from '../../db/schema/purchasing.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { createdBy, lockUnchanged, modifiedNow, ok, record } from '../../resource/records.ts'
import { lockItems, receive } from '../../stock/ledger/arrivals.ts'
import { outstandingOf, settleStatus } from '../orders/order-status.ts'
import { findReceiving } from './receiving-record.ts'
import { addUp, type Line, type Ordered, resolve, type Resolved } from './receiving-rules.ts'

// A receiving as it is stored, and what completing it does. Locks in every call: the receiving, its order, the order's
// lines, the items, and then their stock.

export type Stored = typeof receiving.$inferSelect
type StoredLine = Line & { poReceivingItemID?: number | null | undefined }

/** Locks the receiving with this key; 404 where there is none, 409 where it is final or changed since `updatedAt`. */
export async function lockPending(context: Context, id: number, what: string, updatedAt?: Date): Promise<Stored> {
  const stored = await lockUnchanged(context, 'Receiving', receiving, receiving.poReceivingID, id, updatedAt)
  if (stored.status !== 'Pending')
    throw new AppError('receiving.closed', `This receiving is ${stored.status} and can no longer ${what}`)
  return stored
}

/** An order that goods can be received for, locked with its lines; 422 where there is none, 409 where it does not wait. */
export async function lockOrder({ db }: Context, poID: number) {
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
export type Order = Awaited<ReturnType<typeof lockOrder>>

/** 409 unless goods may still come for the order. */
export function assertWaiting({ poNumber, status }: { poNumber: string; status: string }) {
  if (status !== 'Approved' && status !== 'Partially Received')
    throw new AppError(
      'receiving.order_closed',
      `${poNumber} is ${status}: goods can be received for Approved orders only`,
      {
        field: 'poID',
      },
    )
}

/** Its order, locked; null for a direct receipt. */
export const orderOf = (context: Context, { poID }: Stored) => (poID === null ? null : lockOrder(context, poID))

/**
 * Makes these the receiving's lines, and its totals theirs. Lines that are stored already keep their keys. `at` names
 * a line's field for its refusal.
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
  const items = await db
    .select()
    .from(item)
    .where(
      inArray(
        item.itemID,
        lines.map(({ itemID }) => itemID),
      ),
    )
    .orderBy(asc(item.itemID))
    // Their units stay as they are until the lines are stored.
    .for('key share')
  const known = new Set(before.map(({ itemID }) => itemID))
  const resolved = resolve(lines, items, order, known, at)
  const totals = addUp(resolved)
  const kept = lines.map((line, n) => {
    const key = line.poReceivingItemID
    const own = before.find(({ poReceivingItemID }) => poReceivingItemID === key)
    if (key && !own)
      throw new AppError('receiving.line_unknown', `Line ${key} is not one of this receiving`, {
        field: at(n, 'poReceivingItemID'),
      })
    return own
  })
  const keptIDs = kept.flatMap((line) => line?.poReceivingItemID ?? [])
  if (new Set(keptIDs).size < keptIDs.length)
    throw new AppError('receiving.line_twice', 'A line stands in the receiving once', { field: 'items' })
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
  const [stored] = await db.update(receiving).set(totals).where(eq(receiving.poReceivingID, poReceivingID)).returning()
  return { stored: stored!, lines: resolved, storedIDs }
}

type ReceivingItem = typeof receivingItem.$inferSelect

async function storeLine(context: Context, poReceivingID: number, before: ReceivingItem | undefined, line: Resolved) {
  const { db } = context
  if (!before) {
    const [row] = await db
      .insert(receivingItem)
      .values({ poReceivingID, ...line, ...createdBy(context) })
      .returning({ poReceivingItemID: receivingItem.poReceivingItemID })
    return row!.poReceivingItemID
  }
  const { poReceivingItemID } = before
  const unchanged = Object.entries(line).every(([name, value]) => before[name as keyof ReceivingItem] === value)
  if (!unchanged)
    await db
      .update(receivingItem)
      .set({ ...line, ...modifiedNow(context, before) })
      .where(eq(receivingItem.poReceivingItemID, poReceivingItemID))
  return poReceivingItemID
}

/** The lines of a receiving, as they were entered. */
export const linesOf = ({ db }: Context, { poReceivingID }: Stored) =>
  db
    .select()
    .from(receivingItem)
    .where(eq(receivingItem.poReceivingID, poReceivingID))
    .orderBy(asc(receivingItem.poReceivingItemID))

/**
 * Completes a Pending receiving, locked with its order: its goods enter the stock, the average cost of each item moves,
 * and what the order waits for follows. Everything is checked again: other goods may have come meanwhile, or another
 * weight been entered for an item.
 */
export async function complete(context: Context, pending: Stored, order: Order | null) {
  const { db, now } = context
  const entered = await linesOf(context, pending)
  if (entered.length === 0) throw new AppError('receiving.empty_complete', 'Add at least one item before completing')
  await lockItems(
    context,
    entered.map(({ itemID }) => itemID),
  )
  const { stored, lines } = await storeLines(context, pending, entered, order)
  for (const line of order?.lines ?? []) {
    const came = lines.filter(({ poItemID }) => poItemID === line.poItemID)
    if (came.length === 0) continue
    const { outstanding: _, ...before } = line
    const [after] = await db
      .update(purchaseOrderItem)
      .set({
        receivedQty: sql`${purchaseOrderItem.receivedQty} + ${addUp(came).totalQty}::numeric`,
        ...modifiedNow(context, before),
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
  await receive(
    context,
    { documentID: stored.poReceivingID, locationID: stored.locationID },
    lines.map(({ itemID, stockQty, stockUnitCost }) => ({ itemID, quantity: stockQty, unitCost: stockUnitCost })),
  )
  if (order) await settleStatus(context, order.poID)
  await change(context, stored, { status: 'Completed', completedAt: now })
}

/** Changes the receiving itself, and answers it: who and when are entered too. */
export async function change(
  context: Context,
  stored: Stored,
  changes: Partial<typeof receiving.$inferInsert>,
): Promise<Stored> {
  const [changed] = await context.db
    .update(receiving)
    .set({ ...changes, ...modifiedNow(context, stored) })
    .where(eq(receiving.poReceivingID, stored.poReceivingID))
    .returning()
  return changed!
}

/** The receiving as it is now, with its audit row. */
export async function recorded(context: Context, action: AuditAction, id: number, before: object | null) {
  const after = await findReceiving(context.db, id)
  await record(context, { action, entity: 'receiving', entityID: id, before, after })
  return ok(after)
}

/** Where a direct receipt goes: where it says, else the item's first location, else the shop's own. */
export async function locationFor(db: Db | Tx, asked: number | null | undefined, itemID: number | undefined) {
  if (asked) {
    const [place] = await db.select().from(location).where(eq(location.locationID, asked))
    if (!place) throw new AppError('reference.missing', `Location ${asked} does not exist`, { field: 'locationID' })
    if (!place.status)
      throw new AppError('reference.inactive', `Location ${place.locationName} is inactive`, { field: 'locationID' })
    return asked
  }
  const [first] = await db
    .select({ locationID: inventory.locationID })
    .from(inventory)
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .where(and(eq(inventory.itemID, itemID ?? 0), location.status))
    .orderBy(asc(inventory.inventoryID))
    .limit(1)
  return first?.locationID ?? (await readSettings(db)).defaultLocationID
}

/** 422 where an order's goods are to go elsewhere than it says. */
export function assertPlace(
  order: { poNumber: string; locationID: number } | null,
  locationID: number | null | undefined,
) {
  if (order && locationID && locationID !== order.locationID)
    throw new AppError('receiving.other_location', `${order.poNumber} is to be delivered to another location`, {
      field: 'locationID',
    })
}

/** 422 unless this is somebody of the staff, and active; whoever received it before may stay. */
export async function assertReceiver({ db }: Context, receivedByID: number, before?: number) {
  if (receivedByID === before) return
  const [person] = await db.select().from(user).where(eq(user.userID, receivedByID))
  if (!person) throw new AppError('reference.missing', `User ${receivedByID} does not exist`, { field: 'receivedByID' })
  if (!person.status || !may(person.roleID, 'purchasing.write'))
    throw new AppError('reference.inactive', `User ${person.username} is not one of the active staff`, {
      field: 'receivedByID',
    })
}

/** The order with this key, for looking at; 404 where there is none, 409 where it waits for nothing. */
export async function findWaiting(db: Db | Tx, poID: number) {
  const [order] = await db
    .select({ order: purchaseOrder, locationName: location.locationName })
    .from(purchaseOrder)
    .innerJoin(location, eq(location.locationID, purchaseOrder.locationID))
    .where(eq(purchaseOrder.poID, poID))
  if (!order) throw notFound('Purchase order')
  assertWaiting(order.order)
  const lines = await db
    .select()
    .from(purchaseOrderItem)
    .where(eq(purchaseOrderItem.poID, poID))
    .orderBy(asc(purchaseOrderItem.poItemID))
  return { ...order.order, locationName: order.locationName, lines }
}
