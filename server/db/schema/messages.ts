import { sql } from 'drizzle-orm'
import { index, integer, type AnyPgColumn, pgTable, text } from 'drizzle-orm/pg-core'

import type { AuditEntity } from '../../../contract/company/audit.ts'
import type { notificationKinds } from '../../../contract/people/notifications.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { item } from './catalogue.ts'
import { moment, key } from './columns.ts'
import { user } from './people.ts'

/** What somebody is told: one row per person. */
export const notification = pgTable(
  'notification',
  {
    notificationID: key('notification_id'),
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    kind: text('kind').$type<(typeof notificationKinds)[number]>().notNull(),
    message: text('message').notNull(),
    /** The kind and the key of the record that it is about. */
    entity: text('entity').$type<AuditEntity>().notNull(),
    entityID: integer('entity_id').notNull(),
    /** The address of that record, as `/inventory?id=12`: only to be opened, never compared. */
    link: text('link').notNull(),
    /** Names the matter, so that housekeeping tells of it once; null for what is told when it happens. */
    dedupeKey: text('dedupe_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at'),
  },
  (t) => [
    index('notification_user').on(t.userID, t.notificationID),
    index('notification_unread')
      .on(t.userID)
      .where(sql`${t.readAt} is null`),
    index('notification_dedupe')
      .on(t.dedupeKey)
      .where(sql`${t.dedupeKey} is not null`),
  ],
)

/** What a visitor of the public site asked. */
export const question = pgTable(
  'question',
  {
    questionID: key('question_id'),
    /** The piece it is about; null: the shop as such. */
    itemID: integer('item_id').references((): AnyPgColumn => item.itemID),
    name: text('name').notNull(),
    email: text('email').notNull(),
    text: text('text').notNull(),
    /** In which language the page was that it was asked on. */
    language: text('language').$type<Language>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    answeredAt: moment('answered_at'),
    answeredByID: integer('answered_by_id').references(() => user.userID),
  },
  (t) => [index('question_item').on(t.itemID)],
)
