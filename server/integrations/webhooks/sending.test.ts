// Proves that events become deliveries exactly once although several servers distribute, and that every answer of a
// receiver is handled: slow, endless, huge, failing, redirecting, gone, or none at all.
import { Readable } from 'node:stream'

import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { loopbackNetwork, startReceiver } from '../../../tests/support/receiver.ts'
import { connect } from '../../db/client.ts'
import { event } from '../../db/schema/events.ts'
import { webhook, webhookDelivery } from '../../db/schema/integrations.ts'
import { notification } from '../../db/schema/messages.ts'
import { transact } from '../../db/transaction.ts'
import { deleteOldEvents } from '../../events/retention.ts'
import { bossIn } from '../../jobs/boss.ts'
import { startJobs } from '../../jobs/run.ts'
import { publicNetwork } from '../../kernel/public-network.ts'
import { catchUpWebhooks, deleteOldDeliveries, distributeEvents, startDistribution } from './distribution.operations.ts'
import { sendDueDeliveries, type Sending } from './sending.operations.ts'
import { pauses } from './webhooks.rules.ts'

const receiver = await startReceiver()
const { db, url, as, users } = await testApp({ network: receiver.network })
afterAll(() => receiver.close())

let clock = Date.now()
beforeEach(async () => {
  await db.delete(webhook)
  await db.delete(notification)
  receiver.received.length = 0
  clock = Date.now()
  receiver.state.reply = (response) => void response.writeHead(200).end('ok')
})
const later = (minutes: number) => (clock += minutes * 60_000)

const path = '/api/v1/webhooks'
let count = 0
const makePlace = async () =>
  (await as(1)('POST', '/api/v1/locations', { locationName: `Place ${++count}` })).body.data.locationID as number
const changePlace = async (id: number) => {
  const body = { locationName: `Place ${++count}` }
  expect((await as(1)('PUT', `/api/v1/locations/${id}`, body)).status).toBe(200)
}
async function make(more: object = {}): Promise<number> {
  const events = ['location.created', 'location.changed']
  const { body } = await as(1)('POST', path, { webhookName: 'Books', address: receiver.url, events, ...more })
  return body.data.webhookID as number
}
const send = (webhookID: number, more: Partial<Sending> = {}) =>
  sendDueDeliveries(
    {
      db,
      network: receiver.network,
      signal: new AbortController().signal,
      now: () => new Date(clock),
      patience: 1000,
      ...more,
    },
    webhookID,
  )
const distribute = () => distributeEvents(db, new Date(clock))
const rows = () => db.select().from(webhookDelivery).orderBy(asc(webhookDelivery.deliveryID))
const hook = async () => (await db.select().from(webhook))[0]!
const told = () => receiver.received.map(({ event: { data } }) => data.id)

test('an event is distributed exactly once, however many servers do it at once', async () => {
  await make()
  await make({ webhookName: 'Other', events: ['location.created'] })
  const writing = Promise.all(Array.from({ length: 40 }, makePlace))
  const pools = [1, 2, 3].map(() => connect(url, 2))
  for (let round = 0; round < 15; round++) await Promise.all(pools.map(({ db: own }) => distributeEvents(own)))
  const places = await writing
  await Promise.all(pools.map(({ db: own }) => distributeEvents(own)))
  await Promise.all(pools.map(({ pool }) => pool.end()))
  const found = await rows()
  expect(found).toHaveLength(80)
  expect(new Set(found.map(({ webhookID, eventID }) => `${webhookID} ${eventID}`)).size).toBe(80)
  expect(found.map(({ entityID }) => entityID!).toSorted((a, b) => a - b)).toEqual(
    [...places, ...places].toSorted((a, b) => a - b),
  )
})

test('an event whose transaction commits after later ones is not missed', async () => {
  await make()
  const committed = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slow = transact(db, async (tx) => {
    await tx.execute(sql`insert into event (type, entity, entity_id) values ('location.created', 'location', 999999)`)
    written.resolve()
    await committed.promise
  })
  await written.promise
  const place = await makePlace()
  await distribute()
  expect((await rows()).map(({ entityID }) => entityID)).toEqual([place])
  committed.resolve()
  await slow
  await distribute()
  expect((await rows()).map(({ entityID }) => entityID)).toEqual([place, 999_999])
})

test('an event for one person, and one that the webhook does not tell, become no delivery', async () => {
  await make({ events: ['savedView.created', 'location.deleted'] })
  await as(1)('POST', '/api/v1/saved-views', { list: '/sales', viewName: 'Mine', query: '', hidden: [] })
  await makePlace()
  await distribute()
  expect(await rows()).toEqual([])
})

