import { sql } from 'drizzle-orm'

import { item } from './schema/catalogue.ts'
import { piece } from './schema/pieces.ts'

/**
 * Selects the weight without stones of a piece, or else of its item where the piece has no weight of its own: for rows
 * joined with `item`, and with the `piece` if there is one. Null if nobody knows it.
 */
export const netGramsOfPiece = sql<
  number | null
>`coalesce(${piece.netGrams}, case when ${piece.grams} is null then ${item.netGrams} end)::float8`
