import { formatNumber } from './numbers.ts'
import { toThousandths } from './quantities.ts'

/** Converts pesos to whole centavos, so that sums are exact: ₱1,234.50 is 123450. */
export const toCentavos = (pesos: number) => Math.round(pesos * 100)
export const fromCentavos = (centavos: number) => centavos / 100

/** The largest amount that numeric(14,2) stores, in centavos. */
export const largestAmount = 99_999_999_999_999

/** Formats pesos as `₱1,234.50`, with two to `most` decimals. */
export const formatPeso = (amount: number, most = 2) => formatNumber(amount, 2, most).replace(/(?=\d)/, '₱')

/**
 * Returns price (pesos, 2 decimals) times quantity (3 decimals), in centavos, rounded half up. It uses BigInt, because
 * a large price times a weight in milligrams exceeds 2^53.
 */
export function computeLineTotal(price: number, quantity: number): number {
  const milli = BigInt(toCentavos(price)) * BigInt(toThousandths(quantity))
  return Number((milli + 500n) / 1000n)
}

/** Returns the total cost of an order's lines, in centavos. */
export const computeOrderTotal = (lines: readonly { unitCost: number; orderQty: number }[]) =>
  lines.reduce((sum, { unitCost, orderQty }) => sum + computeLineTotal(unitCost, orderQty), 0)

/** Returns the totals of a sale, in centavos. */
export function computeSaleTotals(sale: {
  items: readonly { price: number; orderQty: number }[]
  discount: number
  shippingFee: number
  payments: readonly { amount: number }[]
}) {
  const subtotal = sale.items.reduce((sum, item) => sum + computeLineTotal(item.price, item.orderQty), 0)
  const total = subtotal - toCentavos(sale.discount) + toCentavos(sale.shippingFee)
  const paid = sale.payments.reduce((sum, payment) => sum + toCentavos(payment.amount), 0)
  return { subtotal, total, paid, balance: Math.max(0, total - paid), change: Math.max(0, paid - total) }
}

/** Returns the reason why a discount exceeds a subtotal (both in pesos); null when it fits. */
export const findDiscountProblem = (discount: number, subtotal: number): string | null =>
  toCentavos(discount) > toCentavos(subtotal)
    ? `The discount is more than the items come to (${formatPeso(subtotal)})`
    : null

/** Returns `amount × part / whole`, rounded half up. It uses BigInt, because centavos times thousandths exceed 2^53. */
export function scaleHalfUp(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0
  const [a, p, w] = [BigInt(amount), BigInt(part), BigInt(whole)]
  return Number((2n * a * p + w) / (2n * w))
}