test('a snapshot of another database tells nothing, and the webhook goes on from here', async () => {
  await make()
  await makePlace()
  await db.update(webhook).set({ placeDatabase: '1-1' })
  await distribute()
  expect(await rows()).toEqual([])
  const place = await makePlace()
  await distribute()
  expect((await rows()).map(({ entityID }) => entityID)).toEqual([place])
})

test('no old event is deleted before it is distributed, and deliveries are deleted after 30 days', async () => {
  await make()
  await makePlace()
  await db.update(event).set({ at: sql`now() - interval '2 days'` })
  await distribute()
  await deleteOldEvents(db)
  expect([await db.$count(event), await db.$count(webhookDelivery)]).toEqual([0, 1])
  await deleteOldDeliveries(db)
  expect(await db.$count(webhookDelivery)).toBe(1)
  await db.update(webhookDelivery).set({ createdAt: sql`now() - interval '31 days'` })
  await deleteOldDeliveries(db)
  expect(await db.$count(webhookDelivery)).toBe(0)
})

type Reply = typeof receiver.state.reply
const wrong: [string, Reply, number | null, RegExp][] = [
  ['answers 500', (response) => void response.writeHead(500).end('x'), 500, /^The receiver answered 500$/],
  ['answers 404', (response) => void response.writeHead(404).end(), 404, /^The receiver answered 404$/],
  [
    'redirects',
    (response) => void response.writeHead(302, { location: receiver.url }).end(),
    302,
    /^The receiver redirects \(302\), which is not followed$/,
  ],
  [
    'redirects inside',
    (response) => void response.writeHead(307, { location: 'http://127.0.0.1:5432/' }).end(),
    307,
    /which is not followed$/,
  ],
  ['never answers', () => {}, null, /^The receiver did not answer within 1 seconds$/],
  [
    'answers when nobody waits any more',
    (response) => void setTimeout(() => response.writeHead(200).end(), 1500),
    null,
    /^The receiver did not answer within 1 seconds$/,
  ],
  [
    'sends its headers a byte at a time',
    (response) => {
      response.socket!.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => response.socket?.write('x'), 100)
      response.on('close', () => clearInterval(drip))
    },
    null,
    /^The receiver did not answer within 1 seconds$/,
  ],
  ['breaks off', (response) => void response.socket!.destroy(), null, /^The receiver broke off the connection/],
  [
    'does not speak HTTP',
    (response) => void response.socket!.end('Hello!\r\n\r\n'),
    null,
    /^The receiver broke off the connection/,
  ],
]
test.each(wrong)('a receiver that %s is tried again', async (_, reply, answerCode, reason) => {
  const id = await make()
  const place = await makePlace()
  await distribute()
  receiver.state.reply = reply
  await send(id)
  expect(receiver.received).toHaveLength(1)
  const [row] = await rows()
  expect(row).toMatchObject({ state: 'waiting', attempts: 1, answerCode, claimedAt: null })
  expect(row!.reason).toMatch(reason)
  expect(row!.nextTryAt.getTime() - clock).toBe(60_000)
  expect(row!.duration!).toBeLessThan(5000)
  expect((await hook()).failures).toBe(1)
  // It is not due yet, and is delivered when it is.
  await send(id)
  expect(receiver.received).toHaveLength(1)
  receiver.state.reply = (response) => void response.writeHead(200).end()
  later(1)
  await send(id)
  expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 2, answerCode: 200, reason: null }])
  expect(told()).toEqual([place, place])
  const [first, second] = receiver.received
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  expect(second!.headers['webhook-timestamp']).not.toBe(first!.headers['webhook-timestamp'])
  expect(await hook()).toMatchObject({ failures: 0, failingSince: null, restsUntil: null })
})

test('the status counts: a success whose body never ends, or has a gigabyte, is a success', async () => {
  const id = await make()
  await makePlace()
  await makePlace()
  await distribute()
  let sent = 0
  const gigabyte = function* () {
    for (; sent < 1024; sent++) yield Buffer.alloc(1024 * 1024)
  }
  receiver.state.reply = (response) => {
    if (receiver.received.length === 1) response.writeHead(202).write('…')
    else Readable.from(gigabyte()).pipe(response.writeHead(200))
  }
  await send(id)
  expect((await rows()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  expect(sent).toBeLessThan(50)
})

test('a receiver that is not there, and a name that now leads inside, are tried again', async () => {
  const id = await make()
  await makePlace()
  await distribute()
  await receiver.close()
  await send(id)
  await receiver.open()
  expect(await rows()).toMatchObject([
    { state: 'waiting', answerCode: null, reason: 'The receiver takes no connection (ECONNREFUSED)' },
  ])
  later(1)
  const moved = { ...receiver.network, resolve: async () => ['10.0.0.7'] }
  await send(id, { network: moved })
  expect((await rows())[0]!.reason).toBe('books.example is not on the public internet')
  later(5)
  // The real look-up and the real network: localhost is this machine.
  await db.update(webhook).set({ address: `http://localhost:${receiver.port}/`, restsUntil: null })
  await send(id, { network: { ...publicNetwork, ports: new Set([String(receiver.port)]) } })
  expect((await rows())[0]!.reason).toBe('localhost is not on the public internet')
  expect(receiver.received).toEqual([])
})

test('a look-up that hangs ends in time', async () => {
  const id = await make()
  await makePlace()
  await distribute()
  await send(id, { network: { ...loopbackNetwork([]), resolve: () => new Promise(() => {}) } })
  expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 1 })
})

