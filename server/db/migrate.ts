import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import { StartError } from '../config.ts'

const folder = join(import.meta.dirname, 'migrations')

/**
 * Runs every migration that this database has not had yet, in the order of their names, each in its own
 * transaction, and answers their names. Servers that start together take turns. Throws a StartError for a
 * database that newer code has migrated.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  client.on('error', () => {}) // the query that is running fails too, and says more
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(724001)')
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())',
    )
    const had = new Map(
      (await client.query('select name, hash from migration')).rows.map((row) => [row.name, row.hash]),
    )
    const entries = await readdir(folder, { withFileTypes: true })
    const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
    const unknown = [...had.keys()].find((name) => !names.includes(name))
    if (unknown) throw new StartError(`The database is newer than this program: it has had the migration ${unknown}`)
    const run: string[] = []
    for (const name of names) {
      const text = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      if (had.has(name)) {
        if (had.get(name) !== hash) throw new StartError(`The migration ${name} was changed after it ran here`)
        continue
      }
      await client.query('begin')
      await client.query(text)
      await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
      await client.query('commit')
      run.push(name)
    }
    return run
  } finally {
    await client.end()
  }
}
