import { asc, eq } from 'drizzle-orm'

import type { purchaseOrderStatuses } from '../../../contract/purchasing/purchase-orders.ts'
import { thousandths } from '../../../contract/shared/quantities.ts'
import { purchaseOrder, purchaseOrderItem } from '../../db/schema/purchasing.ts'
import type { Context } from '../../kernel/context.ts'
import { modifiedNow, record } from '../../resource/records.ts'

type Status = (typeof purchaseOrderStatuses)[number]

/** Quantities of one ordered line, in pieces or pairs, or in grams of a BULK item. */
type Line = { orderQty: number; receivedQty: number; closedQty: number }

/** What is still to come of a line: neither received nor closed. */
export const outstandingOf = ({ orderQty, receivedQty, closedQty }: Line) =>
  (thousandths(orderQty) - thousandths(receivedQty) - thousandths(closedQty)) / 1000

/** What an order that has been approved is, judged by its lines: Received once nothing is to come any more. */
export function statusOf(lines: readonly Line[]): Status {
  if (lines.every((line) => outstandingOf(line) === 0)) return 'Received'
  return lines.some(({ receivedQty }) => receivedQty > 0) ? 'Partially Received' : 'Approved'
}

/**
 * Lets an approved order's status follow its lines, and answers it; with an audit row where it changes. To be called
 * after something was received or closed, in that transaction, with the order's row locked.
 */
export async function settleStatus(context: Context, poID: number): Promise<Status> {
  const { db } = context
  const [before] = await db.select().from(purchaseOrder).where(eq(purchaseOrder.poID, poID))
  const lines = await db
    .select()
    .from(purchaseOrderItem)
    .where(eq(purchaseOrderItem.poID, poID))
    .orderBy(asc(purchaseOrderItem.poItemID))
  const status = statusOf(lines)
  if (status === before!.status) return status
  await db
    .update(purchaseOrder)
    .set({ status, ...modifiedNow(context, before!) })
    .where(eq(purchaseOrder.poID, poID))
  await record(context, {
    action: 'status',
    entity: 'purchaseOrder',
    entityID: poID,
    before: { status: before!.status },
    after: { status },
  })
  return status
}
