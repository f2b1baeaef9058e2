// Proves that the pieces of the receiving form follow its quantities, and that a scan fills the next piece.
import { expect, test } from 'vitest'

import type { DraftLine } from '../../../../contract/purchasing/receivings.ts'
import { hasBarcode, withoutPiece, withScannedPiece } from './pieceLines.ts'
import { findProblemOfPieces, type FormLine, linesOfDraft, listItemsToSend, ReceivingForm } from './receivingForm.ts'
import { listPieceRows, suggestNumber } from './receivingPieces.ts'

const ring: DraftLine = {
  poItemID: null,
  itemID: 1,
  itemCode: 'R-118',
  barcode: null,
  itemName: 'Ring',
  itemUom: 'PCS',
  byPiece: true,
  piecesNamed: 3,
  grams: 3,
  karat: '18K',
  stone: null,
  image_url: null,
  image_focus: null,
  uom: 'PCS',
  receivedQty: 2,
  unitCost: 600,
  orderedCost: null,
  isAtOrderedCost: null,
  orderQty: null,
  outstanding: null,
  onHand: 0,
  stockValue: 0,
  averageCostNow: 0,
}
const chain: DraftLine = { ...ring, itemID: 2, itemCode: 'C-2', itemName: 'Chain' }
const pooled: DraftLine = { ...ring, itemID: 3, itemCode: 'P-3', itemName: 'Plain', byPiece: false }
const linesOf = (...items: DraftLine[]) =>
  linesOfDraft({ poID: null, poNumber: null, supplierName: null, locationID: 1, locationName: 'Main', items })
const barcodesOf = (line: FormLine) => line.pieces.map(({ barcode }) => barcode)
/** Scans barcodes one after the other into the form. */
function scanAll(lines: readonly FormLine[], active: string | null, ...barcodes: string[]) {
  let now = [...lines]
  for (const barcode of barcodes) {
    const filled = withScannedPiece(now, active, barcode)!
    if (filled.place === null) return { lines: now, isFull: true }
    now = filled.lines
  }
  return { lines: now, isFull: false }
}

test('there is a row for each piece that comes, with the number that it will probably get', () => {
  const [line] = linesOf(ring) as [FormLine]
  expect(listPieceRows(line.pieces, 2)).toEqual([{}, {}])
  expect(listPieceRows([{ grams: 3.1 }, { barcode: '' }], 1)).toEqual([{ grams: 3.1 }])
  expect([0, 1].map((place) => suggestNumber(line.fact, place))).toEqual(['R-118-004', 'R-118-005'])
  // Nothing is entered, so the server names the pieces by itself.
  expect(listItemsToSend([line])[0]).toMatchObject({ receivedQty: 2, pieces: [] })
  expect(listItemsToSend(linesOf(pooled))[0]).not.toHaveProperty('pieces')
})

test('scans fill the pieces of the line in hand, then the others, then bring one more', () => {
  const lines = linesOf(ring, pooled, chain)
  const second = lines[2]!.key
  const { lines: filled } = scanAll(lines, second, 'A', 'B', 'C', 'D', 'E')
  expect(filled.map(barcodesOf)).toEqual([['C', 'D'], [], ['A', 'B', 'E']])
  expect(filled.map(({ receivedQty }) => receivedQty)).toEqual([2, 2, 3])
  expect(hasBarcode(filled, 'a')).toBe(true)
  expect(hasBarcode(filled, 'x')).toBe(false)
  expect(withScannedPiece(linesOf(pooled), null, 'A')).toBeNull()
  expect(listItemsToSend(filled)[2]!.pieces).toEqual([{ barcode: 'A' }, { barcode: 'B' }, { barcode: 'E' }])
})

test('an order takes no more pieces than it waits for', () => {
  const ordered = { ...ring, poItemID: 7, orderQty: 2, outstanding: 2 }
  const { lines, isFull } = scanAll(linesOf(ordered), null, 'A', 'B', 'C')
  expect([isFull, barcodesOf(lines[0]!)]).toEqual([true, ['A', 'B']])
})

test('a piece that is deleted takes one off the quantity, unless more were entered than come', () => {
  const { lines } = scanAll(linesOf(ring), null, 'A', 'B')
  const line = lines[0]!
  expect(withoutPiece(line, 0)).toMatchObject({ receivedQty: 1, pieces: [{ barcode: 'B' }] })
  const fewer = { ...line, receivedQty: 1 }
  expect(findProblemOfPieces(fewer)).toBe('1 of Ring comes, but 2 pieces are entered')
  expect(withoutPiece(fewer, 0)).toMatchObject({ receivedQty: 1, pieces: [{ barcode: 'B' }] })
})

test('weights and codes are checked in the words of the server', () => {
  const [line] = linesOf(ring) as [FormLine]
  const problemOf = (...pieces: FormLine['pieces']) => findProblemOfPieces({ ...line, pieces })
  expect(problemOf({}, { netGrams: 2.9, grams: 3.1 })).toBeNull()
  expect(problemOf({}, { netGrams: 3.001 })).toBe('Piece 2: it weighs 3.00 g with its stones')
  expect(problemOf({ grams: 0 })).toBe('Piece 1: A weight is more than 0 g')
  expect(problemOf({ grams: Number.NaN })).toBe('Piece 1: A weight is a number of grams')
  const form = (lines: FormLine[]) =>
    ReceivingForm.safeParse({
      poID: null,
      referenceNumber: 'DR',
      receivedDate: '2026-11-20',
      receivedByID: 1,
      locationID: 1,
      items: lines,
    }).error?.issues.map(({ message }) => message)
  const { lines } = scanAll(linesOf(ring), null, 'A')
  expect(form(lines)).toBeUndefined()
  const twice = lines.map((one) => ({ ...one, pieces: [{ barcode: 'A' }, { barcode: 'a' }] }))
  expect(form(twice)).toEqual(['The barcode a is entered for two pieces'])
})
