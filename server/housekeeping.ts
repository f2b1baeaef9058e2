import { lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { proposeOlderFocuses } from './catalogue/items/older-pictures.ts'
import { importProgress } from './db/schema/imports.ts'
import { attempt, session } from './db/schema/people.ts'
import { idempotencyKey, rowCount } from './db/schema/shared.ts'
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
 * Removes expired sessions, idempotency keys, attempts and import progress, and releases expired holds. Sends messages
 * about overdue instalments, due deliveries and due orders. Merges the row counts of long tables. Many servers may run
 * it at the same time.
 */
export async function housekeep({ db }: Pick<FastifyInstance, 'db'>) {
  await db.delete(session).where(lt(session.expiresAt, sql`now()`))
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, sql`now() - ${keyLifetime}`))
  await db.delete(attempt).where(lt(attempt.at, sql`now() - interval '1 day'`))
  await db.delete(importProgress).where(isAbandoned)
  const now = new Date()
  const context = shopContext(db, now)
  await lapseHolds(context)
  await expireCredit(context)
  await announceOverdue(context)
  await announceDeliveries(context)
  await notifyOfDueOrders(db, now)
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
    housekeep(app).catch((error: unknown) => app.log.error({ err: error }, 'housekeeping failed'))
    proposeOlderFocuses(app.db, store).catch((error: unknown) =>
      app.log.error({ err: error }, 'measuring older pictures failed'),
    )
  }, interval)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  schedulePictureCleanup(app, store)
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
    let whole = false
    try {
      ;({ whole } = await cleanUpPictures({ db: app.db, store, signal: ended.signal }))
    } catch (error) {
      app.log.error({ err: error }, 'sweeping the pictures failed')
    }
    if (!ended.signal.aborted) timer = schedule(whole ? daily : firstCleanup)
  }
  app.addHook('onClose', async () => {
    ended.abort()
    clearTimeout(timer)
    await last
  })
}
