import { and, type Column, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Temporal } from 'temporal-polyfill'

import { settings, type Settings } from '../../contract/settings.ts'
import { shopName } from '../../contract/site.ts'
import type { Db, Tx } from '../db/client.ts'
import { ok } from '../db/records.ts'
import { companyProfile, shopSetting } from '../db/schema.ts'
import { serve } from '../http/serve.ts'

export function settingsRoutes(app: FastifyInstance) {
  serve(app, settings.get, async (_, { db }) => ok(await readSettings(db)))
}

/** The shop's settings: one row, made at the first start. */
export async function readSettings(db: Db | Tx): Promise<Settings> {
  const [row] = await db
    .select({
      companyName: companyProfile.companyName,
      timeZone: shopSetting.timeZone,
      defaultLocationID: shopSetting.defaultLocationID,
      holdDays: shopSetting.holdDays,
    })
    .from(shopSetting)
    .leftJoin(companyProfile, eq(companyProfile.id, 1))
  return { ...row!, companyName: row!.companyName ?? shopName }
}

/** The calendar date in the shop's time zone: of a moment, or as sent (a date is taken as it is). */
export function shopDay(timeZone: string, given: Date | string): string {
  // Without an offset it is the shop's own time, wherever the server stands.
  if (typeof given === 'string' && !/(Z|[+-]\d{2}:?\d{2})$/i.test(given.slice(10))) return given.slice(0, 10)
  const moment = given instanceof Date ? given : new Date(given)
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** The calendar date that it is now in the shop's time zone, in SQL. */
export const shopToday = sql`(select (now() at time zone ${shopSetting.timeZone})::date from ${shopSetting})`

/** The year that it is in the shop's time zone: the one in a document's number. */
export const shopYear = (timeZone: string, now: Date) => Number(shopDay(timeZone, now).slice(0, 4))

/** The moments at which a calendar date begins in the shop's time zone, and at which the next one does. */
export function shopDayBounds(timeZone: string, day: string): { from: Date; before: Date } {
  const date = Temporal.PlainDate.from(day)
  const start = (at: Temporal.PlainDate) => new Date(at.toZonedDateTime(timeZone).epochMilliseconds)
  return { from: start(date), before: start(date.add({ days: 1 })) }
}

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
