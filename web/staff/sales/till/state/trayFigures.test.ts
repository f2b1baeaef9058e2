import { expect, test } from 'vitest'

import { type SoldItem, withItem, withLine } from './draft.ts'
import { createEmptyDraft } from './draftBeginnings.ts'
import { computeTray } from './trayFigures.ts'

const empty = createEmptyDraft({ locationID: 1, transactionTypeID: 1, orderDate: null })
const itemOf = (itemID: number, over: Partial<SoldItem>): SoldItem => ({
  itemID,
  itemCode: `I-${itemID}`,
  itemName: 'Piece',
  description: null,
  uom: 'PCS',
  grams: 3.42,
  karat: '18K',
  stone: null,
  price: 1000,
  image_url: null,
  image_focus: null,
  ...over,
})
const linesOf = (...items: SoldItem[]) => items.reduce(withItem, empty).lines

test('counts pieces, and the grams of each karat with the purest first', () => {
  const chain = itemOf(2, { uom: 'BULK', karat: '22K', grams: 1 })
  const draft = [itemOf(1, {}), itemOf(1, {}), chain, itemOf(3, { karat: null, grams: 0.4, stone: 'sapphire' })].reduce(
    withItem,
    empty,
  )
  const weighed = withLine(draft, draft.lines[1]!.key, { orderQty: 12.5 })
  expect(computeTray(weighed.lines, new Map())).toEqual({
    pieces: 4,
    grams: 19.34,
    byKarat: [
      { karat: '22K', grams: 12.5 },
      { karat: '18K', grams: 6.84 },
    ],
    margin: null,
  })
})

test('states the margin once the cost of every line is known', () => {
  const lines = linesOf(itemOf(1, {}), itemOf(1, {}), itemOf(2, { price: 500 }))
  expect(computeTray(lines, new Map([[1, 600]])).margin).toBeNull()
  const costs = new Map([
    [1, 600],
    [2, 550],
  ])
  expect(computeTray(lines, costs).margin).toBe(30)
})
