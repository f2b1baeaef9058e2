import { formatPeso, fromCentavos, toCentavos } from '../shared/money.ts'

/** The amount handed over and the change given back, in pesos. */
export type Paid = { amountPaid: number; change: number }

type Payment = {
  amount: number
  paymentName: string
  /** Whether the payment may exceed the balance, as cash does. The excess is change. */
  givesChange: boolean
}
/** A payment that does not fit: its index among the payments, and the failure's code and message. */
export type MisfitPayment = {
  index: number
  code: 'payment.nothing_due' | 'payment.exceeds_balance'
  message: string
}

/** Returns the amount that the shop keeps, in pesos. */
export const computeNetPaid = ({ amountPaid, change }: Paid) =>
  fromCentavos(toCentavos(amountPaid) - toCentavos(change))

/** Returns the amount still to be paid, in pesos. */
export const computeBalance = (totalPurchase: number, paid: Paid) =>
  fromCentavos(Math.max(0, toCentavos(totalPurchase) - toCentavos(computeNetPaid(paid))))

/**
 * Adds payments to the amount paid. Payments without change are applied first, then cash, each in the given order.
 * Stops at the first payment that does not fit: nothing is due any more, or it exceeds the balance and gives no change.
 */
export function settlePayments(
  totalPurchase: number,
  before: Paid,
  payments: readonly Payment[],
): { paid: Paid; misfit: MisfitPayment | null } {
  let paid = before
  const ordered = payments
    .map((payment, index) => ({ ...payment, index }))
    .toSorted((a, b) => Number(a.givesChange) - Number(b.givesChange))
  for (const { amount, paymentName, givesChange, index } of ordered) {
    const balance = computeBalance(totalPurchase, paid)
    if (balance === 0)
      return { paid, misfit: { index, code: 'payment.nothing_due', message: 'Nothing is left to pay' } }
    if (amount > balance && !givesChange) {
      const message = `${paymentName} may not be more than the balance of ${formatPeso(balance)}`
      return { paid, misfit: { index, code: 'payment.exceeds_balance', message } }
    }
    paid = {
      amountPaid: fromCentavos(toCentavos(paid.amountPaid) + toCentavos(amount)),
      change: fromCentavos(toCentavos(paid.change) + Math.max(0, toCentavos(amount) - toCentavos(balance))),
    }
  }
  return { paid, misfit: null }
}
