import { formatWeight } from '../shared/quantities.ts'
import { z } from '../shared/zod.ts'
import type { Piece } from './metal.ts'

/** The grams of gold in a piece: its weight without stones, at most as exact as a milligram. */
export const NetGrams = z
  .number({ error: 'Enter the net weight: the grams without stones' })
  .gt(0, 'The net weight is more than 0 g')
  .max(99_999_999, 'The net weight is too large')
  .refine((grams) => Math.round(grams * 1000) / 1000 === grams, 'A weight has at most 3 decimals')

/**
 * Returns why an item cannot have its net weight; null when it can, or has none. Weights are grams. An item of 0 g has an
 * unknown weight. The quantity of a BULK item is its weight, so it has no net weight of one piece.
 */
export function findNetWeightProblem({
  itemCode,
  uom,
  grams,
  netGrams,
}: {
  itemCode: string
  uom: Piece['uom']
  grams: number
  netGrams?: number | null | undefined
}) {
  if (netGrams === null || netGrams === undefined) return null
  if (uom === 'BULK')
    return {
      code: 'item.net_weight_bulk',
      message: `${itemCode} is sold by the gram: it has no net weight of one piece`,
    } as const
  if (grams > 0 && netGrams > grams)
    return {
      code: 'price.net_above_gross',
      message: `${itemCode} weighs ${formatWeight(grams)} with its stones: its net weight cannot be ${formatWeight(netGrams)}`,
    } as const
  return null
}
