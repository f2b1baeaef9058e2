import { peso } from '../../../contract/shared/money.ts'
import { formatNumber } from '../../../contract/shared/numbers.ts'

// All languages of the public pages share one number format.

export const whole = (value: number) => formatNumber(value, 0, 0)

/** Formats a price: `₱86,500`, with centavos only if there are any. */
export const price = (pesos: number) => peso(pesos).replace(/\.00$/, '')

/** Formats a weight in grams to the milligram: `4.850` */
export const grams = (value: number) => formatNumber(value, 3, 3)
