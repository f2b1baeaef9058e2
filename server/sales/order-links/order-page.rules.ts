import type { OrderEntry, OrderPage } from '../../../contract/order-page/order-page.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { SaleDetails } from '../sale/sales.queries.ts'
import type { ShownProof } from './proofs-of-order.queries.ts'

// The rules of the money on the page of an order, without database access. Amounts are pesos.

/**
 * Returns the amount that the buyer pays next; null when nothing is left or the sale is closed. Everything overdue counts
 * together, by the day of its first instalment. Without a schedule it is the balance.
 */
export function findNextPayment({
  status,
  balance,
  schedule,
}: Pick<SaleDetails, 'status' | 'balance' | 'schedule'>): OrderPage['next'] {
  if (balance <= 0 || (status !== 'Pending' && status !== 'Processing')) return null
  const open = schedule.filter(({ amount, paid }) => toCentavos(paid) < toCentavos(amount))
  const [first] = open
  if (!first) return { amount: balance, dueDate: null, isOverdue: false }
  const due = first.overdue ? open.filter(({ overdue }) => overdue) : [first]
  const amount = fromCentavos(due.reduce((sum, one) => sum + toCentavos(one.amount) - toCentavos(one.paid), 0))
  return { amount, dueDate: first.dueDate, isOverdue: first.overdue }
}

/**
 * Returns what was paid, handed back and reported by the buyer, newest first, without payments that were corrected.
 * Change is no payment.
 */
export function listEntries(
  { payments, refunds }: Pick<SaleDetails, 'payments' | 'refunds'>,
  proofs: readonly ShownProof[],
  dayOf: (moment: Date) => string,
): OrderEntry[] {
  const paid = listReceipts(payments).map(({ paidAt, amount, paymentName, receipt }) => ({
    at: new Date(paidAt),
    amount,
    entry: { is: 'money' as const, paymentName, receipt },
  }))
  const back = refunds.map(({ createdAt, amount, paymentName }) => ({
    at: new Date(createdAt),
    amount: -amount,
    entry: { is: 'money' as const, paymentName, receipt: null },
  }))
  const reported = proofs.map(({ at, amount, sentence }) => ({
    at,
    amount,
    entry: sentence === null ? { is: 'waiting' as const } : { is: 'not found' as const, sentence },
  }))
  return [...paid, ...back, ...reported]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, amount, entry }) => ({ day: dayOf(at), amount, ...entry }))
}

/**
 * Returns the payments that stand, each with the amount that was kept and with its place among all payments of the sale.
 * A correction later changes no place.
 */
export const listReceipts = (payments: SaleDetails['payments']) =>
  payments
    .toSorted((a, b) => a.paymentID - b.paymentID)
    .map((payment, n) => ({
      ...payment,
      amount: fromCentavos(toCentavos(payment.amount) - toCentavos(payment.change)),
      receipt: n + 1,
    }))
    .filter(({ correction }) => correction === null)
