import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { item } from './catalogue.ts'
import { key, moment, money, quantity, storedPicture } from './columns.ts'
import { stamps, user } from './people.ts'
import { receivingItem } from './purchasing.ts'
import { saleItem } from './sales.ts'
import { inventory, inventoryAdjustment, stockCountLine } from './stock.ts'

/** What a person enters about a piece. A null weight means that of the item. */
const described = () => ({
  barcode: text('barcode'),
  grams: quantity('grams'),
  netGrams: quantity('net_grams'),
  certificateNumber: text('certificate_number'),
  laboratory: text('laboratory'),
  note: text('note'),
})

/**
 * One piece of an item that is kept by piece. Triggers keep its number and its codes final, and let only the stock
 * ledger move it: the pieces of a stock row are always as many as its quantity on hand.
 */
export const piece = pgTable(
  'piece',
  {
    pieceID: key('piece_id'),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID, { onDelete: 'cascade' }),
    /** The place of the piece among all pieces of its item. A number is never used again. */
    serial: integer('serial').notNull(),
    /** The number on the tag, such as `R-118-001`. It stays when the item gets another code. */
    number: text('number').notNull(),
    /** The random code in the address that the tag's QR holds. */
    code: text('code').notNull(),
    ...described(),
    /** The private file with the scan of the laboratory's certificate; null without one. */
    certificateFile: text('certificate_file'),
    /** The pesos that this piece cost when it came. The books value it at the item's average. */
    cost: money('cost'),
    /** The stock that the piece is in; null when it has left the stock. */
    inventoryID: integer('inventory_id').references(() => inventory.inventoryID, { onDelete: 'set null' }),
    /** The stock in which the piece was named, for stock that was there before its item was kept by piece. */
    countedInID: integer('counted_in_id').references(() => inventory.inventoryID, { onDelete: 'set null' }),
    ...stamps,
  },
  (t) => [
    uniqueIndex('piece_serial_unique').on(t.itemID, t.serial),
    index('piece_inventory')
      .on(t.inventoryID)
      .where(sql`${t.inventoryID} is not null`),
    check('piece_weights', sql`${t.grams} > 0 and ${t.netGrams} > 0 and ${t.netGrams} <= ${t.grams}`),
    check('piece_cost', sql`${t.cost} >= 0`),
    check('piece_certificate_file', sql`${t.certificateFile} ~ '^[0-9a-f]{32}\\.(webp|pdf)$'`),
    index('piece_certificate_file')
      .on(t.certificateFile)
      .where(sql`${t.certificateFile} is not null`),
  ],
)

/** A picture of one piece. A piece without any is shown by those of its item. */
export const pieceImage = pgTable(
  'piece_image',
  {
    imageID: key('image_id'),
    pieceID: integer('piece_id')
      .notNull()
      .references(() => piece.pieceID, { onDelete: 'cascade' }),
    ...storedPicture(),
  },
  (t) => [
    index('piece_image_piece').on(t.pieceID, t.position),
    check('piece_image_focus', sql`${t.focusX} between 0 and 100 and ${t.focusY} between 0 and 100`),
    check('piece_image_focus_from', sql`${t.focusFrom} in ('nothing', 'picture', 'person')`),
  ],
)

/**
 * Every code that a scan can mean: the codes and barcodes of items, and the numbers, codes and barcodes of pieces, in
 * lower case. Triggers write it. Its key keeps the code of a piece apart from all others.
 */
export const scanCode = pgTable(
  'scan_code',
  {
    code: text('code').primaryKey(),
    /** The piece that has the code; null for a code of items. */
    pieceID: integer('piece_id').references(() => piece.pieceID, { onDelete: 'cascade' }),
  },
  (t) => [
    index('scan_code_piece')
      .on(t.pieceID)
      .where(sql`${t.pieceID} is not null`),
  ],
)

/**
 * The piece of a sale's line. `taken` is set while the line holds the piece, and from its sale until it comes back. The
 * unique key lets one line at a time take a piece.
 */
export const saleItemPiece = pgTable(
  'sales_item_piece',
  {
    salesItemID: integer('sales_item_id')
      .primaryKey()
      .references(() => saleItem.salesItemID, { onDelete: 'cascade' }),
    pieceID: integer('piece_id')
      .notNull()
      .references(() => piece.pieceID),
    taken: boolean('taken').notNull().default(true),
  },
  (t) => [
    uniqueIndex('sales_item_piece_taken')
      .on(t.pieceID)
      .where(sql`${t.taken}`),
    index('sales_item_piece_piece').on(t.pieceID),
  ],
)

/** A piece of a receiving's line, as it was entered. It becomes a piece when the receiving is completed. */
export const receivingPiece = pgTable(
  'po_receiving_piece',
  {
    receivingPieceID: key('receiving_piece_id'),
    poReceivingItemID: integer('po_receiving_item_id')
      .notNull()
      .references(() => receivingItem.poReceivingItemID, { onDelete: 'cascade' }),
    ...described(),
    /** The piece that it became; null while the receiving is Pending. */
    pieceID: integer('piece_id')
      .unique('po_receiving_piece_once')
      .references(() => piece.pieceID, { onDelete: 'cascade' }),
  },
  (t) => [index('po_receiving_piece_line').on(t.poReceivingItemID)],
)

/** A piece that an adjustment removes from the stock. */
export const adjustmentPiece = pgTable(
  'inventory_adjustment_piece',
  {
    adjustmentID: integer('adjustment_id')
      .notNull()
      .references(() => inventoryAdjustment.adjustmentID, { onDelete: 'cascade' }),
    pieceID: integer('piece_id')
      .notNull()
      .references(() => piece.pieceID),
  },
  (t) => [
    primaryKey({ columns: [t.adjustmentID, t.pieceID] }),
    index('inventory_adjustment_piece_piece').on(t.pieceID),
  ],
)

/** A piece that was found while a line of a sheet was counted. */
export const countPiece = pgTable(
  'stock_count_piece',
  {
    countLineID: integer('count_line_id')
      .notNull()
      .references(() => stockCountLine.countLineID, { onDelete: 'cascade' }),
    pieceID: integer('piece_id')
      .notNull()
      .references(() => piece.pieceID),
    foundByID: integer('found_by_id').references(() => user.userID),
    foundAt: moment('found_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.countLineID, t.pieceID] }), index('stock_count_piece_piece').on(t.pieceID)],
)
