import { asc, eq, isNull, sql } from 'drizzle-orm'

import type { BuyerMark } from '../../../contract/live/live-statuses.ts'
import { nameOf, shownCustomerName } from '../../db/names.ts'
import { liveBasket, liveBuyerMark, liveClaim, livePiece } from '../../db/schema/live.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { buyer, customer, sale, saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { assertLive } from '../plan/plan.queries.ts'

const paid = sql<number>`(${sale.amountPaid} - ${sale.change} - ${sale.refundedAmount})::float8`

/** Returns the baskets of a live that have a sale, the first one first. Throws 404 without the live. */
export async function listBaskets(db: Db | Tx, liveID: number) {
  await assertLive(db, liveID)
  return db
    .select({
      basketID: liveBasket.basketID,
      buyer: {
        buyerID: buyer.buyerID,
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
      balance: sql<number>`case when ${sale.status} = 'Canceled' then 0 else
        greatest(0, ${sale.totalPurchase} - (${sale.amountPaid} - ${sale.change})) end::float8`,
      proofsToCheck: sql<number>`(select count(*) from ${paymentProof}
        where ${paymentProof.salesTransactionID} = ${sale.salesTransactionID} and ${paymentProof.status} = 'Sent')::int`,
      holdUntil: sale.holdUntil,
      sentAt: liveBasket.sentAt,
      sentByName: nameOf(liveBasket.sentByID),
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
