import { lt, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { importProgress } from './db/schema/imports.ts'
import { attempt, session } from './db/schema/people.ts'
import { idempotencyKey, rowCount } from './db/schema/shared.ts'
import type { PictureStore } from './files/store.ts'
import { sweep } from './files/sweep.ts'
import { keyLifetime } from './http/idempotency.ts'
import { isAbandoned } from './imports/progress.ts'
import { shopContext } from './kernel/context.ts'
import { tellOfDueOrders } from './purchasing/orders/order-messages.ts'
import { announceDeliveries } from './sales/sale/deliveries.operations.ts'
import { lapseHolds } from './sales/sale/holds.operations.ts'
import { announceOverdue } from './sales/schedule/schedule.operations.ts'

/** A hold that has lapsed is given back within a minute. */
const minutes = 1
/** When pictures are swept (milliseconds): also by a server that is ended every evening, and again where it was not the time. */
const soon = 10 * 60_000
const daily = 24 * 60 * 60_000

/**
 * Removes what has lapsed (sessions, remembered answers, counted attempts, abandoned progress, what open sales hold), tells of instalments
 * that are overdue and of deliveries that are due, and adds up the notes of how many rows the long tables have. Safe to run on many servers at once.
 */
export async function housekeep({ db }: Pick<FastifyInstance, 'db'>) {
  await db.delete(session).where(lt(session.expiresAt, sql`now()`))
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, sql`now() - ${keyLifetime}`))
  await db.delete(attempt).where(lt(attempt.at, sql`now() - interval '1 day'`))
  await db.delete(importProgress).where(isAbandoned)
  const context = shopContext(db, new Date())
  await lapseHolds(context)
  await announceOverdue(context)
  await announceDeliveries(context)
  await tellOfDueOrders(db, new Date())
  // Whoever comes second finds the same notes gone, and adds up nothing.
  await db.execute(sql`with noted as (delete from ${rowCount} returning table_name, change)
    insert into ${rowCount} (table_name, change) select table_name, sum(change) from noted group by table_name`)
}

/** Housekeeps every minute while the app runs, and sweeps its pictures; a failure is logged and tried again. */
export function housekeeping(app: FastifyInstance, store: PictureStore) {
  const timer = setInterval(() => {
    housekeep(app).catch((error: unknown) => app.log.error({ err: error }, 'housekeeping failed'))
  }, minutes * 60_000)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  sweeping(app, store)
}

/** Sweeps the pictures once the app has run for a while, and every day from then on; sooner again where it could not. */
export function sweeping(app: FastifyInstance, store: PictureStore) {
  const ended = new AbortController()
  let last = Promise.resolve()
  const later = (wait: number) => setTimeout(() => (last = sweepOnce()), wait).unref()
  let timer = later(soon)
  async function sweepOnce() {
    let whole = false
    try {
      ;({ whole } = await sweep({ db: app.db, store, signal: ended.signal }))
    } catch (error) {
      app.log.error({ err: error }, 'sweeping the pictures failed')
    }
    if (!ended.signal.aborted) timer = later(whole ? daily : soon)
  }
  app.addHook('onClose', async () => {
    ended.abort()
    clearTimeout(timer)
    await last
  })
}
