import { type Paid } from '../../../contract/sales/payments.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { sale } from '../../db/schema/sales.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import type { NewPayment } from '../../money/ledger.ts'
import { lockUnchanged } from '../../resource/records.ts'
import { findKeptPrice } from '../price-locks/price-locks.queries.ts'
import { renewPriceLock } from '../price-locks/price-locks.rules.ts'
import type { SaleFacts } from '../sale/sale-facts.queries.ts'
import type { StoredSale } from '../sale/sale-writes.ts'
import { findSale, type SaleDetails } from '../sale/sales.queries.ts'

type Payment = SaleDetails['payments'][number]

/**
 * Locks a sale and returns it with its wrong payment. Throws 404 for a payment of another sale, 409 for a sale that is
 * Canceled or Refunded and for a payment that is corrected already, and 422 where goods or a trade-in paid.
 */
export async function lockWrongPayment(context: Context, id: number, paymentID: number) {
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
  return { stored, before, wrong }
}

const minus = (amount: number, less: number) => fromCentavos(toCentavos(amount) - toCentavos(less))

/** Returns what is paid of a sale without the wrong payment and its change. */
export const withoutPayment = (paid: Paid, wrong: Pick<Payment, 'amount' | 'change'>): Paid => ({
  amountPaid: minus(paid.amountPaid, wrong.amount),
  change: minus(paid.change, wrong.change),
})

/** Returns the counter-entry of a wrong payment. */
export const counterOf = (wrong: Payment, reason: string): NewPayment => ({
  paymentTypeID: wrong.paymentTypeID,
  amount: -wrong.amount,
  change: -wrong.change,
  reference: wrong.reference,
  reason,
  correctsID: wrong.paymentID,
})

/** Returns the lock of an open sale's price after a correction: a deposit that was too small ends it. */
export async function renewLock(context: Context, stored: StoredSale, facts: SaleFacts, paid: Paid) {
  if (stored.status === 'Completed') return {}
  const { salesTransactionID, totalPurchase } = stored
  const keptPrice = await findKeptPrice(context.db, salesTransactionID)
  return renewPriceLock(facts, context.now, stored, { ...paid, totalPurchase, keptPrice })
}

/** Throws 403 for a payment of an earlier day, unless the actor is a manager. */
export function assertMayCorrect({ actor, now }: Context, timeZone: string, { paidAt }: Pick<Payment, 'paidAt'>) {
  if (shopDay(timeZone, paidAt) === shopDay(timeZone, now) || mayAct(actor, 'sales.correct_later')) return
  throw new AppError('payment.correction_denied', 'Only a manager may correct a payment of an earlier day')
}
