import { lt, sql } from 'drizzle-orm'

import type { ScheduledName } from '../contract/system/jobs.ts'
import { proposeOlderFocuses } from './catalogue/items/older-pictures.ts'
import { downloadPictures } from './catalogue/items/picture-downloads.operations.ts'
import { importProgress } from './db/schema/imports.ts'
import { attempt, session } from './db/schema/people.ts'
import { idempotencyKey, rowCount } from './db/schema/shared.ts'
import { deleteOldEvents } from './events/retention.ts'
import { cleanUpPictures } from './files/cleanup.ts'
import { cleanUpPrivateFiles } from './files/private-files.ts'
import type { PictureStore } from './files/store.ts'
import { keyLifetime } from './http/idempotency.ts'
import { deleteOldDrafts } from './imports/drafts/drafts.operations.ts'
import { isAbandoned } from './imports/runs/progress.ts'
import {
  catchUpWebhooks,
  deleteOldDeliveries,
  distributeEvents,
} from './integrations/webhooks/distribution.operations.ts'
import { type Context, shopContext, type Shop } from './kernel/context.ts'
import type { Db, Tx } from './kernel/database.ts'
import { settleClaims } from './live/upkeep/upkeep.operations.ts'
import { wakeLostMails } from './mail/outbox.ts'
import { queueDigests } from './people/digest/digest.operations.ts'
import { proveBooksByNight } from './prove-books.ts'
import { notifyOfDueOrders } from './purchasing/orders/order-messages.ts'
import { forgetCarts } from './sales/carts/carts.operations.ts'
import { expireCredit } from './sales/credits/credits.operations.ts'
import { forgetVisits } from './sales/order-links/opening.operations.ts'
import { compareMissedProofs } from './sales/order-proofs/likenesses.operations.ts'
import { removeOldProofFiles } from './sales/proofs/removal.operations.ts'
import { forgetTypedAddresses, tellOfInstalments } from './sales/sale-messages/sale-messages.operations.ts'
import { announceDeliveries } from './sales/sale/deliveries.operations.ts'
import { lapseHolds } from './sales/sale/holds.operations.ts'
import { announceOverdue } from './sales/schedule/schedule.operations.ts'
import { recordDatabaseSize, remindOfLateBackup } from './system/upkeep.operations.ts'

/** One work that time triggers. Several servers may do it at the same time without harm. */
type Work = { name: ScheduledName; cron: string; run: (context: Context<Shop>) => Promise<unknown> }

/** Every work on the database that time triggers. `cron` is in UTC. */
export const scheduledWork: readonly Work[] = [
  { name: 'holds', cron: '* * * * *', run: lapseHolds },
  { name: 'liveClaims', cron: '* * * * *', run: settleClaims },
  { name: 'credit', cron: '*/10 * * * *', run: expireCredit },
  { name: 'overdue', cron: '*/10 * * * *', run: announceOverdue },
  { name: 'deliveries', cron: '*/10 * * * *', run: announceDeliveries },
  { name: 'orders', cron: '*/10 * * * *', run: ({ db, now }) => notifyOfDueOrders(db, now) },
  { name: 'customerReminders', cron: '*/10 * * * *', run: tellOfInstalments },
  { name: 'digests', cron: '* * * * *', run: queueDigests },
  { name: 'lostMails', cron: '*/10 * * * *', run: ({ db, now }) => wakeLostMails(db, now) },
  { name: 'webhooks', cron: '* * * * *', run: catchUpWebhooks },
  { name: 'backupReminder', cron: '*/10 * * * *', run: ({ db, now }) => remindOfLateBackup(db, now) },
  { name: 'databaseSize', cron: '5 * * * *', run: ({ db }) => recordDatabaseSize(db) },
  { name: 'rowCounts', cron: '*/10 * * * *', run: ({ db }) => mergeRowCounts(db) },
  { name: 'proofLikenesses', cron: '* * * * *', run: compareMissedProofs },
  { name: 'proofFiles', cron: '35 * * * *', run: removeOldProofFiles },
  { name: 'sweep', cron: '15 * * * *', run: ({ db }) => sweep(db) },
]

/** A work on the picture store, or with a snapshot of its own. The tests of operations do not need it. */
type ServerWork = {
  name: ScheduledName
  cron: string
  run: (how: { db: Db; store: PictureStore; signal: AbortSignal }) => Promise<unknown>
}

/** Every other work that time triggers. */
export const serverWork: readonly ServerWork[] = [
  { name: 'importPictures', cron: '* * * * *', run: downloadPictures },
  { name: 'focus', cron: '*/2 * * * *', run: ({ db, store }) => proposeOlderFocuses(db, store) },
  { name: 'pictures', cron: '25 19 * * *', run: cleanUpAllPictures },
  { name: 'books', cron: '40 18 * * *', run: proveBooksByNight },
]

/** Does all scheduled work on the database once. The demo loader and tests call it. */
export async function runScheduledWork({ db }: { db: Db | Tx }) {
  const context = shopContext(db, new Date())
  for (const { run } of scheduledWork) await run(context)
}

/** Removes expired sessions, keys, attempts, progress, drafts of imports, typed addresses, carts, visits of orders, and old events. */
async function sweep(db: Db | Tx) {
  await db.delete(session).where(lt(session.expiresAt, sql`now()`))
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, sql`now() - ${keyLifetime}`))
  await db.delete(attempt).where(lt(attempt.at, sql`now() - interval '1 day'`))
  await db.delete(importProgress).where(isAbandoned)
  await deleteOldDrafts({ db })
  await forgetTypedAddresses(db)
  await forgetCarts(db)
  await forgetVisits(db)
  // No event is deleted before the webhooks have it.
  await distributeEvents(db)
  await deleteOldEvents(db)
  await deleteOldDeliveries(db)
}

/** Merges the row counts of long tables. A concurrent run finds these rows deleted and merges nothing. */
const mergeRowCounts = (db: Db | Tx) =>
  db.execute(sql`with noted as (delete from ${rowCount} returning table_name, change)
    insert into ${rowCount} (table_name, change) select table_name, sum(change) from noted group by table_name`)

/** Cleans up the pictures and the private files. Throws when the cleanup ended early, so that it is retried. */
async function cleanUpAllPictures(how: { db: Db; store: PictureStore; signal: AbortSignal }) {
  const cleanups = [await cleanUpPictures(how), await cleanUpPrivateFiles(how)]
  if (cleanups.some(({ whole }) => !whole)) throw new Error('The cleanup of pictures ended early')
}
