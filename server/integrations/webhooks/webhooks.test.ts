// Proves the endpoints of webhooks: who may call them, what is refused, that a secret is shown once, that an address
// must lead to the public internet, and that a test and a sent-again delivery reach the receiver.
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { webhooksAtMost } from '../../../contract/integrations/webhooks.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { isSigned, startReceiver } from '../../../tests/support/receiver.ts'
import { event } from '../../db/schema/events.ts'
import { webhook, webhookDelivery } from '../../db/schema/integrations.ts'
import { audit, idempotencyKey } from '../../db/schema/shared.ts'
import { distributeEvents } from './distribution.operations.ts'
import { sendDueDeliveries } from './sending.operations.ts'

const receiver = await startReceiver()
const { db, as, users } = await testApp({ network: receiver.network })
afterAll(() => receiver.close())
beforeEach(async () => {
  await db.delete(webhook)
  receiver.received.length = 0
  receiver.state.reply = (response) => void response.writeHead(204).end()
})

const path = '/api/v1/webhooks'
const input = { webhookName: 'Bookkeeping', address: receiver.url, events: ['location.created'] }
const create = (more: object = {}) => as(1)('POST', path, { ...input, ...more })

type Shown = { webhookID: number; secret: string; updatedAt: string; active: boolean }
async function make(more: object = {}): Promise<Shown> {
  const { status, body } = await create(more)
  expect([status, body]).toMatchObject([201, { success: true }])
  return body.data as Shown
}
const listed = async () => (await as(1)('GET', path)).body.data
const deliveries = async (id: number) => (await as(1)('GET', `${path}/${id}/deliveries`)).body.data
const makePlace = (name: string) => as(1)('POST', '/api/v1/locations', { locationName: name })
const send = (webhookID: number) =>
  sendDueDeliveries({ db, network: receiver.network, signal: new AbortController().signal }, webhookID)

test.each([null, 0, 2, 3] as const)('role %s may do nothing with webhooks', async (role) => {
  const { webhookID } = await make()
  const calls = [
    ['GET', path],
    ['GET', `${path}/${webhookID}`],
    ['POST', path, input],
    ['PUT', `${path}/${webhookID}`, { active: false }],
    ['DELETE', `${path}/${webhookID}`],
    ['POST', `${path}/${webhookID}/secret`],
    ['POST', `${path}/${webhookID}/test`],
    ['GET', `${path}/${webhookID}/deliveries`],
    ['POST', '/api/v1/webhook-deliveries/1/send-again'],
  ] as const
  for (const [method, url, body] of calls)
    expect([url, (await as(role)(method, url, body)).status]).toEqual([url, role === null ? 401 : 403])
  expect(await db.$count(webhook)).toBe(1)
  expect(receiver.received).toEqual([])
})

test.each([
  [{ webhookName: ' ' }, 400, 'Name is required'],
  [{ webhookName: 'x'.repeat(81) }, 400, 'Name length must be at most 80 characters'],
  [{ address: '' }, 400, 'Address is required'],
  [{ address: 'books' }, 400, 'Enter an address, such as https://books.example/alahas'],
  [{ address: `https://books.example/${'x'.repeat(500)}` }, 400, 'Address length must be at most 500 characters'],
  [{ events: [] }, 400, 'Choose at least one event'],
  [{ events: ['sale.stolen'] }, 400, 'events'],
  [{ events: ['webhook.delivered'] }, 400, 'events'],
  [{ events: ['notification.sent'] }, 400, 'events'],
  [{ active: 'yes' }, 400, 'Active must be'],
  [{ address: 'ftp://books.example' }, 422, 'The address must begin with https:// or http://'],
  [{ address: 'https://user:word@books.example' }, 422, 'The address must hold no password'],
  [{ address: 'https://books.example:5432' }, 422, 'The address names the port 5432, which is not open'],
  [{ address: 'https://10.0.0.5/hook' }, 422, '10.0.0.5 is not on the public internet'],
  [{ address: 'https://169.254.169.254/latest' }, 422, '169.254.169.254 is not on the public internet'],
  [{ address: 'https://[::1]/hook' }, 422, '::1 is not on the public internet'],
  [{ address: 'https://[::ffff:10.0.0.1]/hook' }, 422, 'is not on the public internet'],
  [{ address: 'https://inside.example/hook' }, 422, 'inside.example is not on the public internet'],
  [{ address: 'https://mixed.example/hook' }, 422, 'mixed.example is not on the public internet'],
  [{ address: 'https://nobody.example/hook' }, 422, 'There is no site nobody.example'],
])('refuses %j', async (more, status, message) => {
  const before = await make()
  for (const refused of [await create(more), await as(1)('PUT', `${path}/${before.webhookID}`, more)]) {
    expect(refused.status).toBe(status)
    expect(JSON.stringify(refused.body)).toContain(message)
    expect(refused.body).toMatchObject({
      code: status === 422 ? 'webhook.address_refused' : 'input.invalid',
      errors: [{ field: expect.stringContaining(Object.keys(more)[0]!) }],
    })
  }
  const [only, ...others] = await listed()
  expect(others).toEqual([])
  expect(only).toMatchObject({ ...input, updatedAt: before.updatedAt })
})

