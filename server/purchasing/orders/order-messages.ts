import { and, eq, inArray, lte } from 'drizzle-orm'

import { day } from '../../../contract/shared/dates.ts'
import { peso } from '../../../contract/shared/money.ts'
import { shopToday } from '../../company/settings.ts'
import { purchaseOrder, supplier } from '../../db/schema/purchasing.ts'
import { type Context, isSignedIn, userIDOf } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { dueKey, notify, tellOnce } from '../../people/notify.ts'
import type { Order } from './orders.queries.ts'

/** Tells users who may approve it, except the one who made it, that a purchase order waits for them. */
export async function tellOfNewOrder(context: Context, order: Order) {
  await notify(context, { access: 'orders.decide', except: userIDOf(context.actor) ?? undefined }, [
    {
      kind: 'purchaseWaiting',
      message: `${order.poNumber} waits for approval: ${inWords(order)}`,
      entity: 'purchaseOrder',
      id: order.poID,
    },
  ])
}

/** Tells the user who made a purchase order about the decision, unless they decided it themselves. */
export async function tellOfDecidedOrder(context: Context, order: Order) {
  const { poID, poNumber, createdByID, status } = order
  const { actor } = context
  if (createdByID === null || createdByID === userIDOf(actor)) return
  const decidedBy = isSignedIn(actor) ? actor.name : 'The shop'
  await notify(context, { userID: createdByID }, [
    {
      kind: 'purchaseDecided',
      message: `${decidedBy} ${status === 'Approved' ? 'approved' : 'canceled'} ${poNumber}: ${inWords(order)}`,
      entity: 'purchaseOrder',
      id: poID,
    },
  ])
}

/** Tells the staff of purchase orders of which something should have come by today, once for each. */
export const tellOfDueOrders = (db: Db | Tx, now: Date) =>
  tellOnce(db, now, async (tx) => {
    const due = await tx
      .select({
        id: purchaseOrder.poID,
        poNumber: purchaseOrder.poNumber,
        expected: purchaseOrder.expectedDeliverDate,
        supplierName: supplier.supplierName,
      })
      .from(purchaseOrder)
      .innerJoin(supplier, eq(supplier.supplierID, purchaseOrder.supplierID))
      .where(
        and(
          inArray(purchaseOrder.status, ['Approved', 'Partially Received']),
          lte(purchaseOrder.expectedDeliverDate, shopToday),
        ),
      )
      .orderBy(purchaseOrder.poID)
    return due.map(({ id, poNumber, expected, supplierName }) => ({
      kind: 'purchaseDue',
      message: `${poNumber} is due on ${day(expected)}: delivery from ${supplierName}`,
      entity: 'purchaseOrder',
      dedupeKey: dueKey('purchaseDue', id, expected),
      id,
    }))
  })

/** 'Kofu Casting Works, ₱486,500.00'. */
const inWords = ({ supplier: from, totalCost }: Order) => `${from.supplierName}, ${peso(totalCost)}`
