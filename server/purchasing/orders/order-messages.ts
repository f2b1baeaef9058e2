import { and, eq, inArray, lte } from 'drizzle-orm'

import { formatDay } from '../../../contract/shared/dates.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { shopToday } from '../../company/settings.ts'
import { purchaseOrder, supplier } from '../../db/schema/purchasing.ts'
import { type Context, isSignedIn, userIDOf } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { dueKey, markDecided, notify, notifyOnce } from '../../people/notify.ts'
import type { Order } from './orders.queries.ts'

/** Notifies the users who may approve a new purchase order, except its creator. */
export async function notifyOfNewOrder(context: Context, order: Order) {
  await notify(context, { access: 'orders.decide', except: userIDOf(context.actor) ?? undefined }, [
    {
      kind: 'purchaseWaiting',
      message: `${order.poNumber} waits for approval: ${summarize(order)}`,
      entity: 'purchaseOrder',
      id: order.poID,
    },
  ])
}

/** Ends the request for approval, and notifies the order's creator of the decision unless they decided it themselves. */
export async function notifyOfOrderDecision(context: Context, order: Order) {
  const { poID, poNumber, createdByID, status } = order
  await markDecided(context, { kind: 'purchaseWaiting', entity: 'purchaseOrder', ids: [poID] })
  const { actor } = context
  if (createdByID === null || createdByID === userIDOf(actor)) return
  const decidedBy = isSignedIn(actor) ? actor.name : 'The shop'
  await notify(context, { userID: createdByID }, [
    {
      kind: 'purchaseDecided',
      message: `${decidedBy} ${status === 'Approved' ? 'approved' : 'canceled'} ${poNumber}: ${summarize(order)}`,
      entity: 'purchaseOrder',
      id: poID,
    },
  ])
}

/** Notifies the staff once of each approved purchase order with a delivery due by today. */
export const notifyOfDueOrders = (db: Db | Tx, now: Date) =>
  notifyOnce(db, now, async (tx) => {
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
      message: `${poNumber} is due on ${formatDay(expected)}: delivery from ${supplierName}`,
      entity: 'purchaseOrder',
      dedupeKey: dueKey('purchaseDue', id, expected),
      id,
    }))
  })

/** Returns a summary such as 'Kofu Casting Works, ₱486,500.00'. */
const summarize = ({ supplier: from, totalCost }: Order) => `${from.supplierName}, ${formatPeso(totalCost)}`
