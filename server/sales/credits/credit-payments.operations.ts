import { eq } from 'drizzle-orm'

import type { creditEntry } from '../../db/schema/credit.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { creditShort, lockCredit } from '../../money/credit.ts'
import { type CreditPayment, insertCreditPayment } from '../../money/ledger.ts'
import { findMoneyType } from '../../money/money-types.queries.ts'
import { findActiveLocation } from '../../stock/ledger/active.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { recordCredit } from './credit-record.ts'

/**
 * Takes money that belongs to no sale, which becomes the customer's store credit. Returns the key of its money entry, and
 * the credit with its history. Throws 404 without the customer, and 422 for a payment type that is no money.
 */
export async function payIntoCredit(context: Context, payment: CreditPayment) {
  assertAccess(context.actor, 'sales.write')
  const credit = await lockForPayment(context, payment)
  const moneyEntryID = await insertCreditPayment(context, 'credit_paid_in', payment)
  return { moneyEntryID, credit: await recordPayment(context, 'pay in', payment, credit) }
}

/**
 * Pays store credit out as money. Returns the key of its money entry, and the credit with its history. Throws 409 when
 * the credit is less, 404 without the customer, and 422 for a payment type that is no money.
 */
export async function payCreditOut(context: Context, payment: CreditPayment) {
  assertAccess(context.actor, 'sales.return_deposit')
  const credit = await lockForPayment(context, payment)
  if (credit < payment.amount) throw creditShort(credit)
  const moneyEntryID = await insertCreditPayment(context, 'credit_paid_out', payment)
  return { moneyEntryID, credit: await recordPayment(context, 'pay out', payment, credit) }
}

/** Stores the counter-entry of money that was never paid into the credit. The caller has locked the credit. */
export async function insertCounterPayment(
  context: Context,
  { moneyEntryID }: typeof creditEntry.$inferSelect,
  reason: string,
) {
  assertAccess(context.actor, 'sales.return_deposit')
  const [wrong] = await context.db.select().from(moneyEntry).where(eq(moneyEntry.entryID, moneyEntryID!))
  const { customerID, locationID, paymentTypeID, amount, reference, entryID } = wrong!
  await insertCreditPayment(context, 'credit_paid_in', {
    customerID: customerID!,
    locationID,
    paymentTypeID: paymentTypeID!,
    amount: -amount,
    reference,
    reason,
    correctsID: entryID,
  })
}

/** Checks what a payment names, locks the customer's credit and returns it in pesos. */
async function lockForPayment(context: Context, { customerID, paymentTypeID, locationID }: CreditPayment) {
  await findCustomer(context.db, customerID)
  await findMoneyType(context, paymentTypeID, 'payment.no_money')
  await findActiveLocation(context.db, locationID, 'locationID')
  return lockCredit(context, customerID)
}

const recordPayment = (
  context: Context,
  action: 'pay in' | 'pay out',
  { customerID, reason }: CreditPayment,
  before: number,
) => recordCredit(context, action, customerID, before, reason)
