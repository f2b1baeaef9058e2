// Proves that a till's unsaved sales are shown to whoever changes prices, each browser's last word alone, for a day.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { RepriceRowData } from '../../../contract/pricing/repricing.ts'
import { cartLinesAtMost } from '../../../contract/sales/carts.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { cart } from '../../db/schema/carts.ts'
import { item } from '../../db/schema/catalogue.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import { forgetCarts } from './carts.operations.ts'

const { db, as } = await testApp({ connections: 12 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/carts'
const [counter, phone] = ['0193a000-0000-7000-8000-000000000001', '0193a000-0000-7000-8000-000000000002']
await db.insert(goldRate).values({ karat: '18K', sellPerGram: 6710, buyPerGram: 6260, fromAt: new Date() })
const { itemID } = await stockItem(db, { quantity: 3, cost: 100 })
await db.update(item).set({ karat: '18K', grams: 3 })
await manager('PUT', `/api/v1/items/${itemID}/pricing`, {
  netGrams: 2,
  markup: 0,
  makingPerGram: 0,
  makingPerPiece: 0,
  stones: 0,
  roundTo: 10,
})
const tell = (cartKey: unknown, lines: unknown, who = staff) => who('PUT', path, { cartKey, lines })
const line = (price: number) => ({ itemID, quantity: 1, price })
async function shown() {
  const { body } = await manager('GET', '/api/v1/repricings/preview')
  const [row] = body.data as RepriceRowData[]
  const { held } = (await manager('GET', '/api/v1/repricings/summary')).body.data
  return { inCart: row!.inCart, held }
}

test('the repricing shows the newest cart with its price, until the browser tells that it is empty', async () => {
  expect(await shown()).toEqual({ inCart: null, held: 0 })
  expect(await tell(counter, [line(13_420)])).toMatchObject({ status: 200, body: { data: { lines: 1 } } })
  expect(await shown()).toMatchObject({ inCart: { carts: 1, price: 13_420 }, held: 1 })
  await tell(phone, [line(13_400)], admin)
  expect(await shown()).toEqual({ inCart: { carts: 2, price: 13_400, seller: expect.stringContaining(' ') }, held: 1 })
  // The key of a browser says nothing about the user: another one's cart stays.
  await tell(phone, [])
  expect((await shown()).inCart?.carts).toBe(2)
  await tell(phone, [], admin)
  await tell(counter, [])
  expect(await shown()).toEqual({ inCart: null, held: 0 })
})

test('of several words at once one stays whole', async () => {
  await db.delete(cart)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => tell(counter, [line(n), { ...line(n), quantity: 2 }])),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const rows = await db.select().from(cart)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.lines.map(({ quantity }) => quantity)).toEqual([1, 2])
  expect(new Set(rows[0]!.lines.map(({ price }) => price)).size).toBe(1)
})

test('a cart of yesterday counts no longer, and is deleted', async () => {
  await tell(counter, [line(5)])
  await forgetCarts(db)
  expect((await shown()).held).toBe(1)
  await db.execute(sql`update cart set at = now() - interval '25 hours'`)
  expect(await shown()).toEqual({ inCart: null, held: 0 })
  await forgetCarts(db)
  expect(await db.select().from(cart)).toEqual([])
})

test('a cart of an item that is gone shows nothing', async () => {
  await tell(counter, [{ ...line(5), itemID: 2_000_000_000 }])
  expect(await shown()).toEqual({ inCart: null, held: 0 })
})

test.each([
  ['no key', undefined, []],
  ['a key that is no UUID', 'counter', []],
  ['a line without a quantity', counter, [{ ...line(5), quantity: 0 }]],
  ['a negative price', counter, [line(-1)]],
  ['a price with three decimals', counter, [line(1.005)]],
  ['too many lines', counter, Array(cartLinesAtMost + 1).fill(line(5))],
])('refuses %s with a sentence and changes nothing', async (_, cartKey, lines) => {
  const before = await db.select().from(cart)
  const { status, body } = await tell(cartKey, lines)
  expect([status, typeof body.message]).toEqual([400, 'string'])
  expect(await db.select().from(cart)).toEqual(before)
})
