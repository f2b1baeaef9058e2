import { sql } from 'drizzle-orm'
import { check, index, integer, type AnyPgColumn, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { digestTimes } from '../../../contract/people/digest.ts'
import type { notificationKinds } from '../../../contract/people/notifications.ts'
import type { AuditEntity } from '../../../contract/shared/entities.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { item } from './catalogue.ts'
import { moment, key } from './columns.ts'
import { mail } from './mail.ts'
import { user } from './people.ts'

/** A message to a user: one row per recipient. */
export const notification = pgTable(
  'notification',
  {
    notificationID: key('notification_id'),
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    kind: text('kind').$type<(typeof notificationKinds)[number]>().notNull(),
    message: text('message').notNull(),
    /** The kind and the key of the record that the message is about. */
    entity: text('entity').$type<AuditEntity>().notNull(),
    entityID: integer('entity_id').notNull(),
    /** The address of that record, such as `/inventory?id=12`. Code never compares it. */
    link: text('link').notNull(),
    /**
     * Identifies the event, such as an overdue delivery, so that scheduled work sends only one message about it. It is
     * null for messages that are sent immediately.
     */
    dedupeKey: text('dedupe_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at'),
    /** The mail that told the user of this message; null for a message that was in none. */
    mailID: integer('mail_id').references(() => mail.mailID, { onDelete: 'set null' }),
  },
  (t) => [
    index('notification_user').on(t.userID, t.notificationID),
    index('notification_unread')
      .on(t.userID)
      .where(sql`${t.readAt} is null`),
    index('notification_dedupe')
      .on(t.dedupeKey)
      .where(sql`${t.dedupeKey} is not null`),
    index('notification_mail')
      .on(t.mailID)
      .where(sql`${t.mailID} is not null`),
  ],
)

/** How often a user gets unread messages by mail. A user without a row gets none. */
export const messageDigest = pgTable(
  'message_digest',
  {
    userID: integer('user_id')
      .primaryKey()
      .references(() => user.userID, { onDelete: 'cascade' }),
    every: text('every', { enum: digestTimes }).notNull(),
    /** The hour of the daily mail, in the shop's time zone. */
    hour: integer('hour').notNull(),
    /** When messages were last looked at for the daily mail, or last mailed every hour. */
    lastAt: moment('last_at'),
    /** Earlier messages are not mailed, because they may have been mailed before a restore. */
    messagesFrom: moment('messages_from'),
    /** The secret of the link that ends the mail. */
    linkKey: uuid('link_key').notNull().defaultRandom().unique('message_digest_link'),
  },
  (t) => [check('message_digest_hour', sql`${t.hour} between 0 and 23`)],
)

/** A question from a visitor of the public site. */
export const question = pgTable(
  'question',
  {
    questionID: key('question_id'),
    /** The item that the question is about; null for a general question. */
    itemID: integer('item_id').references((): AnyPgColumn => item.itemID),
    name: text('name').notNull(),
    /** Null when the visitor left another contact. */
    email: text('email'),
    /** A phone number, or a name on LINE or Messenger, as the visitor typed it; null beside an e-mail. */
    contact: text('contact'),
    text: text('text').notNull(),
    /** The language of the page that the visitor used. */
    language: text('language').$type<Language>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    answeredAt: moment('answered_at'),
    answeredByID: integer('answered_by_id').references(() => user.userID),
  },
  (t) => [
    index('question_item').on(t.itemID),
    check('question_has_one_contact', sql`num_nonnulls(${t.email}, ${t.contact}) = 1`),
  ],
)
