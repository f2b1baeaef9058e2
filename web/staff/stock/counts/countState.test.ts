import { expect, test } from 'vitest'

import type { StockCountLine, StockCountSheet } from '../../../../contract/stock/stock-counts.ts'
import { describeFinish, keysOf, findLineByCode, countByFilter, filterLines } from './countState.ts'

const line = (countLineID: number, itemName: string, over: Partial<StockCountLine> = {}): StockCountLine => ({
  countLineID,
  inventoryID: countLineID,
  itemID: countLineID,
  inventoryTypeID: 1,
  item: {
    itemName,
    itemCode: `C-${countLineID}`,
    barcode: null,
    uom: 'PCS',
    byPiece: false,
    image_url: null,
    image_focus: null,
  },
  inventoryType: { typeName: 'On hand' },
  pieces: [],
  expected: 5,
  counted: null,
  difference: null,
  moved: false,
  countedBy: null,
  countedAt: null,
  adjustment: null,
  ...over,
})
const lines = [
  line(1, 'Band'),
  line(2, 'Signet', { counted: 5, difference: 0 }),
  line(3, 'Studs', { counted: 4, difference: -1, moved: true }),
  line(4, 'Blind', { expected: null, counted: 4 }),
]
const names = (found: StockCountLine[]) => found.map(({ item }) => item.itemName)
const none = new Set<number>()

test('filters lines by the work that remains', () => {
  expect(countByFilter(lines)).toEqual({ all: 4, open: 1, different: 1, moved: 1 })
  expect(names(filterLines(lines, { show: 'open', kept: none, text: '' }))).toEqual(['Band'])
  expect(names(filterLines(lines, { show: 'different', kept: none, text: '' }))).toEqual(['Studs'])
  expect(names(filterLines(lines, { show: 'all', kept: none, text: ' c-2 ' }))).toEqual(['Signet'])
  expect(names(filterLines(lines, { show: 'moved', kept: none, text: 'band' }))).toEqual([])
})

test('keeps a counted line visible until another filter is chosen', () => {
  const kept = keysOf(lines, 'open')
  const counted = lines.with(0, { ...lines[0]!, counted: 5, difference: 0 })
  expect(names(filterLines(counted, { show: 'open', kept, text: '' }))).toEqual(['Band'])
  expect(filterLines(counted, { show: 'open', kept: keysOf(counted, 'open'), text: '' })).toEqual([])
})

test('finds a line by code, ignoring case, and prefers the first type of stock', () => {
  const item = { ...lines[0]!.item, barcode: '48A' }
  const kinds = [line(5, 'Ring', { item, inventoryTypeID: 2 }), line(6, 'Ring', { item, inventoryTypeID: 1 })]
  expect(findLineByCode([...lines, ...kinds], '48a')?.countLineID).toBe(6)
  expect(findLineByCode(lines, ' c-3')?.countLineID).toBe(3)
  expect(findLineByCode(lines, 'C-')).toBeUndefined()
})

test('describes the effect of finishing', () => {
  const sheet = { totalLines: 10, countedLines: 4 } as StockCountSheet
  expect(describeFinish({ ...sheet, differences: 2 })).toBe(
    '4 lines counted, 2 with a difference: they become adjustments that wait for approval. 6 lines not counted: their stock is left alone.',
  )
  expect(describeFinish({ ...sheet, countedLines: 9, differences: null })).toBe(
    '9 lines counted: each difference becomes an adjustment that waits for approval. 1 line not counted: their stock is left alone.',
  )
})
