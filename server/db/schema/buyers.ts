import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { platforms } from '../../../contract/sales/buyers.ts'
import { key } from './columns.ts'
import { stamps } from './people.ts'
import { customer } from './sales.ts'

/**
 * Selects the text by which handles are compared: without a leading @ and repeated spaces, in lower case. An index uses
 * the same expression.
 */
export const handleKey = (handle: AnyPgColumn | SQL) =>
  sql<string>`lower(regexp_replace(btrim(ltrim(btrim(${handle}), '@')), '\\s+', ' ', 'g'))`

/** A handle on a platform, for a person of whom no more is known. */
export const buyer = pgTable(
  'buyer',
  {
    buyerID: key('buyer_id'),
    platform: text('platform', { enum: platforms }).notNull(),
    handle: text('handle').notNull(),
    contact: text('contact'),
    remarks: text('remarks'),
    status: boolean('status').notNull().default(true),
    /** The customer that a person joined the buyer to. Sales of the buyer belong to this customer or to nobody. */
    customerID: integer('customer_id').references(() => customer.customerID),
    ...stamps,
  },
  (t) => [
    uniqueIndex('buyer_handle_unique').on(t.platform, handleKey(t.handle)),
    index('buyer_customer').on(t.customerID),
    check(
      'buyer_platform',
      sql`${t.platform} in ('Facebook', 'Messenger', 'TikTok', 'Instagram', 'LINE', 'Viber', 'Other')`,
    ),
  ],
)
