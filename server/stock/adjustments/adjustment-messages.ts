import { inventoryAdjustment } from '../../db/schema/stock.ts'
import { type Context, isSignedIn, userIDOf } from '../../kernel/context.ts'
import { markDecided, notify } from '../../people/notify.ts'
import { type Adjustment, findAdjustment, requestedWith } from './adjustments.queries.ts'

/** The notified users: all who may decide, except the requester. */
const otherDeciders = ({ actor }: Context) =>
  ({ access: 'adjustments.decide', except: userIDOf(actor) ?? undefined }) as const

/** Notifies the other deciders of a new adjustment. */
export async function notifyOfNewAdjustment(context: Context, adjustment: Adjustment) {
  await notify(context, otherDeciders(context), [
    {
      kind: 'adjustmentWaiting',
      message: `${adjustment.createdBy ?? 'The shop'} asks for an adjustment: ${summarize(adjustment)}`,
      entity: 'inventoryAdjustment',
      id: adjustment.adjustmentID,
    },
  ])
}

/** Notifies the other deciders once of all adjustments that a stock count created. */
export async function notifyOfCount(
  context: Context,
  found: number,
  { countID, countNumber, locationName }: { countID: number; countNumber: string; locationName: string },
) {
  const waiting = found === 1 ? '1 adjustment waits' : `${found} adjustments wait`
  await notify(context, otherDeciders(context), [
    {
      kind: 'adjustmentWaiting',
      message: `Stock count ${countNumber} at ${locationName} is finished: ${waiting} for approval`,
      entity: 'stockCount',
      id: countID,
    },
  ])
}

/** Notifies the other deciders once of the opening stock that waits for approval. */
export async function notifyOfOpenings(context: Context, adjustmentIDs: readonly number[]) {
  const { actor } = context
  const [first] = adjustmentIDs
  const adjustment = await findAdjustment(context.db, first!)
  const more = adjustmentIDs.length === 1 ? '' : `, and ${adjustmentIDs.length - 1} more`
  await notify(context, otherDeciders(context), [
    {
      kind: 'adjustmentWaiting',
      message: `${isSignedIn(actor) ? actor.name : 'The shop'} opens stock: ${summarize(adjustment)}${more}`,
      entity: 'inventoryAdjustment',
      id: adjustment.adjustmentID,
    },
  ])
}

/**
 * Marks the messages that asked for a decision as read. A stock count or an import asks once for several adjustments,
 * so its message stays unread until the last of them is decided.
 */
async function closeRequest(context: Context, { adjustmentID, countID }: Adjustment) {
  const asked = await context.db
    .select({ id: inventoryAdjustment.adjustmentID, status: inventoryAdjustment.status })
    .from(inventoryAdjustment)
    .where(requestedWith(adjustmentID))
  if (asked.some(({ status }) => status === 'Pending')) return
  const kind = 'adjustmentWaiting'
  await markDecided(context, { kind, entity: 'inventoryAdjustment', ids: asked.map(({ id }) => id) })
  if (countID !== null) await markDecided(context, { kind, entity: 'stockCount', ids: [countID] })
}

/** Ends the request for a decision, and notifies the requester unless they decided it themselves. */
export async function notifyOfAdjustmentDecision(context: Context, adjustment: Adjustment) {
  await closeRequest(context, adjustment)
  const { adjustmentID, createdByID, status } = adjustment
  const { actor } = context
  if (createdByID === null || createdByID === userIDOf(actor)) return
  const decidedBy = isSignedIn(actor) ? actor.name : 'The shop'
  await notify(context, { userID: createdByID }, [
    {
      kind: 'adjustmentDecided',
      message: `${decidedBy} ${status === 'Completed' ? 'approved' : 'declined'} your adjustment: ${summarize(adjustment)}`,
      entity: 'inventoryAdjustment',
      id: adjustmentID,
    },
  ])
}

/** Returns a summary such as '−2 of Gold ring at Main (Damaged)'. */
function summarize({ quantityAdjusted, inventory: stock, adjustmentReason: { reasonName } }: Adjustment) {
  const { item: of, location: at } = stock
  const sign = quantityAdjusted < 0 ? '−' : '+'
  return `${sign}${Math.abs(quantityAdjusted)}${of.uom === 'BULK' ? ' g' : ''} of ${of.itemName} at ${at.locationName} (${reasonName})`
}
