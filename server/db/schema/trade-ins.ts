import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

import { karats } from '../../../contract/catalogue/karats.ts'
import { identityDocuments, tradeInStatuses } from '../../../contract/sales/trade-ins.ts'
import { item } from './catalogue.ts'
import { bookValue, key, moment, money, quantity } from './columns.ts'
import { stamps, user } from './people.ts'
import { goldRate } from './pricing.ts'
import { customer } from './sales.ts'
import { inventory, location } from './stock.ts'

const anyKarat = (column: unknown) => sql`${column} in ('24K', '22K', '21K', '18K', '14K', '10K')`

/**
 * A purchase of old gold from a customer. From its acceptance on, the row is final: only its ledger changes `settled`,
 * and only giving the pieces back changes its status (the `trade_ins` migration).
 */
export const tradeIn = pgTable(
  'trade_in',
  {
    tradeInID: key('trade_in_id'),
    tradeInNumber: text('trade_in_number').notNull().unique('trade_in_number_unique'),
    customerID: integer('customer_id')
      .notNull()
      .references(() => customer.customerID),
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    status: text('status', { enum: tradeInStatuses }).notNull(),
    remarks: text('remarks'),
    /** What the shop offers for all pieces, in pesos; null before. */
    offer: money('offer'),
    offeredByID: integer('offered_by_id').references(() => user.userID),
    offeredAt: moment('offered_at'),
    /** Who saw a document of identity, and which kind of document it was. The shop keeps no number and no copy. */
    identitySeenByID: integer('identity_seen_by_id').references(() => user.userID),
    identityDocument: text('identity_document', { enum: identityDocuments }),
    acceptedByID: integer('accepted_by_id').references(() => user.userID),
    acceptedAt: moment('accepted_at'),
    /** Who declined it or gave the pieces back, when and why. */
    closedByID: integer('closed_by_id').references(() => user.userID),
    closedAt: moment('closed_at'),
    closeReason: text('close_reason'),
    /** The part of an accepted offer that has paid a sale, became store credit or was paid out. */
    settled: money('settled').notNull().default(0),
    ...stamps,
  },
  (t) => [
    index('trade_in_customer').on(t.customerID),
    index('trade_in_status').on(t.status),
    check('trade_in_status', sql`${t.status} in ('Weighed', 'Tested', 'Offered', 'Accepted', 'Declined', 'Returned')`),
    check(
      'trade_in_offer',
      sql`(${t.offer} is null or ${t.offer} > 0.0)
        and (${t.offer} is null) = (${t.offeredAt} is null)
        and (${t.status} not in ('Offered', 'Accepted', 'Returned') or ${t.offer} is not null)`,
    ),
    check('trade_in_accepted', sql`(${t.acceptedAt} is not null) = (${t.status} in ('Accepted', 'Returned'))`),
    check('trade_in_closed', sql`(${t.closedAt} is not null) = (${t.status} in ('Declined', 'Returned'))`),
    check('trade_in_identity', sql`(${t.identitySeenByID} is null) = (${t.identityDocument} is null)`),
    check(
      'trade_in_identity_document',
      sql`${t.identityDocument} in ('passport', 'driving_licence', 'residence_card', 'national_id', 'other')`,
    ),
    check(
      'trade_in_settled',
      sql`${t.settled} >= 0.0 and (${t.settled} = 0.0 or (${t.status} = 'Accepted' and ${t.settled} <= ${t.offer}))`,
    ),
  ],
)

/** A piece of a trade-in. The database computes its grams and its sum again, so that they always follow from the rate. */
export const tradeInPiece = pgTable(
  'trade_in_piece',
  {
    tradeInPieceID: key('trade_in_piece_id'),
    tradeInID: integer('trade_in_id')
      .notNull()
      .references(() => tradeIn.tradeInID),
    description: text('description').notNull(),
    /** The karat that the piece is marked with; null for a piece without a mark. */
    markedKarat: text('marked_karat', { enum: karats }),
    /** The karat that a test found; null before the test. */
    testedKarat: text('tested_karat', { enum: karats }),
    /** What the test showed, such as '75.1% by XRF'. */
    testNote: text('test_note'),
    grossGrams: quantity('gross_grams').notNull(),
    stoneGrams: quantity('stone_grams').notNull(),
    /** The loss of melting in hundredths of a percent. */
    lossBasis: integer('loss_basis').notNull(),
    /** The grams that count: without the stones and the loss. */
    countedGrams: quantity('counted_grams').notNull(),
    /** The rate by which the piece was offered; null before the offer. */
    goldRateID: integer('gold_rate_id'),
    buyPerGram: money('buy_per_gram'),
    /** The counted grams at the buy rate, in pesos. */
    sum: money('sum'),
    /** The part of the accepted offer that is the cost of this piece, and the scrap stock that it became. */
    cost: bookValue('cost'),
    inventoryID: integer('inventory_id').references(() => inventory.inventoryID),
  },
  (t) => [
    index('trade_in_piece_trade_in').on(t.tradeInID),
    index('trade_in_piece_inventory').on(t.inventoryID),
    foreignKey({
      name: 'trade_in_piece_rate',
      columns: [t.goldRateID, t.testedKarat, t.buyPerGram],
      foreignColumns: [goldRate.goldRateID, goldRate.karat, goldRate.buyPerGram],
    }),
    check('trade_in_piece_karats', sql`${anyKarat(t.markedKarat)} and ${anyKarat(t.testedKarat)}`),
    check('trade_in_piece_weights', sql`${t.stoneGrams} >= 0.0 and ${t.grossGrams} > ${t.stoneGrams}`),
    check(
      'trade_in_piece_counted',
      sql`${t.lossBasis} between 0 and 9999 and ${t.countedGrams} = round((${t.grossGrams} - ${t.stoneGrams}) * (10000 - ${t.lossBasis}) / 10000, 3)`,
    ),
    check(
      'trade_in_piece_sum',
      sql`(${t.goldRateID} is null) = (${t.sum} is null) and (${t.buyPerGram} is null) = (${t.sum} is null)
        and (${t.sum} is null or ${t.testedKarat} is not null) and ${t.sum} = round(${t.countedGrams} * ${t.buyPerGram}, 2)`,
    ),
    check(
      'trade_in_piece_cost',
      sql`(${t.cost} is null) = (${t.inventoryID} is null) and (${t.cost} is null or ${t.sum} is not null) and ${t.cost} >= 0.0`,
    ),
  ],
)

/**
 * The item that keeps the scrap of a karat by the gram. The program makes it when the first trade-in needs it. Triggers
 * refuse its sale, its order and any change of what it is.
 */
export const scrapItem = pgTable(
  'scrap_item',
  {
    karat: text('karat', { enum: karats }).primaryKey(),
    itemID: integer('item_id')
      .notNull()
      .unique('scrap_item_item_unique')
      .references(() => item.itemID, { onDelete: 'cascade' }),
  },
  (t) => [check('scrap_item_karat', anyKarat(t.karat))],
)
