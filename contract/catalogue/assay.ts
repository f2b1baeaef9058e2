import { fromCentavos, toCentavos } from '../shared/money.ts'
import { formatWeight } from '../shared/quantities.ts'
import { fineness, type Karat } from './karats.ts'

// The assay line states what can be measured of a piece: its hallmark, its grams, and the price of one gram.

type Piece = {
  uom: 'PCS' | 'PAIR' | 'BULK'
  /** The weight of one piece or pair. */
  grams: number
  karat: Karat | null
  stone: string | null
}

/** Returns the hallmark as text: `18K 750`. */
export const hallmarkOf = (karat: Karat) => `${karat} ${fineness[karat]}`

/**
 * Describes a piece in one line of a paper: `18K 750 · 2.10 g · diamond · size 11 · CGL 204801`. A BULK item has no
 * weight of its own, because its quantity is in grams.
 */
export const describePiece = ({
  uom,
  grams,
  karat,
  stone,
  size,
  certificateNumber,
}: Piece & { size: string | null; certificateNumber: string | null }): string =>
  [
    karat && hallmarkOf(karat),
    uom !== 'BULK' && grams > 0 && formatWeight(grams),
    stone,
    size && (/^size\b/i.test(size) ? size : `size ${size}`),
    certificateNumber,
  ]
    .filter(Boolean)
    .join(' · ')

/** Returns the price of one gram in whole pesos; null for a piece without gold or weight, as a loose stone. */
export function computePesosPerGram({ uom, grams, karat }: Piece, price: number): number | null {
  if (karat === null || price <= 0) return null
  if (uom === 'BULK') return Math.round(price)
  return grams > 0 ? Math.round(price / grams) : null
}

/** Returns the margin of a price over its cost in whole percent; null without a price or a cost. */
export const computeMargin = (price: number, cost: number): number | null =>
  price > 0 && cost > 0 ? Math.round((fromCentavos(toCentavos(price) - toCentavos(cost)) / price) * 100) : null
