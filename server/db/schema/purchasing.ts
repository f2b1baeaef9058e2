import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import type { purchaseOrderStatuses } from '../../../contract/purchasing/purchase-orders.ts'
import type { receivingStatuses, receivingUoms } from '../../../contract/purchasing/receivings.ts'
import { item } from './catalogue.ts'
import { moment, key, money, quantity, enteredQuantity, unitCost } from './columns.ts'
import { user, stamps } from './people.ts'
import { transactionType, paymentType, customerType } from './sales.ts'
import { location } from './stock.ts'

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
    /** The type of sale that the order is for. Only old clients send it. */
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
    /** The item's unit at the time of the order. */
    uom: text('uom', { enum: ['PCS', 'PAIR', 'BULK'] }).notNull(),
    /** Pesos per piece, pair or gram. */
    unitCost: money('unit_cost').notNull(),
    orderQty: quantity('order_qty').notNull(),
    /** The quantity that completed receivings brought, in the same unit. */
    receivedQty: quantity('received_qty').notNull().default(0),
    /** The quantity that will not be delivered any more. */
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

/** A delivery of a purchase order, or a direct receipt without an order. */
export const receiving = pgTable(
  'po_receiving',
  {
    poReceivingID: key('po_receiving_id'),
    poID: integer('po_id').references(() => purchaseOrder.poID),
    /** The location that receives the goods. */
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
    /** The order line that this line fulfils. */
    poItemID: integer('po_item_id').references(() => purchaseOrderItem.poItemID),
    itemID: integer('item_id')
      .notNull()
      .references(() => item.itemID),
    /** The unit that a person entered: grams or kg for a weight, or the item's own unit for a count. */
    uom: text('uom').$type<(typeof receivingUoms)[number]>().notNull(),
    receivedQty: enteredQuantity('received_qty').notNull(),
    /** Pesos per entered unit. */
    unitCost: money('unit_cost').notNull(),
    /** The quantity in the item's stock unit: pieces, pairs or grams. */
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
