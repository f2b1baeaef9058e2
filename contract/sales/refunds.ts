import { fromCentavos, toCentavos } from '../shared/money.ts'
import { thousandths } from '../shared/quantities.ts'

// What is handed back for goods that come back: whole numbers throughout, centavos of money and thousandths of goods.
// The server decides by it, and the screen shows it before anybody presses a button.

/** One line as it was sold: quantities in pieces (or grams), `lineTotal` in pesos. `refundedQty` came back before. */
export type SoldLine = { salesItemID: number; orderQty: number; lineTotal: number; refundedQty: number }

/** How much of a line has not come back yet. */
export const leftOf = ({ orderQty, refundedQty }: Pick<SoldLine, 'orderQty' | 'refundedQty'>) =>
  (thousandths(orderQty) - thousandths(refundedQty)) / 1000

/** Pesos handed back for each part of a sale that comes back, in their order. Each names a line of the sale. */
export function refundAmounts(
  { items, discount }: { items: readonly SoldLine[]; discount: number },
  parts: readonly { salesItemID: number; qty: number }[],
): number[] {
  const nets = netLines(items, discount)
  const back = new Map(items.map(({ salesItemID, refundedQty }) => [salesItemID, thousandths(refundedQty)]))
  return parts.map(({ salesItemID, qty }) => {
    const n = items.findIndex((line) => line.salesItemID === salesItemID)
    const before = back.get(salesItemID)!
    back.set(salesItemID, before + thousandths(qty))
    return refundOf({ ...items[n]!, refundedQty: before / 1000 }, nets[n]!, qty)
  })
}

/**
 * What each line brought in, in centavos: its total less its share of the discount, by line total, rounded half up.
 * The centavos that rounding leaves over or lacks are the largest line's; no line brings in less than nothing.
 */
export function netLines(lines: readonly Pick<SoldLine, 'lineTotal'>[], discount: number): number[] {
  const totals = lines.map(({ lineTotal }) => toCentavos(lineTotal))
  const whole = totals.reduce((sum, total) => sum + total, 0)
  const off = toCentavos(discount)
  const shares = totals.map((total) => halfUp(off, total, whole))
  let left = off - shares.reduce((sum, share) => sum + share, 0)
  for (const n of [...totals.keys()].toSorted((a, b) => totals[b]! - totals[a]!)) {
    // As much as the line bears, so that what is over never makes another line's share negative.
    const share = Math.min(Math.max(shares[n]! + left, 0), totals[n]!)
    left -= share - shares[n]!
    shares[n] = share
  }
  return totals.map((total, n) => total - shares[n]!)
}

/**
 * Pesos handed back for `qty` of a line that brought in `net` centavos. Reckoned from all that has come back so far,
 * so that parts add up to the whole to the centavo, in whatever portions the line comes back.
 */
export function refundOf({ orderQty, refundedQty }: SoldLine, net: number, qty: number): number {
  const [sold, before] = [thousandths(orderQty), thousandths(refundedQty)]
  return fromCentavos(halfUp(net, before + thousandths(qty), sold) - halfUp(net, before, sold))
}

/** `amount × part / whole`, rounded half up; nothing of nothing. In BigInt: centavos times thousandths pass 2^53. */
function halfUp(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0
  const [a, p, w] = [BigInt(amount), BigInt(part), BigInt(whole)]
  return Number((2n * a * p + w) / (2n * w))
}
