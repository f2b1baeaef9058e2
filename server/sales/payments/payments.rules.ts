import { computeBalance, type Paid, settlePayments } from '../../../contract/sales/payments.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { AppError } from '../../kernel/errors.ts'

/** Adds the balance to a sale. It is 0 once the sale is canceled or refunded. */
export const withBalance = <T extends Paid & { status: string; totalPurchase: number }>(sale: T) => ({
  ...sale,
  balance: sale.status === 'Canceled' || sale.status === 'Refunded' ? 0 : computeBalance(sale.totalPurchase, sale),
})

/** Throws 422 while a balance is due. */
export function assertPaid(totalPurchase: number, paid: Paid) {
  const balance = computeBalance(totalPurchase, paid)
  if (balance > 0) throw new AppError('sale.balance_due', `Balance due: ${formatPeso(balance)}`)
}

/** Settles payments by the contract's rule. Throws 422 for the first payment that does not fit. */
export function applyPayments<P extends { amount: number; paymentName: string; givesChange: boolean }>(
  totalPurchase: number,
  before: Paid,
  payments: readonly P[],
): Paid & { payments: (P & { change: number })[] } {
  const { paid, settled, misfit } = settlePayments(totalPurchase, before, payments)
  if (misfit) throw new AppError(misfit.code, misfit.message)
  return { ...paid, payments: settled }
}
