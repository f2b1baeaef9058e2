import { computeNetPaid } from '../../../contract/sales/payments.ts'
import type { PaymentCorrection } from '../../../contract/sales/sale-payments.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { assertAccess, type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertCredit } from '../../money/credit.ts'
import { insertPayments } from '../../money/ledger.ts'
import { record } from '../../resource/records.ts'
import { applyPayments, assertPaid } from '../payments/payments.rules.ts'
import { assertMayBePaid } from '../price-locks/price-locks.rules.ts'
import { readSaleFacts } from '../sale/sale-facts.queries.ts'
import { updateSaleRow } from '../sale/sale-writes.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'
import { withPaymentTypes } from '../sale/sales.rules.ts'
import { assertMayCorrect, counterOf, lockWrongPayment, renewLock, withoutPayment } from './wrong-payment.ts'

type Correction = z.output<typeof PaymentCorrection>
type Payment = SaleDetails['payments'][number]

/**
 * Corrects a wrong payment by a counter-entry and a new payment, both of today. A payment of an earlier day, less than
 * before, and credit instead of money need a manager. A completed sale stays fully paid.
 */
export async function correctPayment(
  context: Context,
  id: number,
  paymentID: number,
  correction: Correction,
): Promise<SaleDetails> {
  assertAccess(context.actor, 'sales.write')
  const { stored, before, wrong } = await lockWrongPayment(context, id, paymentID)
  const facts = await readSaleFacts(context, { ...stored, items: [] }, [
    { paymentTypeID: correction.paymentTypeID ?? wrong.paymentTypeID },
  ])
  assertMayCorrect(context, facts.timeZone, wrong)
  const [right] = withPaymentTypes(facts, [
    {
      paymentTypeID: correction.paymentTypeID ?? wrong.paymentTypeID,
      amount: correction.amount ?? wrong.amount,
      reference: correction.reference === undefined ? wrong.reference : correction.reference,
    },
  ])
  // Cash with change becomes the amount that was due when the right type gives none.
  if (correction.amount === undefined && !right!.givesChange) right!.amount = minus(wrong.amount, wrong.change)
  assertDiffers(wrong, right!)
  const { payments, ...paid } = applyPayments(stored.totalPurchase, withoutPayment(stored, wrong), [right!])
  if (stored.status === 'Completed') assertPaid(stored.totalPurchase, paid)
  else assertMayBePaid(before, stored.totalPurchase, paid)
  if (computeNetPaid(paid) < computeNetPaid(stored)) assertMayLower(context)
  if (wrong.paymentCode !== 'store_credit' && right!.code === 'store_credit') assertMayReplaceMoney(context)
  await assertCredit(context, stored.customerID, payments, wrong.paymentCode === 'store_credit' ? wrong.amount : 0)
  await insertPayments(context, stored, [counterOf(wrong, correction.reason), ...payments])
  await updateSaleRow(context, stored, { ...paid, ...(await renewLock(context, stored, facts, paid)) })
  const after = await findSale(context.db, id)
  await record(context, { action: 'correct', entity: 'sale', entityID: id, before, after })
  return after
}

const minus = (amount: number, less: number) => fromCentavos(toCentavos(amount) - toCentavos(less))

/** Throws 403 for Staff: money or credit would go back to the customer, as a deposit that is handed back does. */
function assertMayLower({ actor }: Context) {
  if (!mayAct(actor, 'sales.return_deposit'))
    throw new AppError('payment.lowering_denied', 'Only a manager may correct a payment to less money', {
      field: 'amount',
    })
}

/** Throws 403 for Staff: the money would be free to leave the drawer, and an exchange would give the credit back. */
function assertMayReplaceMoney({ actor }: Context) {
  if (!mayAct(actor, 'sales.return_deposit'))
    throw new AppError('payment.lowering_denied', 'Only a manager may correct a payment of money to store credit', {
      field: 'paymentTypeID',
    })
}

/** Throws 422 when the right payment is as the wrong one. */
function assertDiffers(wrong: Payment, right: Pick<Payment, 'paymentTypeID' | 'amount' | 'reference'>) {
  if (
    wrong.paymentTypeID === right.paymentTypeID &&
    wrong.amount === right.amount &&
    (wrong.reference ?? '') === (right.reference ?? '')
  )
    throw new AppError(
      'payment.correction_same',
      'Nothing differs: change the payment type, the amount or the reference',
    )
}
