import { desc, sql, sum } from 'drizzle-orm'

import { sale, transactionType } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { completedIn, duringPeriod, type Period, stepOfDay, stepsOf } from '../shared/period.ts'
import { paidOrders, salesEntries, totalSales } from '../shared/sales-entries.ts'

const entryAt = sql`entry.at`

/** Returns the totals of the sales completed in the period, less the refunds given in it, in pesos. */
export async function salesTotals(db: Db | Tx, period: Period) {
  const pesos = (column: Parameters<typeof sum>[0]) => sql<number>`coalesce(${sum(column)}, 0)`.mapWith(Number)
  const [sold] = await db
    .select({ items: pesos(sale.subtotal), discount: pesos(sale.discount), shipping: pesos(sale.shippingFee) })
    .from(sale)
    .where(completedIn(period))
  const { rows } = await db.execute<{
    orders: number
    total: number
    refunded: number
    averageOrder: number | null
  }>(sql`
    select ${paidOrders}::int as orders, ${totalSales}::float8 as total,
        (coalesce(-sum(centavos) filter (where refund_id > 0), 0) / 100)::float8 as refunded,
        round(case when ${paidOrders} > 0 then ${totalSales} / ${paidOrders} end, 2)::float8 as "averageOrder"
      from ${salesEntries} where ${duringPeriod(entryAt, period)}`)
  return { ...sold!, ...rows[0]! }
}

/**
 * Returns Total Sales and the number of paid orders for each step (day, month or year) of the period, empty steps
 * included.
 */
export async function salesByStep(db: Db | Tx, period: Period) {
  const { rows } = await db.execute<{ day: string; total: number; orders: number }>(sql`
    with sold as (
      select ${stepOfDay(sql`entry.at at time zone ${period.timeZone}`, period)} as day,
          ${totalSales} as total, ${paidOrders} as orders
        from ${salesEntries} where ${duringPeriod(entryAt, period)} group by 1)
    select step.day::text, coalesce(sold.total, 0)::float8 as total, coalesce(sold.orders, 0)::int as orders
      from ${stepsOf(period)} step left join sold on sold.day = step.day order by step.day`)
  return rows
}

/** Returns Total Sales by transaction type, largest first. */
export const salesByTransactionType = (db: Db | Tx, period: Period) =>
  db
    .select({
      transactionTypeID: transactionType.transactionTypeID,
      transactionName: transactionType.transactionName,
      total: totalSales,
      orders: paidOrders,
    })
    .from(salesEntries)
    .innerJoin(sale, sql`${sale.salesTransactionID} = entry.sales_transaction_id`)
    .innerJoin(transactionType, sql`${transactionType.transactionTypeID} = ${sale.transactionTypeID}`)
    .where(duringPeriod(entryAt, period))
    .groupBy(transactionType.transactionTypeID)
    .orderBy(desc(totalSales), transactionType.transactionName)
