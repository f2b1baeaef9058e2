import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'

import {
  type AutomaticKind,
  defaultTexts,
  type MessageKind,
  messageKindNames,
  type MessageText,
} from '../../../contract/sales/message-texts.ts'
import { type Language, languages } from '../../../contract/shared/languages.ts'
import { shopToday } from '../../company/settings.ts'
import { nameOf } from '../../db/names.ts'
import { settingsKey, shopSetting } from '../../db/schema/company.ts'
import { saleInstalment } from '../../db/schema/instalments.ts'
import { mail, messageChoice, messageTemplate } from '../../db/schema/mail.ts'
import { customer, customerName, sale } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { isAnonymised } from '../customers/anonymous.rules.ts'

const columns = {
  mailID: mail.mailID,
  kind: sql<MessageKind>`${mail.kind}`,
  channel: mail.channel,
  recipient: mail.recipient,
  subject: mail.subject,
  body: mail.body,
  state: mail.state,
  reason: mail.reason,
  attempts: mail.attempts,
  nextTryAt: mail.nextTryAt,
  sentAt: mail.sentAt,
  createdAt: mail.createdAt,
  askedByName: nameOf(mail.askedByID),
  saleID: sale.salesTransactionID,
  transactionNumber: sale.transactionNumber,
}

/** Lists the messages about a sale, newest first. */
export const listMessagesOfSale = (db: Db | Tx, saleID: number) =>
  db
    .select(columns)
    .from(mail)
    .innerJoin(sale, eq(sale.salesTransactionID, mail.saleID))
    .where(and(eq(mail.saleID, saleID), inArray(mail.kind, messageKindNames)))
    .orderBy(desc(mail.mailID))
    .limit(200)

/** Lists the messages to a customer, newest first, with invoices of the customer's sales to a typed address. */
const listMessagesOfCustomer = (db: Db | Tx, customerID: number) =>
  db
    .select(columns)
    .from(mail)
    .innerJoin(sale, eq(sale.salesTransactionID, mail.saleID))
    .where(or(eq(mail.customerID, customerID), eq(sale.customerID, customerID)))
    .orderBy(desc(mail.mailID))
    .limit(200)

/** The customer of a sale with what the customer chose about messages. An anonymised customer has no address. */
export async function findAddressee(db: Db | Tx, customerID: number) {
  const [found] = await db
    .select({
      name: customerName(customer),
      email: customer.email,
      language: sql<Language>`coalesce(${messageChoice.language}, (select ${shopSetting.customerLanguage} from ${shopSetting}))`,
      chosen: messageChoice.language,
      refused: sql<boolean>`${messageChoice.refusedAt} is not null`,
    })
    .from(customer)
    .leftJoin(messageChoice, eq(messageChoice.customerID, customer.customerID))
    .where(eq(customer.customerID, customerID))
  if (!found) return null
  return isAnonymised({ customerID, email: found.email }) ? { ...found, email: '' } : found
}

/** How a message addresses somebody whose name the shop does not know. */
const unnamed: Record<Language, string> = { en: 'customer', tl: 'suki', ja: 'お客' }

/** Somebody who is no customer of the shop's list, and is written to in the shop's language for customers. */
export async function findStranger(db: Db | Tx): Promise<NonNullable<Awaited<ReturnType<typeof findAddressee>>>> {
  const { customerLanguage: language } = await readMessageSettings(db)
  return { name: unnamed[language], email: '', language, chosen: null, refused: false }
}

/** Returns the settings of messages to customers. While the sample shop is loaded, nothing is sent by itself. */
export async function readMessageSettings(db: Db | Tx) {
  const [row] = await db
    .select({
      customerLanguage: shopSetting.customerLanguage,
      messageKinds: shopSetting.messageKinds,
      quietFrom: shopSetting.quietFrom,
      quietUntil: shopSetting.quietUntil,
      timeZone: shopSetting.timeZone,
      demo: shopSetting.demo,
      updatedAt: shopSetting.updatedAt,
    })
    .from(shopSetting)
    .where(eq(shopSetting.id, settingsKey))
  return row!
}

