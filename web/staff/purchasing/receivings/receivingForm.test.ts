import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { DraftLine, ReceivingDraftRow, WholeReceivingRow } from '../../../../contract/purchasing/receivings.ts'
import { findExact, findPartial } from './findLines.ts'
import {
  fillOutstanding,
  computeAverage,
  isOtherCost,
  type FormLine,
  convertUnit,
  listItemsToSend,
  lineCostOf,
  describeLines,
  linesOfDraft,
  linesOfStored,
  clearQuantities,
  findProblem,
  ReceivingForm,
  formatStock,
  stockOf,
  describeScan,
  unitsOfLine,
  withCost,
  withOneMore,
} from './receivingForm.ts'
import { summarizeLines } from './receivingTotals.ts'

const ring: DraftLine = {
  poItemID: 7,
  itemID: 1,
  itemCode: 'RG-1',
  barcode: '4801',
  itemName: 'Ring',
  itemUom: 'PCS',
  byPiece: false,
  piecesNamed: 0,
  grams: 3.2,
  karat: '18K',
  stone: null,
  image_url: null,
  image_focus: null,
  uom: 'PCS',
  receivedQty: 4,
  unitCost: 600,
  orderedCost: 600,
  isAtOrderedCost: true,
  orderQty: 4,
  outstanding: 4,
  onHand: 6,
  stockValue: 3000,
  averageCostNow: 500,
}
const grain: DraftLine = {
  ...ring,
  poItemID: 8,
  itemCode: 'GR-1',
  barcode: null,
  itemID: 2,
  itemName: 'Grain',
  itemUom: 'BULK',
  uom: 'grams',
  receivedQty: 250,
  orderQty: 250,
  outstanding: 250,
  unitCost: 100,
  orderedCost: 100,
}
const draft: ReceivingDraftRow = {
  poID: 3,
  poNumber: 'PO-2026-000003',
  supplierName: 'Kofu Casting Works',
  locationID: 1,
  locationName: 'Main',
  items: [ring, grain],
}
const lines = linesOfDraft(draft)
const [rings, grains] = lines as [(typeof lines)[0], (typeof lines)[0]]
const direct = linesOfDraft({
  ...draft,
  poID: null,
  poNumber: null,
  items: [{ ...ring, poItemID: null, outstanding: null, orderedCost: null }],
})

test('starts a new receiving with all outstanding quantities', () => {
  expect(summarizeLines(lines)).toMatchObject({
    totalQty: 254,
    totalCost: 27_400,
    ordered: 2,
    arrived: 2,
    isAsOrdered: true,
  })
  expect(listItemsToSend(lines)).toMatchObject([
    { poItemID: 7, itemID: 1, uom: 'PCS', receivedQty: 4, unitCost: 600 },
    { poItemID: 8, itemID: 2, uom: 'grams', receivedQty: 250 },
  ])
})

test('adds the other outstanding lines of the order to a stored receiving with quantity 0', () => {
  const stored = { ...ring, poReceivingItemID: 5, receivedQty: 1, stockQty: 1, stockUnitCost: 600, lineCost: 600 }
  const pieces: WholeReceivingRow['items'][number]['pieces'] = []
  const receiving = {
    poID: 3,
    purchaseOrder: { poNumber: 'PO-2026-000003' },
    items: [{ ...stored, pieces, averageCostAfter: 514.285714 }],
  } as WholeReceivingRow
  const both = linesOfStored(receiving, draft)
  expect(both.map((line) => [line.poReceivingItemID, line.fact.itemName, line.receivedQty])).toEqual([
    [5, 'Ring', 1],
    [null, 'Grain', 0],
  ])
  expect(linesOfStored(receiving, null)).toHaveLength(1)
  expect(listItemsToSend(both)).toHaveLength(1)
  expect(describeLines(both)).toBe('1 PCS Ring, ₱600.00')
  expect(fillOutstanding(both).map((line) => line.receivedQty)).toEqual([4, 250])
})

