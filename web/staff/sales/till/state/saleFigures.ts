// Computes the figures of a draft: totals, shortages, and suggested amounts and quantities.
import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { computeBalance, computeNetPaid, settlePayments } from '../../../../../contract/sales/payments.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { fromCentavos, computeLineTotal, computeSaleTotals, toCentavos } from '../../../../../contract/shared/money.ts'
import { toThousandths } from '../../../../../contract/shared/quantities.ts'
import type { Draft, TillLine } from './draft.ts'
import { completeInstalments, findNextDue, type NextDue } from './instalments.ts'

/**
 * Returns the cash amounts that people are likely to hand over for a balance, in pesos: up to three round amounts,
 * smallest first, without the exact balance.
 */
export function suggestCash(balance: number): number[] {
  const rounded = [100, 500, 1000, 5000].map((note) => Math.ceil(balance / note) * note)
  return [...new Set(rounded)].filter((amount) => amount > balance).slice(0, 3)
}

/**
 * Returns the missing quantity of each line, by the line's key. Lines of the same item take its stock in their order.
 */
export function computeShortages(
  lines: readonly TillLine[],
  available: ReadonlyMap<number, number>,
): Map<number, number> {
  // Thousandths are integers, so that grams add up exactly.
  const left = new Map([...available].map(([itemID, quantity]) => [itemID, toThousandths(quantity)]))
  const short = new Map<number, number>()
  for (const { key, itemID, orderQty } of lines) {
    const free = left.get(itemID)
    if (free === undefined) continue // The stock is still loading.
    const wanted = toThousandths(orderQty)
    left.set(itemID, Math.max(0, free - wanted))
    if (wanted > free) short.set(key, (wanted - free) / 1000)
  }
  return short
}

/** Returns the missing quantities, one entry per item. */
export function listMissingItems(lines: readonly TillLine[], short: ReadonlyMap<number, number>) {
  const byItem = new Map<number, number>()
  for (const { key, itemID } of lines) {
    const missing = short.get(key)
    if (missing !== undefined) byItem.set(itemID, Math.round(((byItem.get(itemID) ?? 0) + missing) * 1000) / 1000)
  }
  return [...byItem].map(([itemID, orderQty]) => ({ itemID, orderQty }))
}

/** Returns 0 for a quantity that is missing or not a number. */
export const quantityOr0 = (typed: number | null) => (typed === null || Number.isNaN(typed) ? 0 : typed)

/** Returns the quantity plus or minus one, at least 1. A separate button removes the line. */
export const stepQuantity = (quantity: number, by: 1 | -1) => Math.max(1, Math.round((quantity + by) * 1000) / 1000)

/** Returns 0 for a number that is missing or NaN. */
export const numberOr0 = (value: number | null) => (value === null || Number.isNaN(value) ? 0 : value)

/** Returns the line's total in pesos; 0 while its price is invalid. */
export const computeTotal = ({ price, orderQty }: Pick<TillLine, 'price' | 'orderQty'>) =>
  fromCentavos(computeLineTotal(Math.max(0, numberOr0(price)), Math.max(0, orderQty)))

/** Returns the totals of a draft, in pesos, without its payments. */
export function computeTotals({ lines, discount, shippingFee }: Draft) {
  const { subtotal, total } = computeSaleTotals({
    items: lines.map(({ price, orderQty }) => ({ price: numberOr0(price), orderQty })),
    discount: numberOr0(discount),
    shippingFee: numberOr0(shippingFee),
    payments: [],
  })
  // The server refuses a discount above the subtotal. Until it is corrected, nothing is due.
  return { subtotal: fromCentavos(subtotal), total: fromCentavos(Math.max(0, total)) }
}

/** Returns the new payments with an amount, each with its type. A payment gives change while its type is unknown. */
const listNewPayments = ({ payments }: Draft, types: readonly PaymentTypeRow[]) =>
  payments.map(({ paymentTypeID, amount }) => {
    const type = types.find((one) => one.paymentTypeID === paymentTypeID)
    return {
      amount: Math.max(0, numberOr0(amount)),
      paymentName: type?.paymentName ?? '',
      givesChange: type?.givesChange ?? true,
    }
  })

