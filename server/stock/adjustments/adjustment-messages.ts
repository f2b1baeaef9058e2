import { type Context, isSignedIn, userIDOf } from '../../kernel/context.ts'
import { notify } from '../../people/notify.ts'
import type { Adjustment } from './adjustments.queries.ts'

/** Whoever asks for an adjustment knows of it. */
const otherAdmins = ({ actor }: Context) =>
  ({ access: 'adjustments.decide', except: userIDOf(actor) ?? undefined }) as const

/** Tells the Admins that an adjustment waits for them. */
export async function tellOfNewAdjustment(context: Context, adjustment: Adjustment) {
  await notify(context, otherAdmins(context), [
    {
      kind: 'adjustmentWaiting',
      message: `${adjustment.createdBy ?? 'The shop'} asks for an adjustment: ${inWords(adjustment)}`,
      entity: 'inventoryAdjustment',
      id: adjustment.adjustmentID,
    },
  ])
}

/** Tells the Admins once of all the adjustments that a stock count has made. */
export async function tellOfCount(
  context: Context,
  found: number,
  { countID, countNumber, locationName }: { countID: number; countNumber: string; locationName: string },
) {
  const waiting = found === 1 ? '1 adjustment waits' : `${found} adjustments wait`
  await notify(context, otherAdmins(context), [
    {
      kind: 'adjustmentWaiting',
      message: `Stock count ${countNumber} at ${locationName} is finished: ${waiting} for approval`,
      entity: 'stockCount',
      id: countID,
    },
  ])
}

/** Tells the user who asked for an adjustment about the decision, unless they decided it themselves. */
export async function tellOfDecidedAdjustment(context: Context, adjustment: Adjustment) {
  const { adjustmentID, createdByID, status } = adjustment
  const { actor } = context
  if (createdByID === null || createdByID === userIDOf(actor)) return
  const decidedBy = isSignedIn(actor) ? actor.name : 'The shop'
  await notify(context, { userID: createdByID }, [
    {
      kind: 'adjustmentDecided',
      message: `${decidedBy} ${status === 'Completed' ? 'approved' : 'declined'} your adjustment: ${inWords(adjustment)}`,
      entity: 'inventoryAdjustment',
      id: adjustmentID,
    },
  ])
}

/** '−2 of Gold ring at Main (Damaged)'. */
function inWords({ quantityAdjusted, inventory: stock, adjustmentReason: { reasonName } }: Adjustment) {
  const { item: of, location: at } = stock
  const sign = quantityAdjusted < 0 ? '−' : '+'
  return `${sign}${Math.abs(quantityAdjusted)}${of.uom === 'BULK' ? ' g' : ''} of ${of.itemName} at ${at.locationName} (${reasonName})`
}