test('the secret is in one answer and nowhere else, and a new one replaces it', async () => {
  const { webhookID, secret } = await make()
  const renewed = (await as(1)('POST', `${path}/${webhookID}/secret`)).body.data as Shown
  expect([secret, renewed.secret]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)])
  expect(renewed.secret).not.toBe(secret)
  await as(1)('PUT', `${path}/${webhookID}`, { webhookName: 'Renamed' })
  await as(1)('POST', `${path}/${webhookID}/test`)
  await as(1)('DELETE', `${path}/${webhookID}`)
  const trail = await db.select().from(audit).where(eq(audit.entity, 'webhook'))
  const everything = JSON.stringify([
    trail,
    await db.select().from(event).where(eq(event.entity, 'webhook')),
    await db.select().from(idempotencyKey),
    await listed(),
    await deliveries(webhookID),
  ])
  for (const one of [secret, renewed.secret]) expect(everything).not.toContain(one.slice('whsec_'.length))
  expect(trail.filter(({ entityID }) => entityID === webhookID).map(({ action }) => action)).toEqual([
    'create',
    'renew secret',
    'update',
    'delete',
  ])
})

test('a repeated Idempotency-Key stores no secret', async () => {
  const { secret } = (await as(1)('POST', path, input, { 'idempotency-key': 'once' })).body.data
  expect(JSON.stringify(await db.select().from(idempotencyKey))).not.toContain(secret)
})

test('a test is signed, is kept, and does not wait; a failed one says why', async () => {
  const { webhookID, secret } = await make({ active: false })
  const sent = await as(1)('POST', `${path}/${webhookID}/test`)
  expect(sent.body.data).toMatchObject({ state: 'delivered', answerCode: 204, isTest: true, nextTryAt: null })
  const [got] = receiver.received
  expect(isSigned(got!, secret)).toBe(true)
  expect(got!.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': sent.body.data.messageID,
  })
  expect(got!.event).toMatchObject({
    id: sent.body.data.messageID,
    type: 'webhook.test',
    data: { entity: 'webhook', id: webhookID, by: { userID: users.get(1), name: 'Test Admin' }, touched: null },
  })
  receiver.state.reply = (response) => void response.writeHead(500).end('Oh no')
  expect((await as(1)('POST', `${path}/${webhookID}/test`)).body.data).toMatchObject({
    state: 'failed',
    answerCode: 500,
    reason: 'The receiver answered 500',
  })
  const [row] = await listed()
  expect((await as(1)('GET', `${path}/${webhookID}`)).body.data).toEqual(row)
  expect(row).toMatchObject({ waiting: 0, failed: 0, failingSince: null, last: { type: 'webhook.test' } })
  const [failed] = await deliveries(webhookID)
  expect(await as(1)('POST', `/api/v1/webhook-deliveries/${failed.deliveryID}/send-again`)).toMatchObject({
    status: 409,
  })
})

test('every delivery can be listed, searched and filtered', async () => {
  const { webhookID } = await make({ active: false })
  const one = { webhookID, entity: 'sale' as const, happenedAt: new Date(), state: 'delivered' as const }
  const many = Array.from({ length: 230 }, (_, n) => ({ ...one, eventID: n + 1, type: 'sale.paid', entityID: n + 1 }))
  await db.insert(webhookDelivery).values(many)
  await db.insert(webhookDelivery).values({
    ...one,
    eventID: 1000,
    type: 'sale.completed',
    entityID: 7777,
    state: 'failed',
    reason: 'The receiver answered 503',
    happenedAt: new Date(Date.now() - 3 * 86_400_000),
  })
  const list = async (query: string) => (await as(1)('GET', `${path}/${webhookID}/deliveries?${query}`)).body
  const whole = await list('page=3&pageSize=100')
  expect([whole.meta.total, whole.data.length]).toEqual([231, 31])
  for (const query of ['search=COMPLETED', 'search=7777', 'search=answered 503', 'state=failed']) {
    const { meta, data } = await list(query)
    expect([query, meta.total, data[0].type]).toEqual([query, 1, 'sale.completed'])
  }
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  expect((await list(`to=${yesterday}`)).meta.total).toBe(1)
  expect((await list(`from=${yesterday}`)).meta.total).toBe(230)
  expect(await as(1)('GET', `${path}/${webhookID}/deliveries?state=lost`)).toMatchObject({ status: 400 })
  expect((await as(1)('GET', `${path}/999999/deliveries`)).status).toBe(404)
})

