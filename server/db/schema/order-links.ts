import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { key, moment } from './columns.ts'
import { mail } from './mail.ts'
import { stamps, user } from './people.ts'
import { sale } from './sales.ts'

/**
 * The links with which buyers open the page of one sale. Only hashes of the token and the code are stored. A sale has at
 * most one link by hand that is not revoked. A mailed one is replaced by that of the next mail that arrives.
 */
export const orderLink = pgTable(
  'order_link',
  {
    orderLinkID: key('order_link_id'),
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the address, in hexadecimal. */
    tokenHash: text('token_hash').notNull().unique('order_link_token_unique'),
    /** SHA-256 of the code in the message, in hexadecimal. */
    codeHash: text('code_hash').notNull().unique('order_link_code_unique'),
    /** The mail that brought the link; null for one that a person made to send it by hand. */
    mailID: integer('mail_id').references(() => mail.mailID, { onDelete: 'cascade' }),
    createdByID: integer('created_by_id').references(() => user.userID),
    createdAt: moment('created_at').notNull(),
    revokedByID: integer('revoked_by_id').references(() => user.userID),
    revokedAt: moment('revoked_at'),
    /** When the buyer opened it first and last. */
    firstSeenAt: moment('first_seen_at'),
    lastSeenAt: moment('last_seen_at'),
  },
  (t) => [
    uniqueIndex('order_link_one_of_sale')
      .on(t.salesTransactionID)
      .where(sql`${t.revokedAt} is null and ${t.mailID} is null`),
    index('order_link_mail').on(t.mailID),
    index('order_link_sale').on(t.salesTransactionID),
    check('order_link_seen', sql`(${t.firstSeenAt} is null) = (${t.lastSeenAt} is null)`),
  ],
)

/** The browsers that have opened a link. Each has a cookie for two hours, of which only the hash is stored. */
export const orderVisit = pgTable(
  'order_visit',
  {
    /** SHA-256 of the cookie, in hexadecimal. */
    visitHash: text('visit_hash').primaryKey(),
    orderLinkID: integer('order_link_id')
      .notNull()
      .references(() => orderLink.orderLinkID, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('order_visit_link').on(t.orderLinkID)],
)

/** The parcels of a sale, as its buyer reads them. */
export const parcel = pgTable(
  'parcel',
  {
    parcelID: key('parcel_id'),
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID, { onDelete: 'cascade' }),
    carrier: text('carrier').notNull(),
    trackingNumber: text('tracking_number').notNull(),
    sentOn: date('sent_on').notNull(),
    trackingAddress: text('tracking_address'),
    note: text('note'),
    ...stamps,
  },
  (t) => [
    uniqueIndex('parcel_number_unique').on(
      t.salesTransactionID,
      sql`lower(${t.carrier})`,
      sql`lower(${t.trackingNumber})`,
    ),
    check('parcel_tracking_address', sql`${t.trackingAddress} like 'https://%'`),
  ],
)
