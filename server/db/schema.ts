import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  type AnyPgColumn,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import type { ViewList } from '../../contract/company/view-lists.ts'
import type { ImportKind } from '../../contract/imports/import-columns.ts'
import type { notificationKinds } from '../../contract/people/notifications.ts'
import type { purchaseOrderStatuses } from '../../contract/purchasing/purchase-orders.ts'
import type { receivingStatuses, receivingUoms } from '../../contract/purchasing/receivings.ts'
import type { dispositions } from '../../contract/sales/sales.ts'
import type { Language, translatedLanguages } from '../../contract/shared/languages.ts'
import { roleIDs } from '../../contract/shared/permissions.ts'
import type { adjustmentStatuses } from '../../contract/stock/inventory-adjustments.ts'
import type { documentTypes, movementKinds } from '../../contract/stock/inventory.ts'
import type { countStatuses } from '../../contract/stock/stock-counts.ts'

// Keys are the names of the JSON, so that a row can be answered as it is; columns are snake_case.
// What drizzle cannot say (triggers) is in the migrations beside this file.

/** Milliseconds, so that a moment survives JavaScript: `updatedAt` is compared when a record is written. */
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const key = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity()
/** Pesos. */
const money = (name: string) => numeric(name, { precision: 14, scale: 2, mode: 'number' })
/** Pieces or pairs, or grams of a BULK item. */
const quantity = (name: string) => numeric(name, { precision: 14, scale: 3, mode: 'number' })
/** As it was weighed or counted: to the milligram also in kg. */
const enteredQuantity = (name: string) => numeric(name, { precision: 17, scale: 6, mode: 'number' })
/** Pesos per unit, as a moving average. */
const unitCost = (name: string) => numeric(name, { precision: 18, scale: 6, mode: 'number' })

const stamps = {
  createdByID: integer('created_by_id').references((): AnyPgColumn => user.userID),
  modifiedByID: integer('modified_by_id').references((): AnyPgColumn => user.userID),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
}

// ---- people

export const role = pgTable('role', {
  roleID: integer('role_id').primaryKey(),
  roleName: text('role_name').notNull(),
})

export const user = pgTable(
  'user_account',
  {
    userID: key('user_id'),
    firstName: text('first_name').notNull(),
    middleName: text('middle_name'),
    lastName: text('last_name').notNull(),
    roleID: integer('role_id')
      .$type<(typeof roleIDs)[number]>()
      .notNull()
      .references(() => role.roleID),
    username: text('username').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    phoneNumber: text('phone_number'),
    address: text('address'),
    birthday: date('birthday'),
    image_url: text('image_url'),
    status: boolean('status').notNull().default(true),
    ...stamps,
  },
  (t) => [
    uniqueIndex('user_email_unique').on(sql`lower(${t.email})`),
    uniqueIndex('user_username_unique').on(sql`lower(${t.username})`),
  ],
)

