import { and, eq, gt, type SQL, sql } from 'drizzle-orm'

import { importProgress } from '../db/schema/imports.ts'
import type { Db, Tx } from '../kernel/database.ts'
import type { Tell } from './kind.ts'

// How far an import is, while its transaction shows nothing of it yet: a row that is written on a connection of its own, so
// that any server can read it.

type Doing = typeof importProgress.$inferSelect.doing

/** Makes what reports how many of `total` rows are done. */
export type ProgressReporter = (doing: Doing, total: number) => Tell

/** A row that is older was left by a server that was killed: no statement of an import takes longer. */
const oldest: SQL = sql`now() - interval '10 minutes'`
export const isAbandoned = sql`${importProgress.at} < ${oldest}`

/**
 * Runs an import's work, and removes its progress when it ends. Writing the progress never delays or fails the work: a report
 * is left out while the one before it is being written.
 */
export async function withProgress<T>(
  db: Db | Tx,
  userID: number,
  work: (reporter: ProgressReporter) => Promise<T>,
): Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let isWriting = false
  let isWritten = false
  const write = async (row: { doing: Doing; rows: number; total: number }) => {
    const values = { ...row, at: sql`now()` }
    await db
      .insert(importProgress)
      .values({ userID, ...values })
      .onConflictDoUpdate({ target: importProgress.userID, set: values })
  }
  try {
    return await work((doing, total) => (rows) => {
      if (isWriting) return
      isWriting = isWritten = true
      last = write({ doing, rows, total })
        .catch(() => {}) // the import goes on without it
        .finally(() => (isWriting = false))
    })
  } finally {
    await last
    // Where this fails too, the row is abandoned soon.
    if (isWritten)
      await db
        .delete(importProgress)
        .where(eq(importProgress.userID, userID))
        .catch(() => {})
  }
}

/** How far the person's own import is; null where none is running. */
export async function progressOf(db: Db | Tx, userID: number) {
  const [found] = await db
    .select({ doing: importProgress.doing, rows: importProgress.rows, of: importProgress.total })
    .from(importProgress)
    .where(and(eq(importProgress.userID, userID), gt(importProgress.at, oldest)))
  return found ?? null
}
