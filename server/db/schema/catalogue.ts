import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import type { translatedLanguages } from '../../../contract/shared/languages.ts'
import { taxKinds } from '../../../contract/tax/tax-countries.ts'
import { key, money, quantity, storedPicture, unitCost } from './columns.ts'
import { stamps } from './people.ts'
import { itemPrice } from './pricing.ts'

export const category = pgTable(
  'category',
  {
    categoryID: key('category_id'),
    categoryCode: text('category_code').notNull(),
    categoryName: text('category_name').notNull(),
    tagalogName: text('tagalog_name'),
    japaneseName: text('japanese_name'),
    description: text('description'),
    status: boolean('status').notNull().default(true),
    ...stamps,
  },
  (t) => [
    uniqueIndex('category_code_unique').on(sql`lower(${t.categoryCode})`),
    uniqueIndex('category_name_unique').on(sql`lower(${t.categoryName})`),
  ],
)

export const item = pgTable(
  'item',
  {
    itemID: key('item_id'),
    itemCode: text('item_code').notNull(),
    itemName: text('item_name').notNull(),
    categoryID: integer('category_id')
      .notNull()
      .references(() => category.categoryID),
    barcode: text('barcode'),
    description: text('description'),
    grams: quantity('grams').notNull(),
    uom: text('uom', { enum: ['PCS', 'PAIR', 'BULK'] }).notNull(),
    price: money('price').notNull(),
    /** The grams without stones; null if they are unknown. */
    netGrams: quantity('net_grams'),
    /** The reckoned price of an item that is priced by the gold rate; null for a fixed price. */
    itemPriceID: integer('item_price_id'),
    /** The moving average cost of one unit in pesos; each receiving updates it. */
    averageCost: unitCost('average_cost').notNull(),
    karat: text('karat', { enum: ['24K', '22K', '21K', '18K', '14K', '10K'] }),
    metal: text('metal'),
    stone: text('stone'),
    size: text('size'),
    certificateNumber: text('certificate_number'),
    leadTimeDays: integer('lead_time_days'),
    /** The item's treatment by the tax of the shop's country. */
    taxClass: text('tax_class', { enum: taxKinds }).notNull().default('standard'),
    status: boolean('status').notNull().default(true),
    /** Whether the public site shows the item while it is Active. */
    onSite: boolean('on_site').notNull().default(true),
    /** Whether each piece has its own number. It is never switched off once a piece has one. */
    byPiece: boolean('by_piece').notNull().default(false),
    /** The number of pieces that were ever named, from which the next number follows. */
    piecesNamed: integer('pieces_named').notNull().default(0),
    ...stamps,
  },
  (t) => [
    uniqueIndex('item_code_unique').on(sql`lower(${t.itemCode})`),
    uniqueIndex('item_barcode_unique').on(sql`lower(${t.barcode})`),
    index('item_category').on(t.categoryID),
    index('item_name_trgm').using('gin', sql`${t.itemName} gin_trgm_ops`),
    index('item_code_trgm').using('gin', sql`${t.itemCode} gin_trgm_ops`),
    index('item_barcode_trgm').using('gin', sql`${t.barcode} gin_trgm_ops`),
    index('item_description_trgm').using('gin', sql`${t.description} gin_trgm_ops`),
    // An item by the rate has the price, the karat and the net grams that were reckoned. The columns have no index, so
    // that a repricing updates only the rows.
    foreignKey({
      name: 'item_by_rate',
      columns: [t.itemPriceID, t.itemID, t.price, t.karat, t.netGrams],
      foreignColumns: [itemPrice.itemPriceID, itemPrice.itemID, itemPrice.price, itemPrice.karat, itemPrice.netGrams],
    }),
    check(
      'item_priced',
      sql`${t.netGrams} > 0.0 and (${t.itemPriceID} is null or (${t.karat} is not null and ${t.netGrams} is not null))`,
    ),
    check('item_uom', sql`${t.uom} in ('PCS', 'PAIR', 'BULK')`),
    check('item_by_piece', sql`not ${t.byPiece} or ${t.uom} = 'PCS'`),
    check('item_karat', sql`${t.karat} in ('24K', '22K', '21K', '18K', '14K', '10K')`),
    check('item_tax_class', sql`${t.taxClass} in ('standard', 'reduced', 'zero-rated', 'exempt')`),
    check('item_amounts', sql`${t.price} >= 0 and ${t.averageCost} >= 0 and ${t.grams} >= 0`),
  ],
)

export const itemImage = pgTable(
  'item_image',
  {
    imageID: key('image_id'),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    ...storedPicture(),
  },
  (t) => [
    index('item_image_item').on(t.itemID, t.position),
    index('item_image_without_focus')
      .on(t.imageID)
      .where(sql`${t.focusFrom} = 'nothing'`),
    check('item_image_focus', sql`${t.focusX} between 0 and 100 and ${t.focusY} between 0 and 100`),
    check('item_image_focus_from', sql`${t.focusFrom} in ('nothing', 'picture', 'person')`),
  ],
)

/** An item's name and description in another language than the shop's own. */
export const itemTranslation = pgTable(
  'item_translation',
  {
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    language: text('language').$type<(typeof translatedLanguages)[number]>().notNull(),
    itemName: text('item_name'),
    description: text('description'),
  },
  (t) => [primaryKey({ columns: [t.itemID, t.language] })],
)

/**
 * The lower-case search text of an item and of a translation, in columns that PostgreSQL generates (the
 * `catalogue_search` migration). They are not fields of the tables, so that records do not return the text twice.
 */
export const itemSearchWords = sql<string>`item.search_words`
export const translationSearchWords = sql<string>`item_translation.search_words`
