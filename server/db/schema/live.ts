import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'

import { liveStatuses } from '../../../contract/live/live-statuses.ts'
import { platforms } from '../../../contract/sales/buyers.ts'
import { item } from './catalogue.ts'
import { key, moment, money } from './columns.ts'
import { stamps, user } from './people.ts'
import { piece } from './pieces.ts'
import { transactionType } from './sales.ts'
import { location } from './stock.ts'

/** An evening on which a host shows pieces and viewers ask for them in comments. */
export const live = pgTable(
  'live',
  {
    liveID: key('live_id'),
    liveName: text('live_name').notNull(),
    /** The platforms on which it is shown. */
    platforms: text('platforms', { enum: platforms }).array().notNull(),
    status: text('status', { enum: liveStatuses }).notNull().default('Planned'),
    plannedStart: moment('planned_start').notNull(),
    expectedEnd: moment('expected_end').notNull(),
    startedAt: moment('started_at'),
    closedAt: moment('closed_at'),
    /** The stock from which its pieces are sold, and the type of its sales. */
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    transactionTypeID: integer('transaction_type_id')
      .notNull()
      .references(() => transactionType.transactionTypeID),
    remarks: text('remarks'),
    ...stamps,
  },
  (t) => [
    index('live_planned_start').on(t.plannedStart),
    check('live_status', sql`${t.status} in ('Planned', 'Running', 'Paused', 'Closed')`),
    check('live_started', sql`(${t.startedAt} is null) = (${t.status} = 'Planned')`),
    check('live_closed', sql`(${t.closedAt} is null) = (${t.status} <> 'Closed')`),
    check('live_end', sql`${t.expectedEnd} > ${t.plannedStart}`),
    check('live_platforms', sql`cardinality(${t.platforms}) > 0`),
  ],
)

/** A piece of a live: an item, or one piece of an item that is kept by piece. */
export const livePiece = pgTable(
  'live_piece',
  {
    livePieceID: key('live_piece_id'),
    liveID: integer('live_id')
      .notNull()
      .references(() => live.liveID),
    /** The number that viewers write. */
    number: integer('number').notNull(),
    /** The place in the order of showing. */
    position: integer('position').notNull(),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    pieceID: integer('piece_id').references(() => piece.pieceID),
    /** The price in this live, in pesos. */
    price: money('price').notNull(),
    /** How many of the kind this live sells. */
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    unique('live_piece_number_unique').on(t.liveID, t.number),
    uniqueIndex('live_piece_item_unique')
      .on(t.liveID, t.itemID)
      .where(sql`${t.pieceID} is null`),
    uniqueIndex('live_piece_piece_unique')
      .on(t.liveID, t.pieceID)
      .where(sql`${t.pieceID} is not null`),
    index('live_piece_of_item').on(t.itemID),
    index('live_piece_of_piece').on(t.pieceID),
    check('live_piece_number', sql`${t.number} between 1 and 999`),
    check('live_piece_quantity', sql`${t.quantity} > 0 and (${t.pieceID} is null or ${t.quantity} = 1)`),
    check('live_piece_price', sql`${t.price} >= 0`),
  ],
)

/** What was on show from when. Rows are final. A row without a piece says that nothing is on show. */
export const liveShow = pgTable(
  'live_show',
  {
    showID: key('show_id'),
    liveID: integer('live_id')
      .notNull()
      .references(() => live.liveID),
    livePieceID: integer('live_piece_id').references(() => livePiece.livePieceID),
    shownAt: moment('shown_at').notNull(),
    shownByID: integer('shown_by_id').references(() => user.userID),
  },
  (t) => [index('live_show_of_live').on(t.liveID, t.shownAt), index('live_show_of_piece').on(t.livePieceID)],
)
