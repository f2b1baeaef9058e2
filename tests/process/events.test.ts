// Proves that no event is lost when a server is killed amid writes: a client that resumes at another server hears each
// committed change exactly once.
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { emptyDatabase } from '../support/databases.ts'
import { type Server, until } from '../support/server.ts'
import { follow } from './follow.ts'
import { shop, signIn } from './shop.ts'

vi.setConfig({ testTimeout: 120_000 })
const database = await emptyDatabase()
const { start, clean } = await shop()
let nodes: Server[] = []
let token = ''

beforeAll(async () => {
  nodes = await Promise.all([start({ DATABASE_URL: database.url }), start({ DATABASE_URL: database.url })])
  token = await signIn(nodes[0]!.url)
}, 60_000)
afterAll(async () => {
  await clean()
  await database.drop()
})

test('a client hears of each change exactly once, although a server and the connections to the database are killed', async () => {
  const [atFirst, atSecond] = [follow(nodes, token, 0), follow(nodes, token, 1)]
  await until(() => atFirst.names.includes('hello') && atSecond.names.includes('hello'))
  const ended = new AbortController()
  let n = 0
  const write = async (node: number) => {
    while (!ended.signal.aborted) {
      await fetch(`${nodes[node]!.url}/api/v1/locations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ locationName: `Place ${++n}` }),
      }).catch(() => null)
      await sleep(20)
    }
  }
  // Few enough that no pause of a reader gathers a hundred events, which would become one.
  const writers = [0, 1].map(write)
  await sleep(1500)
  const owner = new pg.Client(database.url)
  await owner.connect()
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await sleep(1500)
  process.kill(nodes[0]!.pid, 'SIGKILL')
  await sleep(2000)
  ended.abort()
  await Promise.all(writers)
  const { rows } = await owner.query<{ id: number }>(
    `select entity_id as id from audit where entity = 'location' and action = 'create' and user_id is not null order by 1`,
  )
  await owner.end()
  expect(rows.length).toBeGreaterThan(50)
  const written = rows.map(({ id }) => id)
  const heardBy = (one: typeof atFirst) =>
    one.events.filter(({ type }) => type === 'location.created').map(({ id }) => id!)
  for (const one of [atFirst, atSecond]) {
    await until(() => heardBy(one).length >= written.length)
    expect(heardBy(one).toSorted((a, b) => a - b)).toEqual(written)
    expect(one.names).not.toContain('refetch')
    one.stop()
  }
})
