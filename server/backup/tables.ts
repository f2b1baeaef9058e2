import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** A table in a backup, with the number of its rows and the hash of their text. */
export type Table = { name: string; columns: string[]; key: string[]; rows: number; sha256: string }

/**
 * Lists the shop's tables with their writable columns and primary key. Each table follows the tables it refers to. The
 * events are left out, because they hold numbers of transactions of this cluster alone, and the deliveries of webhooks,
 * because they belong to events. Drafts of imports are left out, because their owners still have the files.
 */
export async function listTables(client: pg.Client): Promise<Pick<Table, 'name' | 'columns' | 'key'>[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[]; refers: string[] }>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)) as key,
      array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('migration', 'event', 'webhook_delivery', 'import_draft', 'import_draft_row')
    order by c.relname`)
  const ordered: typeof rows = []
  while (ordered.length < rows.length) {
    const done = new Set(ordered.map(({ name }) => name))
    const next = rows.filter(({ name, refers }) => !done.has(name) && refers.every((other) => done.has(other)))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle: none of them can be filled first')
    ordered.push(...next)
  }
  return ordered.map(({ name, columns, key }) => ({ name, columns, key }))
}

/** Counts and hashes the rows of a table in the order of its key. Writes them to `file` when one is given. */
export async function copyTable(
  client: pg.Client,
  { name, columns, key }: Pick<Table, 'name' | 'columns' | 'key'>,
  file?: string,
): Promise<{ rows: number; sha256: string }> {
  const sum = createHash('sha256')
  const order = (key.length > 0 ? key : columns).map(quoteName).join(', ')
  const source = client.query(
    copyTo(`copy (select ${columns.map(quoteName).join(', ')} from ${quoteName(name)} order by ${order}) to stdout`),
  )
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      sum.update(chunk)
      done(null, file ? chunk : undefined)
    },
  })
  if (file) await pipeline(source, counted, createWriteStream(file, { mode: 0o600 }))
  else await pipeline(source, counted.resume())
  return { rows: source.rowCount ?? 0, sha256: sum.digest('hex') }
}

export const quoteName = (name: string) => pg.escapeIdentifier(name)
