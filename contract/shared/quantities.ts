import { formatNumber } from './numbers.ts'

/** Converts a stock quantity (3 decimals) to whole thousandths, so that sums are exact: 2.345 g is 2345. */
export const toThousandths = (quantity: number) => Math.round(quantity * 1000)

/** Formats a weight in grams with 2 or 3 decimals: `6.10`. */
export const formatGrams = (value: number) => formatNumber(value, 2, 3)

/** Formats a weight with its unit: `6.10 g`. Every screen and paper writes the weight of a piece with it. */
export const formatWeight = (grams: number) => `${formatGrams(grams)} g`

/** Formats a weight as certificates state it, to the milligram: `4.850 g`. */
export const formatExactWeight = (grams: number) => `${formatNumber(grams, 3, 3)} g`

/**
 * Formats a quantity in the unit of its item: pieces and pairs as a number, BULK in grams as they were entered: `12`,
 * `40.5 g`.
 */
export const formatInUnit = (quantity: number, uom: 'PCS' | 'PAIR' | 'BULK') =>
  uom === 'BULK' ? `${formatNumber(quantity)} g` : formatNumber(quantity)

/** Returns the exact sum of two quantities. */
export const addQuantities = (one: number, other: number) => (toThousandths(one) + toThousandths(other)) / 1000
