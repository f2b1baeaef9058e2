import { eq, getTableName, sql } from 'drizzle-orm'

import type { DemoShop } from '../../contract/demo/demo.ts'
import { assertShopName } from '../company/settings.ts'
import { databaseError } from '../db/database-error.ts'
import { companyProfile, shopSetting, shopTerms } from '../db/schema/company.ts'
import { payAccount } from '../db/schema/money.ts'
import { session, user } from '../db/schema/people.ts'
import { inventoryType, location } from '../db/schema/stock.ts'
import { transact } from '../db/transaction.ts'
import type { Context, SignedIn } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { record } from '../resource/records.ts'
import type { LoadDemo } from './load.ts'
import { findDemoRows, isBusy, findObstacle, lockForDemo, findExistingData } from './rows.ts'

export type Demo = ReturnType<typeof createDemo>

const busy = 'The demo shop is being loaded or cleared at this moment'

/**
 * Returns the functions that load the demo shop in the background and report its state. Each server creates its own.
 */
export function createDemo(db: Db | Tx, load: LoadDemo) {
  /** The progress from 0 to 1 while this server loads the demo shop; null otherwise. */
  let progress: number | null = null
  let failure: string | null = null
  let running: Promise<void> = Promise.resolve()
  const stopped = new AbortController()

  async function run(by: number | null, say: (progress: number) => void) {
    progress = 0
    failure = null
    try {
      await load({
        by,
        signal: stopped.signal,
        say: (reached) => {
          progress = reached
          say(reached)
        },
      })
    } catch (error) {
      failure =
        error instanceof AppError ? error.message : 'The demo shop could not be loaded. The server’s log says why.'
      throw error
    } finally {
      progress = null
    }
  }

  async function state(on: Db | Tx): Promise<DemoShop> {
    const rows = await findDemoRows(on)
    if (progress !== null || (rows === null && (await isBusy(on))))
      return {
        state: 'loading',
        progress: progress === null ? null : Math.floor(progress * 100),
        obstacle: busy,
        failure,
      }
    return rows
      ? { state: 'loaded', progress: null, obstacle: await findClearObstacle(on), failure: null }
      : { state: 'absent', progress: null, obstacle: await findLoadObstacle(on), failure }
  }

  return {
    state,

    /** Starts loading the demo shop. Throws 409 when it cannot be loaded now. `failed` receives unexpected errors. */
    async begin({ db: on, actor }: Context<SignedIn>, failed: (error: unknown) => void): Promise<DemoShop> {
      const { state: is, obstacle: why } = await state(on)
      // No await follows before `run`, so that only one of two concurrent requests starts a load.
      if (progress !== null) throw new AppError('demo.busy', busy)
      if (is === 'loaded') throw new AppError('demo.loaded', 'The demo shop is loaded already')
      if (why !== null) throw new AppError('demo.blocked', why)
      running = run(actor.userID, () => {}).catch((error: unknown) => {
        if (!stopped.signal.aborted && !(error instanceof AppError)) failed(error)
      })
      return { state: 'loading', progress: 0, obstacle: busy, failure: null }
    },

    /**
     * Decides once, at the first start, whether to load the demo shop: only when `wanted` is true and the shop is
     * empty. Returns whether the demo shop was loaded.
     */
    async atFirstStart(wanted: boolean, say: (progress: number) => void): Promise<boolean> {
      const [row] = await db.select({ demo: shopSetting.demo }).from(shopSetting)
      if (!row || row.demo !== null) return false
      if (!wanted || (await findExistingData(db)) !== null) {
        await db.update(shopSetting).set({ demo: false })
        return false
      }
      const loaded = run(null, say)
      running = loaded.catch(() => {})
      await loaded
      return true
    },

    /** Aborts a running load and waits until it has ended. An aborted load leaves no rows. */
    async stop() {
      stopped.abort()
      await running
    },
  }
}

async function findLoadObstacle(db: Db | Tx): Promise<string | null> {
  const there = await findExistingData(db)
  return there === null ? null : `The demo shop can be loaded into an empty shop only: this one has ${there}`
}

async function findClearObstacle(db: Db | Tx): Promise<string | null> {
  const rows = await findDemoRows(db)
  if (rows === null) return 'The demo shop is not in this shop'
  const why = await findObstacle(db, rows)
  return why === null
    ? null
    : `The demo shop can no longer be cleared: there is ${why}. “Empty shop” in Settings throws everything away`
}

/**
 * Deletes the demo shop. Throws 422 for a wrong shop name, and 409 when no demo is loaded or a record prevents clearing
 * it.
 */
export async function clearDemo(context: Context<SignedIn>, shopName: string) {
  const { db } = context
  await assertShopName(db, shopName, 'to clear the demo shop')
  await lockForDemo(db)
  const why = await findClearObstacle(db)
  if (why !== null) throw new AppError('demo.blocked', why)
  await db.execute(sql`select clear_demo_shop()`)
  await record(context, { action: 'clear', entity: 'demo', entityID: 1, before: null, after: null })
}

/**
 * Deletes the people, the places, the payment accounts, the terms, the amount for a second person and the company profile of the demo shop, after the rest of the shop was emptied. What
 * the shop still uses stays, such as its default location. So do people who are signed in.
 */
export async function deleteDemoRest(db: Tx) {
  const rows = await findDemoRows(db)
  if (!rows) return
  // The guard of terms lets those of the demo go.
  await db
    .update(shopSetting)
    .set({ demoRows: sql`${shopSetting.demoRows} || jsonb_build_object('clearing', pg_current_xact_id()::text)` })
  for (const [table, key] of [
    [inventoryType, inventoryType.inventoryTypeID],
    [location, location.locationID],
    [payAccount, payAccount.payAccountID],
    [shopTerms, shopTerms.termsID],
    [user, user.userID],
  ] as const) {
    const name = getTableName(table)
    // A demo of an earlier version has nothing in a newer table.
    if (rows.to[name] === undefined) continue
    const isDemos = sql`${key} > ${rows.from[name]} and ${key} <= ${rows.to[name]}`
    const isSignedIn = sql`exists (select from ${session} where ${session.userID} = ${key})`
    const found = await db
      .select({ key })
      .from(table)
      .where(table === user ? sql`${isDemos} and not ${isSignedIn}` : isDemos)
    for (const { key: demos } of found) await deleteUnused(db, (tx) => tx.delete(table).where(eq(key, demos)))
  }
  if (rows.secondPersonFrom)
    await db
      .update(shopSetting)
      .set({ secondPersonFrom: null })
      .where(eq(shopSetting.secondPersonFrom, rows.secondPersonFrom))
  if (rows.profileAt !== null)
    await db.delete(companyProfile).where(eq(companyProfile.updatedAt, new Date(rows.profileAt)))
}

/** Runs a deletion in a savepoint, and undoes it when another row refers to the deleted one. */
async function deleteUnused(db: Tx, deletion: (tx: Tx) => Promise<unknown>) {
  try {
    await transact(db, deletion)
  } catch (error) {
    const foreignKeyViolations = ['23503', '23001']
    if (!foreignKeyViolations.includes(databaseError(error)?.code ?? '')) throw error
  }
}
