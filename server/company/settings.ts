import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { settingsChanges, type SettingsInput } from '../../contract/company/settings-changes.ts'
import { settings, type Settings } from '../../contract/company/settings.ts'
import type { z } from '../../contract/shared/zod.ts'
import { shopName } from '../../contract/site/site.ts'
import { hasActiveDrawer } from '../db/blind-counts.ts'
import { companyProfile, settingsKey, shopSetting } from '../db/schema/company.ts'
import { location } from '../db/schema/stock.ts'
import { serve } from '../http/serve.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { version } from '../kernel/version.ts'
import { lockUnchanged, stampModified, ok, record } from '../resource/records.ts'
import { changeChosen } from './chosen-settings.operations.ts'
import { assertClosedDayOver, closeBooks } from './closed-books.operations.ts'

export function settingsRoutes(app: FastifyInstance) {
  serve(app, settings.get, async (_, { db }) => ok(await readSettings(db)))

  serve(app, settingsChanges.update, async ({ body }, context) => {
    const { db } = context
    const { updatedAt, ...changes } = body
    const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
    await refuseUnknownZone(db, changes.timeZone)
    assertClosedDayOver(context, changes.timeZone, before.closedUntil)
    await refuseInactive(db, changes.defaultLocationID)
    refuseLargeDeposit({ ...before, ...changes })
    const [after] = await db
      .update(shopSetting)
      .set({ ...changes, ...stampModified(context, before) })
      .where(eq(shopSetting.id, settingsKey))
      .returning()
    await record(context, {
      action: 'update',
      entity: 'shopSetting',
      entityID: settingsKey,
      before: editableSettings(before),
      after: editableSettings(after!),
    })
    return ok(await readSettings(db))
  })

  serve(app, settingsChanges.closeBooks, async ({ body }, context) => {
    await closeBooks(context, body)
    return ok(await readSettings(context.db))
  })

  serve(app, settingsChanges.hideCosts, async ({ body }, context) => {
    await changeChosen(context, 'costs.hide', body)
    return ok(await readSettings(context.db))
  })

  serve(app, settingsChanges.showGold, async ({ body }, context) => {
    await changeChosen(context, 'gold.show', body)
    return ok(await readSettings(context.db))
  })

  serve(app, settingsChanges.keepPrices, async ({ body }, context) => {
    await changeChosen(context, 'gold.keep_prices', body)
    return ok(await readSettings(context.db))
  })

  serve(app, settingsChanges.checkProofs, async ({ body }, context) => {
    await changeChosen(context, 'proofs.set_up', body)
    return ok(await readSettings(context.db))
  })

  serve(app, settingsChanges.limitCashOut, async ({ body }, context) => {
    await changeChosen(context, 'drawers.manage', body)
    return ok(await readSettings(context.db))
  })

  serve(app, settingsChanges.remindOfBackups, async ({ body }, context) => {
    await changeChosen(context, 'system.manage', body)
    return ok(await readSettings(context.db))
  })
}

/** Picks the settings that people choose; the server manages the other columns. */
const editableSettings = ({
  timeZone,
  defaultLocationID,
  holdDays,
  leastDeposit,
  leastDepositUnit,
  creditMonths,
  leastMargin,
  identityFrom,
  liveLineLength,
}: typeof shopSetting.$inferSelect) => ({
  timeZone,
  defaultLocationID,
  holdDays,
  leastDeposit,
  leastDepositUnit,
  creditMonths,
  leastMargin,
  identityFrom,
  liveLineLength,
})

/** Throws 422 unless both JavaScript and PostgreSQL know the time zone: both calculate dates. */
async function refuseUnknownZone(db: Db | Tx, timeZone: string) {
  const { rows } = await db.execute<{ name: string }>(sql`select name from pg_timezone_names where name = ${timeZone}`)
  if (rows.length === 0)
    throw new AppError('settings.time_zone_unknown', `The database does not know ${timeZone}`, { field: 'timeZone' })
}

/** Throws 422 unless the location is active. The row lock keeps it active until the transaction ends. */
async function refuseInactive(db: Db | Tx, locationID: number) {
  const field = 'defaultLocationID'
  const [found] = await db.select().from(location).where(eq(location.locationID, locationID)).for('share')
  if (!found) throw new AppError('reference.missing', `Location ${locationID} does not exist`, { field })
  if (!found.status) throw new AppError('reference.inactive', `Location ${found.locationName} is Inactive`, { field })
}

/** Throws 400 when a sale would keep its goods only after more than its whole total is paid. */
function refuseLargeDeposit({
  leastDeposit = 0,
  leastDepositUnit,
}: Pick<z.output<typeof SettingsInput>, 'leastDeposit' | 'leastDepositUnit'>) {
  if (leastDepositUnit === 'percent' && leastDeposit > 100)
    throw new AppError('settings.deposit_too_large', 'Least deposit must be at most 100 %', { field: 'leastDeposit' })
}

/** Returns the shop's settings (one row, created at the first start) and the program's version. */
export async function readSettings(db: Db | Tx): Promise<Settings> {
  const [row] = await db
    .select({
      companyName: companyProfile.companyName,
      timeZone: shopSetting.timeZone,
      defaultLocationID: shopSetting.defaultLocationID,
      holdDays: shopSetting.holdDays,
      leastDeposit: shopSetting.leastDeposit,
      leastDepositUnit: shopSetting.leastDepositUnit,
      creditMonths: shopSetting.creditMonths,
      leastMargin: shopSetting.leastMargin,
      identityFrom: shopSetting.identityFrom,
      liveLineLength: shopSetting.liveLineLength,
      closedUntil: shopSetting.closedUntil,
      hideCosts: shopSetting.hideCosts,
      goldShown: shopSetting.goldShown,
      ratesOnPapers: shopSetting.ratesOnPapers,
      priceKeptDays: shopSetting.priceKeptDays,
      secondPersonFrom: shopSetting.secondPersonFrom,
      proofFileDays: shopSetting.proofFileDays,
      cashOutLimit: shopSetting.cashOutLimit,
      hasDrawers: hasActiveDrawer,
      remindOfBackups: shopSetting.remindOfBackups,
      updatedAt: shopSetting.updatedAt,
    })
    .from(shopSetting)
    .leftJoin(companyProfile, eq(companyProfile.id, 1))
  return { ...row!, companyName: row!.companyName ?? shopName, version }
}

/** Throws 422 unless `typed` is the shop's name, in any case. `purpose` ends the sentence of the error. */
export async function assertShopName(db: Db | Tx, typed: string, purpose: string) {
  const { companyName } = await readSettings(db)
  if (typed.trim().toLowerCase() !== companyName.trim().toLowerCase())
    throw new AppError('confirmation.mismatch', `Type the shop’s name, ${companyName}, ${purpose}`, {
      field: 'shopName',
    })
}

/** SQL for the current date in the shop's time zone. */
export const shopToday = sql`(select (now() at time zone ${shopSetting.timeZone})::date from ${shopSetting})`
