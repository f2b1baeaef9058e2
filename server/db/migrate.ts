import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import { StartError } from '../kernel/config.ts'
import { locks } from './locks.ts'

const folder = join(import.meta.dirname, 'migrations')

/** One change of the schema. `hash` detects a migration whose text changed after it ran. */
export type Migration = { name: string; text: string; hash: string }

/**
 * Runs every pending migration in the order of the names, each in its own transaction, and returns their names. Servers
 * that start at the same time run this one after the other. Throws a StartError when a newer version of the program has
 * migrated the database.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  client.on('error', () => {}) // The running query reports the error with a better message.
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [locks.migrations])
    const missing = await missingMigrations(client)
    for (const migration of missing) {
      await client.query('begin')
      await runMigration(client, migration)
      await client.query('commit')
    }
    return missing.map(({ name }) => name)
  } catch (error) {
    throw await explainMissingRight(client, error)
  } finally {
    await client.end()
  }
}

/**
 * Returns the error of work that makes tables. Where a right was missing, it names what to grant, and the transaction has
 * ended: since PostgreSQL 15 only the owner of a database may make tables.
 */
export async function explainMissingRight(client: pg.Client, cause: unknown): Promise<unknown> {
  if (!(cause instanceof pg.DatabaseError) || cause.code !== '42501') return cause
  await client.query('rollback')
  const { rows } = await client.query<{ role: string; name: string }>(
    'select quote_ident(current_user) as role, quote_ident(current_database()) as name',
  )
  const { role, name } = rows[0]!
  return new StartError(
    `DATABASE_URL: ${role} may not make tables in ${name} (${cause.message}). As its owner, run:
  alter database ${name} owner to ${role}; grant all on schema public to ${role};`,
    { cause },
  )
}

/** The beginning of the error message when a newer version of the program has migrated the database. */
export const newer = 'The database is newer than this program'

/** Returns the pending migrations. Throws a StartError when the database has one that this program does not know. */
export async function missingMigrations(client: pg.Client): Promise<Migration[]> {
  await client.query(
    'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())',
  )
  const had = new Map((await client.query('select name, hash from migration')).rows.map((row) => [row.name, row.hash]))
  const known = await knownMigrations()
  const unknown = [...had.keys()].find((name) => !known.some((migration) => migration.name === name))
  if (unknown) throw new StartError(`${newer}: it has had the migration ${unknown}`)
  const changed = known.find(({ name, hash }) => had.has(name) && had.get(name) !== hash)
  if (changed) throw new StartError(`The migration ${changed.name} was changed after it ran here`)
  return known.filter(({ name }) => !had.has(name))
}

/** Returns every migration of this program, in order. */
export async function knownMigrations(): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Runs a migration and records it, in the caller's transaction. */
export async function runMigration(client: pg.Client, { name, text, hash }: Migration) {
  await client.query(text)
  await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
}
