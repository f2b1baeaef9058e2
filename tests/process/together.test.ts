import { readdir } from 'node:fs/promises'

import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { emptyDatabase } from '../support/databases.ts'
import { admin, addSupplier, shop, signIn, stopped, supplierNames } from './shop.ts'

const database = await emptyDatabase()
const { start, clean } = await shop()
afterAll(async () => {
  await clean()
  await database.drop()
})

const tables = 'migration user_account role location inventory_type customer_type payment_type transaction_type'.split(
  ' ',
)

test(
  'five servers that start together on an empty database create the shop once, and all serve it',
  { timeout: 90_000 },
  async () => {
    const env = { DATABASE_URL: database.url, ADMIN_PASSWORD: '' }
    const servers = await Promise.all(Array.from({ length: 5 }, () => start(env)))
    expect(servers.map(({ url }) => url !== '')).toEqual([true, true, true, true, true])

    const client = new pg.Client(database.url)
    await client.connect()
    const counts: Record<string, number> = {}
    for (const table of tables)
      counts[table] = (await client.query(`select count(*)::int as rows from ${table}`)).rows[0].rows
    await client.end()
    expect(counts).toEqual({
      migration: (await readdir('server/db/migrations')).length,
      user_account: 1,
      role: 4,
      location: 1,
      inventory_type: 1,
      customer_type: 3,
      payment_type: 7,
      transaction_type: 6,
    })

    const told = servers.flatMap(({ output }) => /Password\s+(\S+)/.exec(output())?.[1] ?? [])
    expect(told).toHaveLength(1)
    // A session that one server created is valid on all servers.
    const token = await signIn(servers[0]!.url, admin.ADMIN_EMAIL, told[0])
    await Promise.all(servers.map(({ url }, i) => addSupplier(url, token, `From ${i}`)))
    expect(await supplierNames(servers[4]!.url, token)).toHaveLength(5)
    expect(await Promise.all(servers.map((server) => stopped(server)))).toEqual([0, 0, 0, 0, 0])
  },
)

test('a database that newer code has migrated is refused with one line', { timeout: 30_000 }, async () => {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query("insert into migration (name, hash) values ('99991231000000_future', '')")
  await client.end()
  const server = await start({ DATABASE_URL: database.url })
  expect([await server.ended, server.output().trim()]).toEqual([
    1,
    'The database is newer than this program: it has had the migration 99991231000000_future',
  ])
})
