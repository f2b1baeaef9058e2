// Proves that the operator's programs say in one line what stops them, change nothing, and leave nothing behind.
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { explain } from '../../scripts/explain.ts'
import { migrate } from '../../server/db/migrate.ts'
import { emptyDatabase } from '../support/databases.ts'
import { dataFolder, removeFolder } from '../support/server.ts'
import { runScript } from './shop.ts'

const shop = await emptyDatabase()
const files = await dataFolder()
const file = join(files, 'shop.tar.gz')
beforeAll(async () => {
  await migrate(shop.url)
  const made = await runScript('backup.ts', { DATABASE_URL: shop.url, DATA_DIR: files }, file)
  if (made.code !== 0) throw new Error(made.err)
}, 120_000)
afterAll(async () => {
  await shop.drop()
  await removeFolder(files)
})

/** Creates a role with a password, which the test's end removes. Returns the address of the database for it. */
async function createRole(url: string, rights: string): Promise<{ url: string; name: string }> {
  const name = `role_${randomUUID().slice(0, 8)}`
  const run = async (...statements: string[]) => {
    const owner = new pg.Client(url)
    await owner.connect()
    for (const statement of statements) await owner.query(statement)
    await owner.end()
  }
  await run(`create role ${name} login password 'secret'`, ...(rights ? [rights.replace('ROLE', name)] : []))
  onTestFinished(() => run(`drop owned by ${name}`, `drop role ${name}`))
  const own = new URL(url)
  own.username = name
  own.password = 'secret'
  return { url: own.href, name }
}

test('a database that refuses connections', { timeout: 120_000 }, async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  const env = { DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/shop`, DATA_DIR: files }
  const err = `A connection failed: connect ECONNREFUSED 127.0.0.1:${port}\n`
  const told = await Promise.all([
    runScript('status.ts', env),
    runScript('status.ts', env, '--quiet'),
    runScript('backup.ts', env, join(files, 'none.tar.gz')),
    runScript('restore.ts', env, file),
    runScript('verify-books.ts', env),
    runScript('sign-in-link.ts', env, 'ana@shop.example'),
  ])
  for (const one of told) expect(one).toMatchObject({ code: 1, out: '', err: expect.stringContaining(err) })
  expect((await readdir(files)).toSorted()).toEqual(['pictures', 'shop.tar.gz'])
})

test('a wrong password, and a database that does not exist', { timeout: 120_000 }, async () => {
  const { url } = await createRole(shop.url, '')
  const wrong = new URL(url)
  wrong.password = 'wrong'
  const refused = await runScript('status.ts', { DATABASE_URL: wrong.href })
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database refused \(28P01\): password .+\n$/),
  })
  const missing = new URL(shop.url)
  missing.pathname = '/no_such_database'
  expect(await runScript('backup.ts', { DATABASE_URL: missing.href, DATA_DIR: files })).toEqual({
    code: 1,
    out: '',
    err: 'The database refused (3D000): database "no_such_database" does not exist\n',
  })
})

test('a role without rights neither backs up nor restores', { timeout: 120_000 }, async () => {
  const reader = await createRole(shop.url, '')
  const stopped = await runScript('backup.ts', { DATABASE_URL: reader.url, DATA_DIR: files }, join(files, 'no.tar.gz'))
  expect(stopped).toMatchObject({ code: 1, out: '' })
  expect(stopped.err).toMatch(
    /The database refused \(42501\): permission denied for \w+ \w+: use the role that owns the database\n$/,
  )
  expect(await readdir(files)).not.toContain('no.tar.gz')

  const empty = await emptyDatabase()
  onTestFinished(empty.drop)
  const writer = await createRole(empty.url, '')
  const refused = await runScript('restore.ts', { DATABASE_URL: writer.url, DATA_DIR: files }, file)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain(`DATABASE_URL: ${writer.name} may not make tables in `)
  expect(refused.err).toContain(`grant all on schema public to ${writer.name};\n`)
  // A shop that is there stays, although its role may not replace it.
  const over = await runScript('restore.ts', { DATABASE_URL: reader.url, DATA_DIR: files }, file, '--overwrite')
  expect(over).toMatchObject({ code: 1, out: '' })
  const client = new pg.Client(shop.url)
  await client.connect()
  expect((await client.query('select from migration')).rows.length).toBeGreaterThan(20)
  await client.end()
})

test('a failure that no operator can correct keeps its stack', () => {
  const fault = new TypeError('it is not a function')
  expect(explain(fault)).toBe(fault)
  expect(explain('text')).toBe('text')
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/b/shop.tar.gz' })
  expect(explain(new Error('wrapped', { cause: denied }))).toBe(
    '/b/shop.tar.gz may not be read or written by this user (EACCES)',
  )
  const refusals = [new Error('connect ECONNREFUSED ::1:5432'), new Error('connect ECONNREFUSED 127.0.0.1:5432')]
  const both = Object.assign(new AggregateError(refusals), { code: 'ECONNREFUSED' })
  expect(explain(both)).toBe('A connection failed: connect ECONNREFUSED ::1:5432')
  expect(explain(new Error('Connection terminated unexpectedly'))).toBe(
    'A connection failed: Connection terminated unexpectedly',
  )
})
