import { index, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

import type { CartLineRow } from '../../../contract/sales/carts.ts'
import { moment } from './columns.ts'
import { user } from './people.ts'

/**
 * The lines of a person's unsaved sales in one browser. The till sends all of them after each change. A cart reserves
 * nothing, and is deleted after a day. Its lines have no foreign key, because an item may be deleted meanwhile.
 */
export const cart = pgTable(
  'cart',
  {
    /** The key of the browser. */
    cartKey: uuid('cart_key').notNull(),
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    lines: jsonb('lines').$type<CartLineRow[]>().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'cart_pkey', columns: [t.cartKey, t.userID] }), index('cart_at').on(t.at)],
)
