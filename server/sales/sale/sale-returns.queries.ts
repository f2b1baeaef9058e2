import { asc, desc, eq, getColumns, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import { jsonRows } from '../../db/json-rows.ts'
import { creditEntry, saleExchange } from '../../db/schema/credit.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { saleRefund, saleRefundItem } from '../../db/schema/refunds.ts'
import { paymentType, sale } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

// Reads what became of a sale after its goods were handed over: credit, exchanges and refunds.

/** Returns the customer's store credit after the sale last used it or returned to it; null when it never did. */
export async function findCreditLeft(db: Db | Tx, salesTransactionID: number): Promise<number | null> {
  const [last] = await db
    .select({ balance: creditEntry.balance })
    .from(creditEntry)
    .where(eq(creditEntry.salesTransactionID, salesTransactionID))
    .orderBy(desc(creditEntry.entryID))
    .limit(1)
  return last?.balance ?? null
}

/** Whether an exchange made the sale, as an SQL expression. */
export const isOfExchange = sql<boolean>`exists (
  select from ${saleExchange} where ${saleExchange.salesTransactionID} = ${sale.salesTransactionID})`

const [returnedSale, newSale] = [alias(sale, 'returned_sale'), alias(sale, 'new_sale')]

/** Returns the exchanges of a sale in order: those of its goods, and the one that made it. */
export const findExchanges = (db: Db | Tx, salesTransactionID: number) =>
  db
    .select({
      exchangeID: saleExchange.exchangeID,
      refundID: saleExchange.refundID,
      returnedSaleID: returnedSale.salesTransactionID,
      returnedNumber: returnedSale.transactionNumber,
      newSaleID: newSale.salesTransactionID,
      newNumber: newSale.transactionNumber,
      amount: saleExchange.amount,
    })
    .from(saleExchange)
    .innerJoin(saleRefund, eq(saleRefund.refundID, saleExchange.refundID))
    .innerJoin(returnedSale, eq(returnedSale.salesTransactionID, saleRefund.salesTransactionID))
    .innerJoin(newSale, eq(newSale.salesTransactionID, saleExchange.salesTransactionID))
    .where(
      or(
        eq(saleExchange.salesTransactionID, salesTransactionID),
        eq(saleRefund.salesTransactionID, salesTransactionID),
      ),
    )
    .orderBy(asc(saleExchange.exchangeID))

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
