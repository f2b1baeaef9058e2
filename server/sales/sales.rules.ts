import {
  discountProblem,
  fromCentavos,
  largestAmount,
  peso,
  saleTotals,
  toCentavos,
} from '../../contract/shared/money.ts'
import { thousandths } from '../../contract/shared/quantities.ts'
import { type SignedIn, mayAct } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import type { SellableRow } from '../stock/ledger/ledger.ts'

// What the shop allows in a sale, apart from where it is stored. Amounts are pesos unless a name says centavos.

/** One line, as asked for: price per unit, quantity in pieces or pairs, or in grams of a BULK item. */
export type Line = { itemID: number; price: number; orderQty: number }

/** What somebody allowed in this sale before: it may be kept by anybody. */
export type Allowed = { lines: readonly Line[]; subtotal: number; discount: number }

/** What the lines, the discount and the fee add up to. 400 where the discount is larger than what it is taken from. */
export function addUp(lines: readonly Line[], discount: number, shippingFee: number) {
  const { subtotal, total } = saleTotals({ items: lines, discount, shippingFee, payments: [] })
  if (subtotal > largestAmount || total > largestAmount)
    throw new AppError('amount.too_large', 'The total is too large')
  const problem = discountProblem(discount, fromCentavos(subtotal))
  if (problem !== null) throw new AppError('sale.discount_too_large', problem, { field: 'discount' })
  return { subtotal: fromCentavos(subtotal), totalPurchase: fromCentavos(total) }
}

/**
 * A price below the item's own needs a manager (403). What this sale has of the item at that price or below it stays
 * allowed, each piece of it once.
 */
export function assertPrices(
  user: SignedIn,
  lines: readonly (Line & { itemName: string; itemPrice: number })[],
  allowed: Allowed | null,
) {
  if (mayAct(user, 'sales.price_below')) return
  for (const [n, { itemID, itemName, itemPrice, price }] of lines.entries()) {
    if (price < itemPrice && soldFor(lines, itemID, price) > soldFor(allowed?.lines ?? [], itemID, price))
      throw new AppError('sale.price_below', `Only a manager may sell ${itemName} below ${peso(itemPrice)}`, {
        field: `items.${n}.price`,
      })
  }
}

/** How much of an item the lines have at this price or below it, in thousandths. */
const soldFor = (lines: readonly Line[], itemID: number, price: number) =>
  lines
    .filter((line) => line.itemID === itemID && line.price <= price)
    .reduce((sum, { orderQty }) => sum + thousandths(orderQty), 0)

/** A discount above 10 % of the items needs a manager (403), unless this sale has as large a share off already. */
export function assertDiscount(user: SignedIn, subtotal: number, discount: number, allowed: Allowed | null) {
  if (mayAct(user, 'sales.discount_freely')) return
  const [whole, off] = [BigInt(toCentavos(subtotal)), BigInt(toCentavos(discount))]
  const kept =
    allowed !== null && off * BigInt(toCentavos(allowed.subtotal)) <= BigInt(toCentavos(allowed.discount)) * whole
  if (off * 10n > whole && !kept)
    throw new AppError('sale.discount_above', 'Only a manager may give a discount of more than 10 %', {
      field: 'discount',
    })
}

/** What has been handed over, and how much of it was handed back as change. */
export type Paid = { amountPaid: number; change: number }

/** What the shop keeps of what was handed over. */
export const netPaid = ({ amountPaid, change }: Paid) => fromCentavos(toCentavos(amountPaid) - toCentavos(change))

/** What is still to be paid. */
export const balanceOf = (totalPurchase: number, paid: Paid) =>
  fromCentavos(Math.max(0, toCentavos(totalPurchase) - toCentavos(netPaid(paid))))

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

/** What one line takes of one row of stock. */
type Part = { line: number; inventoryID: number; quantity: number }

/**
 * Shares out stock to the lines, in their order, each from the first row that has some. Answers what each takes, and
 * the first line that gets less than it wants, with what there is of its item for all lines together.
 */
export function allocate(lines: readonly { itemID: number; wanted: number }[], rows: readonly SellableRow[]) {
  // In thousandths, so that grams add up exactly.
  const left = rows.map((row) => thousandths(row.quantity) - thousandths(row.reserved))
  const parts: Part[] = []
  let short: { line: number; available: number } | null = null
  for (const [line, { itemID, wanted }] of lines.entries()) {
    let missing = thousandths(wanted)
    for (const [n, row] of rows.entries()) {
      const taken = row.itemID === itemID ? Math.min(missing, left[n]!) : 0
      if (taken <= 0) continue
      left[n]! -= taken
      missing -= taken
      parts.push({ line, inventoryID: row.inventoryID, quantity: taken / 1000 })
    }
    if (missing > 0) short ??= { line, available: availableOf(itemID, rows) }
  }
  return { parts, short }
}

const availableOf = (itemID: number, rows: readonly SellableRow[]) =>
  rows
    .filter((row) => row.itemID === itemID)
    .reduce((sum, row) => sum + thousandths(row.quantity) - thousandths(row.reserved), 0) / 1000