test('keeps the total cost when the unit changes and changes back', () => {
  const weighed = convertUnit(rings, 'grams')
  expect(weighed).toMatchObject({ uom: 'grams', receivedQty: 12.8, unitCost: 187.5 })
  expect(isOtherCost(weighed)).toBe(false)
  expect(convertUnit(weighed, 'kg')).toMatchObject({ receivedQty: 0.0128, unitCost: 187_500 })
  expect(convertUnit(weighed, 'PCS')).toEqual(rings)
  expect(convertUnit(grains, 'kg')).toMatchObject({ receivedQty: 0.25, unitCost: 100_000 })
  // A converted cost that centavos cannot express exactly still counts as the ordered cost.
  const odd = { ...rings, fact: { ...rings.fact, grams: 3.3 } }
  expect(convertUnit(convertUnit(odd, 'grams'), 'PCS').unitCost).toBe(600)
  // A cost that differs from the ordered one is converted too.
  const dear = withCost(rings, 640)
  expect(isOtherCost(dear)).toBe(true)
  expect(convertUnit(dear, 'grams').unitCost).toBe(200)
  // A weight that is no whole number of pieces keeps the typed quantity.
  expect(convertUnit({ ...weighed, receivedQty: 5 }, 'PCS').receivedQty).toBe(5)
  expect(unitsOfLine({ ...rings.fact, grams: 0 })).toEqual(['PCS'])
})

test('restores a typed cost after any sequence of units', () => {
  const pairs = {
    ...direct[0]!,
    fact: { ...direct[0]!.fact, itemUom: 'PAIR' as const, grams: 3 },
    uom: 'PAIR' as const,
  }
  const typed = withCost(pairs, 1000.01)
  const weighed = convertUnit(typed, 'grams')
  expect(weighed.unitCost).toBe(333.34)
  expect(convertUnit(weighed, 'kg').unitCost).toBe(333_336.67)
  expect(convertUnit(convertUnit(weighed, 'kg'), 'PAIR').unitCost).toBe(1000.01)
  // An invalid cost stays as typed.
  expect(convertUnit(withCost(pairs, Number.NaN), 'grams').unitCost).toBeNaN()
  expect(convertUnit(withCost(pairs, -1), 'grams').unitCost).toBe(-1)
})

test('prices a weighed line at exactly its ordered cost', () => {
  const odd = { ...rings, fact: { ...rings.fact, grams: 3.3 } }
  const weighed = convertUnit(odd, 'grams')
  expect([weighed.unitCost, lineCostOf(weighed), computeAverage([weighed], weighed.fact)]).toEqual([181.82, 2400, 540])
})

test('keeps the stock quantity of a line after any sequence of units', () => {
  const uoms = fc.array(fc.constantFrom('PCS', 'PAIR', 'grams', 'kg'), { maxLength: 8 })
  const stock = fc.integer({ min: 1, max: 99_999_999 })
  const grams = fc.integer({ min: 1, max: 200_000 }).map((n) => n / 1000)
  const itemUom = fc.constantFrom('PCS', 'PAIR', 'BULK')
  fc.assert(
    fc.property(itemUom, stock, grams, uoms, (itemUom, amount, grams, uoms) => {
      const units = unitsOfLine({ ...direct[0]!.fact, itemUom, grams })
      const stockQty = itemUom === 'BULK' ? amount / 1000 : amount
      const line = {
        ...direct[0]!,
        fact: { ...direct[0]!.fact, itemUom, grams },
        uom: units[0]!,
        receivedQty: stockQty,
      }
      const changed = uoms.filter((uom) => units.includes(uom)).reduce(convertUnit, line)
      expect(stockOf(changed)).toBe(stockQty)
      expect(convertUnit(changed, units[0]!).receivedQty).toBe(stockQty)
    }),
  )
})

