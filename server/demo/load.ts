import { lte } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { AuditAction } from '../../contract/shared/audit/audit-actions.ts'
import type { AuditEntity } from '../../contract/shared/entities.ts'
import { readSettings } from '../company/settings.ts'
import { shopSetting } from '../db/schema/company.ts'
import { dailyCount } from '../db/schema/insight.ts'
import { audit } from '../db/schema/shared.ts'
import { transact } from '../db/transaction.ts'
import { publish } from '../events/publish.ts'
import { blockPictureCleanup } from '../files/cleanup.ts'
import type { PictureStore } from '../files/store.ts'
import { shopContext } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { createCalendar } from './calendar.ts'
import { issueCertificates } from './certificates.ts'
import {
  insertCounts,
  insertReminders,
  insertWordsAndPictures,
  markOlderMessagesRead,
  backdateMessages,
} from './extras.ts'
import { insertPiecePictures, keepPieces } from './kept-pieces.ts'
import { keepPrices } from './kept-prices.ts'
import { planComingLive } from './lives/coming-live.ts'
import { createLiveDesk } from './lives/live-desk.ts'
import { insertPayAccounts } from './pay-accounts.ts'
import type { StoredPicture } from './pictures.ts'
import { planYear } from './plan.ts'
import { createRateEntry, followRate } from './priced-by-rate.ts'
import { askForSecondPerson, createProofDesk } from './proofs.ts'
import {
  type DemoRows,
  findLastKeys,
  findLastNumbers,
  findTakenNumbers,
  lockForDemo,
  findExistingData,
} from './rows.ts'
import { performStep, openShop, describeLives } from './shop.ts'
import { insertTerms } from './terms.ts'
import { performTradeIns } from './trade-ins.ts'

/** Creates an app on this database and clock, for the demo's own calls only. */
export type MakeApp = (db: Tx, clock: () => Date) => Promise<FastifyInstance>

/**
 * `store` stores the pictures of the demo's items. `privateStore` holds the private files. `show` prepares a stored picture
 * for the public pages.
 */
type DemoPictures = {
  store: () => Promise<StoredPicture[][]>
  privateStore: PictureStore
  show: (path: string) => void
}

/**
 * The demo's basic records, such as its items, are created this many days before today. The first sale is 364 days ago.
 */
const furnished = 400

/**
 * Loads the demo shop. `by` is the user who requested it, or null at the first start. `say` reports the progress from 0
 * to 1.
 */
export type LoadDemo = (how: {
  by: number | null
  say: (progress: number) => void
  signal: AbortSignal
}) => Promise<void>

/**
 * Returns the function that loads the demo shop. It makes the same API calls as people would, in the order of the past
 * year. Everything happens in one transaction, so an aborted load leaves no rows. Throws 409 when the shop is not
 * empty.
 */
export const createDemoLoader =
  (db: Db | Tx, makeApp: MakeApp, pictures: DemoPictures, doScheduledWork: (db: Db | Tx) => Promise<void>): LoadDemo =>
  async ({ by, say, signal }) => {
    say(0)
    const pieces = await transact(db, async (tx) => {
      await lockForDemo(tx)
      const there = await findExistingData(tx)
      if (there !== null)
        throw new AppError(
          'demo.shop_not_empty',
          `The demo shop can be loaded into an empty shop only: this one has ${there}`,
        )
      await blockPictureCleanup(tx)
      const stored = pictures.store()
      // If the pictures cannot be stored, the error is thrown later, where `stored` is awaited.
      stored.catch(() => {})
      const from = await findLastKeys(tx)
      const numbersBefore = await findLastNumbers(tx)
      const now = new Date()
      const { timeZone } = await readSettings(tx)
      const days = createCalendar(now, timeZone)
      let moment = days.at(furnished, 9)
      // The calls' own transactions become savepoints of `tx`, so each call still succeeds or fails as a whole.
      const app = await makeApp(tx, () => moment)
      let profileAt: Date | null = null
      const countedUntil = days.day(1)
      let secondPersonFrom: number | null = null
      let ownCounts: DemoRows['ownCounts'] = []
      try {
        const shop = await openShop(tx, app, signal)
        profileAt = shop.profileAt
        await insertTerms(tx, shop.adminID, [days.at(furnished, 9), days.at(180, 9)])
        await insertPayAccounts(tx, pictures.privateStore, shop.adminID, days.at(furnished, 9))
        secondPersonFrom = await askForSecondPerson(shop)
        const desk = createProofDesk(shop, pictures.privateStore, timeZone)
        const lives = describeLives(shop)
        const host = createLiveDesk(lives)
        const steps = planYear(now, timeZone)
        const enterRatesUntil = createRateEntry(tx, days, now)
        const keepOwnPrices = await keepPrices(tx)
        for (const [n, step] of steps.entries()) {
          signal.throwIfAborted()
          moment = step.at
          await enterRatesUntil(moment)
          if (step.do === 'price') await followRate(shop, step)
          else if (step.do === 'live') await host(step)
          else if (step.do === 'send proof' || step.do === 'decide proof') await desk.perform(step)
          else await performStep(shop, step)
          say(n / steps.length)
        }
        await insertReminders(tx, days, shop.adminID)
        await keepPieces(shopContext(tx, now))
        await enterRatesUntil(now)
        await keepOwnPrices()
        moment = days.before(70)
        await planComingLive(lives, days.at)
        await performTradeIns(shop, days, (at) => {
          moment = at
        })
        ownCounts = await tx.select().from(dailyCount).where(lte(dailyCount.day, countedUntil))
        await insertCounts(tx, days)
        await insertWordsAndPictures(tx, shop.itemIDs, await stored)
        await insertPiecePictures(tx, shop.itemIDs, await stored)
        await issueCertificates(shop, (at) => (moment = at))
        // Its taker has it for ten minutes, so it is taken last.
        moment = new Date()
        await desk.take()
        // Lapsed holds and overdue instalments are reported now, not by the next scheduled work.
        await doScheduledWork(tx)
        await backdateMessages(tx, timeZone)
        await markOlderMessagesRead(tx)
        await shop.signOut()
      } finally {
        await app.close()
      }
      const numbers = findTakenNumbers(numbersBefore, await findLastNumbers(tx))
      const rows: DemoRows = {
        from,
        to: await findLastKeys(tx),
        profileAt,
        numbers,
        countedUntil,
        ownCounts,
        secondPersonFrom,
      }
      await tx.update(shopSetting).set({ demo: true, demoRows: rows })
      // This audit row is inserted after the demo's last key was read, so it stays when the demo is cleared.
      const loaded = { action: 'load', entity: 'demo' } satisfies { action: AuditAction; entity: AuditEntity }
      const at = new Date()
      await tx.insert(audit).values({ ...loaded, at, userID: by, entityID: 1 })
      await publish(shopContext(tx, at), { type: 'demo.loaded', entity: 'demo', id: 1 })
      return stored
    })
    // The last items come first, because the catalogue shows the newest items first.
    for (const [cover] of pieces.toReversed()) if (cover) pictures.show(cover.url)
    say(1)
  }