test('an event reaches the receiver as the stream tells it, and can be sent again with the same key', async () => {
  const { webhookID, secret } = await make()
  const made = (await makePlace('Told place')).body.data
  await distributeEvents(db)
  await send(webhookID)
  const [got] = receiver.received
  expect(isSigned(got!, secret)).toBe(true)
  expect(got!.event).toEqual({
    id: got!.headers['webhook-id'],
    type: 'location.created',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      entity: 'location',
      id: made.locationID,
      by: { userID: users.get(1), name: 'Test Admin' },
      touched: null,
    },
  })
  expect(Math.abs(Number(got!.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
  const [row] = await deliveries(webhookID)
  expect(row).toMatchObject({ state: 'delivered', attempts: 1, answerCode: 204, reason: null, nextTryAt: null })

  const again = await as(1)('POST', `/api/v1/webhook-deliveries/${row.deliveryID}/send-again`)
  expect(again.body.data).toMatchObject({ state: 'waiting', attempts: 0, nextTryAt: expect.any(String) })
  await send(webhookID)
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([row.messageID, row.messageID])
  expect(receiver.received[1]!.body).toBe(got!.body)

  await as(1)('PUT', `${path}/${webhookID}`, { active: false })
  expect(await as(1)('POST', `/api/v1/webhook-deliveries/${row.deliveryID}/send-again`)).toMatchObject({
    status: 409,
    body: { code: 'webhook.off', message: 'The webhook Bookkeeping is off: turn it on first' },
  })
})

test('a former secret signs for one more day', async () => {
  const { webhookID, secret: former } = await make()
  const { secret } = (await as(1)('POST', `${path}/${webhookID}/secret`)).body.data as Shown
  await as(1)('POST', `${path}/${webhookID}/test`)
  await db.update(webhook).set({ formerSecretUntil: new Date(Date.now() - 1) })
  await as(1)('POST', `${path}/${webhookID}/test`)
  const [during, after] = receiver.received
  expect([isSigned(during!, former), isSigned(during!, secret)]).toEqual([true, true])
  expect([isSigned(after!, former), isSigned(after!, secret)]).toEqual([false, true])
})

test('a stale change is refused, and of two changes at once one is', async () => {
  const { webhookID, updatedAt } = await make()
  const change = (webhookName: string) => as(1)('PUT', `${path}/${webhookID}`, { webhookName, updatedAt })
  const both = await Promise.all([change('One'), change('Other')])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect((await change('Late')).body.code).toBe('record.stale')
})

test('a shop has at most 20 webhooks, although many are created at once', async () => {
  const all = await Promise.all(Array.from({ length: webhooksAtMost + 5 }, () => create()))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(webhooksAtMost)
  expect(all.find(({ status }) => status === 422)!.body.code).toBe('webhook.too_many')
  expect(await db.$count(webhook)).toBe(webhooksAtMost)
})

test('a webhook that is off misses what happens meanwhile, and first sends what waited', async () => {
  const { webhookID } = await make()
  await makePlace('Before')
  await distributeEvents(db)
  await as(1)('PUT', `${path}/${webhookID}`, { active: false })
  await makePlace('Meanwhile')
  await distributeEvents(db)
  await send(webhookID)
  expect(receiver.received).toEqual([])
  expect(await listed()).toMatchObject([{ active: false, offReason: 'person', waiting: 1 }])
  await as(1)('PUT', `${path}/${webhookID}`, { active: true })
  await makePlace('After')
  await distributeEvents(db)
  await send(webhookID)
  expect(receiver.received).toHaveLength(2)
  expect(await listed()).toMatchObject([{ active: true, offReason: null, waiting: 0, last: { state: 'delivered' } }])
})

test('an unknown webhook or delivery is not found, and a deleted one takes its deliveries with it', async () => {
  const { webhookID } = await make()
  await as(1)('POST', `${path}/${webhookID}/test`)
  expect(await as(1)('DELETE', `${path}/${webhookID}`)).toMatchObject({ status: 200 })
  expect(await db.$count(webhookDelivery)).toBe(0)
  for (const [method, url] of [
    ['GET', `${path}/${webhookID}`],
    ['PUT', `${path}/${webhookID}`],
    ['DELETE', `${path}/${webhookID}`],
    ['POST', `${path}/${webhookID}/secret`],
    ['POST', `${path}/${webhookID}/test`],
    ['GET', `${path}/${webhookID}/deliveries`],
    ['POST', '/api/v1/webhook-deliveries/2147483647/send-again'],
  ] as const)
    expect([url, (await as(1)(method, url, method === 'PUT' ? {} : null)).status]).toEqual([url, 404])
})
