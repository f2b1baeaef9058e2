import { eq } from 'drizzle-orm'

import { adjustmentPiece } from '../../db/schema/pieces.ts'
import type { Context } from '../../kernel/context.ts'
import { assertLeaving, assertReturning } from '../pieces/moved-pieces.rules.ts'
import { findPieces } from '../pieces/pieces.queries.ts'
import type { Adjustment } from './adjustments.queries.ts'

// The pieces that an adjustment names.

/**
 * Returns the pieces with which an adjustment can be approved now; undefined for an item that is not kept by piece, and for
 * goods that get new pieces. Throws when they are not named, or are elsewhere.
 */
export async function resolveAdjustedPieces(
  { db }: Context,
  { inventoryID, quantityAdjusted, inventory: { item } }: Adjustment,
  pieceIDs: readonly number[] | undefined,
): Promise<number[] | undefined> {
  const pieces = await findPieces(db, pieceIDs ?? [])
  const naming = { pieceIDs, quantity: Math.abs(quantityAdjusted), field: 'pieceIDs' }
  return quantityAdjusted < 0 ? assertLeaving(item, pieces, inventoryID, naming) : assertReturning(item, pieces, naming)
}

/** Replaces the pieces that an adjustment names. */
export async function storeAdjustedPieces({ db }: Context, adjustmentID: number, pieceIDs: readonly number[]) {
  await db.delete(adjustmentPiece).where(eq(adjustmentPiece.adjustmentID, adjustmentID))
  if (pieceIDs.length > 0)
    await db.insert(adjustmentPiece).values(pieceIDs.map((pieceID) => ({ adjustmentID, pieceID })))
}
