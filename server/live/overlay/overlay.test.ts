// Proves that the overlay shows first names, MINE and SOLD and nothing else, and that only its newest secret opens it.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { LiveRow } from '../../../contract/live/lives.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { live as liveTable } from '../../db/schema/live.ts'
import { audit } from '../../db/schema/shared.ts'

const shop = await testApp()
const { db, as, app } = shop
const staff = as(3)

let made = 0
async function startLive(quantity: number, stock = 5): Promise<LiveRow> {
  const { itemID } = await stockItem(db, { itemName: `Pendant ${++made}`, grams: 6.1, quantity: stock, price: 1000 })
  await db.update(item).set({ karat: '22K' }).where(eq(item.itemID, itemID))
  const { body } = await staff('POST', '/api/v1/lives', {
    liveName: 'Friday night',
    platforms: ['TikTok'],
    plannedStart: '2026-12-04T11:00:00Z',
    expectedEnd: '2036-12-04T14:00:00Z',
    locationID: 1,
    transactionTypeID: 1,
  })
  const path = `/api/v1/lives/${body.data.liveID}`
  await staff('PUT', `${path}/pieces`, { pieces: [{ itemID, quantity }] })
  await staff('PUT', `${path}/start`)
  return (await staff('PUT', `${path}/show`, { to: 'next', showID: null })).body.data
}
const note = ({ liveID }: LiveRow, text: string) => staff('POST', `/api/v1/lives/${liveID}/comments`, { text })
async function makeToken({ liveID }: LiveRow): Promise<string> {
  const { status, body } = await staff('POST', `/api/v1/lives/${liveID}/overlay`)
  expect([status, body.data.address]).toEqual([200, expect.stringMatching(/\/live-overlay#[\w-]{43}$/)])
  return body.data.address.split('#')[1]
}
const read = (token: string, remoteAddress = '198.51.100.7') =>
  app.inject({ method: 'POST', url: '/api/v1/live-overlay', payload: { token }, remoteAddress })
const shown = async (token: string) => (await read(token)).json().data

test('it shows the piece with MINE, and then SOLD with first names in their order', async () => {
  const live = await startLive(2)
  const token = await makeToken(live)
  const piece = { number: 1, name: `Pendant ${made}`, karat: '22K', weight: '6.10 g', price: 1000 }
  expect(await shown(token)).toEqual({ piece: { ...piece, state: 'MINE', firstNames: [] } })
  await note(live, '@maria.santos88')
  expect(await shown(token)).toEqual({ piece: { ...piece, state: 'MINE', firstNames: ['maria'] } })
  await note(live, 'Bea Lim')
  await note(live, 'cora')
  expect(await shown(token)).toEqual({ piece: { ...piece, state: 'SOLD', firstNames: ['maria', 'Bea'] } })
})

test('of a customer it shows the first name, and a piece that was sold at the counter is SOLD', async () => {
  const live = await startLive(1, 1)
  const token = await makeToken(live)
  const person = { firstName: 'Ligaya', lastName: 'Cruz', contactNo: '0917 555 0001', email: 'ligaya@x.example' }
  const { body } = await staff('POST', '/api/v2/customers', { ...person, customerTypeID: 1 })
  const joined = await staff('POST', '/api/v1/buyers', { platform: 'TikTok', handle: 'lc_secret' })
  const { customerID } = body.data
  await staff('PUT', `/api/v1/buyers/${joined.body.data.buyerID}/customer`, { customerID })
  await note(live, 'lc_secret')
  expect(await shown(token)).toMatchObject({ piece: { state: 'SOLD', firstNames: ['Ligaya'] } })
  const other = await startLive(1, 1)
  const items = [{ itemID: other.pieces[0]!.itemID, orderQty: 1 }]
  const sold = { locationID: 1, transactionTypeID: 1, items, payments: [{ paymentTypeID: 1, amount: 1000 }] }
  expect((await staff('POST', '/api/v2/sales', { ...sold, complete: true })).status).toBe(201)
  expect(await shown(await makeToken(other))).toMatchObject({ piece: { state: 'SOLD', firstNames: [] } })
})

test('of a Japanese handle it shows the given name, which stands last', async () => {
  const live = await startLive(1)
  await note(live, '佐藤 由美')
  expect(await shown(await makeToken(live))).toMatchObject({ piece: { state: 'SOLD', firstNames: ['由美'] } })
})

test('a pause shows nothing', async () => {
  const live = await startLive(1)
  const token = await makeToken(live)
  await staff('PUT', `/api/v1/lives/${live.liveID}/pause`)
  expect(await shown(token)).toEqual({ piece: null })
})

test('unknown, replaced, ended and closed secrets get the same answer', async () => {
  const [live, closed] = [await startLive(1), await startLive(1)]
  const [first, ofClosed] = [await makeToken(live), await makeToken(closed)]
  const second = await makeToken(live)
  expect((await read(second)).statusCode).toBe(200)
  await staff('DELETE', `/api/v1/lives/${live.liveID}/overlay`)
  await staff('PUT', `/api/v1/lives/${closed.liveID}/close`)
  const answers = await Promise.all(['x', first, second, ofClosed].map((token) => read(token)))
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(answers[0]!.json()).toMatchObject({ code: 'record.not_found', message: 'Overlay not found' })
  expect(answers[0]!.headers['cache-control']).toBe('no-store')
})

test('only the hash of a secret is stored, and the trail keeps that it was made', async () => {
  const live = await startLive(1)
  const token = await makeToken(live)
  const [stored] = await db.select().from(liveTable).where(eq(liveTable.liveID, live.liveID))
  expect(stored!.overlayHash).toMatch(/^[0-9a-f]{64}$/)
  const rows = await db.select().from(audit).where(eq(audit.entityID, live.liveID))
  expect(JSON.stringify(rows)).toContain('overlayMadeAt')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await staff('GET', `/api/v1/lives/${live.liveID}`)).body.data).toMatchObject({
    overlayMadeAt: stored!.overlayMadeAt!.toISOString(),
  })
})

test('many wrong secrets from one address are stopped, and a right one still works', async () => {
  const token = await makeToken(await startLive(1))
  const statuses = []
  for (let n = 0; n < 32; n++) statuses.push((await read(`wrong ${n}`, '198.51.100.9')).statusCode)
  expect([statuses.slice(0, 30), statuses.slice(30)]).toEqual([Array.from({ length: 30 }, () => 404), [429, 429]])
  expect((await read(token, '198.51.100.9')).statusCode).toBe(200)
})

test('the page is the same for everybody, runs only its own script and is in no index', async () => {
  const page = await app.inject({ method: 'GET', url: '/live-overlay' })
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-.+'; script-src 'sha256-.+'/,
    ),
  })
  expect(page.body).not.toMatch(/https?:\/\//)
})

test('an unknown live has no overlay, and a closed one gets none', async () => {
  expect((await staff('POST', '/api/v1/lives/99999/overlay')).status).toBe(404)
  const live = await startLive(1)
  await staff('PUT', `/api/v1/lives/${live.liveID}/close`)
  expect((await staff('POST', `/api/v1/lives/${live.liveID}/overlay`)).body).toMatchObject({ code: 'live.closed' })
})
