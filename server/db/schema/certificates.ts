import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { karats } from '../../../contract/catalogue/karats.ts'
import { revocationReasons } from '../../../contract/sales/certificate-rules.ts'
import { item } from './catalogue.ts'
import { key, moment, quantity } from './columns.ts'
import { user } from './people.ts'
import { piece } from './pieces.ts'
import { saleItem } from './sales.ts'

/**
 * A certificate of authenticity: what the shop states about one piece in somebody's hand. It copies the facts, so that it
 * says the same when the item changes. Rows are final; a certificate is taken back by a row of `certificate_revocation`.
 */
export const certificate = pgTable(
  'certificate',
  {
    certificateID: key('certificate_id'),
    certificateNumber: text('certificate_number').notNull().unique('certificate_number_unique'),
    /** The random code in the address that the QR holds. */
    code: text('code').notNull().unique('certificate_code_unique'),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    /** The piece, of an item that is kept by piece. */
    pieceID: integer('piece_id').references(() => piece.pieceID),
    /** The line with which it was issued; null for a piece that was not sold yet. Only a demo sale is ever deleted. */
    salesItemID: integer('sales_item_id').references(() => saleItem.salesItemID, { onDelete: 'cascade' }),
    /** Which of the line's pieces it is for, from 1; null for a piece with a number of its own. */
    unit: integer('unit'),
    /** The revoked certificate of the same piece that this one replaces. */
    replacesID: integer('replaces_id').references((): AnyPgColumn => certificate.certificateID),
    /** The number on the piece's tag, or else the item's code. */
    pieceNumber: text('piece_number').notNull(),
    itemName: text('item_name').notNull(),
    tagalogName: text('tagalog_name'),
    japaneseName: text('japanese_name'),
    karat: text('karat', { enum: karats }),
    metal: text('metal'),
    stone: text('stone'),
    size: text('size'),
    grams: quantity('grams'),
    netGrams: quantity('net_grams'),
    laboratoryReport: text('laboratory_report'),
    pictureURL: text('picture_url'),
    secondPictureURL: text('second_picture_url'),
    thirdPictureURL: text('third_picture_url'),
    /** Where it was issued. */
    place: text('place').notNull(),
    issuedOn: date('issued_on').notNull(),
    createdByID: integer('created_by_id').references(() => user.userID),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    // The first certificate of a piece, and one replacement of each: a piece never has two that count.
    uniqueIndex('certificate_first_of_piece')
      .on(t.pieceID)
      .where(sql`${t.pieceID} is not null and ${t.replacesID} is null`),
    uniqueIndex('certificate_first_of_unit')
      .on(t.salesItemID, t.unit)
      .where(sql`${t.pieceID} is null and ${t.replacesID} is null`),
    uniqueIndex('certificate_replaces_once')
      .on(t.replacesID)
      .where(sql`${t.replacesID} is not null`),
    index('certificate_item').on(t.itemID),
    index('certificate_piece').on(t.pieceID),
    index('certificate_line').on(t.salesItemID),
    check('certificate_karat', sql`${t.karat} in ('24K', '22K', '21K', '18K', '14K', '10K')`),
    check(
      'certificate_weights',
      sql`${t.grams} > 0.0 and ${t.netGrams} > 0.0 and (${t.grams} is null or ${t.netGrams} <= ${t.grams})`,
    ),
    check(
      'certificate_of_one_piece',
      sql`(${t.pieceID} is null) = (${t.unit} is not null) and (${t.pieceID} is not null or ${t.salesItemID} is not null)
        and ${t.unit} > 0`,
    ),
  ],
)

/** A certificate that no longer counts. The key lets one be revoked only once, and rows are final. */
export const certificateRevocation = pgTable(
  'certificate_revocation',
  {
    certificateID: integer('certificate_id')
      .primaryKey()
      .references(() => certificate.certificateID, { onDelete: 'cascade' }),
    /** What the public page says. */
    reason: text('reason', { enum: revocationReasons }).notNull(),
    /** A note that only staff read. */
    note: text('note'),
    revokedByID: integer('revoked_by_id').references(() => user.userID),
    revokedAt: moment('revoked_at').notNull().defaultNow(),
    revokedOn: date('revoked_on').notNull(),
  },
  (t) => [
    check('certificate_revocation_reason', sql`${t.reason} in ('changed', 'mistake', 'lost', 'returned', 'other')`),
  ],
)
