import { and, eq } from 'drizzle-orm'

import { basketHours } from '../../../contract/live/live-statuses.ts'
import { item } from '../../db/schema/catalogue.ts'
import { liveBasket, type livePiece } from '../../db/schema/live.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import type { Context } from '../../kernel/context.ts'
import { lockBuyer } from '../../sales/buyers/buyers.operations.ts'
import { addSaleLine, removeSaleLine } from '../../sales/sale/changes.operations.ts'
import { setHoldEnd } from '../../sales/sale/holds.operations.ts'
import { cancelSale, createSale } from '../../sales/sale/sales.operations.ts'
import type { StoredLive } from '../plan/plan.queries.ts'

// The sales into which won claims go. Callers have locked the piece of the live.

type Piece = typeof livePiece.$inferSelect

/**
 * Adds a piece to the buyer's basket of a live, and returns the line. The first piece makes the sale; its hold ends 24
 * hours after the expected end. Throws 409 when the stock is short or the piece is in another sale.
 */
export async function addToBasket(
  context: Context,
  live: StoredLive,
  { itemID, pieceID, price }: Piece,
  buyerID: number,
): Promise<number> {
  const { db, now } = context
  await lockBuyer(context, buyerID, true)
  const basket = await lockBasket(context, live.liveID, buyerID)
  const line = { itemID, orderQty: 1, price, pieceID }
  // The price was allowed when the live was planned, so that the claim is not refused for it.
  const [{ itemPrice } = { itemPrice: 0 }] = await db
    .select({ itemPrice: item.price })
    .from(item)
    .where(eq(item.itemID, itemID))
  const allowed = price < itemPrice ? [line] : []
  const open = basket.salesTransactionID === null ? null : await lockOpenBasket(context, basket.salesTransactionID)
  const holdEnd = findHoldEnd(live, now)
  if (open) {
    if (open.holdUntil !== null && open.holdUntil <= now) await setHoldEnd(context, open.salesTransactionID, holdEnd)
    const { items } = await addSaleLine(context, open.salesTransactionID, { ...line, updatedAt: undefined }, allowed)
    return Math.max(...items.map(({ salesItemID }) => salesItemID))
  }
  const { locationID, transactionTypeID, liveName } = live
  const input = { locationID, transactionTypeID, buyerID, items: [line], remarks: liveName }
  const { salesTransactionID, items } = await createSale(context, input, null, allowed)
  await setHoldEnd(context, salesTransactionID, holdEnd)
  await db
    .update(liveBasket)
    .set({ salesTransactionID, sentAt: null, sentByID: null })
    .where(eq(liveBasket.basketID, basket.basketID))
  return items[0]!.salesItemID
}

/** Returns when the hold of a basket ends that was not sent yet. A live that runs longer than expected counts from now. */
const findHoldEnd = ({ expectedEnd }: StoredLive, now: Date) =>
  new Date(Math.max(expectedEnd.getTime(), now.getTime()) + basketHours.afterEnd * 3_600_000)

/** Locks the buyer's basket in a live, which it creates first if there is none. */
async function lockBasket({ db }: Context, liveID: number, buyerID: number) {
  await db.insert(liveBasket).values({ liveID, buyerID }).onConflictDoNothing()
  const [found] = await db
    .select()
    .from(liveBasket)
    .where(and(eq(liveBasket.liveID, liveID), eq(liveBasket.buyerID, buyerID)))
    .for('update')
  return found!
}

/** Locks a basket's sale. Returns null for one that is completed or canceled: the next piece begins another. */
async function lockOpenBasket({ db }: Context, salesTransactionID: number) {
  const [found] = await db.select().from(sale).where(eq(sale.salesTransactionID, salesTransactionID)).for('update')
  return found && (found.status === 'Pending' || found.status === 'Processing') ? found : null
}

/**
 * Takes a line out of its basket; the last line cancels the sale. A line that left the sale otherwise needs nothing.
 * Throws when the sale may no longer change, or when its total would fall below what is paid.
 */
export async function removeFromBasket(context: Context, salesItemID: number | null, reason: string) {
  if (salesItemID === null) return
  const { db } = context
  const [found] = await db
    .select({ id: sale.salesTransactionID, status: sale.status })
    .from(saleItem)
    .innerJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
    .where(eq(saleItem.salesItemID, salesItemID))
    .for('update', { of: sale })
  if (!found || found.status === 'Canceled') return
  const lines = await db.$count(saleItem, eq(saleItem.salesTransactionID, found.id))
  await (lines === 1 ? cancelSale(context, found.id, { reason }) : removeSaleLine(context, found.id, salesItemID))
}
