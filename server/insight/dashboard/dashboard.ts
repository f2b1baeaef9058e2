import { and, desc, eq, gte, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Temporal } from 'temporal-polyfill'

import { dashboard, type Tile } from '../../../contract/insight/dashboard.ts'
import { readSettings } from '../../company/settings.ts'
import { shownBuyerName, shownCustomerName } from '../../db/names.ts'
import { dailyCount } from '../../db/schema/insight.ts'
import { customer, customerNameLowered, sale } from '../../db/schema/sales.ts'
import { serve } from '../../http/serve.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay, shopDayBounds } from '../../kernel/shop-days.ts'
import { commonCondition, listPage, lowercaseSearchCondition, searchCondition } from '../../resource/list.ts'
import { ok } from '../../resource/records.ts'
import { profitFromSales } from '../shared/profit.ts'
import { paidOrders, salesEntries, totalSales } from '../shared/sales-entries.ts'

/** Days in the shop's time zone, both included. An undefined `from` or `to` leaves that side open. */
type Period = { from?: string | undefined; to?: string | undefined }

/** Number of latest sales to show. */
const recent = 5

export function dashboardRoutes(app: FastifyInstance) {
  serve(app, dashboard.get, async ({ query }, { db, now }) => {
    const { timeZone } = await readSettings(db)
    const period = periodOf(timeZone, query)
    const today = shopDay(timeZone, now)
    const before = periodBefore(period, today)
    // A period that still runs is compared with the same hours of the earlier period.
    const isRunning = period.to === undefined || period.to >= today
    const until = before && isRunning ? sameTimeOn(timeZone, before.to, now) : undefined
    const [figures, earlier, recentOrders] = await Promise.all([
      figuresOf(db, timeZone, period),
      before && figuresOf(db, timeZone, before, until),
      recentOrdersOf(db),
    ])
    return ok({
      paidOrder: tile(figures.paidOrder, earlier?.paidOrder),
      siteVisit: tile(figures.siteVisit, earlier?.siteVisit),
      searches: tile(figures.searches, earlier?.searches),
      totalSales: tile(figures.totalSales, earlier?.totalSales),
      recentOrders,
    })
  })

  serve(app, dashboard.profit, async ({ query }, { db }) => {
    const { timeZone } = await readSettings(db)
    const period = periodOf(timeZone, query)
    const profit = await profitFromSales(db, (moment) => isWithin(moment, timeZone, period))
    return ok({ profit })
  })

  serve(app, dashboard.customers, async ({ query }, { db }) => {
    const filters = and(
      or(
        lowercaseSearchCondition(query.search, customerNameLowered),
        searchCondition(query.search, [customer.contactNo, customer.email, customer.address]),
      ),
      await commonCondition(db, query, customer),
    )
    const select = db
      .select({
        id: customer.customerID,
        name: shownCustomerName(customer),
        email: customer.email,
        phone: customer.contactNo,
        location: customer.address,
      })
      .from(customer)
      .where(filters)
    const sorts = {
      id: customer.customerID,
      name: customerNameLowered,
      email: customer.email,
      phone: customer.contactNo,
      location: customer.address,
    }
    const page = await listPage(db, query, select.$dynamic(), sorts, filters ? undefined : customer)
    // Computed for this page's customers only: in the list's query, PostgreSQL would compute it for every skipped row.
    const totals = await spentBy(
      db,
      page.data.map(({ id }) => id),
    )
    return {
      ...page,
      data: page.data.map((row) => ({ ...row, ...(totals.get(row.id) ?? { total_orders: 0, total_spend: 0 }) })),
    }
  })
}

/** Returns the days of a request. Throws 400 for a period that ends before it begins. */
function periodOf(timeZone: string, { from, to }: Period): Period {
  const period = { from: from && shopDay(timeZone, from), to: to && shopDay(timeZone, to) }
  if (period.from && period.to && period.from > period.to)
    throw new AppError('period.reversed', 'A period ends on the day it begins, or later', { field: 'to' })
  return period
}

/** SQL for whether a moment lies in the period and before `until`. */
const isWithin = (moment: SQL, timeZone: string, { from, to }: Period, until?: Date) =>
  and(
    from === undefined ? undefined : sql`${moment} >= ${shopDayBounds(timeZone, from).from.toISOString()}::timestamptz`,
    to === undefined
      ? undefined
      : sql`${moment} < ${(until ?? shopDayBounds(timeZone, to).before).toISOString()}::timestamptz`,
  )

/**
 * Returns the period of the same length that ends on the day before this one. Returns undefined when the period has no
 * start or starts in the future.
 */
function periodBefore({ from, to }: Period, today: string): { from: string; to: string } | undefined {
  if (from === undefined) return undefined
  const first = Temporal.PlainDate.from(from)
  const days = first.until(to ?? today).days + 1
  if (days < 1) return undefined
  return { from: first.subtract({ days }).toString(), to: first.subtract({ days: 1 }).toString() }
}

/** Returns the moment of a day with the time of day that it is now in the shop. */
const sameTimeOn = (timeZone: string, day: string, now: Date) =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({
      timeZone,
      plainTime: Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainTime(),
    }).epochMilliseconds,
  )

/**
 * Returns the four figures of the dashboard for a period. A sale counts on the day of its completion, and a refund on
 * its own day. Sales and refunds after `until` do not count. Visits and searches are counted by whole days.
 */
export async function figuresOf(db: Db | Tx, timeZone: string, { from, to }: Period, until?: Date) {
  const [[sold], counted] = await Promise.all([
    db
      .select({ paidOrder: paidOrders, totalSales })
      .from(salesEntries)
      .where(isWithin(sql`entry.at`, timeZone, { from, to }, until)),
    db
      .select({ kind: dailyCount.kind, count: sql<number>`sum(${dailyCount.count})`.mapWith(Number) })
      .from(dailyCount)
      .where(
        and(
          from === undefined ? undefined : gte(dailyCount.day, from),
          to === undefined ? undefined : lte(dailyCount.day, to),
        ),
      )
      .groupBy(dailyCount.kind),
  ])
  const countOf = (kind: 'visit' | 'search') => counted.find((row) => row.kind === kind)?.count ?? 0
  return { ...sold!, siteVisit: countOf('visit'), searches: countOf('search') }
}

const tile = (value: number, before: number | undefined): Tile => ({
  value,
  before: before ?? null,
  change: before ? Math.round(((value - before) / before) * 1000) / 10 : null,
})

const recentOrdersOf = (db: Db | Tx) =>
  db
    .select({
      salesTransactionID: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      customerID: sale.customerID,
      user: sql<string>`coalesce(${shownBuyerName}, 'Walk-in')`,
      orderDate: sale.orderDate,
      status: sale.status,
    })
    .from(sale)
    .leftJoin(customer, eq(customer.customerID, sale.customerID))
    .orderBy(desc(sale.salesTransactionID))
    .limit(recent)

/** Returns the number of Completed sales and the spending of these customers, without the customers who have none. */
async function spentBy(db: Db | Tx, customerIDs: readonly number[]) {
  const rows = await db
    .select({
      customerID: sale.customerID,
      total_orders: sql<number>`(count(*) filter (where ${sale.status} = 'Completed'))`.mapWith(Number),
      total_spend: sql<number>`sum(${sale.totalPurchase} - ${sale.refundedAmount})`.mapWith(Number),
    })
    .from(sale)
    .where(and(isNotNull(sale.completedAt), inArray(sale.customerID, [...customerIDs])))
    .groupBy(sale.customerID)
  return new Map(rows.map(({ customerID, ...totals }) => [customerID, totals]))
}