test('an event that fails eight times is failed, lets the next of its record go on, and can be tried or given up', async () => {
  const id = await make()
  const bad = await makePlace()
  await changePlace(bad)
  const good = await makePlace()
  await distribute()
  const [poison] = await rows()
  receiver.state.reply = (response, { event: { id: key } }) =>
    void response.writeHead(key === poison!.messageID ? 400 : 200).end()
  for (let tries = 0; tries < 8; tries++) {
    const waits = await rows()
    expect(waits.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', tries],
      ['waiting', 0],
      tries === 0 ? ['waiting', 0] : ['delivered', 1],
    ])
    await send(id)
    later(pauses[tries] ?? 15)
  }
  expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['failed', 8],
    ['waiting', 0],
    ['delivered', 1],
  ])
  expect(told().filter((one) => one === bad)).toHaveLength(8)
  await send(id)
  expect((await rows())[1]).toMatchObject({ state: 'delivered', attempts: 1 })
  expect(told().filter((one) => one === bad)).toHaveLength(9)
  expect(told()).toContain(good)

  const system = async () => (await as(1)('GET', '/api/v1/system')).body.data.failedJobs
  expect(await system()).toMatchObject([
    {
      queue: 'webhook',
      key: String(id),
      what: 'An event for the webhook “Books”',
      reason: 'The receiver answered 400',
    },
  ])
  expect((await as(1)('GET', path)).body.data).toMatchObject([{ failed: 1, waiting: 0 }])
  const decide = (action: string) =>
    as(1)('POST', `/api/v1/system/jobs/${action}`, { queue: 'webhook', key: String(id) })
  expect(await decide('retry')).toMatchObject({ status: 200, body: { data: [] } })
  expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 0 })
  await db.update(webhookDelivery).set({ state: 'failed' }).where(eq(webhookDelivery.deliveryID, poison!.deliveryID))
  const both = await Promise.all([decide('give-up'), decide('give-up')])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect((await rows())[0]).toMatchObject({ state: 'dropped' })
})

test('a receiver that is away is tried rarely, and gets everything in order when it is back', async () => {
  const id = await make()
  const places: number[] = []
  for (let n = 0; n < 10; n++) places.push(await makePlace())
  for (const place of places) await changePlace(place)
  await distribute()
  receiver.state.reply = (response) => void response.writeHead(503).end()
  for (let minute = 0; minute < 120; minute++) {
    await send(id)
    later(1)
  }
  const tries = receiver.received.length
  // The first four are tried beside each other; then about one each quarter of an hour.
  expect(tries).toBeGreaterThan(8)
  expect(tries).toBeLessThan(20)
  receiver.received.length = 0
  receiver.state.reply = (response) => void response.writeHead(200).end()
  later(15)
  await send(id)
  expect((await rows()).map(({ state }) => state)).toEqual(Array(20).fill('delivered'))
  for (const place of places)
    expect(
      receiver.received.filter(({ event: { data } }) => data.id === place).map(({ event: { type } }) => type),
    ).toEqual(['location.created', 'location.changed'])
  expect(await hook()).toMatchObject({ failures: 0, failingSince: null })
})

test('a webhook that fails for three days is turned off, and the administrators learn it once', async () => {
  const id = await make()
  for (let n = 0; n < 30; n++) await makePlace()
  await distribute()
  receiver.state.reply = (response) => void response.writeHead(500).end()
  for (let hours = 0; hours < 90; hours += 6) {
    await send(id)
    later(6 * 60)
  }
  expect(await hook()).toMatchObject({ active: false, offReason: 'failing', place: null })
  const tried = receiver.received.length
  await send(id)
  expect(receiver.received).toHaveLength(tried)
  const messages = await db.select().from(notification).where(eq(notification.kind, 'webhookOff'))
  expect(messages.map(({ message }) => message)).toContain(
    'The webhook Books is off, because no delivery has succeeded for three days',
  )
  expect(messages.filter(({ userID }) => userID === users.get(1))).toHaveLength(1)
  expect(messages.some(({ userID }) => userID === users.get(2) || userID === users.get(3))).toBe(false)
  const trail = (await as(1)('GET', `/api/v1/audit?entity=webhook`)).body.data
  expect(trail[0]).toMatchObject({ action: 'update', entityID: id, userID: null })

  receiver.state.reply = (response) => void response.writeHead(200).end()
  await as(1)('PUT', `${path}/${id}`, { active: true })
  await send(id, { now: () => new Date() })
  const left = await db.$count(webhookDelivery, eq(webhookDelivery.state, 'waiting'))
  expect([left, (await hook()).failures]).toEqual([0, 0])
})

