import { and, eq } from 'drizzle-orm'

import type { CreditCorrection, CreditInput } from '../../../contract/sales/credits.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { creditEntry } from '../../db/schema/credit.ts'
import { transact } from '../../db/transaction.ts'
import { assertAccess, type Context, type Shop } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { monthsBefore } from '../../kernel/shop-days.ts'
import { creditShort, findExpiredCredit, insertCreditEntry, lockCredit } from '../../money/credit.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { insertCounterPayment } from './credit-payments.operations.ts'
import { recordCredit } from './credit-record.ts'

type Gift = z.output<typeof CreditInput>
type Correction = z.output<typeof CreditCorrection>

/** Gives a customer store credit by hand. */
export async function giveCredit(context: Context, customerID: number, { amount, reason }: Gift) {
  assertAccess(context.actor, 'credit.give')
  await findCustomer(context.db, customerID)
  const credit = await lockCredit(context, customerID)
  await insertCreditEntry(context, { customerID, kind: 'given', amount, reason })
  return recordCredit(context, 'give', customerID, credit, reason)
}

/**
 * Takes back store credit that was given wrongly, or money that was never paid into it. Throws 409 when the customer has
 * used it.
 */
export async function takeCreditBack(context: Context, customerID: number, entryID: number, { reason }: Correction) {
  assertAccess(context.actor, 'credit.give')
  await findCustomer(context.db, customerID)
  const credit = await lockCredit(context, customerID)
  const [wrong] = await context.db
    .select()
    .from(creditEntry)
    .where(and(eq(creditEntry.entryID, entryID), eq(creditEntry.customerID, customerID)))
  if (!wrong) throw notFound('Credit entry')
  if ((wrong.kind !== 'given' && wrong.kind !== 'paid in') || wrong.correctsID !== null)
    throw new AppError('credit.not_given', 'Only credit that was given by hand, or paid in, can be taken back')
  const later = await context.db.$count(creditEntry, eq(creditEntry.correctsID, entryID))
  if (later > 0) throw new AppError('credit.corrected', 'This credit is taken back already')
  if (credit < wrong.amount) throw creditShort(credit)
  if (wrong.kind === 'paid in') await insertCounterPayment(context, wrong, reason)
  else
    await insertCreditEntry(context, {
      customerID,
      kind: 'taken back',
      amount: -wrong.amount,
      reason,
      correctsID: entryID,
    })
  return recordCredit(context, 'take back', customerID, credit, reason)
}

/**
 * Expires the store credit that is older than the setting's months, oldest first. Each customer has an own transaction.
 * Many servers may run this at the same time while people sell.
 */
export async function expireCredit(context: Context<Shop>) {
  const { creditMonths, timeZone } = await readSettings(context.db)
  if (creditMonths === null) return
  const before = monthsBefore(context.now, creditMonths, timeZone)
  for (const { customerID } of await findExpiredCredit(context, before))
    await transact(context.db, (tx) => expireCreditOf({ ...context, db: tx }, customerID, before))
}

async function expireCreditOf(context: Context, customerID: number, before: Date) {
  const credit = await lockCredit(context, customerID)
  // The credit is read again under its lock: a sale may have used it, or another server may have expired it.
  const [old] = await findExpiredCredit(context, before, customerID)
  if (!old) return
  await insertCreditEntry(context, { customerID, kind: 'expired', amount: -Math.min(old.amount, credit), reason: null })
  await recordCredit(context, 'expire', customerID, credit, null)
}
