import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'

import {
  buyerMarks,
  claimStatuses,
  commentOutcomes,
  liveStatuses,
  orderSources,
  stepKinds,
} from '../../../contract/live/live-statuses.ts'
import { platforms } from '../../../contract/sales/buyers.ts'
import { item } from './catalogue.ts'
import { key, moment, money } from './columns.ts'
import { stamps, user } from './people.ts'
import { piece } from './pieces.ts'
import { buyer, sale, saleItem, transactionType } from './sales.ts'
import { location } from './stock.ts'

/** An evening on which a host shows pieces and viewers claim them in comments. */
export const live = pgTable(
  'live',
  {
    liveID: key('live_id'),
    liveName: text('live_name').notNull(),
    /** The platforms on which it is shown. The first is that of a typed comment without one. */
    platforms: text('platforms', { enum: platforms }).array().notNull(),
    status: text('status', { enum: liveStatuses }).notNull().default('Planned'),
    plannedStart: moment('planned_start').notNull(),
    /** The holds of its baskets end 24 hours after it. */
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
    /** How many claims may wait behind the winner of a piece. */
    lineLength: integer('line_length').notNull().default(1),
    /** The hash of the secret in the address of the overlay, and when it was made; null without one. */
    overlayHash: text('overlay_hash').unique('live_overlay_unique'),
    overlayMadeAt: moment('overlay_made_at'),
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
    check('live_overlay', sql`(${t.overlayHash} is null) = (${t.overlayMadeAt} is null)`),
    check('live_line_length', sql`${t.lineLength} between 0 and 3`),
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

/** A comment of a live, kept as it was written. */
export const liveComment = pgTable(
  'live_comment',
  {
    commentID: key('comment_id'),
    liveID: integer('live_id')
      .notNull()
      .references(() => live.liveID),
    platform: text('platform', { enum: platforms }).notNull(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    /** The platform's own key of the comment; null if it gives none. */
    platformKey: text('platform_key'),
    /** The platform's time; null if it gives none. */
    writtenAt: moment('written_at'),
    orderSource: text('order_source', { enum: orderSources }).notNull(),
    /** The place among the pasted comments of its platform; 0 for a typed one. */
    place: integer('place').notNull(),
    enteredAt: moment('entered_at').notNull(),
    enteredByID: integer('entered_by_id').references(() => user.userID),
    /** The piece on show when it was written; null if none was, or nobody knows. */
    onShowID: integer('on_show_id').references(() => livePiece.livePieceID),
    outcome: text('outcome', { enum: commentOutcomes }).notNull(),
    /** What a person has to decide about it; null for a decided one. */
    question: text('question'),
    decidedAt: moment('decided_at'),
    decidedByID: integer('decided_by_id').references(() => user.userID),
  },
  (t) => [
    uniqueIndex('live_comment_key_unique')
      .on(t.liveID, t.platform, t.platformKey)
      .where(sql`${t.platformKey} is not null`),
    index('live_comment_place').on(t.liveID, t.platform, t.place),
    index('live_comment_undecided')
      .on(t.liveID)
      .where(sql`${t.outcome} = 'undecided'`),
    check('live_comment_question', sql`(${t.question} is not null) = (${t.outcome} = 'undecided')`),
  ],
)

/** The sale into which the claims that a buyer wins in a live go. */
export const liveBasket = pgTable(
  'live_basket',
  {
    basketID: key('basket_id'),
    liveID: integer('live_id')
      .notNull()
      .references(() => live.liveID),
    buyerID: integer('buyer_id')
      .notNull()
      .references(() => buyer.buyerID),
    /** The open sale, or the last one; null before the first claim is won. */
    salesTransactionID: integer('sales_transaction_id').references(() => sale.salesTransactionID, {
      onDelete: 'set null',
    }),
    /** When the page of the order was sent first. It lengthens the hold once. */
    sentAt: moment('sent_at'),
    sentByID: integer('sent_by_id').references(() => user.userID),
  },
  (t) => [
    unique('live_basket_of_buyer').on(t.liveID, t.buyerID),
    unique('live_basket_of_sale').on(t.salesTransactionID),
    index('live_basket_buyer').on(t.buyerID),
  ],
)

/** A buyer's claim of one piece, from one comment. It is never deleted. */
export const liveClaim = pgTable(
  'live_claim',
  {
    claimID: key('claim_id'),
    liveID: integer('live_id')
      .notNull()
      .references(() => live.liveID),
    livePieceID: integer('live_piece_id')
      .notNull()
      .references(() => livePiece.livePieceID),
    buyerID: integer('buyer_id')
      .notNull()
      .references(() => buyer.buyerID),
    commentID: integer('comment_id')
      .notNull()
      .references(() => liveComment.commentID)
      .unique('live_claim_of_comment'),
    status: text('status', { enum: claimStatuses }).notNull(),
    /** The place among the claims of the piece, from 1. */
    rank: integer('rank').notNull(),
    orderAt: moment('order_at').notNull(),
    orderPlace: integer('order_place').notNull(),
    /** Until when a buyer who is asked answers. */
    askedUntil: moment('asked_until'),
    /** Why it was refused, withdrawn or moved, as a sentence for staff. */
    reason: text('reason'),
    /** The line of the basket; null unless it is won. */
    salesItemID: integer('sales_item_id').references(() => saleItem.salesItemID, { onDelete: 'set null' }),
    notedByID: integer('noted_by_id').references(() => user.userID),
    notedAt: moment('noted_at').notNull(),
    decidedAt: moment('decided_at').notNull(),
  },
  (t) => [
    index('live_claim_of_live').on(t.liveID),
    index('live_claim_of_piece').on(t.livePieceID, t.rank),
    index('live_claim_of_buyer').on(t.buyerID),
    uniqueIndex('live_claim_line_unique').on(t.salesItemID),
    uniqueIndex('live_claim_open_once')
      .on(t.livePieceID, t.buyerID)
      .where(sql`${t.status} in ('won', 'waiting', 'asked', 'invoiced')`),
    index('live_claim_asked')
      .on(t.askedUntil)
      .where(sql`${t.status} = 'asked'`),
    check('live_claim_asked_until', sql`(${t.askedUntil} is not null) = (${t.status} = 'asked')`),
  ],
)

/** The steps that decided the claims of a live, in order. Rows are final; they replay to the stored outcomes. */
export const liveStep = pgTable(
  'live_step',
  {
    stepID: key('step_id'),
    liveID: integer('live_id')
      .notNull()
      .references(() => live.liveID),
    at: moment('at').notNull(),
    kind: text('kind', { enum: stepKinds }).notNull(),
    livePieceID: integer('live_piece_id')
      .notNull()
      .references(() => livePiece.livePieceID),
    claimID: integer('claim_id').references(() => liveClaim.claimID),
    /** What the rules could not know: the order of the claim, an obstacle, the quantity of the piece. */
    facts: jsonb('facts').$type<Record<string, string | number | null>>().notNull(),
    /** The state that the claim got. */
    outcome: text('outcome', { enum: claimStatuses }),
    reason: text('reason'),
    byID: integer('by_id').references(() => user.userID),
  },
  (t) => [
    index('live_step_of_live').on(t.liveID, t.stepID),
    index('live_step_of_piece').on(t.livePieceID),
    index('live_step_of_claim').on(t.claimID),
  ],
)

/** A mark of a buyer for staff, with its reason. A mark that ended stays. */
export const liveBuyerMark = pgTable(
  'live_buyer_mark',
  {
    markID: key('mark_id'),
    buyerID: integer('buyer_id')
      .notNull()
      .references(() => buyer.buyerID),
    mark: text('mark', { enum: buyerMarks }).notNull(),
    reason: text('reason').notNull(),
    markedAt: moment('marked_at').notNull(),
    markedByID: integer('marked_by_id').references(() => user.userID),
    endedAt: moment('ended_at'),
    endedByID: integer('ended_by_id').references(() => user.userID),
    /** Why it ended; null for one that ended before reasons were asked for. */
    endReason: text('end_reason'),
  },
  (t) => [
    uniqueIndex('live_buyer_mark_once')
      .on(t.buyerID, t.mark)
      .where(sql`${t.endedAt} is null`),
    check('live_buyer_mark_end', sql`${t.endReason} is null or ${t.endedAt} is not null`),
    check('live_buyer_mark_mark', sql`${t.mark} in ('deposit first', 'not served')`),
  ],
)
