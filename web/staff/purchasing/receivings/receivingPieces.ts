import { describePieceCount, findPieceTwice, pieceNumberOf } from '../../../../contract/stock/entered-pieces.ts'
import { PieceInput, piecesAtOnce } from '../../../../contract/stock/pieces.ts'
import { formatWeight } from '../../../lib/format.ts'

// The pieces of a line of the receiving form. Their rows follow the line's quantity: as many as come.

/** A piece as it is entered. A missing field is not known yet. */
export type EnteredPiece = Partial<PieceInput>

type Received = { itemCode: string; itemName: string; grams: number; byPiece: boolean; piecesNamed: number }

/** Returns what is entered about a stored piece, without its key and its number. */
export const enteredOfPiece = ({
  barcode,
  grams,
  netGrams,
  certificateNumber,
  laboratory,
  note,
}: Required<EnteredPiece>): EnteredPiece => ({ barcode, grams, netGrams, certificateNumber, laboratory, note })

const isBlankPiece = (piece: EnteredPiece) =>
  Object.values(piece).every((value) => value === null || value === undefined || value === '')

/** Returns the pieces up to the last one that has an entry. */
function withoutBlankEnd(pieces: readonly EnteredPiece[]): EnteredPiece[] {
  const last = pieces.findLastIndex((piece) => !isBlankPiece(piece))
  return pieces.slice(0, last + 1)
}

/** Returns the rows to show: one for each piece that comes, and those that are entered beyond. `stock` is in pieces. */
export function listPieceRows(pieces: readonly EnteredPiece[], stock: number): EnteredPiece[] {
  const entered = withoutBlankEnd(pieces)
  const count = Math.min(piecesAtOnce, Math.max(stock, entered.length))
  return Array.from({ length: count }, (_, place) => entered[place] ?? {})
}

/** Returns the pieces with a change of the one in this place. */
export function withPieceChange(pieces: readonly EnteredPiece[], place: number, change: EnteredPiece): EnteredPiece[] {
  const length = Math.max(pieces.length, place + 1)
  return Array.from({ length }, (_, n) => ({ ...pieces[n], ...(n === place && change) }))
}

/** Returns the pieces to send: none where nothing is entered, so that the server names them by itself. */
export function listPiecesToSend(pieces: readonly EnteredPiece[], stock: number): EnteredPiece[] {
  return withoutBlankEnd(pieces).length === 0 ? [] : listPieceRows(pieces, stock)
}

/** Returns the number that a new piece will probably get. Another delivery may take it first. */
export const suggestNumber = ({ itemCode, piecesNamed }: Received, place: number) =>
  pieceNumberOf(itemCode, piecesNamed + 1 + place)

/** Returns why the pieces of a line are not valid, in the server's words; null when they are. */
export function findPiecesProblem(
  { itemName, grams, byPiece }: Received,
  pieces: readonly EnteredPiece[],
  stock: number,
): string | null {
  const entered = withoutBlankEnd(pieces)
  if (!byPiece || entered.length === 0) return null
  if (stock > piecesAtOnce)
    return `At most ${piecesAtOnce} pieces are entered at once: receive the others by another line`
  if (entered.length > stock) return describePieceCount(itemName, stock, entered.length)
  for (const [place, piece] of entered.entries()) {
    const parsed = PieceInput.safeParse(piece)
    if (!parsed.success) return `Piece ${place + 1}: ${parsed.error.issues[0]!.message}`
    const gross = piece.grams ?? (grams > 0 ? grams : null)
    if (piece.netGrams && gross !== null && piece.netGrams > gross)
      return `Piece ${place + 1}: it weighs ${formatWeight(gross)} with its stones`
  }
  return null
}

/** Returns the sentence about a barcode or certificate that two pieces of the delivery have; null without one. */
export const findTwice = (lines: readonly { pieces: readonly EnteredPiece[] }[]) =>
  findPieceTwice(lines.flatMap(({ pieces }) => pieces))?.message ?? null

/** Describes entered pieces in text, to compare two versions of a form. */
export const describePieces = (pieces: readonly EnteredPiece[]) =>
  withoutBlankEnd(pieces)
    .map(({ barcode, grams, netGrams, certificateNumber, laboratory, note }) =>
      [
        barcode,
        grams && formatWeight(grams),
        netGrams && `net ${formatWeight(netGrams)}`,
        laboratory,
        certificateNumber,
        note,
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join(' / ')