test('reports an invalid quantity in the words of the server', () => {
  expect(findProblem(rings)).toBeNull()
  expect(findProblem({ ...rings, receivedQty: 5 })).toBe('Only 4 of Ring outstanding on PO-2026-000003')
  expect(findProblem({ ...rings, uom: 'grams', receivedQty: 5 })).toBe(
    'Check the weight: 5 g is not a whole number of pieces of Ring at 3.20 g each',
  )
  expect(findProblem({ ...grains, uom: 'kg', receivedQty: 0.251 })).toBe(
    'Only 250 g of Grain outstanding on PO-2026-000003',
  )
  expect(findProblem({ ...rings, receivedQty: null })).toBeNull()
  expect(findProblem({ ...direct[0]!, receivedQty: 5000 })).toBeNull()
  const form = { referenceNumber: 'DR', receivedDate: '2026-11-20', poID: 3, receivedByID: 1, locationID: null }
  const nothing = ReceivingForm.safeParse({ ...form, items: [{ ...rings, receivedQty: 0 }] })
  expect(nothing.error!.issues.map(({ message }) => message)).toEqual(['Enter what has arrived'])
  expect(ReceivingForm.safeParse({ ...form, items: lines }).success).toBe(true)
})

test('adds one in the unit of the item for each scan', () => {
  expect(withOneMore([{ ...rings, receivedQty: 0 }], 1)!.line.receivedQty).toBe(1)
  expect(withOneMore([convertUnit({ ...rings, receivedQty: 2 }, 'grams')], 1)!.line).toMatchObject({
    uom: 'PCS',
    receivedQty: 3,
    unitCost: 600,
  })
  // An invalid weight stays until somebody corrects it.
  expect(withOneMore([{ ...rings, uom: 'grams', receivedQty: 5 }], 1)!.line).toMatchObject({ receivedQty: 5 })
  // The quantity of a weighed item is typed, not counted.
  expect(withOneMore([{ ...grains, receivedQty: 0 }], 2)!.line.receivedQty).toBe(0)
  expect(withOneMore(lines, 99)).toBeNull()
  // The scan counts on the first line of the item that still has an outstanding quantity.
  const twice = [rings, { ...rings, key: 'other', receivedQty: 0 }]
  expect(withOneMore(twice, 1)!.lines.map((line) => line.receivedQty)).toEqual([4, 1])
})

test('reports a scan as counted, as weighed or as exceeding the outstanding quantity', () => {
  const scanned = (lines: FormLine[]) => describeScan(withOneMore(lines, 1)!.line)
  expect(scanned(clearQuantities(lines))).toEqual({ text: 'Ring: 1 PCS', wrong: false })
  expect(scanned(lines)).toEqual({ text: 'Only 4 of Ring outstanding on PO-2026-000003', wrong: true })
  expect(scanned([{ ...rings, uom: 'grams', receivedQty: 5 }])).toMatchObject({ wrong: true })
  expect(describeScan({ ...grains, receivedQty: 0 })).toEqual({
    text: 'Grain is weighed: enter its weight',
    wrong: false,
  })
})

test('finds lines by the whole text or by a part of it', () => {
  const names = (found: { itemName: string }[]) => found.map(({ itemName }) => itemName)
  expect(['rg-1', '4801', 'RING'].map((text) => names(findExact(lines, text)))).toEqual([['Ring'], ['Ring'], ['Ring']])
  expect(names(findExact(lines, '480'))).toEqual([])
  expect([names(findPartial(lines, '480')), names(findPartial(lines, '-1'))]).toEqual([['Ring'], ['Ring', 'Grain']])
  // An item on several lines is found once.
  expect(names(findPartial([rings, { ...rings, key: 'other' }], 'ing'))).toEqual(['Ring'])
})

test('averages the cost over the stock on hand and all lines of the item', () => {
  expect(computeAverage(lines, rings.fact)).toBe(540)
  expect(computeAverage([rings, { ...withCost(rings, 700), key: 'other' }], rings.fact)).toBe(585.714286)
  expect(computeAverage([{ ...rings, receivedQty: 0 }], rings.fact)).toBeNull()
})

test('formats stock in words', () => {
  expect([formatStock(1, 'PCS'), formatStock(2, 'PAIR'), formatStock(40.5, 'BULK')]).toEqual([
    '1 piece',
    '2 pairs',
    '40.5 g',
  ])
})
