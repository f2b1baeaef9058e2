import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'

import { priceChoices } from '../../../contract/pricing/price-lock-rules.ts'
import { key, moment, money } from './columns.ts'
import { user } from './people.ts'
import { sale } from './sales.ts'

/**
 * A manager's choice about a sale's price whose last day was over. The amounts are the sums of the sale's lines by the
 * rate. Rows are final, and one day is decided about once.
 */
export const salePriceChoice = pgTable(
  'sales_price_choice',
  {
    priceChoiceID: key('price_choice_id'),
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID, { onDelete: 'cascade' }),
    choice: text('choice', { enum: priceChoices }).notNull(),
    /** The last day of the price that was kept. */
    keptUntil: date('kept_until').notNull(),
    was: money('was').notNull(),
    /** The sum at the items' prices of that day. */
    today: money('today').notNull(),
    chosen: money('chosen').notNull(),
    /** The last day of the chosen price; null for a price without a last day. */
    nextUntil: date('next_until'),
    reason: text('reason').notNull(),
    createdByID: integer('created_by_id').references(() => user.userID),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('sales_price_choice_once').on(t.salesTransactionID, t.keptUntil),
    check(
      'sales_price_choice_chosen',
      sql`case ${t.choice} when 'keep' then ${t.chosen} = ${t.was} when 'reprice' then ${t.chosen} = ${t.today}
        when 'lower' then ${t.chosen} <= ${t.was} and ${t.chosen} <= ${t.today} else false end`,
    ),
    check('sales_price_choice_next', sql`${t.nextUntil} > ${t.keptUntil}`),
  ],
)
