import { unitsOf } from '../../../../contract/purchasing/receiving-units.ts'
import { convertUnit, type FormLine, stockOr0, withOneMore } from './receivingForm.ts'
import { type EnteredPiece, listPieceRows, withPieceChange } from './receivingPieces.ts'

// Changes the pieces of the form's lines together with their quantities.

/** Returns the line without the piece in this place. One piece less comes, unless more were entered than come. */
export function withoutPiece(line: FormLine, place: number): FormLine {
  const stock = stockOr0(line)
  const rows = listPieceRows(line.pieces, stock)
  const pieces = rows.filter((_, n) => n !== place)
  if (rows.length > stock) return { ...line, pieces }
  return { ...convertUnit(line, unitsOf(line.fact.itemUom)[0]!), receivedQty: stock - 1, pieces }
}

/**
 * Gives a scanned barcode to the next piece without one: of the line with the key `active`, or else of the first line whose
 * item is kept by piece. Where all have one, one more piece comes. Returns null without such a line, and `place` null
 * where the order waits for no more.
 */
export function withScannedPiece(lines: readonly FormLine[], active: string | null, barcode: string) {
  const ofPieces = lines.filter(({ fact }) => fact.byPiece)
  const inTurn = ofPieces.toSorted((a, b) => Number(b.key === active) - Number(a.key === active))
  const first = inTurn[0]
  if (!first) return null
  const waiting = inTurn.find((line) => findNextPlace(line) !== null)
  if (waiting) return fillPlace(lines, waiting, findNextPlace(waiting)!, barcode)
  const counted = withOneMore(lines, first.fact.itemID)
  const isMore =
    counted !== null && stockOr0(counted.line) <= (counted.line.fact.outstanding ?? Number.MAX_SAFE_INTEGER)
  if (!isMore) return { lines: [...lines], line: first, place: null }
  return fillPlace(counted.lines, counted.line, stockOr0(counted.line) - 1, barcode)
}

/** Returns the place of the first piece without a barcode; null where all have one. */
function findNextPlace(line: FormLine): number | null {
  const place = listPieceRows(line.pieces, stockOr0(line)).findIndex(({ barcode }) => !barcode)
  return place === -1 ? null : place
}

function fillPlace(lines: readonly FormLine[], { key }: FormLine, place: number, barcode: string) {
  const changed = lines.map((line) =>
    line.key === key ? { ...line, pieces: withPieceChange(line.pieces, place, { barcode }) } : line,
  )
  return { lines: changed, line: changed.find((line) => line.key === key)!, place }
}

/** Whether a piece of these lines has the barcode. */
export const hasBarcode = (lines: readonly { pieces: readonly EnteredPiece[] }[], barcode: string) =>
  lines.some(({ pieces }) => pieces.some((piece) => piece.barcode?.toLowerCase() === barcode.toLowerCase()))
