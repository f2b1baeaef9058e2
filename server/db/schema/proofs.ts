import { sql } from 'drizzle-orm'
import {
  bytea,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { rejectReasons, storedProofStatuses } from '../../../contract/proofs/proof-rules.ts'
import { languages } from '../../../contract/shared/languages.ts'
import { key, moment, money } from './columns.ts'
import { moneyEntry, payAccount } from './money.ts'
import { orderLink } from './order-links.ts'
import { user } from './people.ts'
import { sale } from './sales.ts'

/**
 * A payment that a buyer says to have made. It is no money: approving it takes the payment. A trigger keeps a decided
 * proof as it is, but for the undoing of an approval and the removal of its pictures.
 */
export const paymentProof = pgTable(
  'payment_proof',
  {
    proofID: key('proof_id'),
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID),
    /** The link with which the buyer sent it. */
    orderLinkID: integer('order_link_id')
      .notNull()
      .references(() => orderLink.orderLinkID),
    status: text('status', { enum: storedProofStatuses }).notNull().default('Sent'),
    /** The language in which the buyer read the page. */
    language: text('language', { enum: languages }).notNull(),
    /**
     * A hash of what was sent and of the form with which it was sent, so that a repeated request makes no second proof.
     */
    sendKey: text('send_key'),
    sentAt: moment('sent_at').notNull(),
    /** What the buyer typed. */
    amount: money('amount').notNull(),
    day: date('day').notNull(),
    reference: text('reference').notNull(),
    payAccountID: integer('pay_account_id').references(() => payAccount.payAccountID),
    /** The end of the sale's hold that this proof moved; null when it moved none. */
    heldUntil: moment('held_until'),
    /** When its pictures were compared with those of other proofs; null while they were not. */
    comparedAt: moment('compared_at'),
    takenByID: integer('taken_by_id').references(() => user.userID),
    takenUntil: moment('taken_until'),
    /** Who approved or rejected it. A buyer's withdrawal has no user. */
    decidedByID: integer('decided_by_id').references(() => user.userID),
    decidedAt: moment('decided_at'),
    rejectReason: text('reject_reason', { enum: rejectReasons }),
    /** The sentence of a rejection in a person's own words. */
    rejectWords: text('reject_words'),
    /** What was seen in the account. */
    seenAmount: money('seen_amount'),
    seenDay: date('seen_day'),
    seenReference: text('seen_reference'),
    seenAccountID: integer('seen_account_id').references(() => payAccount.payAccountID),
    /**
     * The reference as `normalizeReference` returns it, with the day and the amount where the references of the account
     * repeat. It is unique among approved proofs.
     */
    referenceKey: text('reference_key'),
    /** An administrator's reason to approve a reference that was used before. */
    overrideReason: text('override_reason'),
    undoneByID: integer('undone_by_id').references(() => user.userID),
    undoneAt: moment('undone_at'),
    undoReason: text('undo_reason'),
    /** When its pictures were removed. Their hashes stay. */
    filesRemovedAt: moment('files_removed_at'),
  },
  (t) => [
    index('payment_proof_sale').on(t.salesTransactionID),
    index('payment_proof_waiting')
      .on(t.sentAt)
      .where(sql`${t.status} = 'Sent'`),
    // A buyer who has withdrawn a proof may send it again.
    uniqueIndex('payment_proof_send_once')
      .on(t.salesTransactionID, t.sendKey)
      .where(sql`${t.status} <> 'Withdrawn'`),
    uniqueIndex('payment_proof_reference')
      .on(t.seenAccountID, t.referenceKey)
      .where(sql`${t.status} = 'Approved' and ${t.overrideReason} is null and ${t.undoneAt} is null`),
    check('payment_proof_status', sql`${t.status} in ('Sent', 'Approved', 'Rejected', 'Withdrawn')`),
    check('payment_proof_amount', sql`${t.amount} > 0.0 and ${t.seenAmount} > 0.0`),
    check('payment_proof_taken', sql`(${t.takenByID} is null) = (${t.takenUntil} is null)`),
    check('payment_proof_decided', sql`(${t.decidedAt} is null) = (${t.status} = 'Sent')`),
    check(
      'payment_proof_seen',
      sql`num_nulls(${t.seenAmount}, ${t.seenDay}, ${t.seenReference}, ${t.seenAccountID}, ${t.referenceKey})
        = case ${t.status} when 'Approved' then 0 else 5 end`,
    ),
    check(
      'payment_proof_rejected',
      sql`(${t.rejectReason} is not null) = (${t.status} = 'Rejected')
        and (${t.rejectWords} is not null) = coalesce(${t.rejectReason} = 'own_words', false)`,
    ),
    check(
      'payment_proof_undone',
      sql`(${t.undoneAt} is null) = (${t.undoReason} is null) and (${t.undoneAt} is null or ${t.status} = 'Approved')`,
    ),
  ],
)

