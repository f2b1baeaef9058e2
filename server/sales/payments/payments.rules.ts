import type { paymentCodes } from '../../../contract/sales/payment-types.ts'
import {
  computeBalance,
  computeLeastDeposit,
  computeNetPaid,
  type LeastDeposit,
  type Paid,
  settlePayments,
} from '../../../contract/sales/payments.ts'
import { formatPeso, toCentavos } from '../../../contract/shared/money.ts'
import type { entryKinds } from '../../db/schema/money.ts'
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

/** Whether so much is paid that the sale keeps its goods until it is closed. The setting names the least deposit. */
export const isDepositEnough = (setting: LeastDeposit, totalPurchase: number, paid: Paid) =>
  toCentavos(computeNetPaid(paid)) >= Math.max(1, toCentavos(computeLeastDeposit(setting, totalPurchase)))

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

/** An entry of the money ledger, as JSON of the database has it. The type of a payment has a name. */
type StoredEntry = {
  entryID: number
  kind: (typeof entryKinds)[number]
  paymentTypeID: number | null
  paymentName: string | null
  paymentCode: (typeof paymentCodes)[number] | null
  amount: number
  reference: string | null
  tradeInID: number | null
  reason: string | null
  at: string
  paymentEntryID: number | null
  correctsID: number | null
  correctedByName: string | null
}

/**
 * Returns a sale's payments and its repaid deposit from all its entries in order, each with the change that was given
 * for it and its correction.
 */
export function paymentsOf(entries: readonly StoredEntry[]) {
  const changes = new Map(entries.map(({ paymentEntryID, amount }) => [paymentEntryID, -amount]))
  const counters = new Map(entries.map((entry) => [entry.correctsID, entry]))
  return entries.flatMap(
    ({ entryID, kind, paymentTypeID, paymentName, paymentCode, amount, reference, tradeInID, at, ...rest }) => {
      if ((kind !== 'payment' && kind !== 'deposit_returned') || rest.correctsID !== null) return []
      const counter = counters.get(entryID)
      return {
        paymentID: entryID,
        paymentTypeID: paymentTypeID!,
        paymentName: paymentName!,
        paymentCode,
        amount,
        change: changes.get(entryID) ?? 0,
        reference,
        tradeInID,
        paidAt: new Date(at),
        correction: counter
          ? { at: new Date(counter.at), byName: counter.correctedByName, reason: counter.reason ?? '' }
          : null,
      }
    },
  )
}
