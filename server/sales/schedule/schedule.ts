import { and, eq, isNull, sql } from 'drizzle-orm'

import { dayTwice, filled, notTheWhole } from '../../../contract/sales/instalments.ts'
import { peso } from '../../../contract/shared/money.ts'
import { shopDay, shopToday } from '../../company/settings.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { sale, saleInstalment } from '../../db/schema/sales.ts'
import { type Context, shopItself } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { notify } from '../../people/notify.ts'
import { netPaid, type Paid } from '../sales.rules.ts'

// A layaway's instalments: what is to be paid of a sale until when. Payments fill the earliest first.

type Instalment = { dueDate: string; amount: number }

const isOpen = sql`${sale.status} in ('Pending', 'Processing')`
const ofSale = sql`${saleInstalment.salesTransactionID} = ${sale.salesTransactionID}`
const paid = sql`(${sale.amountPaid} - ${sale.change})`

/** Of a row of sales: its instalments, in the order of their dates. */
export const instalments = jsonRows(
  {
    dueDate: saleInstalment.dueDate,
    amount: saleInstalment.amount,
    past: sql<boolean>`${saleInstalment.dueDate} < ${shopToday}`,
  },
  sql`${saleInstalment} where ${ofSale}`,
  saleInstalment.dueDate,
)

/** Of a row of sales: pesos that should have been paid by now and have not. */
export const overdueAmount = sql<number>`(case when ${isOpen} then greatest(0, (
  select coalesce(sum(${saleInstalment.amount}), 0) from ${saleInstalment}
    where ${ofSale} and ${saleInstalment.dueDate} < ${shopToday}) - ${paid}) else 0 end)`.mapWith(Number)

/** Of a row of sales: whether something is to be paid today, or should have been by now. */
export const isDue = sql<boolean>`(${isOpen} and ${paid} < (
  select coalesce(sum(${saleInstalment.amount}), 0) from ${saleInstalment}
    where ${ofSale} and ${saleInstalment.dueDate} <= ${shopToday}))`

/** How many sales have something to be paid today, or that should have been by now. */
export const countDue = (db: Db | Tx) => db.$count(sale, isDue)

/** Of a row of sales: when the next instalment is due that is not paid in full. */
export const nextDueDate = sql<string | null>`(case when ${isOpen} then (
  select min(due_date) from (
    select ${saleInstalment.dueDate}, sum(${saleInstalment.amount}) over (order by ${saleInstalment.dueDate}) as until
      from ${saleInstalment} where ${ofSale}) as due
    where until > ${paid}) end)`

/** Each instalment with what is paid of it, and whether the rest of it is overdue. */
export function scheduleOf({
  status,
  schedule,
  ...paidSoFar
}: Paid & { status: string; schedule: readonly (Instalment & { past: boolean })[] }) {
  const open = status === 'Pending' || status === 'Processing'
  return filled(schedule, netPaid(paidSoFar)).map(({ dueDate, amount, paid, overdue }) => ({
    dueDate,
    amount,
    paid,
    overdue: open && overdue,
  }))
}

/**
 * The instalments of a sale as they are stored: together they come to the whole sale (422 otherwise), each on a day of
 * its own (400).
 */
export function checkedSchedule(sent: readonly Instalment[], timeZone: string, totalPurchase: number): Instalment[] {
  const schedule = sent.map(({ dueDate, amount }) => ({ dueDate: shopDay(timeZone, dueDate), amount }))
  const field = 'schedule'
  const twice = dayTwice(schedule)
  if (twice) throw new AppError('schedule.day_twice', twice, { field })
  const short = notTheWhole(schedule, totalPurchase)
  if (short) throw new AppError('schedule.sum_differs', short, { field })
  return schedule
}

/** Stores the instalments of a sale in the place of those it has, or checks those where none were sent (400, 422). */
export async function saveSchedule(
  { db }: Context,
  {
    salesTransactionID,
    totalPurchase,
    timeZone,
  }: { salesTransactionID: number; totalPurchase: number; timeZone: string },
  sent: readonly Instalment[] | undefined,
) {
  const theirs = eq(saleInstalment.salesTransactionID, salesTransactionID)
  const schedule = checkedSchedule(
    sent ?? (await db.select().from(saleInstalment).where(theirs)),
    timeZone,
    totalPurchase,
  )
  if (!sent) return
  await db.delete(saleInstalment).where(theirs)
  if (schedule.length > 0)
    await db.insert(saleInstalment).values(schedule.map((instalment) => ({ ...instalment, salesTransactionID })))
}

/** Tells the staff of instalments that have become overdue, once for each. Safe to run on many servers at once. */
export async function tellOfOverdue(db: Db, now: Date) {
  const found = await db
    .selectDistinct({ id: sale.salesTransactionID })
    .from(saleInstalment)
    .innerJoin(sale, ofSale)
    .where(
      and(
        isOpen,
        isNull(saleInstalment.toldAt),
        sql`${saleInstalment.dueDate} < ${shopToday}`,
        sql`${overdueAmount} > 0`,
      ),
    )
  for (const { id } of found)
    await db.transaction(async (tx) => {
      const context: Context = { db: tx, actor: shopItself, now, client: { address: '', agent: '' } }
      // Asked again under lock: it may have been paid meanwhile, or told of by another server.
      await tx.select().from(sale).where(eq(sale.salesTransactionID, id)).for('update')
      const [late] = await tx
        .select({ transactionNumber: sale.transactionNumber, overdueAmount })
        .from(sale)
        .where(and(eq(sale.salesTransactionID, id), sql`${overdueAmount} > 0`))
      if (!late) return
      const told = await tx
        .update(saleInstalment)
        .set({ toldAt: now })
        .where(
          and(
            eq(saleInstalment.salesTransactionID, id),
            isNull(saleInstalment.toldAt),
            sql`${saleInstalment.dueDate} < ${shopToday}`,
          ),
        )
        .returning({ dueDate: saleInstalment.dueDate })
      if (told.length === 0) return
      await notify(context, { access: 'sales.read' }, [
        {
          kind: 'layawayOverdue',
          message: `${peso(late.overdueAmount)} of ${late.transactionNumber} is overdue`,
          entity: 'sale',
          id,
        },
      ])
    })
}
