import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { until } from '../../tests/support/server.ts'

// After a failover a connection may lead to the old primary server, which only reads now. The app has one connection, so
// that the second call shows whether the pool has kept it.
const { as, url } = await testApp({ connections: 1 })
const owner = new pg.Client(url)
await owner.connect()
const name = new URL(url).pathname.slice(1)
afterAll(() => owner.end())

const openReadOnlySessions = (value: 'on' | 'off') =>
  owner.query(`alter database ${name} set default_transaction_read_only = ${value}`)

test('a write on a standby gets 503, and the next one uses another connection', async () => {
  await openReadOnlySessions('on')
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [name],
  )
  await until(async () => (await as(3)('GET', '/api/v2/suppliers')).status === 200)
  await openReadOnlySessions('off')

  const create = () =>
    as(2)('POST', '/api/v2/suppliers', { supplierName: 'Ginza', contactDetails: '1', email: 'gold@example.com' })
  const refused = await create()
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    503,
    'database.unreachable',
    '5',
  ])
  expect((await create()).status).toBe(201)
})
