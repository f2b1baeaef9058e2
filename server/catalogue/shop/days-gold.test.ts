// Proves that visitors see of the gold in a price what an administrator chose, by the rate of the day, and never the net
// weight or a cost.
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import { audit } from '../../db/schema/shared.ts'

const { app, db, as } = await testApp()
const [admin, manager, staff] = [as(1), as(2), as(3)]
const ring = { karat: '18K', grams: 2.1, netGrams: 1.41, price: 51_550, stone: 'Diamond' } as const
const { itemID } = await stockItem(db, { ...ring, cost: 33_333 })
const plain = await stockItem(db, { ...ring, stone: null })
const unweighed = await stockItem(db, { ...ring, netGrams: null })
const bulk = await stockItem(db, { ...ring, uom: 'BULK', grams: 1, netGrams: 1 })

const show = (goldShown: string, who = admin) => who('PUT', '/api/v1/settings/gold-shown', { goldShown })
const shown = async (id: number, language = 'en') =>
  (await app.inject(`/api/shop/items/${id}?language=${language}`)).json().data.daysGold
const enter = (sellPerGram: number, hours: number) =>
  db.insert(goldRate).values({
    karat: '18K',
    sellPerGram,
    buyPerGram: 1000,
    fromAt: new Date(Date.now() - hours * 3_600_000),
  })

test('visitors see what an administrator chose, from the next request on', async () => {
  await enter(6000, 100)
  expect(await shown(itemID)).toBeNull()
  expect((await show('gold and work')).status).toBe(200)
  // The rate is of more than 72 hours ago: nobody sells by it, and nobody sees it.
  expect(await shown(itemID)).toBeNull()
  await enter(7000, 1)
  expect(await shown(itemID)).toBe('gold ₱9,870, work and stone ₱41,680')
  expect(await shown(plain.itemID)).toBe('gold ₱9,870, work ₱41,680')
  expect(await shown(itemID, 'tl')).toBe('ginto ₱9,870, gawa at bato ₱41,680')
  expect(await shown(itemID, 'ja')).toBe('地金 ₱9,870、加工・石 ₱41,680')
  expect([await shown(unweighed.itemID), await shown(bulk.itemID)]).toEqual([null, null])
  await enter(8000, 0)
  expect(await shown(itemID)).toBe('gold ₱11,280, work and stone ₱40,270')
  await show('gold')
  expect(await shown(itemID)).toBe('gold ₱11,280')
  const list = (await app.inject('/api/shop/items?pageSize=50')).json().data
  expect(list.find((one: { itemID: number }) => one.itemID === itemID).daysGold).toBe('gold ₱11,280')
  expect(JSON.stringify(list)).not.toMatch(/netGrams|33333|cost/)
  await show('nothing')
  expect(await shown(itemID)).toBeNull()
})

test('only an administrator chooses, among three choices, and the trail tells it', async () => {
  for (const who of [manager, staff]) expect((await show('gold', who)).status).toBe(403)
  expect((await show('everything')).status).toBe(400)
  expect((await show('gold')).body.data.goldShown).toBe('gold')
  const stale = await admin('PUT', '/api/v1/settings/gold-shown', {
    goldShown: 'nothing',
    updatedAt: '2020-01-01T00:00:00.000Z',
  })
  expect([stale.status, stale.body.code]).toEqual([409, 'record.stale'])
  const trail = await db
    .select()
    .from(audit)
    .where(eq(audit.entity, 'shopSetting'))
    .orderBy(desc(audit.auditID))
    .limit(1)
  expect(trail[0]).toMatchObject({
    action: 'update',
    before: { goldShown: 'nothing' },
    after: { goldShown: 'gold' },
  })
})
