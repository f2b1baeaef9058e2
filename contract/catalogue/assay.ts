import { formatPeso, fromCentavos, toCentavos } from '../shared/money.ts'
import { formatWeight } from '../shared/quantities.ts'
import { describeMetal, hallmarkOf, type Piece } from './metal.ts'

// The assay line states what can be measured of a piece: its hallmark, its grams, and the price of one gram.

/**
 * Describes a piece in one line of a paper: `18K 750 · 2.10 g · diamond · size 11 · CGL 204801`. A BULK item has no
 * weight of its own, because its quantity is in grams. With its price, a piece without stones also has that of a gram.
 */
export function describePiece(piece: Piece & { size: string | null; certificateNumber: string | null }, price = 0) {
  const { uom, grams, karat, stone, size, certificateNumber } = piece
  const pesosPerGram = computePublicPesosPerGram(piece, price)
  return joinAssay([
    karat && hallmarkOf(karat),
    uom !== 'BULK' && grams > 0 && formatWeight(grams),
    pesosPerGram !== null && formatPesosPerGram(pesosPerGram),
    stone,
    size && (/^size\b/i.test(size) ? size : `size ${size}`),
    certificateNumber,
  ])
}

/** Joins the parts of an assay line that are known: `18K 750 · 2.10 g · gold ₱9,870`. */
export const joinAssay = (parts: readonly (string | null | false)[]) => parts.filter(Boolean).join(' · ')

/** Describes a piece as staff see it: `18K 750 · 2.10 g · ₱24,548/g`. The price of a gram stands only with gold. */
export function describeAssay(piece: Piece, price: number) {
  const pesosPerGram = computePesosPerGram(piece, price)
  return joinAssay([describeMetal(piece), pesosPerGram !== null && formatPesosPerGram(pesosPerGram)])
}

/** Returns the price of one gram in whole pesos; null for a piece without gold or weight, as a loose stone. */
export function computePesosPerGram({ uom, grams, karat }: Piece, price: number): number | null {
  if (karat === null || price <= 0) return null
  if (uom === 'BULK') return Math.round(price)
  return grams > 0 ? Math.round(price / grams) : null
}

/**
 * Returns the price of one gram as customers see it: not of a piece with stones, which are most of its price, and not of
 * a BULK item, whose price is that of a gram.
 */
export const computePublicPesosPerGram = (piece: Piece, price: number): number | null =>
  piece.stone === null && piece.uom !== 'BULK' ? computePesosPerGram(piece, price) : null

/** Formats whole pesos a gram: `₱11,500/g`. */
export const formatPesosPerGram = (pesos: number) => `${formatPeso(pesos).replace(/\.00$/, '')}/g`

/** Returns the margin of a price over its cost in whole percent; null without a price or a cost. */
export const computeMargin = (price: number, cost: number): number | null =>
  price > 0 && cost > 0 ? Math.round((fromCentavos(toCentavos(price) - toCentavos(cost)) / price) * 100) : null
