import type { PieceRow } from '../../../contract/stock/pieces.ts'
import { AppError } from '../../kernel/errors.ts'

// The rules by which a sale's lines name pieces, without database access.

/** A piece as a sale needs it: where it is, and which sale has taken it. */
export type SoldPiece = Pick<PieceRow, 'pieceID' | 'itemID' | 'number' | 'place' | 'holder'>

type Item = { itemID: number; itemName: string; byPiece: boolean }
type Sent = { itemID: number; orderQty: number; pieceID?: number | null | undefined }

/**
 * Returns the piece of each line; null for an item that is not kept by piece. Only a sale that may exceed the stock leaves
 * a piece open. Throws when a piece is missing, is of another item, is named twice, is elsewhere or is in another sale.
 */
export function matchPieces(
  lines: readonly Sent[],
  items: readonly Item[],
  pieces: ReadonlyMap<number, SoldPiece>,
  of: { salesTransactionID: number | null; locationID: number; locationName: string; beyondStock: boolean },
): (SoldPiece | null)[] {
  const named = new Set<number>()
  return lines.map(({ itemID, orderQty, pieceID }, n) => {
    const { itemName, byPiece } = items.find((one) => one.itemID === itemID)!
    const field = `items.${n}.pieceID`
    if (!byPiece) {
      if (pieceID) throw new AppError('piece.not_by_piece', `${itemName} is not kept by piece`, { field })
      return null
    }
    if (orderQty !== 1)
      throw new AppError('piece.one_each', `${itemName} is kept by piece: each piece has its own line`, {
        field: `items.${n}.orderQty`,
      })
    if (!pieceID) {
      if (of.beyondStock) return null
      throw new AppError('piece.not_named', `Choose the piece: ${itemName} is kept by piece`, { field })
    }
    const piece = pieces.get(pieceID)
    if (!piece) throw new AppError('reference.missing', `Piece ${pieceID} does not exist`, { field })
    if (piece.itemID !== itemID)
      throw new AppError('piece.other_item', `${piece.number} is not a piece of ${itemName}`, { field })
    if (named.has(pieceID)) throw new AppError('piece.twice', `${piece.number} is in this sale twice`, { field })
    named.add(pieceID)
    assertFree(piece, of, field)
    return piece
  })
}

function assertFree(
  { number, place, holder }: SoldPiece,
  of: { salesTransactionID: number | null; locationID: number; locationName: string },
  field: string,
) {
  if (holder && holder.salesTransactionID !== of.salesTransactionID)
    throw new AppError('piece.taken', `${number} is in ${holder.transactionNumber}`, { field })
  if (!place) throw new AppError('piece.elsewhere', `${number} is no longer in stock`, { field })
  if (place.locationID !== of.locationID)
    throw new AppError('piece.elsewhere', `${number} is at ${place.locationName}, not at ${of.locationName}`, { field })
  if (!place.sellable)
    throw new AppError('piece.elsewhere', `${number} is in ${place.typeName}, which is not for sale`, { field })
}
