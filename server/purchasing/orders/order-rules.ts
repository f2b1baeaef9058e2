import { and, asc, eq, inArray } from 'drizzle-orm'

import type { uoms } from '../../../contract/catalogue/items.ts'
import { fromCentavos, largestAmount, orderTotal } from '../../../contract/shared/money.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, receiving, supplier } from '../../db/schema/purchasing.ts'
import { location } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertCountable } from '../../stock/ledger/ledger.ts'

type Status = (typeof purchaseOrder.$inferSelect)['status']

/** What is ordered of one item: pesos per piece, pair or gram, and how many of them. */
export type OrderLine = { itemID: number; uom: (typeof uoms)[number]; unitCost: number; orderQty: number }

/** 409 unless the order's status is one of these; `what` ends the sentence 'it can no longer …'. */
export function assertStatus({ status }: { status: Status }, allowed: readonly Status[], what: string) {
  if (!allowed.includes(status))
    throw new AppError('order.closed', `This purchase order is ${status} and can no longer ${what}`)
}

/**
 * 409 while a delivery of the order is being entered: what becomes of it must be known before the order is canceled
 * or what it still owes is closed. The order's row must be locked, so that no other delivery begins meanwhile.
 */
export async function assertNothingArriving({ db }: Context, poID: number) {
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

/** What the lines come to, in pesos; 400 where that is more than can be stored. */
export function totalCostOf(lines: readonly Pick<OrderLine, 'unitCost' | 'orderQty'>[]): number {
  const total = orderTotal(lines)
  if (total > largestAmount) throw new AppError('amount.too_large', 'The total is too large')
  return fromCentavos(total)
}

/** 422 where the supplier is unknown or, other than before, inactive. */
export async function assertSupplier({ db }: Context, supplierID: number, before?: number) {
  const [found] = await db.select().from(supplier).where(eq(supplier.supplierID, supplierID))
  if (!found) throw new AppError('reference.missing', `Supplier ${supplierID} does not exist`, { field: 'supplierID' })
  if (!found.status && supplierID !== before)
    throw new AppError('reference.inactive', `Supplier ${found.supplierName} is inactive`, { field: 'supplierID' })
}

/** 422 where the location is unknown or, other than before, inactive. */
export async function assertLocation({ db }: Context, locationID: number, before?: number) {
  const [found] = await db.select().from(location).where(eq(location.locationID, locationID))
  if (!found) throw new AppError('reference.missing', `Location ${locationID} does not exist`, { field: 'locationID' })
  if (!found.status && locationID !== before)
    throw new AppError('reference.inactive', `Location ${found.locationName} is inactive`, { field: 'locationID' })
}

/**
 * The lines with their items' names and units. 422 where an item is unknown, newly ordered though inactive, or there
 * twice; 400 for a part of a piece. `fieldOf` names the input to blame.
 */
export async function linesOf(
  { db }: Context,
  asked: readonly { itemID: number; orderQty: number; unitCost: number }[],
  orderedBefore: ReadonlySet<number>,
  fieldOf: (line: number, field: 'itemID' | 'orderQty') => string,
): Promise<(OrderLine & { itemName: string })[]> {
  const itemIDs = asked.map(({ itemID }) => itemID)
  // Their units stay as they are until the lines are stored.
  const items = await db
    .select()
    .from(item)
    .where(inArray(item.itemID, itemIDs))
    .orderBy(asc(item.itemID))
    .for('key share')
  const byID = new Map(items.map((row) => [row.itemID, row]))
  return asked.map(({ itemID, orderQty, unitCost }, n) => {
    const ordered = byID.get(itemID)
    const field = fieldOf(n, 'itemID')
    if (!ordered) throw new AppError('reference.missing', `Item ${itemID} does not exist`, { field })
    if (!ordered.status && !orderedBefore.has(itemID))
      throw new AppError('reference.inactive', `${ordered.itemName} is inactive`, { field })
    if (itemIDs.indexOf(itemID) < n) throw orderedTwice(ordered.itemName, field)
    assertCountable(ordered, orderQty, fieldOf(n, 'orderQty'))
    return { itemID, itemName: ordered.itemName, uom: ordered.uom, unitCost, orderQty }
  })
}

/** An order has each item once, so that a delivery of it is a delivery of one line. */
export const orderedTwice = (itemName: string, field: string) =>
  new AppError('order.item_twice', `${itemName} is in this purchase order already: change its quantity instead`, {
    field,
  })
