import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

import { messageKindNames } from '../../../contract/sales/message-texts.ts'
import { languages } from '../../../contract/shared/languages.ts'
import { mailChannels, mailStates } from '../../../contract/shared/mails.ts'
import { key, moment } from './columns.ts'
import { stamps, user } from './people.ts'
import { customer, sale } from './sales.ts'

/** The kinds of mails: messages to customers, and mails to staff. */
export const mailKinds = [...messageKindNames, 'signInLink', 'digest', 'test'] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * The outbox: every mail, and every message that a person sent by hand. It says what was sent; a job only wakes the
 * server up.
 */
export const mail = pgTable(
  'mail',
  {
    mailID: key('mail_id'),
    kind: text('kind', { enum: mailKinds }).notNull(),
    channel: text('channel', { enum: mailChannels }).notNull().default('email'),
    language: text('language', { enum: languages }).notNull().default('en'),
    recipient: text('recipient').notNull(),
    /** Whether a person typed the address for this mail alone. Otherwise it is the customer's, as it stands at each try. */
    toTypedAddress: boolean('to_typed_address').notNull().default(false),
    subject: text('subject').notNull(),
    /** The text. A sign-in link is added when the mail is sent, and never stored. */
    body: text('body').notNull(),
    customerID: integer('customer_id').references(() => customer.customerID, { onDelete: 'cascade' }),
    saleID: integer('sale_id').references(() => sale.salesTransactionID, { onDelete: 'cascade' }),
    /** The member of staff who gets the mail. */
    userID: integer('user_id').references(() => user.userID, { onDelete: 'cascade' }),
    /** The member of staff who asked for it; null when the shop sent it by itself. */
    askedByID: integer('asked_by_id').references(() => user.userID, { onDelete: 'set null' }),
    /** The address with which links in the mail begin; null for a mail without links. */
    origin: text('origin'),
    /** Identifies the event, so that it is told once: its kind, record and due date. Null for a mail sent by hand. */
    dedupeKey: text('dedupe_key').unique('mail_told_once'),
    /** The same for every try, so that a mail program shows a repeated mail once. */
    messageID: uuid('message_id').notNull().defaultRandom(),
    state: text('state', { enum: mailStates }).notNull().default('queued'),
    /** Why the last try failed, without the address. */
    reason: text('reason'),
    attempts: integer('attempts').notNull().default(0),
    /** Tries after which nobody knows whether the mail server took the mail. There are two at most. */
    uncertain: integer('uncertain').notNull().default(0),
    /** The start of a running try. */
    claimedAt: moment('claimed_at'),
    nextTryAt: moment('next_try_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('mail_customer').on(t.customerID),
    index('mail_sale').on(t.saleID),
    index('mail_user').on(t.userID),
    index('mail_asked_by').on(t.askedByID),
    index('mail_waiting')
      .on(t.nextTryAt)
      .where(sql`${t.state} = 'queued'`),
    check('mail_uncertain', sql`${t.uncertain} between 0 and 2`),
    check('mail_sent', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
  ],
)

/** A text of a message to customers that the shop changed. */
export const messageTemplate = pgTable(
  'message_template',
  {
    kind: text('kind', { enum: messageKindNames }).notNull(),
    language: text('language', { enum: languages }).notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    ...stamps,
  },
  (t) => [primaryKey({ columns: [t.kind, t.language] })],
)

/** A customer's choices about messages. A customer without a row has made none. */
export const messageChoice = pgTable('message_choice', {
  customerID: integer('customer_id')
    .primaryKey()
    .references(() => customer.customerID, { onDelete: 'cascade' }),
  /** Null means the shop's language for customers. */
  language: text('language', { enum: languages }),
  /** When the customer said no to messages; null while the customer gets them. */
  refusedAt: moment('refused_at'),
  /** The secret of the customer's link that says no. */
  linkKey: uuid('link_key').notNull().defaultRandom().unique('message_choice_link'),
})
