import { formatNumber } from './numbers.ts'

/** A quantity of stock (3 decimals) as a whole number of thousandths, so that sums are exact: 2.345 g is 2345. */
export const thousandths = (quantity: number) => Math.round(quantity * 1000)

/** A weight as it is written on a ticket, 2 or 3 decimals: `6.10`. */
export const grams = (value: number) => formatNumber(value, 2, 3)

/** The exact sum of two quantities. */
export const plus = (one: number, other: number) => (thousandths(one) + thousandths(other)) / 1000
