import { fromCentavos, scaleHalfUp, toCentavos } from '../shared/money.ts'
import type { TaxKind } from './tax-countries.ts'

// Splits amounts that include tax into their base and their tax, in whole centavos.

/** An amount in centavos that includes tax at a rate of `percent`. Rates with the same key are the same rate. */
export type TaxedPart = { taxRateID: number; percent: number; amount: number }

/**
 * Returns the tax within each part, in centavos. The rule `line` rounds each part half up. The rule `rate` rounds the
 * tax of all parts of a rate down once, and gives each part its share, so that the parts add up to it exactly.
 */
export function computeTaxes(rounding: 'line' | 'rate', parts: readonly TaxedPart[]): number[] {
  if (rounding === 'line') return parts.map(({ amount, percent }) => taxWithin(amount, percent, 'half up'))
  const before = new Map<number, number>()
  return parts.map(({ taxRateID, amount, percent }) => {
    const sum = before.get(taxRateID) ?? 0
    before.set(taxRateID, sum + amount)
    return taxWithin(sum + amount, percent, 'down') - taxWithin(sum, percent, 'down')
  })
}

/** Returns amount × rate / (100 + rate), rounded once. Percents have two decimals, so their hundredths are whole. */
function taxWithin(amount: number, percent: number, rounding: 'half up' | 'down'): number {
  const hundredths = Math.round(percent * 100)
  if (rounding === 'half up') return scaleHalfUp(amount, hundredths, 10_000 + hundredths)
  return Number((BigInt(amount) * BigInt(hundredths)) / BigInt(10_000 + hundredths))
}

/**
 * Returns the part of a line's frozen tax that goes back with a refund, in centavos. It is the tax of everything
 * refunded so far less the tax of everything refunded before. All refunds of a line therefore return exactly its tax.
 */
export function computeRefundedTax(line: { amount: number; tax: number }, refundedBefore: number, refunded: number) {
  return (
    scaleHalfUp(line.tax, refundedBefore + refunded, line.amount) - scaleHalfUp(line.tax, refundedBefore, line.amount)
  )
}

/** Returns an amount in centavos and the tax within it as pesos, with the base. */
export const splitTaxed = (amount: number, tax: number) => ({
  amount: fromCentavos(amount),
  base: fromCentavos(amount - tax),
  tax: fromCentavos(tax),
})

type FrozenTax = {
  salesItemID: number | null
  refundID: number | null
  taxRateID: number
  amount: number
  tax: number
}

/**
 * Returns the taxes that a refund of these parts gives back, one for each line; none for a sale without recorded taxes.
 * Amounts are negative, as the ledger stores them.
 */
export function computeRefundTaxes(
  taxes: readonly FrozenTax[],
  returned: readonly { salesItemID: number; amount: number }[],
) {
  return [...Map.groupBy(returned, ({ salesItemID }) => salesItemID)].flatMap(([salesItemID, parts]) => {
    const ofLine = taxes.filter((entry) => entry.salesItemID === salesItemID)
    const sold = ofLine.find(({ refundID }) => refundID === null)
    if (!sold) return []
    const before = ofLine.reduce((sum, entry) => sum - (entry.refundID === null ? 0 : toCentavos(entry.amount)), 0)
    const amount = parts.reduce((sum, part) => sum + toCentavos(part.amount), 0)
    const line = { amount: toCentavos(sold.amount), tax: toCentavos(sold.tax) }
    const tax = computeRefundedTax(line, before, amount)
    // Subtracting from 0 avoids a negative zero.
    return { salesItemID, taxRateID: sold.taxRateID, ...splitTaxed(0 - amount, 0 - tax) }
  })
}

type DatedRate = { kind: TaxKind; fromDate: string; untilDate: string | null }

/** Returns the rate of a kind that is in force on a day: the latest that has begun, unless it has ended. */
export function findRateInForce<Rate extends DatedRate>(rates: readonly Rate[], kind: TaxKind, day: string) {
  const begun = rates.filter((rate) => rate.kind === kind && rate.fromDate <= day)
  const latest = begun.toSorted((a, b) => (a.fromDate < b.fromDate ? 1 : -1))[0]
  return latest && (latest.untilDate === null || latest.untilDate >= day) ? latest : null
}
