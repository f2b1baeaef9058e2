import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { karats } from '../../../contract/catalogue/karats.ts'
import { key, moment, money } from './columns.ts'
import { user } from './people.ts'

/**
 * What the shop sells and buys a gram of gold for, from a moment on. The rate at a time is the latest before it.
 * Triggers refuse changes and deletions (the `gold_rates` migration).
 */
export const goldRate = pgTable(
  'gold_rate',
  {
    goldRateID: key('gold_rate_id'),
    karat: text('karat', { enum: karats }).notNull(),
    sellPerGram: money('sell_per_gram').notNull(),
    buyPerGram: money('buy_per_gram').notNull(),
    fromAt: moment('from_at').notNull(),
    source: text('source'),
    createdByID: integer('created_by_id').references(() => user.userID),
  },
  (t) => [
    uniqueIndex('gold_rate_from_unique').on(t.karat, t.fromAt),
    index('gold_rate_from').on(t.fromAt),
    check('gold_rate_karat', sql`${t.karat} in ('24K', '22K', '21K', '18K', '14K', '10K')`),
    check('gold_rate_amounts', sql`${t.buyPerGram} > 0 and ${t.sellPerGram} >= ${t.buyPerGram}`),
  ],
)
