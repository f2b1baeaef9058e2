import { and, asc, eq, isNull, sql } from 'drizzle-orm'

import type { AutomaticKind } from '../../../contract/sales/message-texts.ts'
import { shopToday } from '../../company/settings.ts'
import { settingsKey, shopSetting } from '../../db/schema/company.ts'
import { mail, messageChoice } from '../../db/schema/mail.ts'
import { customer, sale, saleInstalment } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** The dedupe key of a message that the shop sends: its kind, its sale and its occasion, such as a reminder's due date. */
export const occasionKey = (kind: AutomaticKind, saleID: number, occasion: string) => `${kind} ${saleID} ${occasion}`
/** Returns the occasion in the dedupe key of a message. */
export const occasionOf = (dedupeKey: string) => dedupeKey.split(' ')[2]!

/** The address of an anonymised customer, as isAnonymised knows it. */
const anonymousEmail = sql`'anonymised-' || ${customer.customerID} || '@customer.invalid'`

/** The days before the due date on which a reminder is sent. An overdue one is told on the day after. */
const daysBefore = { instalmentDue: 3, instalmentOverdue: -1 } as const

/**
 * Lists the unpaid instalments whose reminder is due and was not queued yet, of customers who get messages. Of the overdue
 * ones of a sale it lists the last, whose reminder names the sum of all. `reminders_from` leaves out what became due before
 * reminders were turned on, or before a restore.
 */
export async function findRemindersDue(db: Db | Tx, kind: keyof typeof daysBefore) {
  const remindOn = sql`(${saleInstalment.dueDate} - ${daysBefore[kind]}::int)`
  const toldKey = sql`${`${kind} `} || ${sale.salesTransactionID} || ' ' || ${saleInstalment.dueDate}`
  const isLastOverdue = sql`not exists (select 1 from ${saleInstalment} as later
    where later.sales_transaction_id = ${sale.salesTransactionID} and later.due_date > ${saleInstalment.dueDate}
      and later.due_date < ${shopToday})`
  const untilIt = sql`(select sum(before.amount) from ${saleInstalment} as before
    where before.sales_transaction_id = ${sale.salesTransactionID} and before.due_date <= ${saleInstalment.dueDate})`
  return db
    .select({ saleID: sale.salesTransactionID, dueDate: saleInstalment.dueDate })
    .from(saleInstalment)
    .innerJoin(sale, eq(sale.salesTransactionID, saleInstalment.salesTransactionID))
    .innerJoin(shopSetting, eq(shopSetting.id, settingsKey))
    .innerJoin(customer, eq(customer.customerID, sale.customerID))
    .leftJoin(messageChoice, eq(messageChoice.customerID, sale.customerID))
    .leftJoin(mail, eq(mail.dedupeKey, toldKey))
    .where(
      and(
        isNull(mail.mailID),
        // Others would stay due for ever, and their number would hold up the rest.
        isNull(messageChoice.refusedAt),
        sql`${customer.email} not in ('', ${anonymousEmail})`,
        sql`${sale.status} in ('Pending', 'Processing')`,
        sql`${remindOn} <= ${shopToday}`,
        sql`${remindOn} >= coalesce(${shopSetting.remindersFrom}, ${shopToday})`,
        // A reminder about a coming day is not sent after that day.
        kind === 'instalmentDue' ? sql`${saleInstalment.dueDate} >= ${shopToday}` : isLastOverdue,
        sql`${untilIt} > ${sale.amountPaid} - ${sale.change}`,
      ),
    )
    .orderBy(asc(saleInstalment.dueDate), asc(sale.salesTransactionID))
    .limit(500)
}
