import { peso } from '../../../contract/shared/money.ts'
import { formatNumber } from '../../../contract/shared/numbers.ts'

// Figures are written alike in all the languages of the public pages.

export const whole = (value: number) => formatNumber(value, 0, 0)

/** `₱86,500`, with centavos only where there are some. */
export const price = (pesos: number) => peso(pesos).replace(/\.00$/, '')

/** A weight in grams to the milligram: `4.850` */
export const grams = (value: number) => formatNumber(value, 3, 3)
