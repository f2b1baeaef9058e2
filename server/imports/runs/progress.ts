import { and, eq, gt, type SQL, sql } from 'drizzle-orm'

import { importProgress } from '../../db/schema/imports.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
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
 * Runs an import's work, and deletes its progress at the end. Progress never delays the work: a report is skipped while
 * the previous one is being written. A report throws 409 once the user wants to stop: the transaction is rolled back.
 * The deletion looks for that wish a last time before the commit, so a stop that was accepted is never ignored.
 */
export async function withProgress<T>(
  db: Db | Tx,
  userID: number,
  work: (reporter: ProgressReporter) => Promise<T>,
): Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let isWriting = false
  let isWritten = false
  let isStopped = false
  let current: Doing = 'checking'
  const stopped = () => new AppError('import.stopped', `Stopped: ${stoppedWords[current]}`)
  const storeProgress = async (row: { doing: Doing; rows: number; total: number }) => {
    const values = { ...row, at: sql`now()` }
    const [stored] = await db
      .insert(importProgress)
      .values({ userID, ...values })
      // The first report replaces the row of a killed server.
      .onConflictDoUpdate({ target: importProgress.userID, set: isWritten ? values : { ...values, stopped: false } })
      .returning()
    isWritten = true
    isStopped = stored!.stopped
  }
  /** Deletes the progress. Returns whether the user wanted to stop. A row that stays counts as abandoned later. */
  const removeProgress = async () => {
    await last
    if (!isWritten) return false
    const removed = await db
      .delete(importProgress)
      .where(eq(importProgress.userID, userID))
      .returning()
      .catch(() => [])
    isWritten = false
    return removed.some(({ stopped: isWished }) => isWished)
  }
  try {
    const result = await work((doing, total) => {
      current = doing
      const report = (rows: number) => {
        if (isStopped) throw stopped()
        if (isWriting) return
        isWriting = true
        last = storeProgress({ doing, rows, total })
          .catch(() => {}) // the import continues without its progress
          .finally(() => (isWriting = false))
      }
      report(0)
      return report
    })
    if (await removeProgress()) throw stopped()
    return result
  } finally {
    await removeProgress()
  }
}

const stoppedWords: Record<Doing, string> = {
  checking: 'the file was not checked',
  importing: 'nothing was imported',
  undoing: 'nothing was undone',
}

/** Lets the user's running work stop at its next report. Returns whether any is running. */
export async function stopWork(db: Db | Tx, userID: number) {
  const stopped = await db
    .update(importProgress)
    .set({ stopped: true })
    .where(and(eq(importProgress.userID, userID), gt(importProgress.at, oldest)))
    .returning({ userID: importProgress.userID })
  return { stopping: stopped.length > 0 }
}

/** Returns the progress of the user's own import, or null when none is running. */
export async function progressOf(db: Db | Tx, userID: number) {
  const [found] = await db
    .select({ doing: importProgress.doing, rows: importProgress.rows, of: importProgress.total })
    .from(importProgress)
    .where(and(eq(importProgress.userID, userID), gt(importProgress.at, oldest)))
  return found ?? null
}
