import { formatWeight } from '../shared/quantities.ts'
import { fineness, type Karat } from './karats.ts'

// The public pages load this file, so it imports no zod. The fields of the API are in metal-fields.ts.

/** The fields that say of what an item is made. `grams` is the weight of one piece or pair, in grams. */
export type Piece = { uom: 'PCS' | 'PAIR' | 'BULK'; grams: number; karat: Karat | null; stone: string | null }

/** Returns the hallmark as text: `18K 750`. */
export const hallmarkOf = (karat: Karat) => `${karat} ${fineness[karat]}`

/**
 * Describes what an item is made of: `18K 750 · 2.10 g`. A piece without gold names its stone instead of a hallmark. A
 * BULK item has no weight of its own, because its quantity is in grams. Empty for an item about which nothing is known.
 */
export const describeMetal = ({ uom, grams, karat, stone }: Piece) =>
  [karat === null ? stone : hallmarkOf(karat), uom !== 'BULK' && grams > 0 && formatWeight(grams)]
    .filter(Boolean)
    .join(' · ')
