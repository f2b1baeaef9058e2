// Proves the limits of streams: of 10,000 asked for at once a server opens 1,000 and refuses the others in words, and
// calls are served meanwhile. A client that never reads is cut off with bounded memory, and the others miss nothing.
import { get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { streamLimits } from '../../server/events/streams.ts'
import { openSession } from '../../server/http/session.ts'
import { openStreams } from '../support/event-streams.ts'
import { testApp } from '../support/fixtures.ts'
import { until } from '../support/server.ts'

vi.setConfig({ testTimeout: 180_000 })
const { app, db, as, users } = await testApp()
const open = await openStreams(app)
const { port } = app.server.address() as AddressInfo
const streams = app.eventStreams!
const tokenOf = () => openSession(db, users.get(3)!, 'tests')

type Answer = { outcome: string; close: () => void }

/** Asks for a stream. `hear` is called with each piece of it. */
const ask = (token: string, hear: (text: string) => void) =>
  new Promise<Answer>((done, failed) => {
    const headers = { authorization: `Bearer ${token}` }
    const request = get({ host: '127.0.0.1', port, path: '/api/v1/events', agent: false, headers }, (response) => {
      response.on('error', () => {}) // Closing it breaks the response off.
      response.setEncoding('utf8')
      if (response.statusCode === 200) {
        response.on('data', hear)
        return done({ outcome: 'opened', close: () => request.destroy() })
      }
      let text = ''
      response.on('data', (piece: string) => (text += piece))
      response.on('end', () => {
        const { message } = JSON.parse(text) as { message: string }
        const outcome = `${response.statusCode} ${message}, again after ${response.headers['retry-after']} s`
        done({ outcome, close: () => {} })
      })
    })
    request.on('error', failed)
  })

test('of 10,000 streams a server opens 1,000, refuses the others in words, and serves calls meanwhile', async () => {
  const sessions: string[] = []
  while (sessions.length < 10_000 / streamLimits.session) sessions.push(await tokenOf())
  const all = Array.from({ length: 10_000 }, (_, n) => sessions[n % sessions.length]!)
  const ended = new AbortController()
  const statuses: number[] = []
  const calls = (async () => {
    for (; !ended.signal.aborted; await sleep(50)) statuses.push((await as(3)('GET', '/api/v1/locations')).status)
  })()
  const heard = new Set<number>()
  const answers: Answer[] = []
  for (let n = 0; n < all.length; n += 100)
    answers.push(
      ...(await Promise.all(
        all
          .slice(n, n + 100)
          .map((token, more) => ask(token, (text) => text.includes('location.created') && heard.add(n + more))),
      )),
    )
  ended.abort()
  await calls
  const counts = Object.fromEntries(
    [...Map.groupBy(answers, ({ outcome }) => outcome)].map(([outcome, of]) => [outcome, of.length]),
  )
  expect(counts).toEqual({
    opened: streamLimits.server,
    '503 Too many pages are open at this server: changes show later, again after 60 s': 10_000 - streamLimits.server,
  })
  expect(statuses.length).toBeGreaterThan(10)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await as(1)('POST', '/api/v1/locations', { locationName: 'Heard by all' })).status).toBe(201)
  await until(() => heard.size === streamLimits.server)
  answers[0]!.close()
  await until(() => streams.size < streamLimits.server)
  const next = await ask(sessions[0]!, () => {})
  expect(next.outcome).toBe('opened')
  for (const { close } of [...answers, next]) close()
  await until(() => streams.size === 0)
})

test('a client that never reads is cut off with bounded memory, and another one hears the whole flood', async () => {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => sockets.add(socket))
  const token = await tokenOf()
  const stuck = connect(port, '127.0.0.1')
  stuck.on('error', () => {})
  stuck.write(`GET /api/v1/events HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await until(() => streams.size === 1)
  const served = [...sockets].find(({ remotePort }) => remotePort === stuck.localPort)!
  const reader = await open(token)
  const before = streams.counts.cutOff
  let told = 0
  let most = 0
  // Fewer than a hundred at once, which would become one event. The buffers of the system take megabytes first.
  for (; streams.counts.cutOff === before && told < 200_000; told += 90) {
    await db.execute(sql`insert into event (type, entity, entity_id, touched)
      select 'location.changed', 'location', n, jsonb_build_object('item', (select jsonb_agg(k) from generate_series(1000001, 1000050) k))
      from generate_series(1, 90) n`)
    await db.execute(sql`select pg_notify('alahas_event', 'tests')`)
    await until(() => reader.events().length >= told + 90)
    most = Math.max(most, served.writableLength)
  }
  expect(streams.counts.cutOff).toBe(before + 1)
  expect(served.destroyed).toBe(true)
  // At most 64 KB wait, and the frame that exceeds them.
  expect(most).toBeLessThanOrEqual(64 * 1024)
  expect(reader.events()).toHaveLength(told)
  expect(reader.frames.map(({ name }) => name)).not.toContain('refetch')
  expect(streams.size).toBe(1)
  stuck.destroy()
  console.log(`cut off after ${told} events; at most ${most} bytes waited in the server`)
})
