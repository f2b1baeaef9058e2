/** A quantity of stock (3 decimals) as a whole number of thousandths, so that sums are exact: 2.345 g is 2345. */
export const thousandths = (quantity: number) => Math.round(quantity * 1000)

/** The exact sum of two quantities. */
export const plus = (one: number, other: number) => (thousandths(one) + thousandths(other)) / 1000
