import { and, eq, isNull, sql } from 'drizzle-orm'

import { shopToday } from '../../company/settings.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { sale, saleInstalment } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

const isOpen = sql`${sale.status} in ('Pending', 'Processing')`
const ofSale = sql`${saleInstalment.salesTransactionID} = ${sale.salesTransactionID}`
const isPast = sql`${saleInstalment.dueDate} < ${shopToday}`
const paid = sql`(${sale.amountPaid} - ${sale.change})`

/** A sale's instalments in date order, as an SQL expression. */
export const instalments = jsonRows(
  { dueDate: saleInstalment.dueDate, amount: saleInstalment.amount, past: sql<boolean>`${isPast}` },
  sql`${saleInstalment} where ${ofSale}`,
  saleInstalment.dueDate,
)

/** The overdue amount of a sale in pesos, as an SQL expression. */
export const overdueAmount = sql<number>`(case when ${isOpen} then greatest(0, (
  select coalesce(sum(${saleInstalment.amount}), 0) from ${saleInstalment}
    where ${ofSale} and ${isPast}) - ${paid}) else 0 end)`.mapWith(Number)

/** Whether a sale has an unpaid amount due today or earlier, as an SQL expression. */
export const isDue = sql<boolean>`(${isOpen} and ${paid} < (
  select coalesce(sum(${saleInstalment.amount}), 0) from ${saleInstalment}
    where ${ofSale} and ${saleInstalment.dueDate} <= ${shopToday}))`

/** Counts the sales with an unpaid amount due today or earlier. */
export const countDue = (db: Db | Tx) => db.$count(sale, isDue)

/** The due date of a sale's first instalment that is not fully paid, as an SQL expression. */
export const nextDueDate = sql<string | null>`(case when ${isOpen} then (
  select min(due_date) from (
    select ${saleInstalment.dueDate}, sum(${saleInstalment.amount}) over (order by ${saleInstalment.dueDate}) as until
      from ${saleInstalment} where ${ofSale}) as due
    where until > ${paid}) end)`

/** Whether an instalment is past its due date and not announced to the staff yet. */
export const isUnannounced = and(isNull(saleInstalment.toldAt), isPast)

/** Returns the overdue sales that have an unannounced instalment. */
export const findUnannouncedOverdue = (db: Db | Tx) =>
  db
    .selectDistinct({ id: sale.salesTransactionID })
    .from(saleInstalment)
    .innerJoin(sale, ofSale)
    .where(and(isOpen, isUnannounced, sql`${overdueAmount} > 0`))

/** Returns the number and overdue amount of a sale. Returns undefined when nothing is overdue. */
export async function findOverdueAmount(db: Db | Tx, salesTransactionID: number) {
  const [late] = await db
    .select({ transactionNumber: sale.transactionNumber, overdueAmount })
    .from(sale)
    .where(and(eq(sale.salesTransactionID, salesTransactionID), sql`${overdueAmount} > 0`))
  return late
}
