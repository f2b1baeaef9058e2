import { and, type Column, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { settings, type Settings } from '../../contract/company/settings.ts'
import { shopName } from '../../contract/site/site.ts'
import { companyProfile, shopSetting } from '../db/schema/company.ts'
import { location } from '../db/schema/stock.ts'
import { serve } from '../http/serve.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { shopDay, shopDayBounds } from '../kernel/shop-days.ts'
import { lockUnchanged, modifiedNow, ok, record } from '../resource/records.ts'

/** The key of the one row. */
const theOne = 1

export function settingsRoutes(app: FastifyInstance) {
  serve(app, settings.get, async (_, { db }) => ok(await readSettings(db)))

  serve(app, settings.update, async ({ body }, context) => {
    const { db } = context
    const { updatedAt, ...changes } = body
    const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, theOne, updatedAt)
    await refuseUnknownZone(db, changes.timeZone)
    await refuseInactive(db, changes.defaultLocationID)
    const [after] = await db
      .update(shopSetting)
      .set({ ...changes, ...modifiedNow(context, before) })
      .where(eq(shopSetting.id, theOne))
      .returning()
    await record(context, {
      action: 'update',
      entity: 'shopSetting',
      entityID: theOne,
      before: chosen(before),
      after: chosen(after!),
    })
    return ok(await readSettings(db))
  })
}

/** What people have chosen: the rest of the row is the server's own. */
const chosen = ({ timeZone, defaultLocationID, holdDays }: typeof shopSetting.$inferSelect) => ({
  timeZone,
  defaultLocationID,
  holdDays,
})

/** JavaScript and PostgreSQL bring a list each, and dates are reckoned by both (422). */
async function refuseUnknownZone(db: Db | Tx, timeZone: string) {
  const { rows } = await db.execute<{ name: string }>(sql`select name from pg_timezone_names where name = ${timeZone}`)
  if (rows.length === 0)
    throw new AppError('settings.time_zone_unknown', `The database does not know ${timeZone}`, { field: 'timeZone' })
}

/** Everything starts at the default location, so that it is Active (422). Its row is locked: nobody ends it meanwhile. */
async function refuseInactive(db: Db | Tx, locationID: number) {
  const field = 'defaultLocationID'
  const [found] = await db.select().from(location).where(eq(location.locationID, locationID)).for('share')
  if (!found) throw new AppError('reference.missing', `Location ${locationID} does not exist`, { field })
  if (!found.status) throw new AppError('reference.inactive', `Location ${found.locationName} is Inactive`, { field })
}

/** The shop's settings: one row, made at the first start. */
export async function readSettings(db: Db | Tx): Promise<Settings> {
  const [row] = await db
    .select({
      companyName: companyProfile.companyName,
      timeZone: shopSetting.timeZone,
      defaultLocationID: shopSetting.defaultLocationID,
      holdDays: shopSetting.holdDays,
      updatedAt: shopSetting.updatedAt,
    })
    .from(shopSetting)
    .leftJoin(companyProfile, eq(companyProfile.id, 1))
  return { ...row!, companyName: row!.companyName ?? shopName }
}

/** The calendar date that it is now in the shop's time zone, in SQL. */
export const shopToday = sql`(select (now() at time zone ${shopSetting.timeZone})::date from ${shopSetting})`

/** A condition that the moment falls on the days of a list's query, in the shop's time zone; none where none are given. */
export async function onShopDays(
  db: Db | Tx,
  moment: Column,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<SQL | undefined> {
  if (from === undefined && to === undefined) return undefined
  const { timeZone } = await readSettings(db)
  const bounds = (given: string) => shopDayBounds(timeZone, shopDay(timeZone, given))
  return and(
    from === undefined ? undefined : gte(moment, bounds(from).from),
    to === undefined ? undefined : lt(moment, bounds(to).before),
  )
}
