import { sql } from 'drizzle-orm'
import { check, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'

import { item } from './catalogue.ts'
import { bookValue, key, moment, unitCost } from './columns.ts'
import { user } from './people.ts'

/**
 * The exact quantity and value of an item's stock at all locations: the sums of its movements. Only stock_movement's
 * triggers change it. A transaction locks this row before it moves the item's stock or changes its cost.
 */
export const stockValue = pgTable(
  'stock_value',
  {
    itemID: integer('item_id')
      .primaryKey()
      .references(() => item.itemID, { onDelete: 'cascade' }),
    quantity: numeric('quantity', { precision: 20, scale: 3, mode: 'number' }).notNull().default(0),
    value: bookValue('value').notNull().default(0),
  },
  (t) => [
    check('stock_value_quantity', sql`${t.quantity} >= 0.0`),
    check('stock_value_value', sql`${t.value} >= 0.0 and (${t.quantity} > 0.0 or ${t.value} = 0.0)`),
  ],
)

/** A cost that a person set, with its reason. Stock on hand makes it a movement of the kind `revaluation`. */
export const stockRevaluation = pgTable(
  'stock_revaluation',
  {
    revaluationID: key('revaluation_id'),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
    costBefore: unitCost('cost_before').notNull(),
    costAfter: unitCost('cost_after').notNull(),
    /** The stock on hand at that moment, and by how many pesos its value changed. */
    quantity: numeric('quantity', { precision: 20, scale: 3, mode: 'number' }).notNull(),
    difference: bookValue('difference').notNull(),
    createdByID: integer('created_by_id').references(() => user.userID),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('stock_revaluation_item').on(t.itemID),
    check('stock_revaluation_costs', sql`${t.costBefore} >= 0 and ${t.costAfter} >= 0`),
  ],
)
