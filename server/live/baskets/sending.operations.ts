import { eq } from 'drizzle-orm'

import { basketHours } from '../../../contract/live/live-statuses.ts'
import { liveBasket } from '../../db/schema/live.ts'
import { sale } from '../../db/schema/sales.ts'
import { publish } from '../../events/publish.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { makeOrderLink } from '../../sales/order-links/order-links.operations.ts'
import { setHoldEnd } from '../../sales/sale/holds.operations.ts'

/**
 * Makes the link to the page of a basket's order, which staff send the buyer. The first sending holds the pieces for 72
 * hours from now; later ones make a new link and leave the hold. Throws 409 for a basket whose sale is not open.
 */
export async function sendBasket(context: Context, basketID: number, origin: string) {
  assertAccess(context.actor, 'lives.host')
  const { db, now, actor } = context
  const [basket] = await db.select().from(liveBasket).where(eq(liveBasket.basketID, basketID)).for('update')
  if (!basket) throw notFound('Basket')
  const { salesTransactionID, liveID } = basket
  const [stored] =
    salesTransactionID === null
      ? []
      : await db.select().from(sale).where(eq(sale.salesTransactionID, salesTransactionID)).for('update')
  if (!stored || (stored.status !== 'Pending' && stored.status !== 'Processing'))
    throw new AppError('live.basket_closed', `This basket is ${stored?.status ?? 'empty'}: there is nothing to send`)
  if (basket.sentAt === null) {
    await setHoldEnd(context, stored.salesTransactionID, new Date(now.getTime() + basketHours.afterSending * 3_600_000))
    await db
      .update(liveBasket)
      .set({ sentAt: now, sentByID: userIDOf(actor) })
      .where(eq(liveBasket.basketID, basketID))
    await publish(context, { type: 'live.claimed', entity: 'live', id: liveID })
  }
  return makeOrderLink(context, stored.salesTransactionID, origin)
}
