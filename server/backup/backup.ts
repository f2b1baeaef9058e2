import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import { drizzle } from 'drizzle-orm/node-postgres'
import { packTar, type TarSource, unpackTar } from 'modern-tar/fs'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { knownMigrations, missingMigrations, runMigration } from '../db/migrate.ts'
import { pictureName, type PictureStore } from '../files/store.ts'
import { holdSweeperSQL } from '../files/sweep.ts'
import { StartError } from '../kernel/config.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { copyTable, quoteName, type Table, listTables } from './tables.ts'

/**
 * A backup is one gzipped tar file: `about.json`, `tables/‹name›.copy` (PostgreSQL's own text format) and
 * `pictures/‹name›`. Pictures are named after their content and never change, and none is swept meanwhile, so that
 * whatever a snapshot of the database speaks of is there when they are read after it.
 */
type About = {
  format: 1
  /** ISO moment of the snapshot. */
  madeAt: string
  /** The migrations of the database. A restore begins with the same schema. */
  migrations: { name: string; hash: string }[]
  /** In an order in which they can be filled: what a row refers to comes before it. */
  tables: Table[]
  pictures: number
}

export type Figures = { tables: number; rows: number; pictures: number }

/** Text that says the same wherever it is written and read. */
const plain = "set datestyle = 'ISO'; set timezone = 'UTC'; set client_encoding = 'UTF8'; set statement_timeout = 0"

/**
 * Writes the shop's database and pictures into `file`, as they are at one moment, also while the shop is at work. The
 * file appears under its name when it is whole; one that is there already is never touched (StartError).
 */
export async function backUp(url: string, store: PictureStore, file: string): Promise<Figures> {
  const target = resolve(file)
  await mkdir(dirname(target), { recursive: true })
  // Taken at once, so that two backups of one name do not write over each other.
  const claim = await open(target, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(error.code === 'EEXIST' ? `${target} already exists` : `${target}: ${error.message}`)
  })
  await claim.close()
  const folder = await mkdtemp(`${target}.`)
  try {
    const figures = await connected(url, async (client) => {
      await client.query(holdSweeperSQL)
      const { about, sources } = await dump(client, folder)
      const pictures = await pictureSources(store)
      await writeFile(join(folder, 'about.json'), JSON.stringify({ ...about, pictures: pictures.length }))
      await pipeline(
        packTar([{ type: 'file', source: join(folder, 'about.json'), target: 'about.json' }, ...sources, ...pictures]),
        createGzip(),
        createWriteStream(join(folder, 'draft'), { mode: 0o600, flush: true }),
      )
      return { ...figuresOf(about), pictures: pictures.length }
    })
    await rename(join(folder, 'draft'), target)
    return figures
  } catch (error) {
    await rm(target, { force: true })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every table in a file of its own, all from one snapshot. */
async function dump(client: pg.Client, folder: string) {
  await client.query('begin isolation level repeatable read read only')
  const { rows: moment } = await client.query<{ now: Date }>('select now()')
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migration order by name',
  )
  const tables: Table[] = []
  for (const table of await listTables(client))
    tables.push({ ...table, ...(await copyTable(client, table, join(folder, `${table.name}.copy`))) })
  await client.query('commit')
  const about = { format: 1 as const, madeAt: moment[0]!.now.toISOString(), migrations, tables }
  const sources = tables.map(({ name }): TarSource => ({
    type: 'file',
    source: join(folder, `${name}.copy`),
    target: `tables/${name}.copy`,
  }))
  return { about, sources }
}

/** Every picture, each fetched when it is its turn to be written. */
async function pictureSources(store: PictureStore): Promise<TarSource[]> {
  const sources: TarSource[] = []
  for await (const { name, size } of store.list())
    if (pictureName.test(name))
      sources.push({ type: 'stream', content: Readable.from(contentOf(store, name)), size, target: `pictures/${name}` })
  return sources
}

async function* contentOf(store: PictureStore, name: string) {
  const found = await store.get(name)
  if (!found) throw new StartError(`${store.where} has lost ${name} while it was backed up`)
  yield* found.content
}

/**
 * Makes the database and the pictures what they were when `file` was written, then brings the schema up to date. All
 * of it happens, or nothing: whatever is wrong is a StartError that leaves the shop as it was. It is unpacked in
 * `workFolder` first. `prove` answers what is wrong with what was restored. A database that has a shop in it is only replaced where `overwrite` says so.
 */
