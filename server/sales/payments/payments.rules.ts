import { fromCentavos, formatPeso, toCentavos } from '../../../contract/shared/money.ts'
import { AppError } from '../../kernel/errors.ts'

/** The amount handed over and the change given back, in pesos. */
export type Paid = { amountPaid: number; change: number }

/** Returns the amount that the shop keeps. */
export const netPaid = ({ amountPaid, change }: Paid) => fromCentavos(toCentavos(amountPaid) - toCentavos(change))

/** Returns the amount still to be paid. */
export const balanceOf = (totalPurchase: number, paid: Paid) =>
  fromCentavos(Math.max(0, toCentavos(totalPurchase) - toCentavos(netPaid(paid))))

/** Adds the balance to a sale. It is 0 once the sale is canceled or refunded. */
export const withBalance = <T extends Paid & { status: string; totalPurchase: number }>(sale: T) => ({
  ...sale,
  balance: sale.status === 'Canceled' || sale.status === 'Refunded' ? 0 : balanceOf(sale.totalPurchase, sale),
})

/** Throws 422 while a balance is due. */
export function assertPaid(totalPurchase: number, paid: Paid) {
  const balance = balanceOf(totalPurchase, paid)
  if (balance > 0) throw new AppError('sale.balance_due', `Balance due: ${formatPeso(balance)}`)
}

/**
 * Adds payments to the amount paid, and returns each with its change. Throws 422 when nothing is due, or when payments
 * without change exceed the balance. Cash is applied after all other payments, in any input order.
 */
export function applyPayments<P extends { amount: number; paymentName: string; givesChange: boolean }>(
  totalPurchase: number,
  before: Paid,
  payments: readonly P[],
): Paid & { payments: (P & { change: number })[] } {
  let paid: Paid = { amountPaid: before.amountPaid, change: before.change }
  const changes = new Map<P, number>()
  for (const payment of payments.toSorted((a, b) => Number(a.givesChange) - Number(b.givesChange))) {
    const { amount, paymentName, givesChange } = payment
    const balance = balanceOf(totalPurchase, paid)
    if (balance === 0) throw new AppError('payment.nothing_due', 'Nothing is left to pay')
    if (amount > balance && !givesChange)
      throw new AppError(
        'payment.exceeds_balance',
        `${paymentName} may not be more than the balance of ${formatPeso(balance)}`,
      )
    const change = fromCentavos(Math.max(0, toCentavos(amount) - toCentavos(balance)))
    changes.set(payment, change)
    paid = {
      amountPaid: fromCentavos(toCentavos(paid.amountPaid) + toCentavos(amount)),
      change: fromCentavos(toCentavos(paid.change) + toCentavos(change)),
    }
  }
  return { ...paid, payments: payments.map((payment) => ({ ...payment, change: changes.get(payment)! })) }
}
