import { and, asc, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'

import { type Karat, karats } from '../../../contract/catalogue/karats.ts'
import type { goldRates } from '../../../contract/pricing/gold-rates.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { userName } from '../../db/names.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { user } from '../../db/schema/people.ts'
import { goldRate } from '../../db/schema/pricing.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay, shopDayBounds } from '../../kernel/shop-days.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'

const columns = {
  goldRateID: goldRate.goldRateID,
  karat: goldRate.karat,
  sellPerGram: goldRate.sellPerGram,
  buyPerGram: goldRate.buyPerGram,
  fromAt: goldRate.fromAt,
  source: goldRate.source,
  sellBefore: sql<number | null>`(select earlier.sell_per_gram from ${goldRate} earlier
    where earlier.karat = ${goldRate.karat} and earlier.from_at < ${goldRate.fromAt}
    order by earlier.from_at desc limit 1)::float8`,
  createdByID: goldRate.createdByID,
  // The key decides that a rate of the shop itself has no creator.
  createdBy: { userID: user.userID, name: userName },
}

const selectRates = (db: Db | Tx) =>
  db.select(columns).from(goldRate).leftJoin(user, eq(user.userID, goldRate.createdByID))

/** Returns one page of the entered rates. Its days are those on which they were entered. */
export async function listRates(db: Db | Tx, query: Received<typeof goldRates.list>['query']) {
  const { goldRateID, fromAt, karat, sellPerGram, buyPerGram, source, createdByID } = goldRate
  const select = selectRates(db).where(
    and(
      equalsCondition(karat, query.karat),
      searchCondition(query.search, [source, userName]),
      // Nobody changes a rate, so its creator is its modifier too.
      await commonCondition(db, query, { createdAt: fromAt, createdByID, modifiedByID: createdByID }),
    ),
  )
  const sorts = { goldRateID, fromAt, karat, sellPerGram, buyPerGram, createdByName: userName, source }
  return listPage(db, query, select.$dynamic(), sorts)
}

/** Returns the latest rate of a karat, or the latest that began before a moment; null without one. */
export async function findLatestRate(db: Db | Tx, karat: Karat, before?: Date) {
  const [found] = await selectRates(db)
    .where(and(eq(goldRate.karat, karat), before && lt(goldRate.fromAt, before)))
    .orderBy(desc(goldRate.fromAt))
    .limit(1)
  return found ?? null
}

/** Returns the latest rate of each karat, or the latest that began before a moment. */
export async function findRates(db: Db | Tx, before?: Date) {
  const rates = await db
    .selectDistinctOn([goldRate.karat], columns)
    .from(goldRate)
    .leftJoin(user, eq(user.userID, goldRate.createdByID))
    .where(before && lt(goldRate.fromAt, before))
    .orderBy(goldRate.karat, desc(goldRate.fromAt))
  return new Map(rates.map((rate) => [rate.karat, rate] as const))
}

/** Returns the latest rate of each karat, and the one in force when the shop's day began. */
export async function readCurrentRates(db: Db | Tx, now: Date) {
  const [setting] = await db.select({ timeZone: shopSetting.timeZone }).from(shopSetting)
  const { timeZone } = setting!
  const { from: today } = shopDayBounds(timeZone, shopDay(timeZone, now))
  const [latest, yesterday] = await Promise.all([findRates(db), findRates(db, today)])
  return karats.map((karat) => ({
    karat,
    latest: latest.get(karat) ?? null,
    yesterday: yesterday.get(karat) ?? null,
  }))
}

/** Returns the rates of a karat in the last days, with the one in force when they began. */
export async function readRateHistory(db: Db | Tx, { karat, days }: { karat: Karat; days: number }, now: Date) {
  const from = new Date(now.getTime() - days * 86_400_000)
  const { fromAt, sellPerGram, buyPerGram } = goldRate
  const select = () => db.select({ fromAt, sellPerGram, buyPerGram }).from(goldRate)
  const [before, within] = await Promise.all([
    select()
      .where(and(eq(goldRate.karat, karat), lte(fromAt, from)))
      .orderBy(desc(fromAt))
      .limit(1),
    select()
      .where(and(eq(goldRate.karat, karat), gt(fromAt, from)))
      .orderBy(asc(fromAt)),
  ])
  return { karat, from, to: now, rates: [...before, ...within] }
}
