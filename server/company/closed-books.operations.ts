import { eq, sql } from 'drizzle-orm'

import type { BooksClosing } from '../../contract/company/settings-changes.ts'
import { describeClosedBooks, formatDay } from '../../contract/shared/dates.ts'
import type { z } from '../../contract/shared/zod.ts'
import { settingsKey, shopSetting } from '../db/schema/company.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { shopDay, shopDayBounds } from '../kernel/shop-days.ts'
import { lockUnchanged, record, stampModified } from '../resource/records.ts'

// The closed books: no operation writes a record dated on a closed day, or changes a figure of one. Today is never
// closed, so records of today need no check.

type Closing = z.output<typeof BooksClosing> & { updatedAt?: Date | undefined }

/**
 * Throws 422 when the earliest of these days is closed. An operation calls it with the days that it writes a record on,
 * and the days whose figures it changes. The lock keeps the books as they are until the transaction ends.
 */
export async function assertBooksOpen(
  { db, now }: Context,
  timeZone: string,
  days: readonly string[],
  field?: 'orderDate' | 'receivedDate',
) {
  const [earliest] = days.toSorted()
  if (earliest === undefined || earliest >= shopDay(timeZone, now)) return
  const [settings] = await db
    .select({ closedUntil: shopSetting.closedUntil })
    .from(shopSetting)
    .where(eq(shopSetting.id, settingsKey))
    .for('share')
  const { closedUntil } = settings!
  if (closedUntil !== null && earliest <= closedUntil)
    throw new AppError('books.closed', describeClosedBooks(closedUntil), field && { field })
}

/**
 * Sets the last closed day, with an audit row. Null opens all days. Throws 400 for today or a later day. Throws 503
 * while work that began on a day to be closed is still being saved.
 */
export async function closeBooks(context: Context, { closedUntil, updatedAt }: Closing) {
  assertAccess(context.actor, 'books.close')
  // This lock waits for every transaction that has checked a day with `assertBooksOpen`.
  const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
  if (closedUntil !== null) {
    if (closedUntil >= shopDay(before.timeZone, context.now))
      throw new AppError('books.date_too_late', 'The books can be closed until yesterday at the latest', {
        field: 'closedUntil',
      })
    await assertDaySaved(context, before.timeZone, closedUntil)
  }
  if (closedUntil === before.closedUntil) return
  await context.db
    .update(shopSetting)
    .set({ closedUntil, ...stampModified(context, before) })
    .where(eq(shopSetting.id, settingsKey))
  const isLater = closedUntil !== null && (before.closedUntil === null || closedUntil > before.closedUntil)
  await record(context, {
    action: isLater ? 'close books' : 'reopen books',
    entity: 'books',
    entityID: settingsKey,
    before: { closedUntil: before.closedUntil },
    after: { closedUntil },
  })
}

/** Throws 422 when the last closed day is not over in a time zone. */
export function assertClosedDayOver({ now }: Context, timeZone: string, closedUntil: string | null) {
  if (closedUntil !== null && closedUntil >= shopDay(timeZone, now))
    throw new AppError(
      'settings.day_closed',
      `The books are closed until ${formatDay(closedUntil)}, a day that is not over in this time zone`,
      { field: 'timeZone' },
    )
}

/** Requests may wait for a connection, so their transactions may begin this many milliseconds after their time. */
const waitAtMost = 60_000

/**
 * Throws 503 while a transaction runs that may have begun on the day: it may still store records of that day. This is
 * possible only for yesterday, shortly after midnight.
 */
async function assertDaySaved({ db, now }: Context, timeZone: string, day: string) {
  const over = new Date(shopDayBounds(timeZone, day).before.getTime() + waitAtMost)
  const { rows } = await db.execute<{ pid: number }>(sql`select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and xact_start < ${over.toISOString()}::timestamptz limit 1`)
  if (now < over || rows.length > 0)
    throw new AppError('books.busy', 'Work of that day is still being saved. Please try again in a moment', {
      retryAfter: 60,
    })
}