export async function restore(
  url: string,
  store: PictureStore,
  file: string,
  {
    workFolder,
    overwrite,
    prove,
  }: { workFolder: string; overwrite: boolean; prove: (db: Db | Tx) => Promise<string[]> },
): Promise<Figures & { madeAt: string }> {
  await mkdir(workFolder, { recursive: true })
  const folder = await mkdtemp(join(workFolder, 'restore-'))
  try {
    const about = await unpack(file, folder)
    const names = await namesIn(join(folder, 'pictures'))
    await assertPictures(folder, names, about.pictures)
    await connected(url, async (client) => {
      await client.query('begin')
      await makeRoom(client, overwrite)
      await makeSchema(client, about.migrations)
      await fill(client, folder, about.tables)
      for (const migration of await missingMigrations(client)) await runMigration(client, migration)
      const [problem] = await prove(drizzle({ client }))
      if (problem) throw new StartError(`Nothing was restored: in this backup ${problem}`)
      // Before the commit: a picture too many does no harm, one too few does.
      for (const name of names) await store.put(name, await readFile(join(folder, 'pictures', name)))
      await client.query('commit')
    })
    return { ...figuresOf(about), pictures: names.length, madeAt: about.madeAt }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function unpack(file: string, folder: string): Promise<About> {
  try {
    await pipeline(createReadStream(file), createGunzip(), unpackTar(folder, { fmode: 0o644 }))
    const about = JSON.parse(await readFile(join(folder, 'about.json'), 'utf8')) as About
    if (about.format !== 1) throw new StartError(`${file} was made by a newer version of this program`)
    return about
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT' && (cause as NodeJS.ErrnoException).path === file
    throw new StartError(missing ? `There is no ${file}` : `${file} is not a complete backup of a shop`, { cause })
  }
}

async function assertPictures(folder: string, names: string[], expected: number) {
  if (names.length !== expected) throw new StartError('Nothing was restored: pictures are missing in this backup')
  for (const name of names) {
    const sum = createHash('sha256')
    await pipeline(createReadStream(join(folder, 'pictures', name)), sum)
    if (!pictureName.test(name) || !sum.digest('hex').startsWith(basename(name, '.webp')))
      throw new StartError(`Nothing was restored: the picture ${name} is damaged in this backup`)
  }
}

/** Empties the database of a shop that may be replaced, and refuses the rest. */
async function makeRoom(client: pg.Client, overwrite: boolean) {
  const { rows: others } = await client.query(
    'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = $1',
    ['client backend'],
  )
  if (others.length > 0) throw new StartError('This database is in use: stop the shop first')
  const { rows: tables } = await client.query("select from pg_tables where schemaname = 'public'")
  if (tables.length === 0) return
  const { rows: shop } = await client.query("select to_regclass('public.user_account') is not null as made")
  const { rows: people } = shop[0]!.made ? await client.query('select from user_account limit 1') : { rows: tables }
  if (people.length > 0 && !overwrite)
    throw new StartError('There is a shop in this database already: say --overwrite to replace it')
  await client.query('drop schema public cascade; create schema public')
}

/** The schema as it was when the backup was made. */
async function makeSchema(client: pg.Client, migrations: About['migrations']) {
  const known = await knownMigrations()
  for (const { name, hash } of migrations)
    if (!known.some((one) => one.name === name && one.hash === hash))
      throw new StartError(`Nothing was restored: the backup is newer than this program, it knows no migration ${name}`)
  const had = new Set(migrations.map(({ name }) => name))
  for (const migration of await missingMigrations(client))
    if (had.has(migration.name)) await runMigration(client, migration)
}

async function fill(client: pg.Client, folder: string, tables: Table[]) {
  const there = await listTables(client)
  if (
    JSON.stringify(there.map(({ name }) => name).toSorted()) !==
    JSON.stringify(tables.map(({ name }) => name).toSorted())
  )
    throw new StartError('Nothing was restored: the backup has other tables than its schema')
  // Triggers are off: the backup holds their results (stock, reserved quantities, row counts). Foreign keys stay on.
  for (const { name } of tables)
    // A migration may have written rows, and they are in the backup too.
    await client.query(`alter table ${quoteName(name)} disable trigger user; delete from ${quoteName(name)}`)
  for (const table of tables) {
    const { name, columns } = table
    await pipeline(
      createReadStream(join(folder, 'tables', `${name}.copy`)),
      client.query(copyFrom(`copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) from stdin`)),
    )
    const again = await copyTable(client, table)
    if (again.sha256 !== table.sha256) throw new StartError(`Nothing was restored: ${name} is damaged in this backup`)
    await continueKeys(client, table)
  }
  for (const { name } of tables) await client.query(`alter table ${quoteName(name)} enable trigger user`)
}

/** New rows get keys after the ones that are there. */
async function continueKeys(client: pg.Client, { name, rows }: Table) {
  if (rows === 0) return
  const { rows: numbered } = await client.query<{ key: string; sequence: string }>(
    `select attname as key, pg_get_serial_sequence($1, attname) as sequence from pg_attribute
      where attrelid = $1::regclass and attidentity <> ''`,
    [quoteName(name)],
  )
  for (const { key, sequence } of numbered)
    await client.query(`select setval($1, max(${quoteName(key)})) from ${quoteName(name)}`, [sequence])
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  client.on('error', () => {}) // the query that is running fails too
  await client.connect()
  try {
    await client.query(plain)
    return await work(client)
  } finally {
    await client.end()
  }
}

const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const figuresOf = ({ tables }: Pick<About, 'tables'>) => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
})
