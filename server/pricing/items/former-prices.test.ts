// Proves which of an item's former prices a line of a sale names, and for how long, and that a kept line stays at its price.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { goldRate, itemPrice } from '../../db/schema/pricing.ts'
import { saleItem } from '../../db/schema/sales.ts'

const { db, as } = await testApp()
const [manager, staff] = [as(2), as(3)]
await db.insert(goldRate).values({ karat: '18K', sellPerGram: 6710, buyPerGram: 6260, fromAt: new Date() })

const parts = { netGrams: 2, markup: 0, makingPerGram: 0, makingPerPiece: 1000, stones: 0, roundTo: 10 }
/** Creates an item at 14,420, and then at 14,020 pesos. Returns its key and the keys of both prices. */
async function makeRepriced() {
  const { itemID } = await stockItem(db, { quantity: 50 })
  await db.update(item).set({ karat: '18K', grams: 3 }).where(eq(item.itemID, itemID))
  const set = async (making: number) => {
    const body = { ...parts, makingPerPiece: making }
    expect((await manager('PUT', `/api/v1/items/${itemID}/pricing`, body)).status).toBe(200)
    return (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!.itemPriceID!
  }
  return { itemID, former: await set(1000), present: await set(600) }
}
const place = { locationID: 1, transactionTypeID: 1 }
const sell = async (itemID: number, price?: number) => {
  const items = [{ itemID, orderQty: 1, ...(price !== undefined && { price }) }]
  const { status, body } = await staff('POST', '/api/v2/sales', { ...place, items })
  expect(status).toBe(201)
  return body.data.salesTransactionID as number
}
const linesOf = (id: number) =>
  db.select().from(saleItem).where(eq(saleItem.salesTransactionID, id)).orderBy(saleItem.salesItemID)
/** Makes all prices of an item older. */
async function age(itemID: number, hours: number) {
  await db.execute(sql`alter table item_price disable trigger user`)
  await db
    .update(itemPrice)
    .set({ createdAt: sql`now() - make_interval(hours => ${hours}) - interval '1 minute'` })
    .where(eq(itemPrice.itemID, itemID))
  await db.execute(sql`alter table item_price enable trigger user`)
}

test('for a day after it was replaced, a line names the former price', async () => {
  const { itemID, former, present } = await makeRepriced()
  await age(itemID, 23)
  expect(await linesOf(await sell(itemID, 14_420))).toMatchObject([{ price: 14_420, itemPriceID: former }])
  await age(itemID, 24)
  expect(await linesOf(await sell(itemID, 14_420))).toMatchObject([{ price: 14_420, itemPriceID: present }])
  // The present price has no end.
  expect(await linesOf(await sell(itemID))).toMatchObject([{ price: 14_020, itemPriceID: present }])
})

test('an update without a price leaves a line at its price, and prices a new line anew', async () => {
  const { itemID, former, present } = await makeRepriced()
  const other = await makeRepriced()
  const id = await sell(itemID, 14_420)
  const [line] = await linesOf(id)
  const update = (items: object[]) => staff('PUT', `/api/v2/sales/${id}`, { ...place, items })
  expect((await update([{ salesItemID: line!.salesItemID, itemID, orderQty: 2 }])).status).toBe(200)
  expect(await linesOf(id)).toMatchObject([{ price: 14_420, itemPriceID: former, orderQty: 2, lineTotal: 28_840 }])
  // Without its key, the line of the item is meant.
  const both = await update([
    { itemID, orderQty: 1 },
    { itemID: other.itemID, orderQty: 1 },
  ])
  expect(both.status).toBe(200)
  expect(await linesOf(id)).toMatchObject([
    { price: 14_420, itemPriceID: former, orderQty: 1 },
    { price: 14_020, itemPriceID: other.present },
  ])
  expect((await update([{ itemID, orderQty: 1, price: 14_500 }])).status).toBe(200)
  expect(await linesOf(id)).toMatchObject([{ price: 14_500, itemPriceID: present }])
})

test('the database refuses a line with the price of another item', async () => {
  const [one, other] = [await makeRepriced(), await makeRepriced()]
  const id = await sell(one.itemID)
  const set = { itemPriceID: other.present }
  await expect(
    Promise.resolve(db.update(saleItem).set(set).where(eq(saleItem.salesTransactionID, id))),
  ).rejects.toMatchObject({ cause: { constraint: 'sales_item_of_price' } })
})
