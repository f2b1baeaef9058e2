import type { uoms } from '../../../contract/catalogue/items.ts'
import type { PieceRow } from '../../../contract/stock/pieces.ts'
import { AppError } from '../../kernel/errors.ts'

// The rules by which stock documents name the pieces that they move, without database access.

type Found = Pick<PieceRow, 'pieceID' | 'itemID' | 'number' | 'state' | 'place' | 'holder'>
type Item = { itemID: number; itemName: string; byPiece: boolean }

/** The pieces that a document names: as many as its quantity. */
type Naming = { pieceIDs: readonly number[] | null | undefined; quantity: number; field: string }

/**
 * Returns the keys of the pieces that leave a stock row; undefined for an item that is not kept by piece. Throws when they
 * are not named, are not as many as the quantity, are elsewhere, or when an open sale holds one.
 */
export function assertLeaving(item: Item, pieces: ReadonlyMap<number, Found>, inventoryID: number, naming: Naming) {
  const named = findNamed(item, pieces, naming)
  for (const { number, place, holder } of named ?? []) {
    if (place?.inventoryID !== inventoryID)
      throw new AppError('piece.elsewhere', `${number} is ${describePlace(place)}`, { field: naming.field })
    if (holder) throw new AppError('piece.held', `${holder.transactionNumber} holds ${number}`, { field: naming.field })
  }
  return named?.map(({ pieceID }) => pieceID)
}

/**
 * Returns the keys of the pieces that come back into stock under their numbers; undefined when none is named, so that the
 * goods get new pieces. Throws for a piece that is in stock or sold.
 */
export function assertReturning(item: Item, pieces: ReadonlyMap<number, Found>, naming: Naming) {
  if (item.byPiece && !naming.pieceIDs?.length) return undefined
  const named = findNamed(item, pieces, naming)
  for (const { number, state, place, holder } of named ?? [])
    if (state !== 'Gone')
      throw new AppError(
        'piece.elsewhere',
        place ? `${number} is ${describePlace(place)}` : `${number} is sold in ${holder!.transactionNumber}`,
        { field: naming.field },
      )
  return named?.map(({ pieceID }) => pieceID)
}

function findNamed({ itemID, itemName, byPiece }: Item, pieces: ReadonlyMap<number, Found>, naming: Naming) {
  const { quantity, field } = naming
  const pieceIDs = naming.pieceIDs ?? []
  if (!byPiece) {
    if (pieceIDs.length > 0) throw new AppError('piece.not_by_piece', `${itemName} is not kept by piece`, { field })
    return undefined
  }
  if (pieceIDs.length === 0)
    throw new AppError('piece.not_named', `Name the pieces: ${itemName} is kept by piece`, { field })
  const named = pieceIDs.map((pieceID) => {
    const found = pieces.get(pieceID)
    if (!found) throw new AppError('reference.missing', `Piece ${pieceID} does not exist`, { field })
    if (found.itemID !== itemID)
      throw new AppError('piece.other_item', `${found.number} is not a piece of ${itemName}`, { field })
    return found
  })
  const twice = named.find((one, n) => named.indexOf(one) !== n)
  if (twice) throw new AppError('piece.twice', `${twice.number} is named twice`, { field })
  if (named.length !== quantity)
    throw new AppError(
      'piece.count_differs',
      `The quantity of ${itemName} is ${quantity}, but ${named.length} ${named.length === 1 ? 'piece is' : 'pieces are'} named`,
      { field },
    )
  return named
}

/** Completes a sentence about a piece, such as 'at Main, On hand'. */
export const describePlace = (place: Found['place']) =>
  place ? `at ${place.locationName}, ${place.typeName}` : 'no longer in stock'

/** The sentence about an item that cannot be kept by piece because of its unit. */
export const describeUncounted = ({ itemCode, uom }: { itemCode: string; uom: (typeof uoms)[number] }) =>
  `${itemCode} is ${uom === 'BULK' ? 'weighed' : 'counted in pairs'}: only an item that is counted in pieces is kept by piece`

/** The sentence about an open sale whose line has an item that is to be kept by piece. */
export const describeOpenSale = (itemCode: string, transactionNumber: string) =>
  `${transactionNumber} has ${itemCode}: complete or cancel that sale first, because its line names no piece`
