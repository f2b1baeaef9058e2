// Proves `GET /metrics`: absent without a token, closed to other callers, and right about calls, pool, backups and runs.
import { afterAll, beforeAll, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { createApp } from '../app.ts'
import { connect } from '../db/client.ts'
import { mail } from '../db/schema/mail.ts'
import { operationRun } from '../db/schema/system.ts'
import { openSession } from '../http/session.ts'
import { bossIn } from '../jobs/boss.ts'

const { as, db, url, pictureStore, users } = await testApp()
const token = 'a-token-of-the-tests'
const { db: other, pool } = connect(url, 3)
let measured: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  measured = await createApp({ db: other, pictureStore, metricsToken: token })
})
afterAll(async () => {
  await measured.close()
  await pool.end()
})

const scrape = (authorization?: string) =>
  measured.inject({ method: 'GET', url: '/metrics', headers: { ...(authorization && { authorization }) } })

/** Returns the samples of a metric: the value by the text of its labels. */
async function samplesOf(name: string): Promise<Record<string, number>> {
  const { body } = await scrape(`Bearer ${token}`)
  const samples = [...body.matchAll(new RegExp(String.raw`^${name}(?:\{(.*)\})? (\S+)$`, 'gm'))]
  return Object.fromEntries(samples.map(([, labels = '', value]) => [labels, Number(value)]))
}

test('there are no metrics without METRICS_TOKEN', async () => {
  expect((await as(1)('GET', '/metrics', null, { authorization: `Bearer ${token}` })).status).toBe(404)
})

test('the token alone opens the metrics, and not the back-office', async () => {
  const session = await openSession(db, users.get(1)!, 'tests')
  for (const wrong of [
    undefined,
    token,
    'Bearer',
    'Bearer ',
    `Bearer ${token}x`,
    `Basic ${token}`,
    `Bearer ${session}`,
  ])
    expect((await scrape(wrong)).statusCode, wrong).toBe(401)
  const right = await scrape(`Bearer ${token}`)
  expect(right.statusCode).toBe(200)
  expect(right.headers['cache-control']).toBe('no-store')
  expect(right.headers['content-type']).toMatch(/^text\/plain; version=/)
  const inside = await measured.inject({ url: '/api/v1/system', headers: { authorization: `Bearer ${token}` } })
  expect(inside.statusCode).toBe(401)
})

test('calls are counted and timed by the pattern of their route', async () => {
  const headers = { authorization: `Bearer ${await openSession(db, users.get(3)!, 'tests')}` }
  for (const id of [1, 2, 3]) await measured.inject({ url: `/api/v2/suppliers/${id}?secret=ana`, headers })
  await measured.inject({ url: '/nowhere/ana', headers })
  const name = 'alahas_http_request_duration_seconds'
  const counts = await samplesOf(`${name}_count`)
  expect(counts['method="GET",route="/api/v2/suppliers/:id",status="404"']).toBe(3)
  expect(counts['method="GET",route="(none)",status="404"']).toBe(1)
  const sums = await samplesOf(`${name}_sum`)
  expect(sums['method="GET",route="/api/v2/suppliers/:id",status="404"']).toBeGreaterThan(0)
  expect((await scrape(`Bearer ${token}`)).body).not.toContain('ana')
})

test('the pool, the process and timed work are measured', async () => {
  const held = await pool.connect()
  expect((await samplesOf('alahas_database_used_connections'))['']).toBeGreaterThanOrEqual(1)
  held.release()
  expect((await samplesOf('alahas_database_idle_connections'))['']).toBeGreaterThanOrEqual(1)
  expect(await samplesOf('alahas_database_connection_limit')).toEqual({ '': 3 })
  expect(await samplesOf('alahas_database_waiting_requests')).toEqual({ '': 0 })
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(Object.keys(await samplesOf(name)), name).toHaveLength(1)
  measured.countRun?.('holds', 'failed')
  expect(await samplesOf('alahas_timed_runs_total')).toEqual({ 'work="holds",result="failed"': 1 })
})

test('waiting mails and failed work are counted', async () => {
  const [waiting, failed] = ['alahas_waiting_mails', 'alahas_failed_work']
  expect([await samplesOf(waiting), await samplesOf(failed)]).toEqual([{ '': 0 }, { '': 0 }])
  const one = { kind: 'signInLink', recipient: 'ana@shop.example', subject: 'x', body: 'x' } as const
  await db.insert(mail).values([one, { ...one, state: 'failed' }, { ...one, state: 'sent', sentAt: new Date() }])
  // Two failures of one work count once, as in the list of an administrator.
  for (const n of [1, 2]) await bossIn(db).insert('dead', [{ singletonKey: 'overdue', data: { n } }])
  expect([await samplesOf(waiting), await samplesOf(failed)]).toEqual([{ '': 1 }, { '': 2 }])
})

test('the backup’s age appears with the first backup, and the scrape survives a lost database', async () => {
  expect(await samplesOf('alahas_backup_age_seconds')).toEqual({})
  const startedAt = new Date(Date.now() - 7_200_000)
  await db
    .insert(operationRun)
    .values({ kind: 'backup', startedAt, endedAt: startedAt, result: 'succeeded', detail: 'Done' })
  const age = (await samplesOf('alahas_backup_age_seconds'))['']!
  expect(Math.round(age / 60)).toBe(120)
  expect((await samplesOf('alahas_last_backup_timestamp_seconds'))['']).toBeCloseTo(startedAt.getTime() / 1000, 2)
  expect((await samplesOf('alahas_database_size_bytes'))['']).toBeGreaterThan(1_000_000)
  pool.silent = true
  try {
    expect((await scrape(`Bearer ${token}`)).statusCode).toBe(200)
    expect(await samplesOf('alahas_backup_age_seconds')).toEqual({})
    expect(await samplesOf('alahas_database_size_bytes')).toEqual({})
  } finally {
    pool.silent = false
  }
})
