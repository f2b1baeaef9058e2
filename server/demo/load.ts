import { lte } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { AuditAction, AuditEntity } from '../../contract/company/audit.ts'
import { readSettings } from '../company/settings.ts'
import { shopSetting } from '../db/schema/company.ts'
import { dailyCount } from '../db/schema/insight.ts'
import { audit } from '../db/schema/shared.ts'
import { transact } from '../db/transaction.ts'
import { holdSweeper } from '../files/sweep.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { calendar } from './calendar.ts'
import { insertCounts, insertReminders, insertWordsAndPictures, leaveUnread, tellInTime } from './extras.ts'
import type { KeptPicture } from './pictures.ts'
import { plan } from './plan.ts'
import { type DemoRows, lastKeys, lastNumbers, numbersTaken, takeTurns, whatThereIs } from './rows.ts'
import { doStep, openShop } from './shop.ts'

/** An app on this database, by this clock, which nobody but the demo calls. */
export type MakeApp = (db: Tx, clock: () => Date) => Promise<FastifyInstance>

/** The pictures of the pieces: `keep` puts them where the shop's are, `show` says which will be seen first. */
type DemoPictures = { keep: () => Promise<KeptPicture[][]>; show: (path: string) => void }

/** How many days before its first sale the shop was furnished. */
const furnished = 400

/** Loads the demo shop: `by` asked for it (null: the first start), `say` hears how far it is, from 0 to 1. */
export type LoadDemo = (how: {
  by: number | null
  say: (progress: number) => void
  signal: AbortSignal
}) => Promise<void>

/**
 * What makes the demo shop, by the calls that people make, in the order of the year that ends now, in one transaction:
 * whoever looks meanwhile sees the shop as it was, and a loading that is cut short leaves nothing. It ends with 409 where
 * the shop is not empty.
 */
export const demoLoader =
  (db: Db | Tx, makeApp: MakeApp, pictures: DemoPictures, housekeep: (db: Db | Tx) => Promise<void>): LoadDemo =>
  async ({ by, say, signal }) => {
    say(0)
    const pieces = await transact(db, async (tx) => {
      await takeTurns(tx)
      const there = await whatThereIs(tx)
      if (there !== null)
        throw new AppError(
          'demo.shop_not_empty',
          `The demo shop can be loaded into an empty shop only: this one has ${there}`,
        )
      await holdSweeper(tx)
      const kept = pictures.keep()
      // Whatever becomes of them is told when they are waited for.
      kept.catch(() => {})
      const from = await lastKeys(tx)
      const numbersBefore = await lastNumbers(tx)
      const now = new Date()
      const { timeZone } = await readSettings(tx)
      const days = calendar(now, timeZone)
      let moment = days.at(furnished, 9)
      // A transaction within a transaction is a savepoint: each call succeeds or fails as a whole, as ever.
      const app = await makeApp(tx, () => moment)
      let profileAt: Date | null = null
      const countedUntil = days.day(1)
      let ownCounts: DemoRows['ownCounts'] = []
      try {
        const shop = await openShop(tx, app, signal)
        profileAt = shop.profileAt
        const steps = plan(now, timeZone)
        for (const [n, step] of steps.entries()) {
          signal.throwIfAborted()
          moment = step.at
          await doStep(shop, step)
          say(n / steps.length)
        }
        await insertReminders(tx, days, shop.adminID)
        ownCounts = await tx.select().from(dailyCount).where(lte(dailyCount.day, countedUntil))
        await insertCounts(tx, days)
        await insertWordsAndPictures(tx, shop.itemIDs, await kept)
        // What time brings by itself (holds that lapse, instalments that are overdue) is told today, not in a minute.
        await housekeep(tx)
        await tellInTime(tx, timeZone)
        await leaveUnread(tx)
        await shop.signOut()
      } finally {
        await app.close()
      }
      const numbers = numbersTaken(numbersBefore, await lastNumbers(tx))
      const rows: DemoRows = { from, to: await lastKeys(tx), profileAt, numbers, countedUntil, ownCounts }
      await tx.update(shopSetting).set({ demo: true, demoRows: rows })
      // Not one of the demo's rows: it stays when the demo goes.
      const loaded = { action: 'load', entity: 'demo' } satisfies { action: AuditAction; entity: AuditEntity }
      await tx.insert(audit).values({ ...loaded, at: new Date(), userID: by, entityID: 1 })
      return kept
    })
    // The newest pieces stand first in the catalogue.
    for (const [cover] of pieces.toReversed()) if (cover) pictures.show(cover.url)
    say(1)
  }
