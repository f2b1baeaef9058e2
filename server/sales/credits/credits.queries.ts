import { and, desc, eq, isNull, sql } from 'drizzle-orm'

import { nameOf } from '../../db/names.ts'
import { creditEntry, customerCredit } from '../../db/schema/credit.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentType, sale } from '../../db/schema/sales.ts'
import { tradeIn } from '../../db/schema/trade-ins.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { findCustomer } from '../customers/customers.queries.ts'

/** Returns a customer's store credit in pesos. */
export async function findCreditBalance(db: Db | Tx, customerID: number): Promise<number> {
  const [credit] = await db
    .select({ balance: customerCredit.balance })
    .from(customerCredit)
    .where(eq(customerCredit.customerID, customerID))
  return credit?.balance ?? 0
}

/** Returns a customer's store credit with its history, newest first. Throws 404 when the customer does not exist. */
export async function findCredit(db: Db | Tx, customerID: number) {
  await findCustomer(db, customerID)
  const entries = await db
    .select({
      entryID: creditEntry.entryID,
      at: creditEntry.at,
      day: creditEntry.day,
      kind: creditEntry.kind,
      amount: creditEntry.amount,
      balance: creditEntry.balance,
      salesTransactionID: creditEntry.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      tradeInID: creditEntry.tradeInID,
      tradeInNumber: tradeIn.tradeInNumber,
      paymentName: paymentType.paymentName,
      reference: moneyEntry.reference,
      reason: creditEntry.reason,
      corrected: sql<boolean>`exists (select from credit_entry later where later.corrects_id = ${creditEntry.entryID})`,
      createdByName: nameOf(creditEntry.createdByID),
    })
    .from(creditEntry)
    .leftJoin(sale, eq(sale.salesTransactionID, creditEntry.salesTransactionID))
    // The payment type of a sale's money entry is store credit itself, which says nothing.
    .leftJoin(moneyEntry, and(eq(moneyEntry.entryID, creditEntry.moneyEntryID), isNull(creditEntry.salesTransactionID)))
    .leftJoin(paymentType, eq(paymentType.paymentTypeID, moneyEntry.paymentTypeID))
    .leftJoin(tradeIn, eq(tradeIn.tradeInID, creditEntry.tradeInID))
    .where(eq(creditEntry.customerID, customerID))
    .orderBy(desc(creditEntry.entryID))
  return { customerID, balance: await findCreditBalance(db, customerID), entries }
}
