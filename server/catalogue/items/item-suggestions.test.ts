import { expect, test } from 'vitest'

import type { ItemSuggestions } from '../../../contract/catalogue/item-suggestions.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { composeNextCode, findCodePrefix } from './item-suggestions.rules.ts'

const { db, as } = await testApp()

async function givenCategory(categoryCode: string) {
  const [row] = await db.insert(category).values({ categoryCode, categoryName: categoryCode }).returning()
  return row!.categoryID
}

async function givenItems(categoryID: number, codes: readonly string[], fields: object = {}) {
  const plain = { categoryID, uom: 'PCS', grams: 1, price: 1, averageCost: 1 } as const
  await db.insert(item).values(codes.map((itemCode) => ({ ...plain, itemCode, itemName: itemCode, ...fields })))
}

async function suggest(categoryID?: number): Promise<ItemSuggestions> {
  const query = categoryID === undefined ? '' : `?categoryID=${categoryID}`
  const answer = await as(3)('GET', `/api/v1/item-suggestions${query}`)
  expect(answer.status).toBe(200)
  return answer.body.data
}

test('suggests the code after the last one of the category', async () => {
  const rings = await givenCategory('RG')
  expect((await suggest(rings)).itemCode).toBe('RG-0001')
  await givenItems(rings, ['RG-0147', 'RG-0148', 'ODD', 'SPECIAL-9'])
  expect((await suggest(rings)).itemCode).toBe('RG-0149')
  // Another category may use the prefix too: its numbers count.
  await givenItems(await givenCategory('OT'), ['rg-0200', 'RG-0300-A'])
  expect((await suggest(rings)).itemCode).toBe('RG-0201')
})

test('suggests no code without a category or for an unknown one', async () => {
  expect((await suggest()).itemCode).toBeNull()
  expect((await suggest(999_999)).itemCode).toBeNull()
  expect((await as(3)('GET', '/api/v1/item-suggestions?categoryID=ring')).status).toBe(400)
})

test('lists the metals and stones in use, the most frequent first', async () => {
  const chains = await givenCategory('CH')
  await givenItems(chains, ['CH-1', 'CH-2'], { metal: 'Yellow gold', stone: 'Diamond' })
  await givenItems(chains, ['CH-3'], { metal: 'Platinum' })
  const { metals, stones } = await suggest()
  expect(metals).toEqual(['Yellow gold', 'Platinum'])
  expect(stones).toEqual(['Diamond'])
})

test('finds the prefix that most codes share', () => {
  expect(findCodePrefix(['A-1', 'B-1', 'B-2'])).toBe('B-')
  expect(findCodePrefix(['1001', '1002'])).toBe('')
  expect(findCodePrefix(['ring', 'band'])).toBeNull()
})

test('keeps the number of digits, and adds one when they are full', () => {
  expect(composeNextCode('RG-', 'RG-0009')).toBe('RG-0010')
  expect(composeNextCode('RG-', 'RG-99')).toBe('RG-100')
  expect(composeNextCode('X'.repeat(58), null)).toBeNull()
})
