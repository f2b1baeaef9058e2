import { and, eq, exists, inArray, lte, sql } from 'drizzle-orm'

import { sale, saleItem, stockReservation } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** Whether a sale's hold ends within 24 hours, as an SQL expression. */
export const isHoldEnding = sql<boolean>`(${sale.status} in ('Pending', 'Processing')
  and coalesce(${sale.holdUntil} between now() and now() + interval '24 hours', false))`

/** Counts the sales whose hold ends within 24 hours. */
export const countHoldsEnding = (db: Db | Tx) => db.$count(sale, isHoldEnding)

/** Returns the open sales that hold stock after `holdUntil`. */
export const findLapsedSales = (db: Db | Tx, now: Date) =>
  db.select({ id: sale.salesTransactionID }).from(sale).where(isLapsed(db, now))

/** Locks a sale whose hold has lapsed. Returns undefined for any other sale, or when another server has locked it. */
export async function lockLapsedSale(db: Db | Tx, salesTransactionID: number, now: Date) {
  const [locked] = await db
    .select()
    .from(sale)
    .where(and(eq(sale.salesTransactionID, salesTransactionID), isLapsed(db, now)))
    .for('update', { skipLocked: true })
  return locked
}

function isLapsed(db: Db | Tx, now: Date) {
  const holding = db
    .select({ salesItemID: stockReservation.salesItemID })
    .from(stockReservation)
    .innerJoin(saleItem, eq(saleItem.salesItemID, stockReservation.salesItemID))
    .where(eq(saleItem.salesTransactionID, sale.salesTransactionID))
  return and(inArray(sale.status, ['Pending', 'Processing']), lte(sale.holdUntil, now), exists(holding))
}
