import { count, desc, eq, sql, sum } from 'drizzle-orm'

import { sale, transactionType } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { completedIn, type Period, stepOfDay, stepsOf } from '../shared/period.ts'

/** The amount with which a Completed sale enters the totals: its total minus its refunds. */
const counted = sql`(${sale.totalPurchase} - ${sale.refundedAmount})`
const total = sql<number>`coalesce(sum(${counted}), 0)`.mapWith(Number)

/** Returns the totals of the period's Completed sales, in pesos. */
export async function salesTotals(db: Db | Tx, period: Period) {
  const pesos = (column: Parameters<typeof sum>[0]) => sql<number>`coalesce(${sum(column)}, 0)`.mapWith(Number)
  const [found] = await db
    .select({
      orders: count(),
      items: pesos(sale.subtotal),
      discount: pesos(sale.discount),
      refunded: pesos(sale.refundedAmount),
      shipping: pesos(sale.shippingFee),
      total,
      averageOrder: sql<number | null>`round(sum(${counted}) / nullif(count(*), 0), 2)::float8`,
    })
    .from(sale)
    .where(completedIn(period))
  return found!
}

/**
 * Returns total and number of Completed sales for each step (day, month or year) of the period, empty steps included.
 */
export async function salesByStep(db: Db | Tx, period: Period) {
  const { rows } = await db.execute<{ day: string; total: number; orders: number }>(sql`
    with sold as (
      select ${stepOfDay(sql`${sale.completedAt} at time zone ${period.timeZone}`, period)} as day,
          sum${counted} as total, count(*) as orders
        from ${sale} where ${completedIn(period)} group by 1)
    select step.day::text, coalesce(sold.total, 0)::float8 as total, coalesce(sold.orders, 0)::int as orders
      from ${stepsOf(period)} step left join sold on sold.day = step.day order by step.day`)
  return rows
}

/** Returns the totals by transaction type, largest first. */
export const salesByTransactionType = (db: Db | Tx, period: Period) =>
  db
    .select({
      transactionTypeID: transactionType.transactionTypeID,
      transactionName: transactionType.transactionName,
      total,
      orders: count(),
    })
    .from(sale)
    .innerJoin(transactionType, eq(transactionType.transactionTypeID, sale.transactionTypeID))
    .where(completedIn(period))
    .groupBy(transactionType.transactionTypeID)
    .orderBy(desc(total), transactionType.transactionName)