/** Returns the text of a message: the shop's own, or the one that it began with. */
export async function findText(db: Db | Tx, kind: MessageKind, language: Language): Promise<MessageText> {
  const [own] = await db
    .select({ subject: messageTemplate.subject, body: messageTemplate.body })
    .from(messageTemplate)
    .where(and(eq(messageTemplate.kind, kind), eq(messageTemplate.language, language)))
  return own ?? defaultTexts[kind][language]
}

/** Lists the texts of every kind and language. */
export async function listTemplates(db: Db | Tx) {
  const own = await db.select().from(messageTemplate)
  return messageKindNames.flatMap((kind) =>
    languages.map((language) => {
      const found = own.find((one) => one.kind === kind && one.language === language)
      const { subject, body } = found ?? defaultTexts[kind][language]
      return { kind, language, subject, body, changed: found !== undefined }
    }),
  )
}

/** The dedupe key of a reminder: its kind, its sale and its due date. */
export const reminderKey = (kind: AutomaticKind, saleID: number, dueDate: string) => `${kind} ${saleID} ${dueDate}`

/** The days before the due date on which a reminder is sent. An overdue one is told on the day after. */
const daysBefore = { instalmentDue: 3, instalmentOverdue: -1 } as const

/**
 * Lists the unpaid instalments whose reminder is due and was not queued yet. `reminders_from` leaves out what became due
 * before reminders were turned on, or before a restore.
 */
export async function findRemindersDue(db: Db | Tx, kind: keyof typeof daysBefore) {
  const remindOn = sql`(${saleInstalment.dueDate} - ${daysBefore[kind]}::int)`
  const toldKey = sql`${`${kind} `} || ${sale.salesTransactionID} || ' ' || ${saleInstalment.dueDate}`
  const untilIt = sql`(select sum(before.amount) from ${saleInstalment} as before
    where before.sales_transaction_id = ${sale.salesTransactionID} and before.due_date <= ${saleInstalment.dueDate})`
  return db
    .select({ saleID: sale.salesTransactionID, dueDate: saleInstalment.dueDate })
    .from(saleInstalment)
    .innerJoin(sale, eq(sale.salesTransactionID, saleInstalment.salesTransactionID))
    .innerJoin(shopSetting, eq(shopSetting.id, settingsKey))
    .leftJoin(mail, eq(mail.dedupeKey, toldKey))
    .where(
      and(
        isNull(mail.mailID),
        sql`${sale.customerID} is not null`,
        sql`${sale.status} in ('Pending', 'Processing')`,
        sql`${remindOn} <= ${shopToday}`,
        sql`${remindOn} >= coalesce(${shopSetting.remindersFrom}, ${shopToday})`,
        // A reminder about a coming day is not sent after that day.
        kind === 'instalmentDue' ? sql`${saleInstalment.dueDate} >= ${shopToday}` : undefined,
        sql`${untilIt} > ${sale.amountPaid} - ${sale.change}`,
      ),
    )
    .orderBy(asc(saleInstalment.dueDate), asc(sale.salesTransactionID))
    .limit(500)
}

/** Returns what became of a test mail; null when there is none with this key. */
export async function findTestMail(db: Db | Tx, mailID: number) {
  const [found] = await db
    .select({ state: mail.state, reason: mail.reason })
    .from(mail)
    .where(and(eq(mail.mailID, mailID), eq(mail.kind, 'test')))
  return found ?? null
}

/** Returns the language of the customer with this link; null for an unknown link. */
export async function findLanguageOfLink(db: Db | Tx, linkKey: string): Promise<Language | null> {
  const [found] = await db
    .select({
      language: sql<Language>`coalesce(${messageChoice.language}, (select ${shopSetting.customerLanguage} from ${shopSetting}))`,
    })
    .from(messageChoice)
    .where(eq(messageChoice.linkKey, linkKey))
  return found?.language ?? null
}

/** Returns a customer's language, consent and messages. Throws 404 when the customer does not exist. */
export async function findMessagesOfCustomer(db: Db | Tx, customerID: number) {
  const to = await findAddressee(db, customerID)
  if (!to) throw notFound('Customer')
  return { language: to.chosen, refused: to.refused, messages: await listMessagesOfCustomer(db, customerID) }
}
