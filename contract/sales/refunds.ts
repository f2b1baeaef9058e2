import { fromCentavos, scaleHalfUp, toCentavos } from '../shared/money.ts'
import { toThousandths } from '../shared/quantities.ts'

// Computes refunds for returned goods, in whole centavos and thousandths. The server and the screen share it, so that
// the screen shows the exact refund before the user confirms it.

/**
 * One line of a sale. Quantities are in pieces or grams, `lineTotal` is in pesos. `refundedQty` was returned before.
 */
export type SoldLine = { salesItemID: number; orderQty: number; lineTotal: number; refundedQty: number }

/** Returns the quantity of a line that has not been returned yet. */
export const returnableQtyOf = ({ orderQty, refundedQty }: Pick<SoldLine, 'orderQty' | 'refundedQty'>) =>
  (toThousandths(orderQty) - toThousandths(refundedQty)) / 1000

/** Returns the refund in pesos for each returned part, in the order of `parts`. A part is a quantity of one line. */
export function computeRefunds(
  { items, discount }: { items: readonly SoldLine[]; discount: number },
  parts: readonly { salesItemID: number; qty: number }[],
): number[] {
  const nets = computeLineNets(items, discount)
  const back = new Map(items.map(({ salesItemID, refundedQty }) => [salesItemID, toThousandths(refundedQty)]))
  return parts.map(({ salesItemID, qty }) => {
    const n = items.findIndex((line) => line.salesItemID === salesItemID)
    const before = back.get(salesItemID)!
    back.set(salesItemID, before + toThousandths(qty))
    return computeRefund({ ...items[n]!, refundedQty: before / 1000 }, nets[n]!, qty)
  })
}

/**
 * Returns the net revenue of each line in centavos: its total less its share of the discount. Shares are proportional
 * to the line totals, rounded half up. The largest line absorbs the rounding difference, and no line is negative.
 */
export function computeLineNets(lines: readonly Pick<SoldLine, 'lineTotal'>[], discount: number): number[] {
  const totals = lines.map(({ lineTotal }) => toCentavos(lineTotal))
  const whole = totals.reduce((sum, total) => sum + total, 0)
  const off = toCentavos(discount)
  const shares = totals.map((total) => scaleHalfUp(off, total, whole))
  let left = off - shares.reduce((sum, share) => sum + share, 0)
  for (const n of [...totals.keys()].toSorted((a, b) => totals[b]! - totals[a]!)) {
    // Each share stays between 0 and the line's total; the next line absorbs the remainder.
    const share = Math.min(Math.max(shares[n]! + left, 0), totals[n]!)
    left -= share - shares[n]!
    shares[n] = share
  }
  return totals.map((total, n) => total - shares[n]!)
}

/**
 * Returns the refund in pesos for `qty` of a line with a net revenue of `net` centavos. It is the refund for everything
 * returned so far less the refund for everything returned before. Partial refunds therefore add up exactly to the full
 * refund.
 */
export function computeRefund({ orderQty, refundedQty }: SoldLine, net: number, qty: number): number {
  const [sold, before] = [toThousandths(orderQty), toThousandths(refundedQty)]
  return fromCentavos(scaleHalfUp(net, before + toThousandths(qty), sold) - scaleHalfUp(net, before, sold))
}
