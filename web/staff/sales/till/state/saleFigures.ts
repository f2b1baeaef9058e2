// The figures of a draft: its totals, its shortages, and the amounts and quantities to offer.
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { fromCentavos, lineTotal, saleTotals, toCentavos } from '../../../../../contract/shared/money.ts'
import { thousandths } from '../../../../../contract/shared/quantities.ts'
import type { Draft, TillLine } from './draft.ts'

/**
 * What people hand over for a balance, in pesos: it rounded up to what notes make of it, at most three, the smallest
 * first. Exact cash is not among them.
 */
export function notesFor(balance: number): number[] {
  const rounded = [100, 500, 1000, 5000].map((note) => Math.ceil(balance / note) * note)
  return [...new Set(rounded)].filter((amount) => amount > balance).slice(0, 3)
}

/** Of which lines there is less than they want, by their keys: lines of one item share what there is, in their order. */
export function shortagesOf(lines: readonly TillLine[], there: ReadonlyMap<number, number>): Map<number, number> {
  // In thousandths, so that grams add up exactly.
  const left = new Map([...there].map(([itemID, quantity]) => [itemID, thousandths(quantity)]))
  const short = new Map<number, number>()
  for (const { key, itemID, orderQty } of lines) {
    const free = left.get(itemID)
    if (free === undefined) continue // not known yet
    const wanted = thousandths(orderQty)
    left.set(itemID, Math.max(0, free - wanted))
    if (wanted > free) short.set(key, (wanted - free) / 1000)
  }
  return short
}

/** The short lines, an item once: what is to be ordered. */
export function toOrder(lines: readonly TillLine[], short: ReadonlyMap<number, number>) {
  const byItem = new Map<number, number>()
  for (const { key, itemID } of lines) {
    const missing = short.get(key)
    if (missing !== undefined) byItem.set(itemID, Math.round(((byItem.get(itemID) ?? 0) + missing) * 1000) / 1000)
  }
  return [...byItem].map(([itemID, orderQty]) => ({ itemID, orderQty }))
}

/** What is typed as a quantity: what is no number is 0. */
export const quantityOf = (typed: number | null) => (typed === null || Number.isNaN(typed) ? 0 : typed)

/** One up or down; never below one, because a line is taken away by its own button. */
export const stepped = (quantity: number, by: 1 | -1) => Math.max(1, Math.round((quantity + by) * 1000) / 1000)

/** The number that is entered; 0 for none, or for text that is no number. */
export const or0 = (value: number | null) => (value === null || Number.isNaN(value) ? 0 : value)

/** The line's total, in pesos; 0 while its price is no number. */
export const totalOf = ({ price, orderQty }: Pick<TillLine, 'price' | 'orderQty'>) =>
  fromCentavos(lineTotal(Math.max(0, or0(price)), Math.max(0, orderQty)))

/** The summary, in pesos: what is at the till together with what was paid before. */
export function summaryOf(draft: Draft, stored: Pick<SaleRow, 'amountPaid' | 'change'> | null) {
  const before = { paid: stored?.amountPaid ?? 0, change: stored?.change ?? 0 }
  const { subtotal, paid, ...reckoned } = saleTotals({
    items: draft.lines.map(({ price, orderQty }) => ({ price: or0(price), orderQty })),
    discount: or0(draft.discount),
    shippingFee: or0(draft.shippingFee),
    payments: draft.payments.map(({ amount }) => ({ amount: or0(amount) })),
  })
  // A discount above the subtotal is refused; until it is mended nothing is handed back for it.
  const total = Math.max(0, reckoned.total)
  const due = total - toCentavos(before.paid) + toCentavos(before.change)
  return {
    totalItems: draft.lines.length,
    totalQuantity: Math.round(draft.lines.reduce((sum, { orderQty }) => sum + orderQty * 1000, 0)) / 1000,
    subtotal: fromCentavos(subtotal),
    total: fromCentavos(total),
    paid: fromCentavos(toCentavos(before.paid) + paid),
    balance: fromCentavos(Math.max(0, due - paid)),
    /** Handed back before, and now. */
    change: fromCentavos(toCentavos(before.change) + Math.max(0, paid - Math.max(0, due))),
  }
}