export const session = pgTable(
  'session',
  {
    sessionID: key('session_id'),
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    /** SHA-256 of the token, in hexadecimal; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique('session_token_unique'),
    agent: text('agent').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('session_user_id').on(t.userID)],
)

/** Signs its user in once; made by an administrator for who forgot a password. */
export const signInLink = pgTable('sign_in_link', {
  tokenHash: text('token_hash').primaryKey(),
  userID: integer('user_id')
    .notNull()
    .references(() => user.userID, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
})

/** One row per attempt that counts against a limit (see http/throttle.ts). */
export const attempt = pgTable(
  'attempt',
  {
    attemptID: bigint('attempt_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bucket: text('bucket').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [index('attempt_bucket').on(t.bucket, t.at)],
)

/** What somebody is told: one row per person. */
export const notification = pgTable(
  'notification',
  {
    notificationID: key('notification_id'),
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    kind: text('kind').$type<(typeof notificationKinds)[number]>().notNull(),
    message: text('message').notNull(),
    /** The address of what it is about, as `/inventory?id=12`. */
    link: text('link').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at'),
  },
  (t) => [
    index('notification_user').on(t.userID, t.notificationID),
    index('notification_unread')
      .on(t.userID)
      .where(sql`${t.readAt} is null`),
  ],
)

/** What a visitor of the public site asked. */
export const question = pgTable(
  'question',
  {
    questionID: key('question_id'),
    /** The piece it is about; null: the shop as such. */
    itemID: integer('item_id').references((): AnyPgColumn => item.itemID),
    name: text('name').notNull(),
    email: text('email').notNull(),
    text: text('text').notNull(),
    /** In which language the page was that it was asked on. */
    language: text('language').$type<Language>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    answeredAt: moment('answered_at'),
    answeredByID: integer('answered_by_id').references(() => user.userID),
  },
  (t) => [index('question_item').on(t.itemID)],
)

// ---- company

/** One row at most: the company as the public sees it. */
export const companyProfile = pgTable(
  'company_profile',
  {
    id: integer('id').primaryKey().default(1),
    companyName: text('company_name').notNull(),
    registrationNumber: text('registration_number').notNull(),
    companyAddress: text('company_address'),
    companyEmail: text('company_email').notNull(),
    companyPhone: text('company_phone').notNull(),
    companyPhoneSecondary: text('company_phone_secondary'),
    taxDetails: text('tax_details'),
    image_url: text('image_url'),
    instagram: text('instagram'),
    facebook: text('facebook'),
    tiktok: text('tiktok'),
    lineapp: text('lineapp'),
    ...stamps,
  },
  (t) => [check('company_profile_one_row', sql`${t.id} = 1`)],
)

/** One row: the shop's own settings. */
export const shopSetting = pgTable(
  'shop_setting',
  {
    id: integer('id').primaryKey().default(1),
    timeZone: text('time_zone').notNull().default('Asia/Tokyo'),
    defaultLocationID: integer('default_location_id')
      .notNull()
      .references(() => location.locationID),
    holdDays: integer('hold_days').notNull().default(3),
    /** Whether the shop started with the demo shop; null while that is undecided. */
    demo: boolean('demo'),
    /** While the demo shop is in: what it made, so that it alone can be cleared. The demo's code knows its shape. */
    demoRows: jsonb('demo_rows'),
    ...stamps,
  },
  (t) => [check('shop_setting_one_row', sql`${t.id} = 1`), check('shop_setting_hold_days', sql`${t.holdDays} >= 1`)],
)

/** A list's search, filters, order and columns, kept under a name. */
export const savedView = pgTable(
  'saved_view',
  {
    viewID: key('view_id'),
    list: text('list').$type<ViewList>().notNull(),
    viewName: text('view_name').notNull(),
    /** As the list's address has it. */
    query: jsonb('query').$type<Record<string, string>>().notNull(),
    /** The names of the columns that are not shown. */
    hidden: jsonb('hidden').$type<string[]>().notNull(),
    shared: boolean('shared').notNull().default(false),
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    ...stamps,
  },
  (t) => [uniqueIndex('saved_view_name_unique').on(t.userID, t.list, sql`lower(${t.viewName})`)],
)

/** The view with which a list opens for somebody. */
export const defaultView = pgTable(
  'default_view',
  {
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    list: text('list').$type<ViewList>().notNull(),
    viewID: integer('view_id')
      .notNull()
      .references(() => savedView.viewID, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.userID, t.list] }), index('default_view_view').on(t.viewID)],
)

// ---- every subject

/** The answers of creating calls, so that the same call sent again gets the same answer. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    userID: integer('user_id')
      .notNull()
      .references(() => user.userID, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    answer: text('answer'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userID, t.endpoint, t.key] }), index('idempotency_key_age').on(t.createdAt)],
)

/** Who changed what, when, from what to what. Rows are final. */
export const audit = pgTable(
  'audit',
  {
    auditID: bigint('audit_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    userID: integer('user_id').references(() => user.userID),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityID: integer('entity_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [index('audit_entity').on(t.entity, t.entityID), index('audit_user').on(t.userID, t.auditID)],
)

/** The last number given to a kind of document in a year; numbers have no gaps. */
export const documentNumber = pgTable(
  'document_number',
  { kind: text('kind').notNull(), year: integer('year').notNull(), last: integer('last').notNull() },
  (t) => [primaryKey({ columns: [t.kind, t.year] })],
)

/**
 * How many rows a long table has, as the sum of what its triggers have noted at every insert and delete (the
 * row_count migration): counting 100,000 rows takes longer than reading a page of them. Housekeeping adds the notes up.
 */
export const rowCount = pgTable(
  'row_count',
  {
    tableName: text('table_name').notNull(),
    change: bigint('change', { mode: 'number' }).notNull(),
  },
  (t) => [index('row_count_table').on(t.tableName)],
)

// ---- insight

/** A task that somebody wrote down for the shop; done ones stay until they are deleted. */
export const reminder = pgTable(
  'reminder',
  {
    reminderID: key('reminder_id'),
    text: text('text').notNull(),
    dueDate: date('due_date', { mode: 'string' }),
    /** The shop's time of day, as HH:MM. */
    dueTime: text('due_time'),
    done: boolean('done').notNull().default(false),
    ...stamps,
  },
  (t) => [
    index('reminder_due').on(t.done, t.dueDate),
    check('reminder_due_time', sql`${t.dueTime} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('reminder_due', sql`${t.dueTime} is null or ${t.dueDate} is not null`),
  ],
)

/** How often something was done on a day of the shop's: pages visited, searches made. No trace of who did. */
export const dailyCount = pgTable(
  'daily_count',
  {
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: ['visit', 'search'] }).notNull(),
    /** The path that was visited; where it was searched. */
    subject: text('subject').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.subject] }), check('daily_count_count', sql`${t.count} > 0`)],
)

// ---- imports

/** A file whose rows became records, all at once. */
export const importBatch = pgTable('import', {
  importID: key('import_id'),
  kind: text('kind').$type<ImportKind>().notNull(),
  fileName: text('file_name').notNull(),
  /** As many records as it made. */
  rows: integer('rows').notNull(),
  /** Their keys, for undoing it. Numbers alone: what the records say stands in themselves. */
  recordIDs: integer('record_ids').array().notNull(),
  undoneAt: moment('undone_at'),
  undoneByID: integer('undone_by_id').references(() => user.userID),
  ...stamps,
})

// ---- catalogue

export const category = pgTable(
  'category',
  {
    categoryID: key('category_id'),
    categoryCode: text('category_code').notNull(),
    categoryName: text('category_name').notNull(),
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
    /** What one unit costs: the moving average; receiving moves it. */
    averageCost: unitCost('average_cost').notNull(),
    karat: text('karat', { enum: ['24K', '22K', '21K', '18K', '14K', '10K'] }),
    metal: text('metal'),
    stone: text('stone'),
    size: text('size'),
    certificateNumber: text('certificate_number'),
    leadTimeDays: integer('lead_time_days'),
    status: boolean('status').notNull().default(true),
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
    check('item_uom', sql`${t.uom} in ('PCS', 'PAIR', 'BULK')`),
    check('item_karat', sql`${t.karat} in ('24K', '22K', '21K', '18K', '14K', '10K')`),
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
    /** Where in the row of pictures; the lowest is the cover. */
    position: integer('position').notNull(),
    url: text('url').notNull(),
    thumb_url: text('thumb_url').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('item_image_item').on(t.itemID, t.position)],
)

/** An item's words in another language than the shop's own. */
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
 * What a piece, and a translation of its words, is searched by in the catalogue, in lower case, as PostgreSQL keeps it
 * (the `catalogue_search` migration). No fields of the tables, so that no record carries the words twice.
 */
export const itemSearchWords = sql<string>`item.search_words`
export const translationSearchWords = sql<string>`item_translation.search_words`

// ---- stock

export const location = pgTable(
  'location',
  {
    locationID: key('location_id'),
    locationName: text('location_name').notNull(),
    description: text('description'),
    status: boolean('status').notNull().default(true),
    ...stamps,
  },
  (t) => [uniqueIndex('location_name_unique').on(sql`lower(${t.locationName})`)],
)

export const inventoryType = pgTable(
  'inventory_type',
  {
    inventoryTypeID: key('inventory_type_id'),
    typeName: text('type_name').notNull(),
    description: text('description'),
    status: boolean('status').notNull().default(true),
    /** Whether sales may take from it. */
    sellable: boolean('sellable').notNull().default(true),
    ...stamps,
  },
  (t) => [uniqueIndex('inventory_type_name_unique').on(sql`lower(${t.typeName})`)],
)

export const adjustmentReason = pgTable(
  'adjustment_reason',
  {
    adjustmentReasonID: key('adjustment_reason_id'),
    reasonName: text('reason_name').notNull(),
    description: text('description').notNull(),
    ...stamps,
  },
  (t) => [uniqueIndex('adjustment_reason_name_unique').on(sql`lower(${t.reasonName})`)],
)

export const adjustmentType = pgTable(
  'adjustment_type',
  {
    adjustmentTypeID: key('adjustment_type_id'),
    typeName: text('type_name').notNull(),
    description: text('description').notNull(),
    ...stamps,
  },
  (t) => [uniqueIndex('adjustment_type_name_unique').on(sql`lower(${t.typeName})`)],
)

/** Stock of one item, of one type, at one location. Quantities move through stock_movement and stock_reservation alone. */
export const inventory = pgTable(
  'inventory',
  {
    inventoryID: key('inventory_id'),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    inventoryTypeID: integer('inventory_type_id')
      .notNull()
      .references(() => inventoryType.inventoryTypeID),
    quantity: quantity('quantity').notNull().default(0),
    reserved: quantity('reserved').notNull().default(0),
    reOrderThreshold: integer('re_order_threshold').notNull().default(0),
    /** The sequence of its last movement. */
    movements: integer('movements').notNull().default(0),
    ...stamps,
  },
  (t) => [
    uniqueIndex('inventory_unique').on(t.itemID, t.locationID, t.inventoryTypeID),
    index('inventory_location').on(t.locationID),
    check('inventory_quantity', sql`${t.quantity} >= 0`),
    check('inventory_reserved', sql`${t.reserved} >= 0 and ${t.reserved} <= ${t.quantity}`),
    check('inventory_threshold', sql`${t.reOrderThreshold} >= 0`),
  ],
)

/** The stock ledger: every change of a quantity, in order. Rows are final; triggers fill sequence and quantityAfter. */
export const stockMovement = pgTable(
  'stock_movement',
  {
    inventoryID: integer('inventory_id')
      .notNull()
      .references(() => inventory.inventoryID),
    sequence: integer('sequence').notNull(),
    at: moment('at').notNull().defaultNow(),
    kind: text('kind').$type<(typeof movementKinds)[number]>().notNull(),
    documentType: text('document_type').$type<(typeof documentTypes)[number]>().notNull(),
    documentID: integer('document_id').notNull(),
    quantity: quantity('quantity').notNull(),
    quantityAfter: quantity('quantity_after').notNull(),
    unitCost: unitCost('unit_cost').notNull(),
    userID: integer('user_id').references(() => user.userID),
  },
  (t) => [
    primaryKey({ columns: [t.inventoryID, t.sequence] }),
    index('stock_movement_document').on(t.documentType, t.documentID),
    index('stock_movement_at').on(t.at),
    check('stock_movement_quantity', sql`${t.quantity} <> 0`),
    check('stock_movement_unit_cost', sql`${t.unitCost} >= 0`),
  ],
)

/** A change of one row of stock that waits for an administrator, or that one has decided on. */
export const inventoryAdjustment = pgTable(
  'inventory_adjustment',
  {
    adjustmentID: key('adjustment_id'),
    inventoryID: integer('inventory_id')
      .notNull()
      .references(() => inventory.inventoryID),
    adjustmentTypeID: integer('adjustment_type_id')
      .notNull()
      .references(() => adjustmentType.adjustmentTypeID),
    adjustmentReasonID: integer('adjustment_reason_id')
      .notNull()
      .references(() => adjustmentReason.adjustmentReasonID),
    /** Comes (positive) or goes (negative). */
    quantityAdjusted: quantity('quantity_adjusted').notNull(),
    status: text('status').$type<(typeof adjustmentStatuses)[number]>().notNull().default('Pending'),
    /** The stock count that found the difference. */
    countID: integer('count_id').references(() => stockCount.countID),
    decidedByID: integer('decided_by_id').references(() => user.userID),
    decidedAt: moment('decided_at'),
    ...stamps,
  },
  (t) => [
    index('inventory_adjustment_inventory').on(t.inventoryID),
    index('inventory_adjustment_status').on(t.status),
    index('inventory_adjustment_count').on(t.countID),
    check('inventory_adjustment_quantity', sql`${t.quantityAdjusted} <> 0`),
    check('inventory_adjustment_status', sql`${t.status} in ('Pending', 'Completed', 'Rejected')`),
  ],
)

/** Goods that went from one location to another; it is carried out the moment it is made. */
export const stockTransfer = pgTable(
  'stock_transfer',
  {
    transferID: key('transfer_id'),
    transferNumber: text('transfer_number').notNull().unique('stock_transfer_number_unique'),
    fromLocationID: integer('from_location_id')
      .notNull()
      .references(() => location.locationID),
    toLocationID: integer('to_location_id')
      .notNull()
      .references(() => location.locationID),
    remarks: text('remarks'),
    ...stamps,
  },
  (t) => [
    index('stock_transfer_from').on(t.fromLocationID),
    index('stock_transfer_to').on(t.toLocationID),
    check('stock_transfer_locations', sql`${t.fromLocationID} <> ${t.toLocationID}`),
  ],
)

export const stockTransferItem = pgTable(
  'stock_transfer_item',
  {
    transferItemID: key('transfer_item_id'),
    transferID: integer('transfer_id')
      .notNull()
      .references(() => stockTransfer.transferID),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    inventoryTypeID: integer('inventory_type_id')
      .notNull()
      .references(() => inventoryType.inventoryTypeID),
    quantity: quantity('quantity').notNull(),
  },
  (t) => [
    index('stock_transfer_item_transfer').on(t.transferID),
    index('stock_transfer_item_item').on(t.itemID),
    check('stock_transfer_item_quantity', sql`${t.quantity} > 0`),
  ],
)

/** A sheet on which a location's stock, or one category of it, is counted. */
export const stockCount = pgTable(
  'stock_count',
  {
    countID: key('count_id'),
    countNumber: text('count_number').notNull().unique('stock_count_number_unique'),
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    categoryID: integer('category_id').references(() => category.categoryID),
    /** Who counts does not see what is expected. */
    blind: boolean('blind').notNull(),
    status: text('status').$type<(typeof countStatuses)[number]>().notNull().default('Pending'),
    remarks: text('remarks'),
    finishedAt: moment('finished_at'),
    ...stamps,
  },
  (t) => [
    index('stock_count_location').on(t.locationID),
    check('stock_count_status', sql`${t.status} in ('Pending', 'Completed', 'Canceled')`),
  ],
)

export const stockCountLine = pgTable(
  'stock_count_line',
  {
    countLineID: key('count_line_id'),
    countID: integer('count_id')
      .notNull()
      .references(() => stockCount.countID),
    inventoryID: integer('inventory_id')
      .notNull()
      .references(() => inventory.inventoryID),
    /** On hand when the sheet was opened, or when the row was put back to be counted again. */
    expected: quantity('expected').notNull(),
    /** The sequence of the row's last movement at that moment: a later one says that it has moved since. */
    movements: integer('movements').notNull(),
    /** Null until it is counted. */
    counted: quantity('counted'),
    countedByID: integer('counted_by_id').references(() => user.userID),
    countedAt: moment('counted_at'),
  },
  (t) => [
    uniqueIndex('stock_count_line_unique').on(t.countID, t.inventoryID),
    index('stock_count_line_inventory').on(t.inventoryID),
    check('stock_count_line_counted', sql`${t.counted} >= 0`),
    check('stock_count_line_expected', sql`${t.expected} >= 0`),
  ],
)

// ---- purchasing

export const supplier = pgTable(
  'supplier',
  {
    supplierID: key('supplier_id'),
    supplierName: text('supplier_name').notNull(),
    contactDetails: text('contact_details').notNull(),
    address: text('address'),
    email: text('email').notNull(),
    status: boolean('status').notNull().default(true),
    ...stamps,
  },
  (t) => [
    uniqueIndex('supplier_name_unique').on(sql`lower(${t.supplierName})`),
    index('supplier_name_trgm').using('gin', sql`${t.supplierName} gin_trgm_ops`),
  ],
)

export const purchaseOrder = pgTable(
  'purchase_order',
  {
    poID: key('po_id'),
    poNumber: text('po_number').notNull().unique('purchase_order_number_unique'),
    supplierID: integer('supplier_id')
      .notNull()
      .references(() => supplier.supplierID),
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    /** For whom or how it was ordered, where old clients say so. */
    transactionType: integer('transaction_type_id').references(() => transactionType.transactionTypeID),
    customerTypeID: integer('customer_type_id').references(() => customerType.customerTypeID),
    paymentTypeID: integer('payment_type_id').references(() => paymentType.paymentTypeID),
    orderDate: date('order_date').notNull(),
    expectedDeliverDate: date('expected_deliver_date').notNull(),
    status: text('status').$type<(typeof purchaseOrderStatuses)[number]>().notNull().default('Pending'),
    referenceNo: text('reference_no'),
    remarks: text('remarks'),
    totalCost: money('total_cost').notNull(),
    approvedByID: integer('approved_by_id').references(() => user.userID),
    approvedAt: moment('approved_at'),
    ...stamps,
  },
  (t) => [
    index('purchase_order_supplier').on(t.supplierID),
    index('purchase_order_status').on(t.status),
    index('purchase_order_number_trgm').using('gin', sql`${t.poNumber} gin_trgm_ops`),
    check(
      'purchase_order_status',
      sql`${t.status} in ('Pending', 'Approved', 'Partially Received', 'Received', 'Canceled')`,
    ),
    check('purchase_order_dates', sql`${t.expectedDeliverDate} >= ${t.orderDate}`),
    check('purchase_order_total', sql`${t.totalCost} >= 0`),
  ],
)

export const purchaseOrderItem = pgTable(
  'purchase_order_item',
  {
    poItemID: key('po_item_id'),
    poID: integer('po_id')
      .notNull()
      .references(() => purchaseOrder.poID),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    /** The item's own, as it was when it was ordered. */
    uom: text('uom', { enum: ['PCS', 'PAIR', 'BULK'] }).notNull(),
    /** Pesos per piece, pair or gram. */
    unitCost: money('unit_cost').notNull(),
    orderQty: quantity('order_qty').notNull(),
    /** What completed receivings brought, in the same unit. */
    receivedQty: quantity('received_qty').notNull().default(0),
    /** What is not to come any more, and why. */
    closedQty: quantity('closed_qty').notNull().default(0),
    closeReason: text('close_reason'),
    closedByID: integer('closed_by_id').references(() => user.userID),
    closedAt: moment('closed_at'),
    ...stamps,
  },
  (t) => [
    index('purchase_order_item_order').on(t.poID),
    index('purchase_order_item_item').on(t.itemID),
    check('purchase_order_item_cost', sql`${t.unitCost} >= 0`),
    check('purchase_order_item_quantity', sql`${t.orderQty} > 0`),
    check(
      'purchase_order_item_outstanding',
      sql`${t.receivedQty} >= 0 and ${t.closedQty} >= 0 and ${t.receivedQty} + ${t.closedQty} <= ${t.orderQty}`,
    ),
  ],
)

/** A delivery: of a purchase order, or direct, without one. */
export const receiving = pgTable(
  'po_receiving',
  {
    poReceivingID: key('po_receiving_id'),
    poID: integer('po_id').references(() => purchaseOrder.poID),
    /** Where the goods go. */
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    referenceNumber: text('reference_number'),
    receivedDate: date('received_date').notNull(),
    receivedByID: integer('received_by_id')
      .notNull()
      .references(() => user.userID),
    totalQty: quantity('total_qty').notNull().default(0),
    totalCost: money('total_cost').notNull().default(0),
    status: text('status').$type<(typeof receivingStatuses)[number]>().notNull().default('Pending'),
    completedAt: moment('completed_at'),
    ...stamps,
  },
  (t) => [
    index('po_receiving_order').on(t.poID),
    index('po_receiving_status').on(t.status),
    check('po_receiving_status', sql`${t.status} in ('Pending', 'Completed', 'Canceled')`),
  ],
)

export const receivingItem = pgTable(
  'po_receiving_item',
  {
    poReceivingItemID: key('po_receiving_item_id'),
    poReceivingID: integer('po_receiving_id')
      .notNull()
      .references(() => receiving.poReceivingID),
    /** The ordered line it fulfils. */
    poItemID: integer('po_item_id').references(() => purchaseOrderItem.poItemID),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    /** As it was entered: weighed in grams or kg, or counted in the item's own unit. */
    uom: text('uom').$type<(typeof receivingUoms)[number]>().notNull(),
    receivedQty: enteredQuantity('received_qty').notNull(),
    /** Pesos per unit as entered. */
    unitCost: money('unit_cost').notNull(),
    /** The same in the unit in which the item is stocked: pieces, pairs or grams. */
    stockQty: quantity('stock_qty').notNull(),
    /** Pesos per piece, pair or gram. */
    stockUnitCost: unitCost('stock_unit_cost').notNull(),
    ...stamps,
  },
  (t) => [
    index('po_receiving_item_receiving').on(t.poReceivingID),
    index('po_receiving_item_item').on(t.itemID),
    index('po_receiving_item_line').on(t.poItemID),
    check('po_receiving_item_stock_cost', sql`${t.stockUnitCost} >= 0`),
    check('po_receiving_item_amounts', sql`${t.receivedQty} > 0 and ${t.stockQty} > 0 and ${t.unitCost} >= 0`),
  ],
)

// ---- sales

export const transactionType = pgTable(
  'transaction_type',
  {
    transactionTypeID: key('transaction_type_id'),
    transactionName: text('transaction_name').notNull(),
    description: text('description'),
    /** Pre-order and Made-to-order: may be saved beyond the stock. */
    beyondStock: boolean('beyond_stock').notNull().default(false),
    ...stamps,
  },
  (t) => [uniqueIndex('transaction_type_name_unique').on(sql`lower(${t.transactionName})`)],
)

export const paymentType = pgTable(
  'payment_type',
  {
    paymentTypeID: key('payment_type_id'),
    paymentName: text('payment_name').notNull(),
    description: text('description'),
    /** Cash may exceed the balance: the rest is change. */
    givesChange: boolean('gives_change').notNull().default(false),
    ...stamps,
  },
  (t) => [uniqueIndex('payment_type_name_unique').on(sql`lower(${t.paymentName})`)],
)

export const customerType = pgTable(
  'customer_type',
  {
    customerTypeID: key('customer_type_id'),
    TypeName: text('type_name').notNull(),
    description: text('description'),
    ...stamps,
  },
  (t) => [uniqueIndex('customer_type_name_unique').on(sql`lower(${t.TypeName})`)],
)

/** A customer's full name as one text. */
export const customerName = (t: { firstName: AnyPgColumn; middleName: AnyPgColumn; lastName: AnyPgColumn }) =>
  sql<string>`(${t.firstName} || ' ' || coalesce(${t.middleName} || ' ', '') || ${t.lastName})`

/**
 * What makes two contact numbers the same, as it is indexed: their digits, however they are written. What has no
 * digit (a name in a messenger) counts as it stands, whatever its case.
 */
export const contactKey = (contactNo: AnyPgColumn | SQL) =>
  sql<string>`coalesce(nullif(regexp_replace(${contactNo}, '[^0-9]', '', 'g'), ''), lower(${contactNo}))`

export const customer = pgTable(
  'customer',
  {
    customerID: key('customer_id'),
    firstName: text('first_name').notNull(),
    middleName: text('middle_name'),
    lastName: text('last_name').notNull(),
    contactNo: text('contact_no').notNull(),
    address: text('address'),
    email: text('email').notNull(),
    customerTypeID: integer('customer_type_id')
      .notNull()
      .references(() => customerType.customerTypeID),
    ...stamps,
  },
  (t) => [
    index('customer_customer_type').on(t.customerTypeID),
    index('customer_email').on(sql`lower(${t.email})`),
    index('customer_contact_key').on(contactKey(t.contactNo)),
    index('customer_contact_no_trgm').using('gin', sql`${t.contactNo} gin_trgm_ops`),
    index('customer_email_trgm').using('gin', sql`${t.email} gin_trgm_ops`),
    index('customer_address_trgm').using('gin', sql`${t.address} gin_trgm_ops`),
  ],
)

/**
 * The full name in lower case, as PostgreSQL keeps and indexes it for searching (the `customer_search` migration). It is
 * no field of `customer`, so that no record carries the name twice.
 */
export const customerNameLowered = sql<string>`customer.name_lowered`

export const sale = pgTable(
  'sales_transaction',
  {
    salesTransactionID: key('sales_transaction_id'),
    transactionNumber: text('transaction_number').notNull().unique('sales_transaction_number_unique'),
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    transactionTypeID: integer('transaction_type_id')
      .notNull()
      .references(() => transactionType.transactionTypeID),
    customerID: integer('customer_id').references(() => customer.customerID),
    orderDate: date('order_date').notNull(),
    expectedDeliverDate: date('expected_deliver_date'),
    totalItems: integer('total_items').notNull(),
    totalQuantity: quantity('total_quantity').notNull(),
    subtotal: money('subtotal').notNull(),
    discount: money('discount').notNull().default(0),
    shippingFee: money('shipping_fee').notNull().default(0),
    totalPurchase: money('total_purchase').notNull(),
    /** Handed over so far, change included. */
    amountPaid: money('amount_paid').notNull().default(0),
    change: money('change').notNull().default(0),
    refundedAmount: money('refunded_amount').notNull().default(0),
    transactionDate: moment('transaction_date').notNull().defaultNow(),
    holdUntil: moment('hold_until'),
    completedAt: moment('completed_at'),
    status: text('status', { enum: ['Pending', 'Processing', 'Completed', 'Canceled', 'Refunded'] }).notNull(),
    /** What became of the deposit of a canceled sale. */
    deposit: text('deposit', { enum: ['refund', 'forfeit'] }),
    remarks: text('remarks'),
    ...stamps,
  },
  (t) => [
    index('sales_transaction_date').on(t.transactionDate),
    /** The order of the reports on sales, so that their first rows come without the last. */
    index('sales_transaction_moment').on(sql`coalesce(${t.completedAt}, ${t.transactionDate})`, t.salesTransactionID),
    index('sales_transaction_customer').on(t.customerID),
    index('sales_transaction_status').on(t.status),
    index('sales_transaction_number_trgm').using('gin', sql`${t.transactionNumber} gin_trgm_ops`),
    index('sales_transaction_remarks_trgm').using('gin', sql`${t.remarks} gin_trgm_ops`),
    check('sales_transaction_amounts', sql`${t.totalPurchase} >= 0 and ${t.discount} >= 0 and ${t.shippingFee} >= 0`),
    check(
      'sales_transaction_status',
      sql`${t.status} in ('Pending', 'Processing', 'Completed', 'Canceled', 'Refunded')`,
    ),
  ],
)

/**
 * What a sale came to less what was refunded of it, in centavos, as PostgreSQL keeps and indexes it for adding up (the
 * `earned` migration). It is no field of `sale`, so that no record carries the amount twice.
 */
export const earnedCentavos = sql<number>`sales_transaction.earned_centavos`

export const saleItem = pgTable(
  'sales_item',
  {
    salesItemID: key('sales_item_id'),
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    price: money('price').notNull(),
    orderQty: quantity('order_qty').notNull(),
    lineTotal: money('line_total').notNull(),
    /** What one unit cost when it was handed over. */
    unitCost: unitCost('unit_cost'),
  },
  (t) => [
    index('sales_item_sale').on(t.salesTransactionID),
    index('sales_item_item').on(t.itemID),
    check('sales_item_quantity', sql`${t.orderQty} > 0`),
  ],
)

export const salePayment = pgTable(
  'sales_payment',
  {
    paymentID: key('payment_id'),
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID),
    paymentTypeID: integer('payment_type_id')
      .notNull()
      .references(() => paymentType.paymentTypeID),
    /** Negative where a deposit was handed back. */
    amount: money('amount').notNull(),
    reference: text('reference'),
    paidAt: moment('paid_at').notNull().defaultNow(),
    createdByID: integer('created_by_id').references(() => user.userID),
  },
  (t) => [index('sales_payment_sale').on(t.salesTransactionID), check('sales_payment_amount', sql`${t.amount} <> 0`)],
)

/** What an open sale's line holds of a row of stock; triggers keep inventory.reserved equal to the sum. */
export const stockReservation = pgTable(
  'stock_reservation',
  {
    salesItemID: integer('sales_item_id')
      .notNull()
      .references(() => saleItem.salesItemID, { onDelete: 'cascade' }),
    inventoryID: integer('inventory_id')
      .notNull()
      .references(() => inventory.inventoryID),
    quantity: quantity('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.salesItemID, t.inventoryID] }),
    index('stock_reservation_inventory').on(t.inventoryID),
    check('stock_reservation_quantity', sql`${t.quantity} > 0`),
  ],
)

/** What is to be paid of a sale until when: payments fill the instalments in the order of their dates. */
export const saleInstalment = pgTable(
  'sales_instalment',
  {
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID),
    dueDate: date('due_date').notNull(),
    amount: money('amount').notNull(),
    /** When the staff were told that it is overdue. */
    toldAt: moment('told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.salesTransactionID, t.dueDate] }),
    index('sales_instalment_due').on(t.dueDate),
    check('sales_instalment_amount', sql`${t.amount} > 0`),
  ],
)

/** Money and goods that came back from a completed sale. */
export const saleRefund = pgTable(
  'sales_refund',
  {
    refundID: key('refund_id'),
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID),
    paymentTypeID: integer('payment_type_id')
      .notNull()
      .references(() => paymentType.paymentTypeID),
    reason: text('reason').notNull(),
    amount: money('amount').notNull(),
    createdByID: integer('created_by_id').references(() => user.userID),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('sales_refund_sale').on(t.salesTransactionID), check('sales_refund_amount', sql`${t.amount} >= 0`)],
)

export const saleRefundItem = pgTable(
  'sales_refund_item',
  {
    refundID: integer('refund_id')
      .notNull()
      .references(() => saleRefund.refundID),
    salesItemID: integer('sales_item_id')
      .notNull()
      .references(() => saleItem.salesItemID),
    qty: quantity('qty').notNull(),
    amount: money('amount').notNull(),
    /** Where the goods went: back on the shelf, to the workshop, or to the melting pot. */
    disposition: text('disposition').$type<(typeof dispositions)[number]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundID, t.salesItemID, t.disposition] }),
    index('sales_refund_item_line').on(t.salesItemID),
    check('sales_refund_item_amounts', sql`${t.qty} > 0 and ${t.amount} >= 0`),
    check('sales_refund_item_disposition', sql`${t.disposition} in ('restock', 'repair', 'scrap')`),
  ],
)
