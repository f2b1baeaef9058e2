import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'

import type { BuyerMark } from '../../../contract/live/live-statuses.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { nameOf, shownCustomerName } from '../../db/names.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { liveBasket, liveBuyerMark, liveClaim, livePiece } from '../../db/schema/live.ts'
import { mail, messageChoice } from '../../db/schema/mail.ts'
import { orderLink } from '../../db/schema/order-links.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { buyer, customer, sale, saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { assertLive } from '../plan/plan.queries.ts'

const paid = sql<number>`(${sale.amountPaid} - ${sale.change} - ${sale.refundedAmount})::float8`

const balance = sql<number>`(case when ${sale.status} = 'Canceled' then 0 else
  greatest(0, ${sale.totalPurchase} - (${sale.amountPaid} - ${sale.change})) end::float8)`

/** Whether the page of a basket is still to be sent, as an SQL expression on the basket and its sale. */
const isToSend = and(isNull(liveBasket.sentAt), inArray(sale.status, ['Pending', 'Processing']), sql`${balance} > 0`)!

/** Counts the baskets of a live whose pages are still to be sent. */
export async function countUnsent(db: Db | Tx, liveID: number): Promise<number> {
  const [counted] = await db
    .select({ baskets: sql<number>`count(*)::int` })
    .from(liveBasket)
    .innerJoin(sale, eq(sale.salesTransactionID, liveBasket.salesTransactionID))
    .where(and(eq(liveBasket.liveID, liveID), isToSend))
  return counted!.baskets
}

/** Selects the language that the link of a sale is sent in: the customer's choice, or that of the shop. */
const language = sql<Language>`coalesce(
  (select ${messageChoice.language} from ${messageChoice} where ${messageChoice.customerID} = ${sale.customerID}),
  (select ${shopSetting.customerLanguage} from ${shopSetting}))`

/**
 * Selects whether the last mail that a person asked for to send the link of a sale failed, and nobody has made another
 * link or opened the page since.
 */
const isUndelivered = sql<boolean>`coalesce((select ${mail.state} = 'failed' and not exists (
    select from ${orderLink} where ${orderLink.salesTransactionID} = ${sale.salesTransactionID}
      and (${orderLink.lastSeenAt} > ${mail.createdAt}
        or ${orderLink.createdAt} > ${mail.createdAt} and ${orderLink.mailID} is distinct from ${mail.mailID}))
  from ${mail} where ${mail.saleID} = ${sale.salesTransactionID} and ${mail.kind} = 'orderLink'
  order by ${mail.mailID} desc limit 1), false)`

/** Returns the baskets of a live that have a sale, the first one first. Throws 404 without the live. */
export async function listBaskets(db: Db | Tx, liveID: number) {
  await assertLive(db, liveID)
  return db
    .select({
      basketID: liveBasket.basketID,
      buyer: {
        buyerID: buyer.buyerID,
        platform: buyer.platform,
        handle: buyer.handle,
        customerName: sql<string | null>`${shownCustomerName(customer)}`,
      },
      marks: sql<BuyerMark[]>`array(select ${liveBuyerMark.mark} from ${liveBuyerMark}
        where ${liveBuyerMark.buyerID} = ${liveBasket.buyerID} and ${isNull(liveBuyerMark.endedAt)} order by 1)`,
      salesTransactionID: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      saleStatus: sale.status,
      totalPurchase: sale.totalPurchase,
      paid,
      balance,
      proofsToCheck: sql<number>`(select count(*) from ${paymentProof}
        where ${paymentProof.salesTransactionID} = ${sale.salesTransactionID} and ${paymentProof.status} = 'Sent')::int`,
      holdUntil: sale.holdUntil,
      sentAt: liveBasket.sentAt,
      sentByName: nameOf(liveBasket.sentByID),
      isToSend: sql<boolean>`(${isToSend})`,
      seenAt: sql`(select max(${orderLink.lastSeenAt}) from ${orderLink}
        where ${orderLink.salesTransactionID} = ${sale.salesTransactionID})`.mapWith(orderLink.lastSeenAt),
      isUndelivered,
      language,
      numbers: sql<number[]>`array(select ${livePiece.number} from ${liveClaim}
        join ${livePiece} using (live_piece_id) join ${saleItem} using (sales_item_id)
        where ${saleItem.salesTransactionID} = ${sale.salesTransactionID} order by 1)`,
    })
    .from(liveBasket)
    .innerJoin(buyer, eq(buyer.buyerID, liveBasket.buyerID))
    .innerJoin(sale, eq(sale.salesTransactionID, liveBasket.salesTransactionID))
    .leftJoin(customer, eq(customer.customerID, buyer.customerID))
    .where(eq(liveBasket.liveID, liveID))
    .orderBy(asc(liveBasket.basketID))
}
