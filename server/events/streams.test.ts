// Proves what a stream tells, to whom, from where it resumes, and when it ends.
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { openStreams } from '../../tests/support/event-streams.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { until } from '../../tests/support/server.ts'
import { session } from '../db/schema/people.ts'
import { transact } from '../db/transaction.ts'
import { openSession } from '../http/session.ts'
import { shopContext } from '../kernel/context.ts'
import { notify } from '../people/notify.ts'
import { publish } from './publish.ts'
import { streamLimits } from './streams.ts'

const { app, db, as, tokens, users } = await testApp()
const open = await openStreams(app)
const admin = as(1)

const search = (from: string) => `?from=${encodeURIComponent(from)}`
let places = 0
/** Creates a location by a call, which Staff may read about. */
async function create() {
  const name = `Place ${++places}`
  const { status, body, headers } = await admin(
    'POST',
    '/api/v1/locations',
    { locationName: name },
    { 'x-call-id': 'tab1.7' },
  )
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: body.data.locationID as number, changed: headers['x-changed'] }
}
async function changeUser(id: number, fields: object) {
  const { updatedAt: _, ...stored } = (await admin('GET', `/api/v1/users/${id}`)).body.data
  const { status, body } = await admin('PUT', `/api/v1/users/${id}`, { ...stored, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
}
const tokenOf = (roleID: 0 | 1 | 2 | 3) => openSession(db, users.get(roleID)!, 'tests')

test('a stream tells who changed which record, and the response of the call names it too', async () => {
  const stream = await open(tokens.get(3))
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
  expect(stream.frames[0]).toMatchObject({ name: 'hello', data: { beat: 15 } })
  const { id, changed } = await create()
  expect(changed).toBe(`location=${id}`)
  await until(() => stream.events().length > 0)
  const by = { userID: users.get(1), name: 'Test Admin' }
  expect(stream.events()).toEqual([
    { type: 'location.created', entity: 'location', id, by, callID: 'tab1.7', touched: null },
  ])
})

test('a caller without a session gets no stream', async () => {
  expect((await open(undefined)).response.status).toBe(401)
  expect((await open('x'.repeat(43))).response.status).toBe(401)
})

test('nobody learns of records without access to them, and everybody of the own account', async () => {
  const [unassigned, staff, manager] = await Promise.all([
    open(tokens.get(0)),
    open(tokens.get(3)),
    open(tokens.get(2)),
  ])
  const own = users.get(0)!
  await changeUser(own, { lastName: 'Renamed' })
  await transact(db, async (tx) => {
    const context = shopContext(tx, new Date())
    const message = { kind: 'backupLate', message: 'Late', entity: 'system', id: 1 } as const
    await notify(context, { userID: users.get(2)! }, [message])
    await publish(context, { type: 'system.run_recorded', entity: 'system', id: null })
  })
  const { id } = await create()
  await until(() => [staff, manager].every((one) => one.events().some((event) => event.id === id)))
  await until(() => unassigned.events().length > 0)
  const types = (one: typeof staff) => one.events().map(({ type }) => type)
  expect(types(unassigned)).toEqual(['user.changed'])
  expect(types(staff)).toEqual(['location.created'])
  expect(types(manager)).toEqual(['user.changed', 'notification.sent', 'location.created'])
})

test('a client resumes after its place with exactly the later commits, although their keys are in another order', async () => {
  const stream = await open(tokens.get(3))
  const commit = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const early = transact(db, async (tx) => {
    await publish(shopContext(tx, new Date()), { type: 'location.changed', entity: 'location', id: 900_001 })
    // The transaction has its number now, and commits last.
    await tx.execute('select pg_current_xact_id()')
    written.resolve()
    await commit.promise
  })
  await written.promise
  const { id } = await create()
  await until(() => stream.events().some((event) => event.id === id))
  const place = stream.place()
  stream.close()
  commit.resolve()
  await early
  const after = await create()
  const resumed = await open(tokens.get(3), search(place))
  await until(() => resumed.events().length >= 2)
  expect(resumed.events().map((event) => event.id)).toEqual([900_001, after.id])
  expect(resumed.frames.map(({ name }) => name)).not.toContain('refetch')
})

test('a place from before a crash of PostgreSQL misses no event of a transaction whose number was given again', async () => {
  const [database, at, , xmax] = (await open(tokens.get(3))).place().split(':') as [string, string, string, string]
  // This snapshot has seen the numbers of transactions that the crash undid.
  const lost = Number(xmax) + 5
  const ids: number[] = []
  await sleep(5)
  while (ids.length < 8) ids.push((await create()).id)
  const resumed = await open(tokens.get(3), search([database, at, lost, lost, ''].join(':')))
  await until(() => resumed.events().length >= 8)
  expect(resumed.events().map((event) => event.id)).toEqual(ids)
})

test.each(['nonsense', '1-1-1:1:5:5:', '1:2:3', '9'.repeat(20)])('the place %s means to fetch again', async (from) => {
  const stream = await open(tokens.get(3), search(from))
  await until(() => stream.frames.length > 1)
  expect(stream.frames.map(({ name }) => name)).toEqual(['hello', 'refetch'])
})

test('a place of an hour ago, of another database or of the future means to fetch again', async () => {
  const [database, at, xmin, xmax, running] = (await open(tokens.get(3))).place().split(':') as [string, ...string[]]
  const old = [database, Number(at) - 3_601_000, xmin, xmax, running]
  const other = [database.replace(/\d+$/, '1'), at, xmin, xmax, running]
  const later = [database, at, xmin, Number(xmax) + 1000, running]
  for (const place of [old, other, later]) {
    const stream = await open(tokens.get(3), search(place.join(':')))
    await until(() => stream.frames.length > 1)
    expect(stream.frames.map(({ name }) => name)).toEqual(['hello', 'refetch'])
  }
  const fresh = await open(tokens.get(3), search([database, at, xmin, xmax, running].join(':')))
  expect(fresh.frames.map(({ name }) => name)).not.toContain('refetch')
})

test('a new client learns what happened since it began to fetch', async () => {
  const { id } = await create()
  const stream = await open(tokens.get(3), '?age=30')
  await until(() => stream.events().some((event) => event.id === id))
  expect(stream.frames.map(({ name }) => name)).toEqual(['hello', 'events'])
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('a stream ends when its session ends, and only that one', async () => {
  const [token, other] = [await tokenOf(3), await tokenOf(3)]
  const [mine, others] = [await open(token), await open(other)]
  expect((await as(null)('POST', '/api/v1/logout', {}, bearer(token))).status).toBe(200)
  await until(() => mine.hasEnded())
  expect(mine.frames.at(-1)).toMatchObject({ name: 'end', data: { reason: 'session' } })
  expect(others.hasEnded()).toBe(false)
  expect((await admin('DELETE', `/api/v1/users/${users.get(3)}/sessions`)).status).toBe(200)
  await until(() => others.hasEnded())
  // The other tests use this session.
  tokens.set(3, await tokenOf(3))
})

test('a stream ends when the user gets another role or is deactivated', async () => {
  const stream = await open(await tokenOf(2))
  const change = (fields: object) => changeUser(users.get(2)!, fields)
  await change({ roleID: 3 })
  await until(() => stream.hasEnded())
  const again = await open(await tokenOf(2))
  await change({ status: false })
  await until(() => again.hasEnded())
  expect([stream, again].map(({ frames }) => frames.at(-1)!.data)).toEqual([
    { reason: 'session' },
    { reason: 'session' },
  ])
  await change({ status: true, roleID: 2 })
  tokens.set(2, await tokenOf(2))
})

test('a stream whose session expires ends with the next sign of life', async () => {
  const stream = await open(await tokenOf(1))
  await db.update(session).set({ expiresAt: new Date(0) })
  for (const roleID of [0, 1, 2, 3] as const) tokens.set(roleID, await tokenOf(roleID))
  await app.eventStreams!.beat()
  await until(() => stream.hasEnded())
  expect(stream.frames.at(-1)).toMatchObject({ name: 'end', data: { reason: 'session' } })
})

test('a session has a limited number of streams, and others are served', async () => {
  const token = await tokenOf(3)
  const opened = await Promise.all(Array.from({ length: streamLimits.session }, () => open(token)))
  expect(opened.map(({ response }) => response.status)).toEqual(opened.map(() => 200))
  const refused = await open(token)
  expect(refused.response.status).toBe(503)
  expect(refused.response.headers.get('retry-after')).toBe('60')
  expect(await refused.response.json()).toMatchObject({ success: false, code: 'events.too_many_of_session' })
  expect((await open(await tokenOf(3))).response.status).toBe(200)
  opened[0]!.close()
  await until(async () => (await open(token)).response.status === 200)
})

test('a transaction that is rolled back tells nothing, and a rolled back part of one neither', async () => {
  const stream = await open(tokens.get(3))
  const tell = (id: number) => (tx: Parameters<Parameters<typeof transact>[1]>[0]) =>
    publish(shopContext(tx, new Date()), { type: 'location.changed', entity: 'location', id })
  const failing = (id: number) => async (tx: Parameters<Parameters<typeof transact>[1]>[0]) => {
    await tell(id)(tx)
    throw new Error('planned')
  }
  await expect(transact(db, failing(800_001))).rejects.toThrow('planned')
  await transact(db, async (tx) => {
    await transact(tx, tell(800_002))
    await transact(tx, failing(800_003)).catch(() => {})
    await tell(800_004)(tx)
  })
  await until(() => stream.events().some(({ id }) => id === 800_004))
  expect(stream.events().map(({ id }) => id)).toEqual([800_002, 800_004])
})

test('a change of many records is one event', async () => {
  const stream = await open(tokens.get(3))
  await transact(db, async (tx) => {
    for (let id = 1; id <= 500; id++)
      await publish(shopContext(tx, new Date()), { type: 'item.created', entity: 'item', id })
  })
  await until(() => stream.events().length > 0)
  expect(stream.events()).toMatchObject([{ type: 'item.created', id: null }])
})

test('a flood of events becomes one event for each kind of record, or a request to fetch everything again', async () => {
  const stream = await open(tokens.get(3))
  await flood(300)
  await until(() => stream.events().length > 0)
  expect(stream.events()).toMatchObject([{ entity: 'location', id: null }])
  await flood(1500)
  await until(() => stream.frames.at(-1)!.name === 'refetch')
  expect(stream.events()).toHaveLength(1)
  const { id } = await create()
  await until(() => stream.events().some((event) => event.id === id))
})

/** Writes events of different transactions that become visible at once, as after a pause of the reader. */
const flood = (count: number) =>
  db.execute(`insert into event (type, entity, entity_id)
    select 'location.changed', 'location', n from generate_series(1, ${count}) n`)

test('the feed comes back when the database ends its connection, and misses nothing', async () => {
  const stream = await open(tokens.get(3))
  const { rows } = await db.execute<{ pid: boolean }>(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'alahas events' and datname = current_database()`)
  expect(rows).toHaveLength(1)
  const { id } = await create()
  await until(() => stream.events().some((event) => event.id === id))
  expect(stream.frames.map(({ name }) => name)).not.toContain('refetch')
})

test('a stream that opens while the feed loses its connection begins when the connection is back', async () => {
  const feedsBackend = sql`select pid from pg_stat_activity where application_name = 'alahas events'
    and datname = current_database()`
  const first = await open(tokens.get(3))
  first.close()
  // The feed's read waits for the lock, and then fails.
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = db.transaction(async (tx) => {
    await tx.execute(sql`lock table event in access exclusive mode`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const opening = open(tokens.get(3))
  const waits = sql`select 1 as one from pg_locks where relation = 'event'::regclass and not granted
    and pid in (${feedsBackend})`
  await until(async () => (await db.execute<{ one: 1 }>(waits)).rows.length > 0)
  await db.execute(sql`select pg_terminate_backend(pid) from (${feedsBackend}) feeds`)
  release.resolve()
  await holder
  const stream = await opening
  const { id } = await create()
  await until(() => stream.events().some((event) => event.id === id))
  expect(stream.frames[0]).toMatchObject({ name: 'hello' })
})

test('a HEAD opens no stream', async () => {
  const before = app.eventStreams!.size
  const authorization = `Bearer ${tokens.get(3)}`
  const head = await app.inject({ method: 'HEAD', url: '/api/v1/events', headers: { authorization } })
  expect(head.statusCode).toBe(404)
  expect(app.eventStreams!.size).toBeLessThanOrEqual(before)
})

test('a stopping server ends its streams and refuses new ones', async () => {
  const stream = await open(tokens.get(3))
  app.eventStreams!.stop()
  await until(() => stream.hasEnded())
  expect(stream.frames.at(-1)).toMatchObject({ name: 'end', data: { reason: 'server' } })
  const refused = await open(tokens.get(3))
  expect(refused.response.status).toBe(503)
  expect(refused.response.headers.get('retry-after')).toBe('2')
  expect(await refused.response.json()).toMatchObject({ code: 'events.stopping' })
})