/** A picture or a PDF of a proof. */
export const proofFile = pgTable(
  'proof_file',
  {
    proofFileID: key('proof_file_id'),
    proofID: integer('proof_id')
      .notNull()
      .references(() => paymentProof.proofID),
    position: integer('position').notNull(),
    /** The private file; null after its removal. */
    file: text('file'),
    /** The format in which the buyer sent it. */
    format: text('format', { enum: ['JPEG', 'PNG', 'WebP', 'PDF'] }).notNull(),
    /** The size of the stored picture in pixels; null for a PDF. */
    width: integer('width'),
    height: integer('height'),
    /** SHA-256 of the decoded pixels, or of the bytes of a PDF, in hexadecimal. */
    contentHash: text('content_hash').notNull(),
    /** The small grey picture by which pictures are compared; null for a PDF, and after the removal. */
    print: bytea('print'),
  },
  (t) => [
    unique('proof_file_place').on(t.proofID, t.position),
    index('proof_file_content').on(t.contentHash),
    index('proof_file_file')
      .on(t.file)
      .where(sql`${t.file} is not null`),
    check('proof_file_format', sql`${t.format} in ('JPEG', 'PNG', 'WebP', 'PDF')`),
    check('proof_file_position', sql`${t.position} between 1 and 5`),
    check('proof_file_file', sql`${t.file} ~ '^[0-9a-f]{32}\\.(webp|pdf)$'`),
  ],
)

/** Two pictures of different proofs that are the same or look alike, found when the later one was sent. */
export const proofLikeness = pgTable(
  'proof_likeness',
  {
    proofFileID: integer('proof_file_id')
      .notNull()
      .references(() => proofFile.proofFileID),
    otherFileID: integer('other_file_id')
      .notNull()
      .references(() => proofFile.proofFileID),
    /** The largest difference of a block, as `comparePrints` returns it; 0 for the same pixels. */
    difference: doublePrecision('difference').notNull(),
    /** The places that differ, in both pictures. */
    boxes: jsonb('boxes').$type<{ here: Box; there: Box }[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.proofFileID, t.otherFileID] }), index('proof_likeness_other').on(t.otherFileID)],
)

/** A rectangle in a picture, as fractions of its width and height. */
type Box = { x: number; y: number; width: number; height: number }

/** The entries of the money ledger that an approval made: at most one payment for each sale, and one for the rest. */
export const proofPayment = pgTable(
  'proof_payment',
  {
    entryID: integer('entry_id')
      .primaryKey()
      .references(() => moneyEntry.entryID),
    proofID: integer('proof_id')
      .notNull()
      .references(() => paymentProof.proofID),
    /** The sale that it pays; null for the rest, which became credit. */
    salesTransactionID: integer('sales_transaction_id').references(() => sale.salesTransactionID),
  },
  (t) => [unique('proof_payment_once').on(t.proofID, t.salesTransactionID).nullsNotDistinct()],
)
