import { and, eq, gt, type SQL, sql } from 'drizzle-orm'

import { importProgress } from '../../db/schema/imports.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { ReportProgress } from '../kinds/kind.ts'

// An import's own transaction hides its rows until the commit. Its progress is therefore written on a second
// connection, where every server can read it.

type Doing = typeof importProgress.$inferSelect.doing

/** Creates the function that reports how many of `total` rows are done. */
export type ProgressReporter = (doing: Doing, total: number) => ReportProgress

/** An older row comes from a killed server, because no statement of an import takes this long. */
const oldest: SQL = sql`now() - interval '10 minutes'`
export const isAbandoned = sql`${importProgress.at} < ${oldest}`

/**
 * Runs an import's work, and deletes its progress at the end. Progress never delays or fails the work: a report is
 * skipped while the previous one is being written.
 */
export async function withProgress<T>(
  db: Db | Tx,
  userID: number,
  work: (reporter: ProgressReporter) => Promise<T>,
): Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let isWriting = false
  let isWritten = false
  const storeProgress = async (row: { doing: Doing; rows: number; total: number }) => {
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
      last = storeProgress({ doing, rows, total })
        .catch(() => {}) // the import continues without its progress
        .finally(() => (isWriting = false))
    })
  } finally {
    await last
    // A row that cannot be deleted counts as abandoned after 10 minutes.
    if (isWritten)
      await db
        .delete(importProgress)
        .where(eq(importProgress.userID, userID))
        .catch(() => {})
  }
}

/** Returns the progress of the user's own import, or null when none is running. */
export async function progressOf(db: Db | Tx, userID: number) {
  const [found] = await db
    .select({ doing: importProgress.doing, rows: importProgress.rows, of: importProgress.total })
    .from(importProgress)
    .where(and(eq(importProgress.userID, userID), gt(importProgress.at, oldest)))
  return found ?? null
}
