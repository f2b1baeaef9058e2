import { lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { RunKind } from '../contract/system/system.ts'
import { proposeOlderFocuses } from './catalogue/items/older-pictures.ts'
import { importProgress } from './db/schema/imports.ts'
import { attempt, session } from './db/schema/people.ts'
import { idempotencyKey, rowCount } from './db/schema/shared.ts'
import { deleteOldEvents } from './events/retention.ts'
import { cleanUpPictures } from './files/cleanup.ts'
import type { PictureStore } from './files/store.ts'
import { keyLifetime } from './http/idempotency.ts'
import { isAbandoned } from './imports/progress.ts'
import { shopContext } from './kernel/context.ts'
import { notifyOfDueOrders } from './purchasing/orders/order-messages.ts'
import { expireCredit } from './sales/credits/credits.operations.ts'
import { announceDeliveries } from './sales/sale/deliveries.operations.ts'
import { lapseHolds } from './sales/sale/holds.operations.ts'
import { announceOverdue } from './sales/schedule/schedule.operations.ts'
import { recordTimedFailure } from './system/runs.ts'
import { recordDatabaseSize, remindOfLateBackup } from './system/upkeep.operations.ts'

/** Milliseconds between two runs, so that an expired hold is released within a minute. */
const interval = 60_000
/**
 * Milliseconds from the start to the first cleanup of pictures, and until a retry. It is short, because some servers
 * are switched off every evening.
 */
const firstCleanup = 10 * 60_000
/** Milliseconds until the next cleanup after a complete one. */
const daily = 24 * 60 * 60_000

/**
 * Removes expired sessions, idempotency keys, attempts, import progress and old events, and releases expired holds. Sends messages
 * about overdue instalments, due deliveries, due orders and late backups. Records the size of the database. Merges the row counts of long tables. Many servers may run
 * it at the same time.
 */
export async function housekeep({ db }: Pick<FastifyInstance, 'db'>) {
  await db.delete(session).where(lt(session.expiresAt, sql`now()`))
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, sql`now() - ${keyLifetime}`))
  await db.delete(attempt).where(lt(attempt.at, sql`now() - interval '1 day'`))
  await db.delete(importProgress).where(isAbandoned)
  await deleteOldEvents(db)
  const now = new Date()
  const context = shopContext(db, now)
  await lapseHolds(context)
  await expireCredit(context)
  await announceOverdue(context)
  await announceDeliveries(context)
  await notifyOfDueOrders(db, now)
  await remindOfLateBackup(db, now)
  await recordDatabaseSize(db)
  // A concurrent run finds these rows deleted and merges nothing.
  await db.execute(sql`with noted as (delete from ${rowCount} returning table_name, change)
    insert into ${rowCount} (table_name, change) select table_name, sum(change) from noted group by table_name`)
}

/**
 * Schedules housekeeping and the focus of older pictures every minute, and the cleanup of pictures, until the app closes.
 * Logs a failure and retries.
 */
export function scheduleHousekeeping(app: FastifyInstance, store: PictureStore) {
  const timer = setInterval(() => {
    void runTimed(app, 'housekeeping', 'housekeeping failed', () => housekeep(app))
    void runTimed(app, 'pictures', 'measuring older pictures failed', () => proposeOlderFocuses(app.db, store))
  }, interval)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  schedulePictureCleanup(app, store)
}

/** Runs timed work and counts how it ended. A failure is logged and recorded for the administrators, and gives null. */
async function runTimed<T>(
  app: FastifyInstance,
  kind: RunKind,
  message: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const startedAt = new Date()
  try {
    const made = await work()
    app.countRun?.(kind, 'succeeded')
    return made
  } catch (error) {
    app.log.error({ err: error }, message)
    app.countRun?.(kind, 'failed')
    // The next run does not wait for the record, which is lost when the database itself failed. The log has its line.
    void recordTimedFailure(app.db, kind, startedAt, error).catch(() => {})
    return null
  }
}

/**
 * Schedules the cleanup of pictures: ten minutes after the start, then daily. A cleanup that ended early is repeated
 * after ten minutes.
 */
export function schedulePictureCleanup(app: FastifyInstance, store: PictureStore) {
  const ended = new AbortController()
  let last = Promise.resolve()
  const schedule = (wait: number) => setTimeout(() => (last = cleanUpOnce()), wait).unref()
  let timer = schedule(firstCleanup)
  async function cleanUpOnce() {
    const cleaned = await runTimed(app, 'pictures', 'sweeping the pictures failed', () =>
      cleanUpPictures({ db: app.db, store, signal: ended.signal }),
    )
    if (!ended.signal.aborted) timer = schedule(cleaned?.whole ? daily : firstCleanup)
  }
  app.addHook('onClose', async () => {
    ended.abort()
    clearTimeout(timer)
    await last
  })
}
