import { type Context, mayAct } from '../../kernel/context.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { notifyOfOpenings } from './adjustment-messages.ts'
import { findOrCreateReason } from './adjustment-reasons.operations.ts'
import { insertAdjustments } from './adjustments.operations.ts'

/**
 * Whether an administrator must approve the opening stock of an item. Staff open stock themselves only on the item's
 * first day, the shop's day of its creation.
 */
export const mustApproveOpening = ({ actor, now }: Context, timeZone: string, itemCreatedAt: Date) =>
  !mayAct(actor, 'stock.open') && shopDay(timeZone, itemCreatedAt) !== shopDay(timeZone, now)

/** Requests the opening quantities of stock rows as Pending adjustments. Rows without a quantity need none. */
export async function requestOpenings(context: Context, rows: readonly { inventoryID: number; quantity: number }[]) {
  const opened = rows.filter(({ quantity }) => quantity !== 0)
  if (opened.length === 0) return
  const adjustmentIDs = await insertAdjustments(context, {
    countID: null,
    adjustmentReasonID: await findOrCreateReason(context, 'opening'),
    lines: opened.map(({ inventoryID, quantity }) => ({ inventoryID, quantityAdjusted: quantity })),
  })
  await notifyOfOpenings(context, adjustmentIDs)
}
