import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { drizzle } from 'drizzle-orm/node-postgres'
import { packTar, type TarSource } from 'modern-tar/fs'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { explainMissingRight, knownMigrations, missingMigrations, runMigration } from '../db/migrate.ts'
import { blockPictureCleanupSQL } from '../files/cleanup.ts'
import { privateFileName, privateFilesOf } from '../files/private-files.ts'
import { pictureName, type PictureStore } from '../files/store.ts'
import { jobsSchema } from '../jobs/queues.ts'
import { StartError } from '../kernel/config.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { type About, assertFiles, listFileNames, unpack } from './archive.ts'
import { assertNameFree, createDraft, publishDraft } from './drafts.ts'
import { stopMessages } from './stop-messages.ts'
import { copyTable, quoteName, type Table, listTables } from './tables.ts'

export type Figures = { tables: number; rows: number; pictures: number }

/** Session settings under which the text of a backup does not depend on the configuration of the database server. */
const sessionSettings =
  "set datestyle = 'ISO'; set timezone = 'UTC'; set client_encoding = 'UTF8'; set statement_timeout = 0"

/**
 * Writes a backup of the database and the pictures, as they are at one moment, to `file`. The shop may be in use
 * meanwhile. No file has this name until the backup is whole. Throws a StartError when `file` exists, and when `stop`
 * is aborted; nothing is left then.
 */
