import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

import type { adjustmentReasonCodes } from '../../../contract/stock/adjustment-reasons.ts'
import type { adjustmentTypeCodes } from '../../../contract/stock/adjustment-types.ts'
import type { adjustmentStatuses } from '../../../contract/stock/inventory-adjustments.ts'
import type { inventoryTypeCodes } from '../../../contract/stock/inventory-types.ts'
import type { documentTypes, movementKinds } from '../../../contract/stock/inventory.ts'
import type { repairOutcomes } from '../../../contract/stock/repair-returns.ts'
import type { countStatuses } from '../../../contract/stock/stock-counts.ts'
import { category, item } from './catalogue.ts'
import { bookValue, moment, key, money, quantity, rowCode, unitCost } from './columns.ts'
import { user, stamps } from './people.ts'

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
    code: rowCode<(typeof inventoryTypeCodes)[number]>('inventory_type_code_unique'),
    description: text('description'),
    status: boolean('status').notNull().default(true),
    /** Whether sales may take stock of this type. */
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
    code: rowCode<(typeof adjustmentReasonCodes)[number]>('adjustment_reason_code_unique'),
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
    code: rowCode<(typeof adjustmentTypeCodes)[number]>('adjustment_type_code_unique'),
    description: text('description').notNull(),
    ...stamps,
  },
  (t) => [uniqueIndex('adjustment_type_name_unique').on(sql`lower(${t.typeName})`)],
)

/**
 * Stock of one item, of one type, at one location. Its quantities change only by stock_movement and stock_reservation.
 */
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
    /** The sequence number of the row's last movement in the ledger. */
    movements: integer('movements').notNull().default(0),
    /** The number of its pieces; null for an item that is not kept by piece. */
    pieces: integer('pieces'),
    ...stamps,
  },
  (t) => [
    uniqueIndex('inventory_unique').on(t.itemID, t.locationID, t.inventoryTypeID),
    index('inventory_location').on(t.locationID),
    check('inventory_quantity', sql`${t.quantity} >= 0.0`),
    check('inventory_reserved', sql`${t.reserved} >= 0.0 and ${t.reserved} <= ${t.quantity}`),
    check('inventory_pieces', sql`${t.pieces} = ${t.quantity}`),
    check('inventory_threshold', sql`${t.reOrderThreshold} >= 0`),
  ],
)

/**
 * The stock ledger: every change of a quantity or a value, in order. Rows never change. Triggers fill sequence,
 * quantityAfter, and a value that the insert omits.
 */
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
    /** The exact change of the item's stock value in pesos, negative for goods that leave. */
    value: bookValue('value').notNull(),
    userID: integer('user_id').references(() => user.userID),
    /** The pieces that move, of an item that is kept by piece. */
    pieceIDs: integer('piece_ids').array(),
  },
  (t) => [
    primaryKey({ columns: [t.inventoryID, t.sequence] }),
    index('stock_movement_pieces')
      .using('gin', t.pieceIDs)
      .where(sql`${t.pieceIDs} is not null`),
    check('stock_movement_pieces_count', sql`cardinality(${t.pieceIDs}) = abs(${t.quantity})`),
    index('stock_movement_document').on(t.documentType, t.documentID),
    index('stock_movement_at').on(t.at),
    check('stock_movement_quantity', sql`(${t.kind} = 'revaluation') = (${t.quantity} = 0.0)`),
    check(
      'stock_movement_value',
      sql`case when ${t.quantity} = 0.0 then ${t.value} <> 0.0 else ${t.quantity} * ${t.value} >= 0.0 end`,
    ),
    check('stock_movement_unit_cost', sql`${t.unitCost} >= 0.0`),
  ],
)

/** A requested change of one stock row, pending or decided by an administrator. */
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
    /** Positive adds to the stock; negative removes from it. */
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

/** Goods moved from one location to another. Creating a transfer moves them immediately. */
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

/**
 * Goods that came back from the workshop: to the shelf at the same location, or to scrap. A trigger keeps its figures
 * final.
 */
export const repairReturn = pgTable(
  'stock_repair_return',
  {
    repairReturnID: key('repair_return_id'),
    repairReturnNumber: text('repair_return_number').notNull().unique('stock_repair_return_number_unique'),
    inventoryID: integer('inventory_id')
      .notNull()
      .references(() => inventory.inventoryID),
    /** The sellable stock that the goods went to; null for scrap. */
    shelfInventoryID: integer('shelf_inventory_id').references(() => inventory.inventoryID),
    quantity: quantity('quantity').notNull(),
    outcome: text('outcome').$type<(typeof repairOutcomes)[number]>().notNull(),
    /** The price of the workshop for all of the goods. */
    cost: money('cost').notNull(),
    /** The value with which the goods left the repair stock, without the price of the workshop. */
    value: bookValue('value').notNull(),
    remarks: text('remarks'),
    ...stamps,
  },
  (t) => [
    index('stock_repair_return_inventory').on(t.inventoryID),
    index('stock_repair_return_shelf').on(t.shelfInventoryID),
    check('stock_repair_return_quantity', sql`${t.quantity} > 0`),
    check('stock_repair_return_amounts', sql`${t.cost} >= 0 and ${t.value} >= 0`),
    check('stock_repair_return_outcome', sql`${t.outcome} in ('shelf', 'scrap')`),
    check('stock_repair_return_shelf_row', sql`(${t.outcome} = 'shelf') = (${t.shelfInventoryID} is not null)`),
  ],
)

/** A sheet for counting the stock of a location: all of it, or the items of one category. */
export const stockCount = pgTable(
  'stock_count',
  {
    countID: key('count_id'),
    countNumber: text('count_number').notNull().unique('stock_count_number_unique'),
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    categoryID: integer('category_id').references(() => category.categoryID),
    /** Whether the sheet hides the expected quantities from the person who counts. */
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
    /** The quantity on hand when the sheet was opened, or when the line was reset for a recount. */
    expected: quantity('expected').notNull(),
    /** The number of the stock row's last movement when `expected` was set. A later one makes `expected` stale. */
    movements: integer('movements').notNull(),
    /** Null until the line is counted. */
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
