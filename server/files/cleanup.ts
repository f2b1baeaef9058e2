import { sql } from 'drizzle-orm'

import { locks } from '../db/locks.ts'
import { itemImage } from '../db/schema/catalogue.ts'
import { certificate } from '../db/schema/certificates.ts'
import { companyProfile } from '../db/schema/company.ts'
import { user } from '../db/schema/people.ts'
import { pieceImage } from '../db/schema/pieces.ts'
import { transact } from '../db/transaction.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { describeFile, type PictureStore } from './store.ts'

/**
 * Every column that contains a picture's path. If a column were missing here, the cleanup would delete its pictures. A
 * test reports such a column.
 */
export const pictureColumns = [
  [user, user.image_url],
  [companyProfile, companyProfile.image_url],
  [itemImage, itemImage.url],
  [itemImage, itemImage.thumb_url],
  [pieceImage, pieceImage.url],
  [pieceImage, pieceImage.thumb_url],
  [certificate, certificate.pictureURL],
  [certificate, certificate.secondPictureURL],
  [certificate, certificate.thirdPictureURL],
] as const

/** The cleanup skips files younger than this many milliseconds, because another server may still be writing them. */
const minimumAge = 24 * 60 * 60_000
/**
 * Maximum number of files removed in one transaction, because uploads wait until it ends. The transaction must also end
 * before PostgreSQL's limit for idle transactions, even when every removal times out.
 */
const batchSize = 50

/**
 * Blocks the cleanup of pictures until the transaction ends. Otherwise the cleanup could delete a picture just before
 * the transaction's rows refer to it. Call it before storing a picture, and before copying a stored path to another
 * row.
 */
export async function blockPictureCleanup(db: Db | Tx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${sql.raw(String(locks.pictures))})`)
}

/** The SQL that blocks the cleanup like `blockPictureCleanup`, until the connection closes. */
export const blockPictureCleanupSQL = `select pg_advisory_lock_shared(${locks.pictures})`

/**
 * Removes unfinished files, and pictures with their variants when no row refers to them. Skips files younger than a day
 * and files that are not the shop's. Many servers may run it at the same time, also during normal work. Returns the
 * number of removed files. `whole` is false when an upload or the shutdown ended the cleanup early.
 */
export async function cleanUpPictures({ db, store, signal }: Cleaning): Promise<{ removed: number; whole: boolean }> {
  const named = await findNamedPictures(db)
  const suspects: Suspect[] = []
  for await (const { name, at } of store.list()) {
    const file = describeFile(name)
    if (!file || at.getTime() > Date.now() - minimumAge) continue
    if (file.unfinished) suspects.push({ name, picture: null })
    else if (!named.has(file.picture)) suspects.push({ name, picture: file.picture })
  }
  return removeSuspects({ db, store, ...(signal && { signal }) }, suspects)
}

/** Removes these pictures with their variants at once, also young ones, unless a row refers to them. */
export async function removePictures(
  { db, store, signal }: Cleaning,
  names: ReadonlySet<string>,
): Promise<{ removed: number; whole: boolean }> {
  const suspects: Suspect[] = []
  if (names.size > 0)
    for await (const { name } of store.list()) {
      const file = describeFile(name)
      if (file && !file.unfinished && names.has(file.picture)) suspects.push({ name, picture: file.picture })
    }
  return removeSuspects({ db, store, ...(signal && { signal }) }, suspects)
}

type Cleaning = { db: Db | Tx; store: PictureStore; signal?: AbortSignal }
/** A file that no row seems to need. An unfinished file has no picture. */
type Suspect = { name: string; picture: string | null }

async function removeSuspects({ db, store, signal }: Cleaning, suspects: Suspect[]) {
  let removed = 0
  for (let from = 0; from < suspects.length; from += batchSize) {
    if (signal?.aborted) return { removed, whole: false }
    const batch = suspects.slice(from, from + batchSize)
    const gone = await transact(db, (tx) => removeUnnamed(tx, store, batch))
    if (gone === null) return { removed, whole: false }
    removed += gone
  }
  return { removed, whole: true }
}

/**
 * Removes the files whose picture no row refers to, and returns their number. Returns null when an upload holds the
 * lock.
 */
async function removeUnnamed(tx: Tx, store: PictureStore, files: Suspect[]) {
  // Does not wait for this exclusive lock, because new uploads would wait behind it.
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${locks.pictures}) as locked`,
  )
  if (!rows[0]!.locked) return null
  // A row may refer to a picture since the first check, so check again. The lock now prevents new references.
  const named = await findNamedPictures(tx, [...new Set(files.flatMap(({ picture }) => picture ?? []))])
  const unnamed = files.filter(({ picture }) => picture === null || !named.has(picture))
  // All removals must settle before the transaction releases the lock, even after a failure.
  const removals = await Promise.allSettled(unnamed.map(({ name }) => store.remove(name)))
  for (const removal of removals) if (removal.status === 'rejected') throw removal.reason
  return unnamed.length
}

/** Returns the pictures to which rows refer: all of them, or only those among `names`. */
export async function findNamedPictures(db: Db | Tx, names?: string[]): Promise<Set<string>> {
  const among = names ? sql`= any(${sql.param(names.map((name) => `/pictures/${name}`))})` : sql`is not null`
  const each = pictureColumns.map(
    ([table, column]) => sql`select ${column} as path from ${table} where ${column} ${among}`,
  )
  const { rows } = await db.execute<{ path: string }>(sql.join(each, sql` union `))
  return new Set(rows.map(({ path }) => path.slice('/pictures/'.length)))
}
