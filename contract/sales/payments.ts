import { formatPeso, fromCentavos, scaleHalfUp, toCentavos } from '../shared/money.ts'

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

/** The setting that names the least deposit: pesos, or percent of a sale's total. */
export type LeastDeposit = { leastDeposit: number; leastDepositUnit: 'pesos' | 'percent' }

/** Returns the least deposit of a sale in pesos. 0 means any payment. */
export function computeLeastDeposit({ leastDeposit, leastDepositUnit }: LeastDeposit, totalPurchase: number): number {
  const [least, total] = [toCentavos(leastDeposit), toCentavos(totalPurchase)]
  return fromCentavos(leastDepositUnit === 'percent' ? scaleHalfUp(total, least, 10_000) : Math.min(least, total))
}

/**
 * Adds payments to the amount paid, and returns each with its change. Payments without change are applied first, then cash, each in the given order.
 * Stops at the first payment that does not fit: nothing is due any more, or it exceeds the balance and gives no change.
 */
export function settlePayments<P extends Payment>(
  totalPurchase: number,
  before: Paid,
  payments: readonly P[],
): { paid: Paid; settled: (P & { change: number })[]; misfit: MisfitPayment | null } {
  let paid: Paid = { amountPaid: before.amountPaid, change: before.change }
  const settled = payments.map((payment) => ({ ...payment, change: 0 }))
  const ordered = payments
    .map((payment, index) => ({ ...payment, index }))
    .toSorted((a, b) => Number(a.givesChange) - Number(b.givesChange))
  for (const { amount, paymentName, givesChange, index } of ordered) {
    const balance = computeBalance(totalPurchase, paid)
    if (balance === 0)
      return { paid, settled, misfit: { index, code: 'payment.nothing_due', message: 'Nothing is left to pay' } }
    if (amount > balance && !givesChange) {
      const message = `${paymentName} may not be more than the balance of ${formatPeso(balance)}`
      return { paid, settled, misfit: { index, code: 'payment.exceeds_balance', message } }
    }
    const change = fromCentavos(Math.max(0, toCentavos(amount) - toCentavos(balance)))
    settled[index]!.change = change
    paid = {
      amountPaid: fromCentavos(toCentavos(paid.amountPaid) + toCentavos(amount)),
      change: fromCentavos(toCentavos(paid.change) + toCentavos(change)),
    }
  }
  return { paid, settled, misfit: null }
}
