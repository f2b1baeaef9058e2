// Proves that papers print the gold of a sale as an administrator chose: at the rates of its completion, by the weight of
// each piece, and nothing of a cost.
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { readPdfTexts } from '../../../tests/support/pdf-text.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { goldRate } from '../../db/schema/pricing.ts'

const { db, as } = await testApp({ connections: 6 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const ring = { karat: '18K', grams: 2.1, netGrams: 1.41, price: 51_550, quantity: 9, cost: 33_333 } as const
const jewel = await stockItem(db, { ...ring, stone: 'Diamond' })
const plain = await stockItem(db, ring)
const unweighed = await stockItem(db, { ...ring, netGrams: null })

const show = (goldShown: string) => admin('PUT', '/api/v1/settings/gold-shown', { goldShown })
const enter = (sellPerGram: number, hours: number) =>
  db.insert(goldRate).values({
    karat: '18K',
    sellPerGram,
    buyPerGram: 1000,
    fromAt: new Date(Date.now() - hours * 3_600_000),
  })

type Line = { itemID: number; orderQty: number; price?: number; pieceID?: number }
async function sell(items: Line[], isComplete = false) {
  const amount = items.reduce((sum, { orderQty, price = ring.price }) => sum + orderQty * price, 0)
  const { body } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items,
    ...(isComplete && { complete: true, payments: [{ paymentTypeID: 1, amount }] }),
  })
  const { salesTransactionID: id, items: lines } = body.data
  return { id, keys: lines.map(({ salesItemID }: { salesItemID: number }) => salesItemID) as number[] }
}
const goldOf = async (id: number) => (await staff('GET', `/api/v2/sales/${id}/gold`)).body.data.lines
const readInvoice = async (id: number) =>
  readPdfTexts((await staff('GET', `/api/v2/sales/${id}/pdf`)).body as Buffer).join(' ')

test('an open sale has the gold of now, as an administrator chose, on the invoice too', async () => {
  await enter(7000, 1)
  const { id, keys } = await sell([
    { itemID: jewel.itemID, orderQty: 1 },
    { itemID: plain.itemID, orderQty: 2 },
    { itemID: unweighed.itemID, orderQty: 1 },
  ])
  expect(await goldOf(id)).toEqual([])
  expect(await readInvoice(id)).not.toContain('gold')
  await show('gold and work')
  expect(await goldOf(id)).toEqual([
    { salesItemID: keys[0], gold: 'gold ₱9,870, work and stone ₱41,680' },
    { salesItemID: keys[1], gold: 'gold ₱9,870, work ₱41,680' },
  ])
  const invoice = await readInvoice(id)
  expect(invoice).toMatch(/18K 750 · 2\.10 g.*gold\s+₱9,870, work and\s+stone ₱41,680/)
  expect(invoice).not.toMatch(/33,?333|margin/)
  await show('gold')
  expect((await goldOf(id)).map(({ gold }: { gold: string }) => gold)).toEqual(['gold ₱9,870', 'gold ₱9,870'])
  await enter(8000, 0)
  expect((await goldOf(id))[0].gold).toBe('gold ₱11,280')
})

test('a completed sale keeps the rate of its day and the price of its line', async () => {
  await show('gold and work')
  const { id, keys } = await sell([{ itemID: plain.itemID, orderQty: 1, price: 60_000 }], true)
  const expected = [{ salesItemID: keys[0], gold: 'gold ₱11,280, work ₱48,720' }]
  expect(await goldOf(id)).toEqual(expected)
  await new Promise((done) => setTimeout(done, 5))
  await enter(9000, 0)
  expect(await goldOf(id)).toEqual(expected)
  expect(await readInvoice(id)).toContain('₱48,720')
  const open = await sell([{ itemID: plain.itemID, orderQty: 1 }])
  expect((await goldOf(open.id))[0].gold).toBe('gold ₱12,690, work ₱38,860')
})

test('a piece has the gold of its own weight', async () => {
  const { itemID, inventoryID } = await stockItem(db, { ...ring, quantity: 3 })
  await manager('PUT', `/api/v1/items/${itemID}/pieces`, {
    pieces: [{ inventoryID, grams: 2.5, netGrams: 2 }, { inventoryID }, { inventoryID, grams: 2.2 }],
  })
  const pieces = (await staff('GET', `/api/v1/pieces?itemID=${itemID}&sort=serial`)).body.data
  const { id } = await sell(pieces.map(({ pieceID }: { pieceID: number }) => ({ itemID, orderQty: 1, pieceID })))
  const { body } = await staff('GET', `/api/v2/sales/${id}`)
  // A piece with a weight of its own and no net weight has an unknown one.
  expect(body.data.items.map(({ netGrams }: { netGrams: number | null }) => netGrams)).toEqual([2, 1.41, null])
  expect((await goldOf(id)).map(({ gold }: { gold: string }) => gold)).toEqual([
    'gold ₱18,000, work ₱33,550',
    'gold ₱12,690, work ₱38,860',
  ])
})

test('papers show how a price by the rate came about, once an administrator wants it', async () => {
  const { itemID } = await stockItem(db, { ...ring, quantity: 3 })
  const parts = { markup: 10, makingPerGram: 100, makingPerPiece: 500, stones: 0, roundTo: 50 }
  expect((await manager('PUT', `/api/v1/items/${itemID}/pricing`, parts)).status).toBe(200)
  // 1.41 × 9,000 = 12,690; the making is 1,269 + 141 + 500; 14,600 needs no rounding.
  const { id, keys } = await sell([
    { itemID, orderQty: 1 },
    { itemID, orderQty: 1, price: 15_000 },
    { itemID: plain.itemID, orderQty: 1 },
  ])
  await show('nothing')
  expect(await goldOf(id)).toEqual([])
  expect(
    (await staff('PUT', '/api/v1/settings/gold-shown', { goldShown: 'nothing', ratesOnPapers: true })).status,
  ).toBe(403)
  await admin('PUT', '/api/v1/settings/gold-shown', { goldShown: 'nothing', ratesOnPapers: true })
  const gold = 'gold 1.41 g × ₱9,000.00 = ₱12,690.00, making ₱1,910.00'
  const lines = [
    { salesItemID: keys[0], gold },
    { salesItemID: keys[1], gold: `${gold}, agreed ₱400.00` },
  ]
  expect(await goldOf(id)).toEqual(lines)
  // A newer rate and a choice that names the papers not at all change nothing of it.
  await enter(9500, 0)
  await show('gold')
  expect((await goldOf(id)).slice(0, 2)).toEqual(lines)
  expect(await goldOf(id)).toHaveLength(3)
  expect(await readInvoice(id)).toMatch(/making\s+₱1,910\.00/)
  await admin('PUT', '/api/v1/settings/gold-shown', { goldShown: 'nothing', ratesOnPapers: false })
  expect(await goldOf(id)).toEqual([])
})

test('an unknown sale is 404', async () => {
  expect((await staff('GET', '/api/v2/sales/99999/gold')).status).toBe(404)
})
