// Proves the jobs: pg-boss's tables are exactly its own, a job exists only if its transaction commits, one of several
// servers takes it, and an administrator decides about a job that failed too often.
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import about from 'pg-boss/package.json' with { type: 'json' }
import { expect, onTestFinished, test, vi } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { connect } from '../db/client.ts'
import { transact } from '../db/transaction.ts'
import { bossIn, enqueue } from './boss.ts'
import { jobsSchema, queues } from './queues.ts'
import { type Scheduled, startJobs } from './run.ts'

const { db, url, as } = await testApp()

/** Runs jobs on a server of its own with a pool of its own. Returns the function that stops it. */
function server(scheduled: Scheduled<string>[], onEnd?: (name: string, result: string) => void) {
  const { db: own, pool } = connect(url, 3)
  const stop = startJobs({
    db: own,
    log: { error() {} },
    sendMail: async () => {},
    sendWebhook: async () => {},
    scheduled,
    onEnd,
    pollingInterval: 0.5,
  })
  let ending: Promise<void> | undefined
  const end = () => (ending ??= stop().then(() => pool.end()))
  onTestFinished(end)
  return end
}
/** A work of the tests, which no time triggers within a test. */
const work = (name: string, run: Scheduled<string>['run']) => ({ name, cron: '0 0 1 1 *', run })
const add = (name: string, at: Parameters<typeof enqueue>[0] = db) => enqueue(at, 'scheduled', { name }, { key: name })
const failed = async () => (await as(1)('GET', '/api/v1/system')).body.data.failedJobs
const states = async (name: string) =>
  (
    await db.execute<{ state: string }>(
      sql`select state from jobs.job where name = 'scheduled' and singleton_key = ${name}`,
    )
  ).rows.map(({ state }) => state)

/** Makes a job fail for the last time, as if all its retries had passed. */
const exhaust = (name: string) =>
  db.execute(sql`update jobs.job set retry_limit = 0 where name = 'scheduled' and singleton_key = ${name}`)

test('the migrations make the tables that this version of pg-boss expects', async () => {
  const boss = new PgBoss({ connectionString: url, schema: jobsSchema })
  await boss.start()
  onTestFinished(() => boss.stop())
  expect(await boss.schemaVersion()).toBe(about.pgboss.schema)
  expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true, extraIndexes: [] })
  const made = (await bossIn(db).getQueues()).map(({ name, policy }) => [name, policy])
  expect(Object.fromEntries(made)).toMatchObject({
    scheduled: 'exclusive',
    mail: 'short',
    webhook: 'short',
    dead: 'short',
  })
  expect(Object.keys(queues).every((name) => made.some(([one]) => one === name))).toBe(true)
})

test('a job exists exactly if the transaction of its caller commits', async () => {
  await transact(db, (tx) => add('committed', tx))
  await transact(db, async (tx) => {
    await add('rolled-back', tx)
    throw new Error('Never mind')
  }).catch(() => {})
  expect(await states('committed')).toEqual(['created'])
  expect(await states('rolled-back')).toEqual([])
  // The same work waits only once.
  await Promise.all([add('committed'), add('committed')])
  expect(await states('committed')).toEqual(['created'])
})

test('one of several servers does each job, and no server does a work that it does not know', async () => {
  const done: string[] = []
  const names = Array.from({ length: 12 }, (_, n) => `shared-${n}`)
  const works = names.map((name) => work(name, async () => done.push(name)))
  await Promise.all(names.map((name) => add(name)))
  await add('of-a-later-version')
  for (const _ of [1, 2]) server(works)
  await vi.waitUntil(() => done.length >= names.length, { timeout: 20_000 })
  await vi.waitUntil(async () => (await states('of-a-later-version'))[0] === 'completed', { timeout: 20_000 })
  expect(done.toSorted()).toEqual(names.toSorted())
})

test('work that fails too often waits for an administrator, who tries it again or gives it up', async () => {
  let fails = true
  const ended: string[] = []
  const works = [
    work('overdue', async () => {
      if (fails) throw new Error('relation "sale" does not exist')
    }),
    work('credit', async () => {
      throw new Error('Never right')
    }),
  ]
  await add('overdue')
  await add('credit')
  await exhaust('overdue')
  await exhaust('credit')
  server(works, (name, result) => ended.push(`${name} ${result}`))
  await vi.waitUntil(async () => (await failed()).length === 2, { timeout: 20_000 })
  const listed = (await failed()) as { queue: string; key: string; what: string; reason: string; times: number }[]
  expect(listed.toSorted((a, b) => a.key.localeCompare(b.key))).toMatchObject([
    { queue: 'scheduled', key: 'credit', what: 'Expiry of store credit', reason: 'Never right', times: 1 },
    { key: 'overdue', what: 'Messages about overdue instalments', reason: 'relation "sale" does not exist' },
  ])
  expect(ended.toSorted()).toEqual(['credit failed', 'overdue failed'])

  const overdue = { queue: 'scheduled', key: 'overdue' }
  const credit = { queue: 'scheduled', key: 'credit' }
  for (const role of [0, 2, 3] as const)
    for (const path of ['retry', 'give-up'])
      expect((await as(role)('POST', `/api/v1/system/jobs/${path}`, overdue)).status).toBe(403)
  expect((await as(1)('POST', '/api/v1/system/jobs/retry', { queue: 'dead', key: 'x' })).status).toBe(400)

  fails = false
  // Two administrators decide at once, and one of them learns it.
  const both = await Promise.all([1, 2].map(() => as(1)('POST', '/api/v1/system/jobs/give-up', credit)))
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect(both.find(({ status }) => status === 409)!.body.code).toBe('job.decided')
  const again = await as(1)('POST', '/api/v1/system/jobs/retry', overdue)
  expect([again.status, again.body.data]).toEqual([200, []])
  await vi.waitUntil(() => ended.includes('overdue succeeded'), { timeout: 20_000 })
  expect(await failed()).toEqual([])
  const trail = (await as(1)('GET', '/api/v1/audit?entity=job')).body.data
  expect(trail.map(({ action }: { action: string }) => action)).toEqual(['try again', 'give up'])
})

test('work that succeeds later removes its own failure from the list', async () => {
  let fails = true
  const works = [work('sweep', () => (fails ? Promise.reject(new Error('Later')) : Promise.resolve()))]
  await add('sweep')
  await exhaust('sweep')
  server(works)
  await vi.waitUntil(async () => (await failed()).length === 1, { timeout: 20_000 })
  fails = false
  await add('sweep')
  await vi.waitFor(async () => expect(await failed()).toEqual([]), { timeout: 20_000 })
})

test('a stopping server aborts running work and retries it elsewhere', async () => {
  const started = Promise.withResolvers<void>()
  const end = server([
    work('long', async (signal) => {
      started.resolve()
      await new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(new Error('Stopped'))))
    }),
  ])
  await add('long')
  await started.promise
  await end()
  expect(await states('long')).toEqual(['retry'])
})

test('a server adds its schedules and removes those of an earlier version', async () => {
  const schedules = async () => (await bossIn(db).getSchedules('scheduled')).map(({ key, cron }) => `${key} ${cron}`)
  const end = server([work('old', async () => {}), work('kept', async () => {})])
  await vi.waitUntil(async () => (await schedules()).length === 2, { timeout: 20_000 })
  await end()
  server([{ name: 'kept', cron: '1 2 3 4 *', run: async () => {} }])
  await vi.waitFor(async () => expect(await schedules()).toEqual(['kept 1 2 3 4 *']), { timeout: 20_000 })
})
