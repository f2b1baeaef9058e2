import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'

import {
  defaultTexts,
  type MessageKind,
  messageKindNames,
  type MessageText,
} from '../../../contract/sales/message-texts.ts'
import { type Language, languages } from '../../../contract/shared/languages.ts'
import { nameOf } from '../../db/names.ts'
import { settingsKey, shopSetting } from '../../db/schema/company.ts'
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

/**
 * Whether a message is a customer's: it was sent to the customer, or to a typed address before the sale had one. What
 * another customer got about the same sale is not.
 */
const isOfCustomer = (customerID: number) =>
  or(eq(mail.customerID, customerID), and(isNull(mail.customerID), eq(sale.customerID, customerID)))

/** Lists a customer's messages, newest first. */
const listMessagesOfCustomer = (db: Db | Tx, customerID: number) =>
  db
    .select(columns)
    .from(mail)
    .innerJoin(sale, eq(sale.salesTransactionID, mail.saleID))
    .where(isOfCustomer(customerID))
    .orderBy(desc(mail.mailID))
    .$dynamic()

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
export const unnamed: Record<Language, string> = { en: 'customer', tl: 'suki', ja: 'お客' }

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
      return { kind, language, subject, body, changed: found !== undefined, updatedAt: found?.updatedAt ?? null }
    }),
  )
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

/** Returns a customer's language, consent and last 200 messages. Throws 404 when the customer does not exist. */
export const findMessagesOfCustomer = (db: Db | Tx, customerID: number) => findMessages(db, customerID, 200)

/** Returns a customer's language, consent and every message. Throws 404 when the customer does not exist. */
export const findAllMessagesOfCustomer = (db: Db | Tx, customerID: number) => findMessages(db, customerID, null)

async function findMessages(db: Db | Tx, customerID: number, limit: number | null) {
  const to = await findAddressee(db, customerID)
  if (!to) throw notFound('Customer')
  const messages = listMessagesOfCustomer(db, customerID)
  return {
    language: to.chosen,
    refused: to.refused,
    messages: await (limit === null ? messages : messages.limit(limit)),
  }
}
