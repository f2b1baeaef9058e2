import { and, eq, isNull, sql } from 'drizzle-orm'

import { shopToday } from '../../company/settings.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { sale, saleInstalment } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

const isOpen = sql`${sale.status} in ('Pending', 'Processing')`
const ofSale = sql`${saleInstalment.salesTransactionID} = ${sale.salesTransactionID}`
const isPast = sql`${saleInstalment.dueDate} < ${shopToday}`
const paid = sql`(${sale.amountPaid} - ${sale.change})`

/** Of a row of sales: its instalments, in the order of their dates. */
export const instalments = jsonRows(
  { dueDate: saleInstalment.dueDate, amount: saleInstalment.amount, past: sql<boolean>`${isPast}` },
  sql`${saleInstalment} where ${ofSale}`,
  saleInstalment.dueDate,
)

/** Of a row of sales: pesos that should have been paid by now and have not. */
export const overdueAmount = sql<number>`(case when ${isOpen} then greatest(0, (
  select coalesce(sum(${saleInstalment.amount}), 0) from ${saleInstalment}
    where ${ofSale} and ${isPast}) - ${paid}) else 0 end)`.mapWith(Number)

/** Of a row of sales: whether something is to be paid today, or should have been by now. */
export const isDue = sql<boolean>`(${isOpen} and ${paid} < (
  select coalesce(sum(${saleInstalment.amount}), 0) from ${saleInstalment}
    where ${ofSale} and ${saleInstalment.dueDate} <= ${shopToday}))`

/** Counts the sales that have something to be paid today, or that should have been paid by now. */
export const countDue = (db: Db | Tx) => db.$count(sale, isDue)

/** Of a row of sales: when the next instalment is due that is not paid in full. */
export const nextDueDate = sql<string | null>`(case when ${isOpen} then (
  select min(due_date) from (
    select ${saleInstalment.dueDate}, sum(${saleInstalment.amount}) over (order by ${saleInstalment.dueDate}) as until
      from ${saleInstalment} where ${ofSale}) as due
    where until > ${paid}) end)`

/** Of a row of instalments: whether its date has passed and the staff have not been told yet. */
export const isUntold = and(isNull(saleInstalment.toldAt), isPast)

/** Finds the sales that are overdue with an instalment that the staff have not been told of. */
export const findUntoldOverdue = (db: Db | Tx) =>
  db
    .selectDistinct({ id: sale.salesTransactionID })
    .from(saleInstalment)
    .innerJoin(sale, ofSale)
    .where(and(isOpen, isUntold, sql`${overdueAmount} > 0`))

/** Reads the number and the overdue amount of a sale; undefined where nothing of it is overdue. */
export async function findOverdueAmount(db: Db | Tx, salesTransactionID: number) {
  const [late] = await db
    .select({ transactionNumber: sale.transactionNumber, overdueAmount })
    .from(sale)
    .where(and(eq(sale.salesTransactionID, salesTransactionID), sql`${overdueAmount} > 0`))
  return late
}
