// Proves that a public page in the cache follows a repricing at once, and not when its time in the cache is over.
import { expect, test, vi } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { item } from '../db/schema/catalogue.ts'
import { goldRate } from '../db/schema/pricing.ts'

const { app, db, as } = await testApp({ withPages: true, tellsEvents: true })
const manager = as(2)

test('a cached page shows the prices of a batch, and those before it after the undoing', async () => {
  const { itemID } = await stockItem(db, {})
  await db.update(item).set({ karat: '18K', grams: 3 })
  const fromAt = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await db.insert(goldRate).values({ karat: '18K', sellPerGram: 6710, buyPerGram: 6260, fromAt: fromAt(2) })
  const parts = { netGrams: 2, markup: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 }
  expect((await manager('PUT', `/api/v1/items/${itemID}/pricing`, parts)).status).toBe(200)
  await db.insert(goldRate).values({ karat: '18K', sellPerGram: 6810, buyPerGram: 6360, fromAt: fromAt(1) })

  const shows = async (price: string) => (await app.inject(`/shop/${itemID}`)).body.includes(price)
  // Less than the five seconds for which a page stays in the cache.
  const follows = (price: string) => vi.waitUntil(async () => shows(price), { timeout: 3000 })
  await follows('₱13,420.00')
  const { ready, rates } = (await manager('GET', '/api/v1/repricings/summary')).body.data
  const applied = await manager('POST', '/api/v1/repricings', {
    prices: ready,
    rates: rates.map(({ karat, goldRateID }: { karat: string; goldRateID: number }) => ({ karat, goldRateID })),
  })
  expect(applied.status).toBe(201)
  await follows('₱13,620.00')
  await manager('PUT', `/api/v1/repricings/${applied.body.data.repricingID}/undo`, {})
  await follows('₱13,420.00')
})