/** Returns the totals in pesos with the stored payments, and the change of the new payments alone. */
export function computeSummary(
  draft: Draft,
  stored: Pick<SaleRow, 'amountPaid' | 'change'> | null,
  types: readonly PaymentTypeRow[],
) {
  const { subtotal, total } = computeTotals(draft)
  const before = { amountPaid: stored?.amountPaid ?? 0, change: stored?.change ?? 0 }
  const due = toCentavos(computeBalance(total, before))
  const payments = listNewPayments(draft, types)
  const paid = payments.reduce((sum, { amount }) => sum + toCentavos(amount), 0)
  const cash = payments.reduce((sum, { amount, givesChange }) => sum + (givesChange ? toCentavos(amount) : 0), 0)
  return {
    totalItems: draft.lines.length,
    totalQuantity: Math.round(draft.lines.reduce((sum, { orderQty }) => sum + orderQty * 1000, 0)) / 1000,
    subtotal,
    total,
    paid: fromCentavos(toCentavos(before.amountPaid) + paid),
    balance: fromCentavos(Math.max(0, due - paid)),
    cash: fromCentavos(cash),
    // Only cash gives change, whatever else was typed.
    change: fromCentavos(Math.min(cash, Math.max(0, paid - due))),
  }
}

/** Returns what was paid and is to be paid by each payment type, in pesos. A corrected payment does not count. */
export function sumByType(draft: Draft, stored: Pick<SaleRow, 'payments'> | null, types: readonly PaymentTypeRow[]) {
  const sums = new Map<string, number>()
  const taken = stored?.payments.filter(({ correction }) => correction === null) ?? []
  for (const { paymentName, amount } of [...taken, ...listNewPayments(draft, types)])
    if (amount > 0) sums.set(paymentName, (sums.get(paymentName) ?? 0) + toCentavos(amount))
  return [...sums].map(([name, amount]) => ({ name, amount: fromCentavos(amount) }))
}

/** Whether the last new payment is cash, which may be rounded up. */
const endsWithCash = ({ payments }: Draft, types: readonly PaymentTypeRow[]) =>
  types.find(({ paymentTypeID }) => paymentTypeID === payments.at(-1)?.paymentTypeID)?.givesChange ?? false

/** The money to take at this step, in pesos. */
export type MoneyDue = {
  /** The instalment to take next, before the new payments; null without a schedule. */
  next: NextDue | null
  /** The amount of the next payment: the rest of an instalment, or the balance. */
  suggested: number
  /** The new payments of a schedule that leave a balance; 0 if there is none. */
  part: number
  /** The amount that cash is to cover; null for instalments and if the last payment is no cash. */
  cash: number | null
}

/** Returns the money to take next of a draft with these totals. */
export function computeMoneyDue(
  draft: Draft,
  stored: Pick<SaleRow, 'amountPaid' | 'change'> | null,
  { total, paid, balance, change }: ReturnType<typeof computeSummary>,
  types: readonly PaymentTypeRow[],
  today: string,
): MoneyDue {
  const schedule = completeInstalments(draft.schedule)
  const paidWithNew = fromCentavos(Math.max(0, toCentavos(total) - toCentavos(balance)))
  const open = findNextDue(schedule, paidWithNew, today)
  const typed = fromCentavos(toCentavos(paid) - toCentavos(stored?.amountPaid ?? 0))
  const isInstalments = draft.schedule.length > 0
  const last = numberOr0(draft.payments.at(-1)?.amount ?? null)
  const ofLastCash = endsWithCash(draft, types) ? fromCentavos(toCentavos(last) - toCentavos(change)) : 0
  return {
    next: findNextDue(schedule, stored ? computeNetPaid(stored) : 0, today),
    // Nothing can be taken while the payment types load.
    suggested: types.length === 0 ? 0 : Math.min(open?.amount ?? balance, balance),
    part: isInstalments && balance > 0 ? typed : 0,
    cash: isInstalments ? null : balance > 0 ? balance : ofLastCash,
  }
}

/** Returns the first new payment that the server would refuse for its amount, with the server's message; else null. */
export function findMisfitPayment(
  draft: Draft,
  stored: Pick<SaleRow, 'amountPaid' | 'change'> | null,
  types: readonly PaymentTypeRow[],
): { field: string; message: string } | null {
  const before = { amountPaid: stored?.amountPaid ?? 0, change: stored?.change ?? 0 }
  const typed = listNewPayments(draft, types).map((payment, n) => ({ ...payment, n }))
  const given = typed.filter(({ amount }) => amount > 0)
  const { misfit } = settlePayments(computeTotals(draft).total, before, given)
  return misfit && { field: `payments.${given[misfit.index]!.n}.amount`, message: misfit.message }
}
