import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { readSettings } from '../company/settings.ts'
import { dailyCount } from '../db/schema/insight.ts'
import { shopDay } from '../kernel/shop-days.ts'

const { db, as, app } = await testApp({ connections: 10 })
const { itemID } = await stockItem(db, {})
const inactive = await stockItem(db, { status: false })
const visit = (path: unknown) => as(null)('POST', '/api/shop/visits', { path })

/** Returns today's counts (in the shop's time zone) by page. */
async function counted() {
  const { timeZone } = await readSettings(db)
  const rows = await db.select().from(dailyCount)
  expect(rows.every(({ day, kind }) => day === shopDay(timeZone, new Date()) && kind === 'visit')).toBe(true)
  return Object.fromEntries(rows.map(({ subject, count }) => [subject, count]))
}

test('counts 200 concurrent visits as 200, on the shop’s day, for each page', async () => {
  const paths = ['/', '/shop', `/shop/${itemID}`, '/contact']
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => visit(paths[n % 4])))
  for (const { status, body, headers } of answers) {
    expect([status, body]).toEqual([200, { success: true, data: null }])
    expect(headers['set-cookie']).toBeUndefined()
  }
  expect(await counted()).toEqual({ '/': 50, '/shop': 50, [`/shop/${itemID}`]: 50, '/contact': 50 })
})

test('counts no visit of the shop’s own staff', async () => {
  const before = await counted()
  for (const roleID of [1, 2, 3] as const)
    expect((await as(roleID)('POST', '/api/shop/visits', { path: '/about' })).status).toBe(200)
  expect(await counted()).toEqual(before)
  await as(0)('POST', '/api/shop/visits', { path: '/about' })
  expect(await counted()).toEqual({ ...before, '/about': 1 })
})

test.each([
  '/nowhere',
  '/ja/shop',
  '/shop/0',
  '/shop/01',
  '/shop/2147483648',
  '/shop/2147483647',
  '/dashboard',
  '/shop?x=1',
])('counts nothing for %s, which is not a page', async (path) => {
  const before = await counted()
  const { status, body } = await visit(path)
  expect([status, body.message]).toEqual([400, 'There is no such page'])
  expect(await counted()).toEqual(before)
})

test('counts no visit of a hidden item', async () => {
  expect((await visit(`/shop/${inactive.itemID}`)).status).toBe(400)
})

test('limits the visits of one address, and of no other', async () => {
  const flood = (remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/shop/visits', payload: { path: '/nowhere' }, remoteAddress })
  const statuses = []
  // The limiter counts calls per minute. If a new minute begins during the loop, it counts from zero again.
  for (let n = 0; n < 1300; n++) statuses.push(await flood('203.0.113.7'))
  const refused = statuses.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]!.headers['retry-after']).toBe('60')
  expect((await flood('203.0.113.8')).statusCode).toBe(400)
})
