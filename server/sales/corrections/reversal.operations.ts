import { computeNetPaid } from '../../../contract/sales/payments.ts'
import type { PaymentReversal } from '../../../contract/sales/sale-payments.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { insertPayments } from '../../money/ledger.ts'
import { record } from '../../resource/records.ts'
import { assertPriceDecided } from '../price-locks/price-locks.rules.ts'
import { readSaleFacts } from '../sale/sale-facts.queries.ts'
import { updateSaleRow } from '../sale/sale-writes.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'
import { assertMayCorrect, counterOf, lockWrongPayment, renewLock, withoutPayment } from './wrong-payment.ts'

/**
 * Takes back a payment that never came, by a counter-entry of today. The sale's paid, balance, kept price and status
 * follow. Its goods stay held: a hold is moved on purpose. Store credit goes back to its customer by itself. Throws 409
 * for a completed sale, and, where nothing stays paid, while a manager has to decide about the price.
 */
export async function takePaymentBack(
  context: Context,
  id: number,
  paymentID: number,
  { reason }: z.output<typeof PaymentReversal>,
): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.return_deposit')
  const { stored, before, wrong } = await lockWrongPayment(context, id, paymentID)
  if (stored.status === 'Completed')
    throw new AppError(
      'payment.of_completed',
      'This sale is Completed and must stay paid: correct the payment, or refund the sale',
    )
  const facts = await readSaleFacts(context, { ...stored, items: [] })
  assertMayCorrect(context, facts.timeZone, wrong)
  const paid = withoutPayment(stored, wrong)
  const isUnpaid = computeNetPaid(paid) === 0
  if (isUnpaid) assertPriceDecided(before)
  await insertPayments(context, stored, [counterOf(wrong, reason)])
  await updateSaleRow(context, stored, {
    ...paid,
    ...(await renewLock(context, stored, facts, paid)),
    ...(isUnpaid && { status: 'Pending' as const }),
  })
  const after = await findSale(context.db, id)
  await record(context, { action: 'correct', entity: 'sale', entityID: id, before, after })
  return after
}
