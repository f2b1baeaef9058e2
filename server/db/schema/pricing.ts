import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'

import { karats } from '../../../contract/catalogue/karats.ts'
import { key, moment, money, quantity } from './columns.ts'
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
    // A price names the rate that it was reckoned from.
    unique('gold_rate_of_price').on(t.goldRateID, t.karat, t.sellPerGram),
    // So does a piece that is bought.
    unique('gold_rate_of_purchase').on(t.goldRateID, t.karat, t.buyPerGram),
    check('gold_rate_karat', sql`${t.karat} in ('24K', '22K', '21K', '18K', '14K', '10K')`),
    check('gold_rate_amounts', sql`${t.buyPerGram} > 0 and ${t.sellPerGram} >= ${t.buyPerGram}`),
  ],
)

/**
 * A price that was reckoned from a gold rate, with all that it was reckoned from. The database reckons it again, so that
 * the price always follows from the rate. Rows are final, except that a repricing may be undone. They go with their item, which is no foreign key: an item
 * refers to its present price, and tables refer to each other in one direction alone.
 */
export const itemPrice = pgTable(
  'item_price',
  {
    itemPriceID: key('item_price_id'),
    itemID: integer('item_id').notNull(),
    goldRateID: integer('gold_rate_id').notNull(),
    karat: text('karat', { enum: karats }).notNull(),
    sellPerGram: money('sell_per_gram').notNull(),
    netGrams: quantity('net_grams').notNull(),
    /** Percent on the gold, in hundredths. */
    markupBasis: integer('markup_basis').notNull(),
    makingPerGram: money('making_per_gram').notNull(),
    makingPerPiece: money('making_per_piece').notNull(),
    stones: money('stones').notNull(),
    /** The pesos to which the price is rounded up. */
    roundTo: integer('round_to').$type<10 | 50>().notNull(),
    price: money('price').notNull(),
    createdByID: integer('created_by_id').references(() => user.userID),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the repricing that made this price was undone. Nothing is sold at it any more. */
    undoneAt: moment('undone_at'),
  },
  (t) => [
    foreignKey({
      name: 'item_price_rate',
      columns: [t.goldRateID, t.karat, t.sellPerGram],
      foreignColumns: [goldRate.goldRateID, goldRate.karat, goldRate.sellPerGram],
    }),
    // An item's price, karat and net grams are those of its present price.
    unique('item_price_of_item').on(t.itemPriceID, t.itemID, t.price, t.karat, t.netGrams),
    // A line of a sale names a price of its own item.
    unique('item_price_of_line').on(t.itemPriceID, t.itemID),
    index('item_price_item').on(t.itemID),
    index('item_price_rate').on(t.goldRateID),
    check(
      'item_price_reckoned',
      sql`${t.price} = reckon_price(${t.netGrams}, ${t.sellPerGram}, ${t.markupBasis}, ${t.makingPerGram},
        ${t.makingPerPiece}, ${t.stones}, ${t.roundTo})`,
    ),
    check('item_price_round_to', sql`${t.roundTo} in (10, 50)`),
    check(
      'item_price_parts',
      sql`${t.netGrams} > 0.0 and ${t.markupBasis} between 0 and 100000 and ${t.makingPerGram} >= 0.0
        and ${t.makingPerPiece} >= 0.0 and ${t.stones} >= 0.0`,
    ),
  ],
)

/**
 * A batch of prices that were reckoned anew by the latest rates. Its rows are final; `undone…` says when, by whom and why it
 * was undone.
 */
export const repricing = pgTable(
  'repricing',
  {
    repricingID: key('repricing_id'),
    /** The number of items, and the sum of the differences of their prices. */
    items: integer('items').notNull(),
    difference: money('difference').notNull(),
    karats: text('karats', { enum: karats }).array().notNull(),
    createdByID: integer('created_by_id').references(() => user.userID),
    createdAt: moment('created_at').notNull().defaultNow(),
    undoneAt: moment('undone_at'),
    undoneByID: integer('undone_by_id').references(() => user.userID),
    undoReason: text('undo_reason'),
  },
  (t) => [
    check('repricing_items', sql`${t.items} > 0`),
    check('repricing_undone', sql`${t.undoneAt} is not null or (${t.undoneByID} is null and ${t.undoReason} is null)`),
  ],
)

/** The price of an item before and after a batch. It goes with its item. */
export const repricingItem = pgTable(
  'repricing_item',
  {
    itemID: integer('item_id').notNull(),
    repricingID: integer('repricing_id')
      .notNull()
      .references(() => repricing.repricingID),
    oldPriceID: integer('old_price_id').notNull(),
    newPriceID: integer('new_price_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.itemID, t.repricingID] }),
    index('repricing_item_repricing').on(t.repricingID),
    foreignKey({
      name: 'repricing_item_old',
      columns: [t.oldPriceID, t.itemID],
      foreignColumns: [itemPrice.itemPriceID, itemPrice.itemID],
    }),
    foreignKey({
      name: 'repricing_item_new',
      columns: [t.newPriceID, t.itemID],
      foreignColumns: [itemPrice.itemPriceID, itemPrice.itemID],
    }),
  ],
)
