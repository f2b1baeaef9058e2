import { fromCentavos, peso, toCentavos } from '../../../contract/shared/money.ts'
import { AppError } from '../../kernel/errors.ts'

/** The amount handed over, in pesos, and how much of it was handed back as change. */
export type Paid = { amountPaid: number; change: number }

/** The amount that the shop keeps of what was handed over. */
export const netPaid = ({ amountPaid, change }: Paid) => fromCentavos(toCentavos(amountPaid) - toCentavos(change))

/** The amount still to be paid. */
export const balanceOf = (totalPurchase: number, paid: Paid) =>
  fromCentavos(Math.max(0, toCentavos(totalPurchase) - toCentavos(netPaid(paid))))

/** Adds the amount still owed to a sale: nothing once it is canceled or refunded. */
export const withBalance = <T extends Paid & { status: string; totalPurchase: number }>(sale: T) => ({
  ...sale,
  balance: sale.status === 'Canceled' || sale.status === 'Refunded' ? 0 : balanceOf(sale.totalPurchase, sale),
})

/** 422 while something is left to pay. */
export function assertPaid(totalPurchase: number, paid: Paid) {
  const balance = balanceOf(totalPurchase, paid)
  if (balance > 0) throw new AppError('sale.balance_due', `Balance due: ${peso(balance)}`)
}

/**
 * Takes payments towards a total. Only what gives change (cash) may exceed the balance; 422 otherwise, and where
 * nothing is left to pay. In whatever order they come, cash covers what the others leave.
 */
export function settle(
  totalPurchase: number,
  before: Paid,
  payments: readonly { amount: number; paymentName: string; givesChange: boolean }[],
): Paid {
  let paid = before
  for (const { amount, paymentName, givesChange } of payments.toSorted(
    (a, b) => Number(a.givesChange) - Number(b.givesChange),
  )) {
    const balance = balanceOf(totalPurchase, paid)
    if (balance === 0) throw new AppError('payment.nothing_due', 'Nothing is left to pay')
    if (amount > balance && !givesChange)
      throw new AppError(
        'payment.exceeds_balance',
        `${paymentName} may not be more than the balance of ${peso(balance)}`,
      )
    paid = {
      amountPaid: fromCentavos(toCentavos(paid.amountPaid) + toCentavos(amount)),
      change: fromCentavos(toCentavos(paid.change) + Math.max(0, toCentavos(amount) - toCentavos(balance))),
    }
  }
  return paid
}
