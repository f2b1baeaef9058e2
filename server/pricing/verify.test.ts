// Proves that the verification of the books finds each contradiction between rates, prices, items and sales.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { findContradictionsAfter } from '../../tests/support/contradictions.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { item } from '../db/schema/catalogue.ts'
import { goldRate } from '../db/schema/pricing.ts'
import { findContradictions } from '../prove-books.ts'

const { db, as } = await testApp()
const manager = as(2)
await db.insert(goldRate).values({ karat: '18K', sellPerGram: 6710, buyPerGram: 6260, fromAt: new Date() })
const plain = { netGrams: 2, markup: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 }
const [{ itemID }, other] = [await stockItem(db, { quantity: 3 }), await stockItem(db, { quantity: 3 })]
await db.update(item).set({ karat: '18K', grams: 3 })
for (const id of [itemID, other.itemID]) await manager('PUT', `/api/v1/items/${id}/pricing`, plain)
await manager('POST', '/api/v2/sales', { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] })
const [{ itemCode } = { itemCode: '' }] = await db.select().from(item).where(eq(item.itemID, itemID))

const unguarded = [
  'alter table item drop constraint item_by_rate',
  'alter table item_price drop constraint item_price_rate',
  'alter table item_price drop constraint item_price_reckoned',
  'alter table item_price disable trigger user',
  'alter table sales_item drop constraint sales_item_of_price',
]
const ofPrice = `where item_id = ${itemID}`

test('finds nothing in right books', async () => {
  expect(await findContradictions(db)).toEqual([])
})

test.each([
  [
    `update item_price set price = 13430 ${ofPrice}`,
    /^Price \d+ is 13430\.00, but its rate and its parts come to 13420$/,
  ],
  [
    `update item_price set karat = '22K' ${ofPrice}`,
    /^Price \d+ is of 22K at 6710\.00 a gram, but its rate is of 18K at 6710\.00$/,
  ],
  [
    `update item set price = 13400 ${ofPrice}`,
    new RegExp(`^Item ${itemCode} costs 13400\\.00, but its price by the rate is 13420\\.00$`),
  ],
  [
    `update sales_item set item_price_id = (select item_price_id from item where item_id = ${other.itemID})`,
    /^Line \d+ of sale SO-\S+ is at a price of another item$/,
  ],
])('finds what "%s" does', async (statement, sentence) => {
  const found = await findContradictionsAfter(db, ...unguarded, statement)
  expect(found.filter((one) => sentence.test(one))).toHaveLength(1)
})

test('names the guards that are gone', async () => {
  const found = await findContradictionsAfter(db, ...unguarded)
  for (const guard of ['item_price_reckoned', 'item_price_rate', 'item_by_rate'])
    expect(found.some((one) => one.startsWith(`The guard ${guard} of table`))).toBe(true)
  expect(found).toContain('The guard item_price_is_final of table item_price is switched off')
})
