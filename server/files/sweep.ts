import { sql } from 'drizzle-orm'

import { locks } from '../db/locks.ts'
import { itemImage } from '../db/schema/catalogue.ts'
import { companyProfile } from '../db/schema/company.ts'
import { user } from '../db/schema/people.ts'
import { transact } from '../db/transaction.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { describeFile, type PictureStore } from './store.ts'

/** Every column that names a picture by its path. A test compares them with the tables: what is left out is lost. */
export const naming = [
  [user, user.image_url],
  [companyProfile, companyProfile.image_url],
  [itemImage, itemImage.url],
  [itemImage, itemImage.thumb_url],
] as const

/** A file that is younger than this (milliseconds) may be one that another server is only just writing. */
const young = 24 * 60 * 60_000
/**
 * How many files are removed in one turn: whoever keeps a picture waits for it, and even a store that answers none of them
 * in time must have given up before PostgreSQL ends a transaction that does nothing.
 */
const atOnce = 50

/**
 * Until the transaction ends, no picture is swept: whatever is there when it looks is there when its rows name it.
 * Called before a picture is kept, or the path of one is read to be written elsewhere.
 */
export async function holdSweeper(db: Db | Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${sql.raw(String(locks.pictures))})`)
}

/** As `holdSweeper`, for a connection and for as long as it lasts. */
export const holdSweeperSQL = `select pg_advisory_lock_shared(${locks.pictures})`

/**
 * Removes the files of pictures that no row names, their sizes, and what was never finished; never what is younger than
 * a day, and nothing that is not ours. Safe to run on many servers at once, and while people work. Answers how many
 * files are gone, and whether all were looked at: not where somebody is just keeping a picture, so that the rest has to wait.
 */
export async function sweep({
  db,
  store,
  signal,
}: {
  db: Db | Tx
  store: PictureStore
  signal?: AbortSignal
}): Promise<{ removed: number; whole: boolean }> {
  const named = await namedAmong(db)
  const suspects: { name: string; picture: string | null }[] = []
  for await (const { name, at } of store.list()) {
    const file = describeFile(name)
    if (!file || at.getTime() > Date.now() - young) continue
    if (file.unfinished) suspects.push({ name, picture: null })
    else if (!named.has(file.picture)) suspects.push({ name, picture: file.picture })
  }
  let removed = 0
  for (let from = 0; from < suspects.length; from += atOnce) {
    if (signal?.aborted) return { removed, whole: false }
    const some = suspects.slice(from, from + atOnce)
    const gone = await transact(db, (tx) => removeUnnamed(tx, store, some))
    if (gone === null) return { removed, whole: false }
    removed += gone
  }
  return { removed, whole: true }
}

/** Removes those of these files that still nobody names; null where it is not the sweeper's turn. */
async function removeUnnamed(tx: Tx, store: PictureStore, files: { name: string; picture: string | null }[]) {
  // Not waited for: whoever wanted to keep a picture behind it would wait too.
  const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${locks.pictures}) as mine`)
  if (!rows[0]!.mine) return null
  // Anew, now that nobody is about to name one.
  const named = await namedAmong(tx, [...new Set(files.flatMap(({ picture }) => picture ?? []))])
  const unnamed = files.filter(({ picture }) => picture === null || !named.has(picture))
  // Until the last of them has ended, however the others do: the turn ends with the transaction.
  const removals = await Promise.allSettled(unnamed.map(({ name }) => store.remove(name)))
  for (const removal of removals) if (removal.status === 'rejected') throw removal.reason
  return unnamed.length
}

/** The names of the pictures that rows name: of all, or of these. */
async function namedAmong(db: Db | Tx, names?: string[]): Promise<Set<string>> {
  const among = names ? sql`= any(${sql.param(names.map((name) => `/pictures/${name}`))})` : sql`is not null`
  const each = naming.map(([table, column]) => sql`select ${column} as path from ${table} where ${column} ${among}`)
  const { rows } = await db.execute<{ path: string }>(sql.join(each, sql` union `))
  return new Set(rows.map(({ path }) => path.slice('/pictures/'.length)))
}
