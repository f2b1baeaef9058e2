import { and, eq, inArray, lte } from 'drizzle-orm'

import { day } from '../../../contract/shared/dates.ts'
import { peso } from '../../../contract/shared/money.ts'
import { shopToday } from '../../company/settings.ts'
import { purchaseOrder, supplier } from '../../db/schema/purchasing.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { dueKey, notify, tellOnce } from '../../people/notify.ts'
import type { Order } from './order-record.ts'

/** Tells those who may approve it, but whoever made it, that a purchase order waits for them. */
export async function tellOfNewOrder(context: Context<SignedIn>, order: Order) {
  await notify(context, { access: 'orders.decide', except: context.actor.userID }, [
    {
      kind: 'purchaseWaiting',
      message: `${order.poNumber} waits for approval: ${inWords(order)}`,
      entity: 'purchaseOrder',
      id: order.poID,
    },
  ])
}

/** Tells who made a purchase order what became of it, unless they decided it themselves. */
export async function tellOfOutcome(context: Context<SignedIn>, order: Order) {
  const { poID, poNumber, createdByID, status } = order
  if (createdByID === null || createdByID === context.actor.userID) return
  await notify(context, { userID: createdByID }, [
    {
      kind: 'purchaseDecided',
      message: `${context.actor.name} ${status === 'Approved' ? 'approved' : 'canceled'} ${poNumber}: ${inWords(order)}`,
      entity: 'purchaseOrder',
      id: poID,
    },
  ])
}

/** Tells the staff of purchase orders of which something should have come by today, once for each. */
export const tellOfDueOrders = (db: Db, now: Date) =>
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
      id,
      dedupeKey: dueKey('purchaseDue', id, expected),
    }))
  })

/** 'Kofu Casting Works, ₱486,500.00'. */
const inWords = ({ supplier: from, totalCost }: Order) => `${from.supplierName}, ${peso(totalCost)}`
