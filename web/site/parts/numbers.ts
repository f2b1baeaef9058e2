import { formatPeso } from '../../../contract/shared/money.ts'
import { formatNumber } from '../../../contract/shared/numbers.ts'

// All languages of the public pages share one number format.

export const formatWhole = (value: number) => formatNumber(value, 0, 0)

/** Formats a price: `₱86,500`. Centavos appear only if there are any. */
export const formatPrice = (pesos: number) => formatPeso(pesos).replace(/\.00$/, '')
