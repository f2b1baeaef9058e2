import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { createApp } from '../../server/app.ts'
import { connect } from '../../server/db/client.ts'
import { knownMigrations, migrate, missingMigrations, runMigration } from '../../server/db/migrate.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { firstStart } from '../../server/first-start.ts'
import { hashToken } from '../../server/kernel/tokens.ts'
import { verifyMoney } from '../../server/money/verify.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { emptyDatabase } from '../support/databases.ts'

// Proves that a shop of every earlier schema migrates to the newest one without losing data. Its rows are in earlier/,
// under the name of the migration after which they can be inserted.

const migrations = await knownMigrations()
const rowsAfter = (name: string) => `${import.meta.dirname}/earlier/${name}.sql`
const token = 'token-of-the-earlier-shop'.padEnd(43, 'x')

/** This shop has run the first migrations so far; each test adds one. */
const shop = await emptyDatabase()
afterAll(shop.drop)

type Kept = Record<string, { columns: string[]; rows: string }>

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs the shop's migrations up to `to`, and inserts the rows that the new schema can hold. */
const advance = (to: number) =>
  withClient(shop.url, async (client) => {
    const [next] = await missingMigrations(client)
    expect(next!.name).toBe(migrations[to]!.name)
    await client.query('begin')
    await runMigration(client, next!)
    const file = rowsAfter(next!.name)
    if (existsSync(file)) await client.query(readFileSync(file, 'utf8').replace('HASH', hashToken(token)))
    await client.query('commit')
  })

/**
 * The rows of an earlier shop without those that a migration adds: the revaluations of `stock_value`, which
 * stock-value.test.ts proves, and the payment types of `store_credit`. Each has the table that the migration made.
 */
const withoutAdded: Record<string, { madeWith: string; source: string }> = {
  stock_movement: {
    madeWith: 'stock_value',
    source: "(select * from stock_movement where kind <> 'revaluation') stock_movement",
  },
  payment_type: {
    madeWith: 'credit_entry',
    source: `(select * from payment_type p
      where to_jsonb(p) ->> 'code' is null or to_jsonb(p) ->> 'code' not in ('store_credit', 'exchange')) payment_type`,
  },
  inventory: {
    madeWith: 'stock_value',
    source: `(select inventory.*, inventory.movements - (select count(*) from stock_movement m
      where m.inventory_id = inventory.inventory_id and m.kind = 'revaluation') as earlier_movements from inventory) inventory`,
  },
}

/**
 * Returns every row of every table, with the given columns or with all. Generated columns are left out: PostgreSQL
 * computes them from the others, and a migration may replace one.
 */
async function everything(client: pg.Client, only?: Kept): Promise<Kept> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = ''
        and c.relname not in ('migration', 'row_count') order by 1, a.attnum`,
  )
  const kept: Kept = {}
  for (const table of new Set(columns.map((row) => row.table))) {
    const names = only ? only[table]?.columns : columns.filter((row) => row.table === table).map((row) => row.column)
    if (!names) continue
    const added = withoutAdded[table]
    // A shop that had the table before gets no further rows.
    const earlier = added && only && !only[added.madeWith] ? added.source : undefined
    const list = names
      .map((name) => `'${name}', "${earlier && name === 'movements' ? 'earlier_movements' : name}"`)
      .join(', ')
    const source = earlier ?? `"${table}"`
    // Compare numbers as JSON, so that additional decimals are no change.
    const { rows } = await client.query<{ row: object }>(
      `select json_build_object(${list}) as row from ${source} order by json_build_object(${list})::text`,
    )
    kept[table] = {
      columns: names,
      rows: rows
        .map(({ row }) => JSON.stringify(row))
        .toSorted()
        .join('\n'),
    }
  }
  return kept
}

test.each(migrations.map(({ name }, at) => [name, at] as const))('from %s', async (_, at) => {
  await advance(at)
  const copy = await emptyDatabase(shop.url)
  const before = await withClient(copy.url, (client) => everything(client))
  expect(await migrate(copy.url)).toEqual(migrations.slice(at + 1).map(({ name }) => name))
  // The money ledger took over the payments; money-ledger.test.ts proves that none is lost.
  const { sales_payment: _moved, ...kept } = before
  expect(await withClient(copy.url, (client) => everything(client, before))).toEqual(kept)

  const { db, pool } = connect(copy.url, 3)
  // The shop has no users before the first tables with rows.
  const inhabited = before['user_account']?.rows.includes('ana') ?? false
  expect((await firstStart(db, { email: 'first@shop.example' })) === null).toBe(inhabited)
  expect(await verifyStock({ db })).toEqual([])
  expect(await verifyMoney({ db })).toEqual([])
  const app = await createApp({ db, pictureStore: pictureFolder(tmpdir()) })
  const get = async (url: string) => {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    return [url, answer.statusCode]
  }
  const calls = [
    '/api/v2/sales/1',
    '/api/v2/sales?search=SO-2025',
    '/api/v2/customers?search=MARÍA',
    '/api/v1/inventory/1/movements',
    '/api/v1/dashboard',
  ]
  const answers = await Promise.all(calls.map(get))
  expect(answers).toEqual(calls.map((url) => [url, inhabited ? 200 : 401]))
  const change = { supplierName: 'Kofu', contactDetails: '1', email: 'k@shop.example' }
  const headers = { authorization: `Bearer ${token}` }
  const put = await app.inject({ method: 'PUT', url: '/api/v2/suppliers/1', headers, payload: change })
  expect(put.statusCode).toBe(inhabited ? 200 : 401)
  await app.close()
  await pool.end()
  await copy.drop()
})

test('every file of earlier rows belongs to a migration, and every table of the newest schema has rows', async () => {
  const names = readdirSync(`${import.meta.dirname}/earlier`).map((file) => file.replace('.sql', ''))
  expect(names.filter((name) => !migrations.some((migration) => migration.name === name))).toEqual([])
  const kept = await withClient(shop.url, (client) => everything(client))
  const empty = Object.entries(kept).flatMap(([table, { rows }]) => (rows === '' ? [table] : []))
  expect(empty, 'tables of which earlier/ has no rows').toEqual([])
})

test('refuses a database with a migration that was changed after it ran', async () => {
  await withClient(shop.url, (client) => client.query("update migration set hash = 'x' where name like '%_tables'"))
  await expect(migrate(shop.url)).rejects.toThrow('The migration 20261120125156_tables was changed after it ran here')
})
