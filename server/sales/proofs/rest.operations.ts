import { eq } from 'drizzle-orm'

import { nameProof } from '../../../contract/proofs/proof-rules.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { creditEntry } from '../../db/schema/credit.ts'
import type { moneyEntry } from '../../db/schema/money.ts'
import { proofPayment } from '../../db/schema/proofs.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { payCreditOut, payIntoCredit } from '../credits/credit-payments.operations.ts'
import { takeCreditBack } from '../credits/credits.operations.ts'
import { assertCustomerOf, type PayableSale } from './approving.rules.ts'

/**
 * Pays the rest of an approved amount into the store credit of the sale's customer. Money that goes back is paid out of it
 * again at once, the way it came. Throws 403 for a return by Staff, and 422 for a sale without a customer.
 */
export async function settleRest(
  context: Context,
  proofID: number,
  own: PayableSale & { locationID: number },
  { kind, ...money }: { kind: 'credit' | 'return'; amount: number; paymentTypeID: number; reference: string },
) {
  if (kind === 'return' && !mayAct(context.actor, 'sales.return_deposit'))
    throw new AppError('proof.return_denied', 'Only a manager may send money back: keep it as credit', {
      field: 'rest',
    })
  const customerID = assertCustomerOf(own, formatPeso(money.amount))
  const payment = { ...money, customerID, locationID: own.locationID, reason: `Payment proof ${nameProof(proofID)}` }
  const { moneyEntryID } = await payIntoCredit(context, payment)
  await context.db.insert(proofPayment).values({ proofID, entryID: moneyEntryID, salesTransactionID: null })
  if (kind === 'return') await payCreditOut(context, payment)
}

/** Takes the rest of a wrong approval back. Throws 409 when its credit was used or sent back meanwhile. */
export async function takeRestBack(
  context: Context,
  { entryID, customerID, amount }: typeof moneyEntry.$inferSelect,
  reason: string,
) {
  const [credited] = await context.db.select().from(creditEntry).where(eq(creditEntry.moneyEntryID, entryID))
  await takeCreditBack(context, customerID!, credited!.entryID, { reason }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'credit.short')
      throw new AppError(
        'credit.short',
        `${formatPeso(amount)} of it became credit that was used or sent back since. ${error.message}`,
      )
    throw error
  })
}
