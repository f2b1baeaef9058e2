import { eq, ne, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'

import { emptyShop as endpoints } from '../contract/company/empty-shop.ts'
import { assertShopName } from './company/settings.ts'
import { type Fate, fates } from './db/emptying.ts'
import { locks } from './db/locks.ts'
import { item } from './db/schema/catalogue.ts'
import { settingsKey, shopSetting } from './db/schema/company.ts'
import { event } from './db/schema/events.ts'
import { notification } from './db/schema/messages.ts'
import { user } from './db/schema/people.ts'
import { customer, sale } from './db/schema/sales.ts'
import { audit, documentNumber, idempotencyKey, rowCount } from './db/schema/shared.ts'
import { tables } from './db/tables.ts'
import { transactRetried } from './db/transaction.ts'
import { findNamedPictures, removePictures } from './files/cleanup.ts'
import type { PictureStore } from './files/store.ts'
import { insertReferenceData } from './first-start.ts'
import { serve } from './http/serve.ts'
import { deleteJobs } from './jobs/dead.ts'
import type { Context, SignedIn } from './kernel/context.ts'
import type { Tx } from './kernel/database.ts'
import { AppError } from './kernel/errors.ts'
import { ok, record } from './resource/records.ts'

/** Deletes the people and places that the demo shop brought. The app passes it, because only the app knows the demo. */
type DeleteDemoRest = (db: Tx) => Promise<void>

/** Registers the endpoint that empties the shop. Its pictures are removed after the commit, while the server answers. */
export function emptyShopRoutes(app: FastifyInstance, store: PictureStore, deleteDemoRest: DeleteDemoRest) {
  const stopped = new AbortController()
  let removal: Promise<unknown> = Promise.resolve()
  app.addHook('onClose', async () => {
    stopped.abort()
    await removal
  })

  serve(
    app,
    endpoints.run,
    async ({ body: { shopName, keepPeopleAndSettings = true } }, context) => {
      const { rows, pictures } = await transactRetried(app.db, (db) =>
        emptyShop({ ...context, db }, { shopName, keepPeopleAndSettings }, deleteDemoRest),
      )
      // A picture that cannot be removed now is removed by the daily cleanup.
      removal = removePictures({ db: app.db, store, signal: stopped.signal }, pictures).catch((error: unknown) =>
        app.log.error({ err: error }, 'the pictures of the emptied shop were not removed'),
      )
      return ok({ rows }, 'The shop is empty')
    },
    { transaction: false },
  )
}

/**
 * Deletes everything that was entered into the shop. Throws 422 for a wrong shop name, and 409 while the shop is being
 * emptied or its demo data loaded or cleared. Returns the number of deleted rows, and the pictures to which no row
 * refers any more.
 */
async function emptyShop(
  context: Context<SignedIn> & { db: Tx },
  { shopName, keepPeopleAndSettings }: { shopName: string; keepPeopleAndSettings: boolean },
  deleteDemoRest: DeleteDemoRest,
): Promise<{ rows: number; pictures: Set<string> }> {
  const { db, actor, now } = context
  await assertShopName(db, shopName, 'to empty the shop')
  await lockShop(db)
  const before = await countRecords(db)
  const pictures = await findNamedPictures(db)
  const isGone = (fate: Fate) => fate === 'emptied' || (fate === 'setting' && !keepPeopleAndSettings)
  let rows = await deleteRows(db, listTablesInOrder(isGone))
  if (keepPeopleAndSettings) await deleteDemoRest(db)
  else {
    rows += await deleteOtherPeople(db, actor.userID)
    await insertReferenceData(db)
  }
  // Each mail has a job, which would find nothing to send any more.
  await deleteJobs(db, 'mail')
  // The books of the deleted documents are closed no longer, and the next start does not load the demo shop.
  await db
    .update(shopSetting)
    .set({ demo: false, demoRows: null, closedUntil: null, updatedAt: now })
    .where(eq(shopSetting.id, settingsKey))
  await record(context, {
    action: 'empty',
    entity: 'shop',
    entityID: settingsKey,
    before,
    after: { keepPeopleAndSettings },
  })
  for (const name of await findNamedPictures(db)) pictures.delete(name)
  return { rows, pictures }
}

/** Makes the transaction the only one that replaces the shop's data, and lets its statements take their time. */
async function lockShop(db: Tx) {
  await db.execute(sql`set local statement_timeout = 0`)
  const { rows } = await db.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${locks.demoShop}) as mine`)
  if (!rows[0]!.mine)
    throw new AppError(
      'shop.emptying',
      'The shop is being emptied, or its demo shop is being loaded or cleared, at this moment',
    )
}

/** Returns figures of the shop for the audit row, so that a reader sees how much was deleted. */
async function countRecords(db: Tx) {
  return { sales: await db.$count(sale), items: await db.$count(item), customers: await db.$count(customer) }
}

/** Returns the tables of these fates. Each comes before the tables to which it refers. */
function listTablesInOrder(isWanted: (fate: Fate) => boolean): PgTable[] {
  const ordered: PgTable[] = []
  const visited = new Set<PgTable>()
  const visit = (table: PgTable) => {
    if (visited.has(table)) return
    visited.add(table)
    for (const key of getTableConfig(table).foreignKeys) visit(key.reference().foreignTable)
    ordered.unshift(table)
  }
  for (const table of tables) visit(table)
  return ordered.filter((table) => isWanted(fates.get(table)!))
}

/**
 * Deletes all rows of the tables and returns their number. DELETE keeps the snapshots of running backups and reports
 * whole, which TRUNCATE would not. The triggers that guard the ledgers are disabled in this transaction alone. The
 * locks make writers wait, but not readers.
 */
async function deleteRows(db: Tx, emptied: readonly PgTable[]): Promise<number> {
  const locked = sortByWriteOrder(emptied).map((table) => sql`${table}`)
  await db.execute(sql`lock table ${sql.join(locked, sql`, `)} in share row exclusive mode`)
  for (const table of emptied) await db.execute(sql`alter table ${table} disable trigger user`)
  let deleted = 0
  for (const table of emptied) deleted += (await db.delete(table)).rowCount ?? 0
  for (const table of emptied) await db.execute(sql`alter table ${table} enable trigger user`)
  return deleted
}

const writtenFirst: readonly PgTable[] = [idempotencyKey, documentNumber]
const writtenLast: readonly PgTable[] = [rowCount, notification, audit, event]

/**
 * Returns the tables in the order in which most requests write them. Locks in this order wait for the running requests
 * and rarely end in a deadlock. `childrenFirst` has each table before the tables to which it refers.
 */
function sortByWriteOrder(childrenFirst: readonly PgTable[]): PgTable[] {
  const place = (table: PgTable) => (writtenFirst.includes(table) ? -1 : writtenLast.includes(table) ? 1 : 0)
  return childrenFirst.toReversed().toSorted((a, b) => place(a) - place(b))
}

/** Deletes everybody except this user, with their sessions and links. Returns the number of deleted users. */
async function deleteOtherPeople(db: Tx, userID: number): Promise<number> {
  await db.update(user).set({ createdByID: null, modifiedByID: null }).where(eq(user.userID, userID))
  return (await db.delete(user).where(ne(user.userID, userID))).rowCount ?? 0
}
