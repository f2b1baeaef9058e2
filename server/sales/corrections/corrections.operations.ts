import { computeNetPaid, type Paid } from '../../../contract/sales/payments.ts'
import type { PaymentCorrection } from '../../../contract/sales/sale-payments.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { sale } from '../../db/schema/sales.ts'
import { assertAccess, type Context, mayAct } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { assertCredit } from '../../money/credit.ts'
import { insertPayments } from '../../money/ledger.ts'
import { lockUnchanged, record } from '../../resource/records.ts'
import { applyPayments, assertPaid } from '../payments/payments.rules.ts'
import { findKeptPrice } from '../price-locks/price-locks.queries.ts'
import { assertMayBePaid, renewPriceLock } from '../price-locks/price-locks.rules.ts'
import { readSaleFacts, type SaleFacts } from '../sale/sale-facts.queries.ts'
import { type StoredSale, updateSaleRow } from '../sale/sale-writes.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'
import { withPaymentTypes } from '../sale/sales.rules.ts'

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
  const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, undefined)
  const before = await findSale(context.db, id)
  const wrong = before.payments.find((payment) => payment.paymentID === paymentID)
  if (!wrong) throw notFound('Payment')
  if (stored.status === 'Canceled' || stored.status === 'Refunded')
    throw new AppError('sale.closed', `This sale is ${stored.status} and its payments can no longer be corrected`)
  if (wrong.correction) throw new AppError('payment.corrected', 'This payment is corrected already')
  if (wrong.paymentCode === 'exchange')
    throw new AppError('payment.of_exchange', 'Goods of an exchange paid this: it cannot be corrected')
  if (wrong.paymentCode === 'trade_in')
    throw new AppError('payment.of_trade_in', 'A trade-in paid this: refund or cancel the sale instead')
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
  const without = { amountPaid: minus(stored.amountPaid, wrong.amount), change: minus(stored.change, wrong.change) }
  const { payments, ...paid } = applyPayments(stored.totalPurchase, without, [right!])
  if (stored.status === 'Completed') assertPaid(stored.totalPurchase, paid)
  else assertMayBePaid(before, stored.totalPurchase, paid)
  if (computeNetPaid(paid) < computeNetPaid(stored)) assertMayLower(context)
  if (wrong.paymentCode !== 'store_credit' && right!.code === 'store_credit') assertMayReplaceMoney(context)
  await assertCredit(context, stored.customerID, payments, wrong.paymentCode === 'store_credit' ? wrong.amount : 0)
  await insertPayments(context, stored, [
    {
      paymentTypeID: wrong.paymentTypeID,
      amount: -wrong.amount,
      change: -wrong.change,
      reference: wrong.reference,
      reason: correction.reason,
      correctsID: paymentID,
    },
    ...payments,
  ])
  await updateSaleRow(context, stored, { ...paid, ...(await renewLock(context, stored, facts, paid)) })
  const after = await findSale(context.db, id)
  await record(context, { action: 'correct', entity: 'sale', entityID: id, before, after })
  return after
}

/** Returns the lock of an open sale's price after a correction: a deposit that was too small ends it. */
async function renewLock(context: Context, stored: StoredSale, facts: SaleFacts, paid: Paid) {
  if (stored.status === 'Completed') return {}
  const { salesTransactionID, totalPurchase } = stored
  const keptPrice = await findKeptPrice(context.db, salesTransactionID)
  return renewPriceLock(facts, context.now, stored, { ...paid, totalPurchase, keptPrice })
}

const minus = (amount: number, less: number) => fromCentavos(toCentavos(amount) - toCentavos(less))

/** Throws 403 for a payment of an earlier day, unless the actor is a manager. */
function assertMayCorrect({ actor, now }: Context, timeZone: string, { paidAt }: Pick<Payment, 'paidAt'>) {
  if (shopDay(timeZone, paidAt) === shopDay(timeZone, now) || mayAct(actor, 'sales.correct_later')) return
  throw new AppError('payment.correction_denied', 'Only a manager may correct a payment of an earlier day')
}

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