test('a receiver that says it is gone turns its webhook off at once', async () => {
  const id = await make()
  await makePlace()
  await distribute()
  receiver.state.reply = (response) => void response.writeHead(410).end()
  await send(id)
  expect((await as(1)('GET', path)).body.data).toMatchObject([{ active: false, offReason: 'gone', waiting: 1 }])
})

test('two servers that send at once deliver each event once', async () => {
  const id = await make()
  for (let n = 0; n < 25; n++) await changePlace(await makePlace())
  await distribute()
  receiver.state.reply = (response) => void setTimeout(() => response.writeHead(200).end(), 5)
  const pools = [1, 2].map(() => connect(url, 3))
  await Promise.all(pools.map(({ db: own }) => send(id, { db: own })))
  await Promise.all(pools.map(({ pool }) => pool.end()))
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(50)
  expect(receiver.received).toHaveLength(50)
})

test('a server that stops lets another one send, and a killed one after a minute', async () => {
  const id = await make()
  await makePlace()
  await distribute()
  const stopping = new AbortController()
  receiver.state.reply = () => stopping.abort()
  await expect(send(id, { signal: stopping.signal })).rejects.toThrow('aborted')
  expect(await rows()).toMatchObject([{ state: 'waiting', claimedAt: null, attempts: 1 }])

  receiver.state.reply = (response) => void response.writeHead(200).end()
  await db.update(webhookDelivery).set({ claimedAt: new Date(clock) })
  await send(id)
  expect(receiver.received).toHaveLength(1)
  later(1.1)
  await send(id)
  expect(await rows()).toMatchObject([{ state: 'delivered' }])
})

test('a receiver that takes its time holds up no other webhook', async () => {
  const slow = await make()
  receiver.state.reply = (response) => {
    if (response.req.url === '/hook/quick') response.writeHead(200).end()
  }
  const stop = startJobs({
    db,
    log: { error() {} },
    sendMail: async () => {},
    sendWebhook: ({ webhookID }, signal) => send(webhookID, { signal, now: () => new Date(), patience: 60_000 }),
    scheduled: [],
    pollingInterval: 0.5,
  })
  await makePlace()
  await distribute()
  await vi.waitUntil(() => receiver.received.length === 1, { timeout: 20_000 })
  const quick = await make({ address: `${receiver.url}/quick` })
  await makePlace()
  await distribute()
  const quickStates = async () =>
    (await rows()).filter(({ webhookID }) => webhookID === quick).map(({ state }) => state)
  await vi.waitUntil(async () => (await quickStates()).includes('delivered'), { timeout: 20_000 })
  const slowOnes = async () => (await rows()).filter(({ webhookID }) => webhookID === slow)
  expect((await slowOnes())[0]).toMatchObject({ state: 'waiting', claimedAt: expect.any(Date) })
  // The server stops at once, although the slow receiver has not answered.
  await stop()
  expect((await slowOnes())[0]).toMatchObject({ state: 'waiting', claimedAt: null })
}, 60_000)

test('a server with jobs tells an event within seconds, and the schedule finds what was left', async () => {
  const id = await make()
  const stopDistribution = startDistribution(db, (error) => expect.unreachable(String(error)))
  const stop = startJobs({
    db,
    log: { error() {} },
    sendMail: async () => {},
    sendWebhook: ({ webhookID }, signal) => send(webhookID, { signal, now: () => new Date() }),
    scheduled: [],
    pollingInterval: 0.5,
  })
  const place = await makePlace()
  await vi.waitUntil(() => told().includes(place), { timeout: 20_000 })
  await stopDistribution()
  const left = await makePlace()
  await catchUpWebhooks({ db, now: new Date() })
  await vi.waitUntil(() => told().includes(left), { timeout: 20_000 })
  // A try whose time has come gets a job, although nothing happens.
  await db.update(webhookDelivery).set({ state: 'waiting', nextTryAt: new Date() })
  await catchUpWebhooks({ db, now: new Date() })
  await vi.waitUntil(() => receiver.received.length >= 4, { timeout: 20_000 })
  await stop()
  expect(await bossIn(db).findJobs('dead', { queued: true })).toEqual([])
  await catchUpWebhooks({ db, now: new Date() })
  expect(
    await db.$count(webhookDelivery, and(eq(webhookDelivery.webhookID, id), eq(webhookDelivery.state, 'delivered'))),
  ).toBe(2)
}, 60_000)
