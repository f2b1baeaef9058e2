import { asc, eq, getColumns, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import { jsonRows } from '../../db/json-rows.ts'
import { creditEntry, saleExchange } from '../../db/schema/credit.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentType, sale, saleRefund, saleRefundItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

// Reads what became of a sale after its goods were handed over: credit, exchanges and refunds.

/** The customer's store credit after the sale last used it or returned to it; null when it never did. */
export const creditLeft = sql<number | null>`(select ${creditEntry.balance} from ${creditEntry}
  where ${creditEntry.salesTransactionID} = ${sale.salesTransactionID} order by ${creditEntry.entryID} desc limit 1)`.mapWith(
  creditEntry.balance,
)

const [returnedSale, newSale] = [alias(sale, 'returned_sale'), alias(sale, 'new_sale')]

/** The exchanges of a sale: those of its goods, and the one that paid for it. */
export const exchangesOfSale = jsonRows(
  {
    exchangeID: saleExchange.exchangeID,
    refundID: saleExchange.refundID,
    returnedSaleID: returnedSale.salesTransactionID,
    returnedNumber: returnedSale.transactionNumber,
    newSaleID: newSale.salesTransactionID,
    newNumber: newSale.transactionNumber,
    amount: saleExchange.amount,
  },
  sql`${saleExchange} inner join ${saleRefund} on ${saleRefund.refundID} = ${saleExchange.refundID}
    inner join ${sale} returned_sale on ${returnedSale.salesTransactionID} = ${saleRefund.salesTransactionID}
    inner join ${sale} new_sale on ${newSale.salesTransactionID} = ${saleExchange.salesTransactionID}
    where ${saleExchange.exchangeID} in (
      select x.exchange_id from sales_exchange x where x.sales_transaction_id = ${sale.salesTransactionID}
      union all
      select x.exchange_id from sales_exchange x join sales_refund r using (refund_id)
        where r.sales_transaction_id = ${sale.salesTransactionID})`,
  saleExchange.exchangeID,
)

/** The money of a refund by payment type, as an SQL expression. */
const refundParts = jsonRows(
  {
    paymentName: paymentType.paymentName,
    paymentCode: paymentType.code,
    amount: sql<number>`-${moneyEntry.amount}`,
  },
  sql`${moneyEntry} inner join ${paymentType} on ${paymentType.paymentTypeID} = ${moneyEntry.paymentTypeID}
    where ${moneyEntry.refundID} = ${saleRefund.refundID}`,
  moneyEntry.entryID,
)

/** Returns the refunds of a sale with their lines, in order. */
export async function findRefunds(db: Db | Tx, salesTransactionID: number) {
  const refunds = await db
    .select({
      refundID: saleRefund.refundID,
      paymentTypeID: saleRefund.paymentTypeID,
      parts: refundParts,
      reason: saleRefund.reason,
      amount: saleRefund.amount,
      createdByID: saleRefund.createdByID,
      createdAt: saleRefund.createdAt,
    })
    .from(saleRefund)
    .where(eq(saleRefund.salesTransactionID, salesTransactionID))
    .orderBy(asc(saleRefund.refundID))
  const lines = await db
    .select(getColumns(saleRefundItem))
    .from(saleRefundItem)
    .where(
      inArray(
        saleRefundItem.refundID,
        refunds.map(({ refundID }) => refundID),
      ),
    )
    .orderBy(asc(saleRefundItem.salesItemID), asc(saleRefundItem.disposition))
  const items = Map.groupBy(lines, ({ refundID }) => refundID)
  return refunds.map((refund) => ({
    ...refund,
    paymentName: refund.parts.map(({ paymentName }) => paymentName).join(', '),
    items: items.get(refund.refundID) ?? [],
  }))
}