export async function backUp(
  url: string,
  store: PictureStore,
  file: string,
  stop: AbortSignal = new AbortController().signal,
): Promise<Figures> {
  const target = resolve(file)
  await assertNameFree(target)
  const folder = await createDraft(target)
  try {
    return await withConnection(
      url,
      async (client) => {
        await client.query(blockPictureCleanupSQL)
        const { about, sources } = await dump(client, folder)
        const pictures = await listFileSources(store, 'pictures', pictureName)
        const privateFiles = await listFileSources(privateFilesOf(store), 'private', privateFileName)
        const counts = { pictures: pictures.length, privateFiles: privateFiles.length }
        await writeFile(join(folder, 'about.json'), JSON.stringify({ ...about, ...counts }))
        const draft = join(folder, 'draft')
        await pipeline(
          packTar([
            { type: 'file', source: join(folder, 'about.json'), target: 'about.json' },
            ...sources,
            ...pictures,
            ...privateFiles,
          ]),
          createGzip(),
          createWriteStream(draft, { mode: 0o600, flush: true }),
          { signal: stop },
        )
        await publishDraft(draft, target)
        return { ...figuresOf(about), pictures: pictures.length }
      },
      stop,
    )
  } catch (error) {
    throw stop.aborted ? new StartError('The backup was stopped, and nothing of it is left') : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies each table to its own file, all from one database snapshot. */
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

/** Lists the files of a store as entries of the tar file. Each is fetched when it is written. */
async function listFileSources(store: PictureStore, folder: string, pattern: RegExp): Promise<TarSource[]> {
  const sources: TarSource[] = []
  for await (const { name, size } of store.list())
    if (pattern.test(name))
      sources.push({
        type: 'stream',
        content: Readable.from(contentOf(store, name)),
        size,
        target: `${folder}/${name}`,
      })
  return sources
}

async function* contentOf(store: PictureStore, name: string) {
  const found = await store.get(name)
  if (!found) throw new StartError(`${store.where} has lost ${name} while it was backed up`)
  yield* found.content
}

/**
 * Restores the database and the pictures from `file`, then runs the newer migrations. It unpacks the file in
 * `workFolder`. `findProblems` returns the problems of the restored database. Throws a StartError and leaves the
 * database unchanged when the backup is damaged or has a problem, or when the database already has a shop and
 * `overwrite` is false.
 */
export async function restore(
  url: string,
  store: PictureStore,
  file: string,
  {
    workFolder,
    overwrite,
    findProblems,
    stop,
  }: {
    workFolder: string
    overwrite: boolean
    findProblems: (db: Db | Tx) => Promise<string[]>
    /** Ends the restore, which then changes nothing. */
    stop?: AbortSignal
  },
): Promise<Figures & { madeAt: string }> {
  const folder = await createDraft(join(resolve(workFolder), 'restore'))
  try {
    const about = await unpack(file, folder)
    const names = await listFileNames(join(folder, 'pictures'))
    await assertFiles(folder, 'pictures', names, about.pictures)
    const privateNames = await listFileNames(join(folder, 'private'))
    await assertFiles(folder, 'private', privateNames, about.privateFiles ?? 0)
    const fill = async (client: pg.Client) => {
      await client.query('begin')
      await emptyDatabase(client, overwrite)
      await createSchema(client, about.migrations)
      await fillTables(client, folder, about.tables)
      for (const migration of await missingMigrations(client)) await runMigration(client, migration)
      await stopMessages(client)
      const [problem] = await findProblems(drizzle({ client }))
      if (problem) throw new StartError(`Nothing was restored: in this backup ${problem}`)
      // Pictures are stored before the commit: a picture to which no row refers is harmless, but a missing picture is
      // not.
      for (const name of names) await store.put(name, await readFile(join(folder, 'pictures', name)))
      for (const name of privateNames)
        await privateFilesOf(store).put(name, await readFile(join(folder, 'private', name)))
      await client.query('commit')
    }
    const fillOrExplain = async (client: pg.Client) => {
      try {
        await fill(client)
      } catch (error) {
        throw await explainMissingRight(client, error)
      }
    }
    await withConnection(url, fillOrExplain, stop)
    return { ...figuresOf(about), pictures: names.length, madeAt: about.madeAt }
  } catch (error) {
    throw stop?.aborted ? new StartError('The restore was stopped, and nothing was restored') : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Deletes everything in the database. Throws a StartError when another client is connected, or when the database has a
 * shop and `overwrite` is false.
 */
async function emptyDatabase(client: pg.Client, overwrite: boolean) {
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
  await client.query(`drop schema public cascade; create schema public; drop schema if exists ${jobsSchema} cascade`)
}

/**
 * Creates the schema of the backup by running its migrations. Throws a StartError for a migration that this program
 * does not have.
 */
async function createSchema(client: pg.Client, migrations: About['migrations']) {
  const known = await knownMigrations()
  for (const { name, hash } of migrations)
    if (!known.some((one) => one.name === name && one.hash === hash))
      throw new StartError(`Nothing was restored: the backup is newer than this program, it knows no migration ${name}`)
  const had = new Set(migrations.map(({ name }) => name))
  for (const migration of await missingMigrations(client))
    if (had.has(migration.name)) await runMigration(client, migration)
}

async function fillTables(client: pg.Client, folder: string, tables: Table[]) {
  const there = await listTables(client)
  if (
    JSON.stringify(there.map(({ name }) => name).toSorted()) !==
    JSON.stringify(tables.map(({ name }) => name).toSorted())
  )
    throw new StartError('Nothing was restored: the backup has other tables than its schema')
  // Triggers are disabled, because the backup already contains the values that they compute: stock, reserved quantities
  // and row counts. Foreign keys are still checked.
  for (const { name } of tables)
    // Rows that a migration inserted are deleted, because the backup contains them too.
    await client.query(`alter table ${quoteName(name)} disable trigger user; delete from ${quoteName(name)}`)
  for (const table of tables) {
    const { name, columns } = table
    const rows = join(folder, 'tables', `${name}.copy`)
    if (!existsSync(rows)) throw new StartError(`Nothing was restored: the table ${name} is missing in this backup`)
    await pipeline(
      createReadStream(rows),
      client.query(copyFrom(`copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) from stdin`)),
    )
    const again = await copyTable(client, table)
    if (again.sha256 !== table.sha256) throw new StartError(`Nothing was restored: ${name} is damaged in this backup`)
    await restartSequences(client, table)
  }
  for (const { name } of tables) await client.query(`alter table ${quoteName(name)} enable trigger user`)
}

/** Sets the key sequence of the table, so that it continues after the highest restored key. */
async function restartSequences(client: pg.Client, { name, rows }: Table) {
  if (rows === 0) return
  const { rows: numbered } = await client.query<{ key: string; sequence: string }>(
    `select attname as key, pg_get_serial_sequence($1, attname) as sequence from pg_attribute
      where attrelid = $1::regclass and attidentity <> ''`,
    [quoteName(name)],
  )
  for (const { key, sequence } of numbered)
    await client.query(`select setval($1, max(${quoteName(key)})) from ${quoteName(name)}`, [sequence])
}

/** Runs the work with a connection of its own. When `stop` is aborted, the connection ends and the work fails. */
async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>, stop?: AbortSignal): Promise<T> {
  const client = new pg.Client(url)
  client.on('error', () => {}) // the running query reports the error
  await client.connect()
  stop?.addEventListener('abort', () => void client.end(), { once: true })
  try {
    stop?.throwIfAborted()
    await client.query(sessionSettings)
    return await work(client)
  } finally {
    await client.end()
  }
}

const figuresOf = ({ tables }: Pick<About, 'tables'>) => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
})
