import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  type AnyPgColumn,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { platforms } from '../../../contract/sales/buyers.ts'
import type { paymentCodes } from '../../../contract/sales/payment-types.ts'
import type { transactionCodes } from '../../../contract/sales/transaction-types.ts'
import { item } from './catalogue.ts'
import { bookValue, moment, key, money, quantity, rowCode, unitCost } from './columns.ts'
import { shopTerms } from './company.ts'
import { user, stamps } from './people.ts'
import { itemPrice } from './pricing.ts'
import { location, inventory } from './stock.ts'

export const transactionType = pgTable(
  'transaction_type',
  {
    transactionTypeID: key('transaction_type_id'),
    transactionName: text('transaction_name').notNull(),
    code: rowCode<(typeof transactionCodes)[number]>('transaction_type_code_unique'),
    description: text('description'),
    /** Whether sales of this type may exceed the stock, as Pre-order and Made-to-order do. */
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
    code: rowCode<(typeof paymentCodes)[number]>('payment_type_code_unique'),
    description: text('description'),
    /** Whether payments of this type may exceed the balance, as cash does. The excess is change. */
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

/** Selects a customer's full name as one text. */
export const customerName = (t: { firstName: AnyPgColumn; middleName: AnyPgColumn; lastName: AnyPgColumn }) =>
  sql<string>`(${t.firstName} || ' ' || coalesce(${t.middleName} || ' ', '') || ${t.lastName})`

/**
 * Selects the text by which contact numbers are compared: the digits without any formatting. A contact without a digit,
 * such as a messenger name, gives its text in lower case. An index uses the same expression.
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
 * The full name in lower case, in an indexed column that PostgreSQL generates (the `customer_search` migration). It is
 * not a field of `customer`, so that records do not return the name twice.
 */
export const customerNameLowered = sql<string>`customer.name_lowered`

/**
 * Selects the text by which handles are compared: without a leading @ and repeated spaces, in lower case. An index uses
 * the same expression.
 */
export const handleKey = (handle: AnyPgColumn | SQL) =>
  sql<string>`lower(regexp_replace(btrim(ltrim(btrim(${handle}), '@')), '\\s+', ' ', 'g'))`

/** A handle on a platform, for a person of whom no more is known. */
export const buyer = pgTable(
  'buyer',
  {
    buyerID: key('buyer_id'),
    platform: text('platform', { enum: platforms }).notNull(),
    handle: text('handle').notNull(),
    contact: text('contact'),
    remarks: text('remarks'),
    status: boolean('status').notNull().default(true),
    /** The customer that a person joined the buyer to. Sales of the buyer belong to this customer or to nobody. */
    customerID: integer('customer_id').references(() => customer.customerID),
    ...stamps,
  },
  (t) => [
    uniqueIndex('buyer_handle_unique').on(t.platform, handleKey(t.handle)),
    index('buyer_customer').on(t.customerID),
    check(
      'buyer_platform',
      sql`${t.platform} in ('Facebook', 'Messenger', 'TikTok', 'Instagram', 'LINE', 'Viber', 'Other')`,
    ),
  ],
)

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
    buyerID: integer('buyer_id').references(() => buyer.buyerID),
    orderDate: date('order_date').notNull(),
    expectedDeliverDate: date('expected_deliver_date'),
    totalItems: integer('total_items').notNull(),
    totalQuantity: quantity('total_quantity').notNull(),
    subtotal: money('subtotal').notNull(),
    discount: money('discount').notNull().default(0),
    shippingFee: money('shipping_fee').notNull().default(0),
    totalPurchase: money('total_purchase').notNull(),
    /** The amount handed over so far, including change. It, `change` and `refundedAmount` are sums of money_entry. */
    amountPaid: money('amount_paid').notNull().default(0),
    change: money('change').notNull().default(0),
    refundedAmount: money('refunded_amount').notNull().default(0),
    transactionDate: moment('transaction_date').notNull().defaultNow(),
    holdUntil: moment('hold_until'),
    /** The last day of the prices by the rate that a deposit keeps, and the sum of their lines. */
    priceKeptUntil: date('price_kept_until'),
    keptPrice: money('kept_price'),
    completedAt: moment('completed_at'),
    status: text('status', { enum: ['Pending', 'Processing', 'Completed', 'Canceled', 'Refunded'] }).notNull(),
    /** Whether the deposit of a canceled sale was refunded or forfeited. */
    deposit: text('deposit', { enum: ['refund', 'forfeit'] }),
    canceledAt: moment('canceled_at'),
    canceledByID: integer('canceled_by_id').references(() => user.userID),
    cancelReason: text('cancel_reason'),
    remarks: text('remarks'),
    /** The key that the device gave a sale before it was sent, and a digest of what it sent. A sale is made once. */
    clientKey: uuid('client_key').unique('sales_transaction_client_key_unique'),
    clientDigest: text('client_digest'),
    /** The terms that were agreed. A trigger sets them and refuses to change them (the `shop_terms` migration). */
    returnTermsID: integer('return_terms_id').references(() => shopTerms.termsID),
    layawayTermsID: integer('layaway_terms_id').references(() => shopTerms.termsID),
    ...stamps,
  },
  (t) => [
    index('sales_transaction_date').on(t.transactionDate),
    /**
     * The sort order of the sales reports. With this index, PostgreSQL returns their first rows without sorting all
     * rows.
     */
    index('sales_transaction_moment').on(sql`coalesce(${t.completedAt}, ${t.transactionDate})`, t.salesTransactionID),
    index('sales_transaction_customer').on(t.customerID),
    index('sales_transaction_buyer')
      .on(t.buyerID)
      .where(sql`${t.buyerID} is not null`),
    index('sales_transaction_status').on(t.status),
    index('sales_transaction_number_trgm').using('gin', sql`${t.transactionNumber} gin_trgm_ops`),
    index('sales_transaction_remarks_trgm').using('gin', sql`${t.remarks} gin_trgm_ops`),
    check(
      'sales_transaction_amounts',
      sql`${t.totalPurchase} >= 0.0 and ${t.discount} >= 0.0 and ${t.shippingFee} >= 0.0`,
    ),
    check(
      'sales_transaction_kept_price',
      sql`(${t.priceKeptUntil} is null) = (${t.keptPrice} is null) and ${t.keptPrice} >= 0.0`,
    ),
    check(
      'sales_transaction_status',
      sql`${t.status} in ('Pending', 'Processing', 'Completed', 'Canceled', 'Refunded')`,
    ),
  ],
)

/**
 * A sale's total in centavos, in an indexed column that PostgreSQL generates (the `refund_days` migration), because
 * integers add up faster than decimals. It is not a field of `sale`, so that records do not return the amount twice.
 */
export const soldCentavos = sql<number>`sales_transaction.sold_centavos`

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
    /** The cost of one unit when the goods were handed over. */
    unitCost: unitCost('unit_cost'),
    /** The value that left the stock for this line, in pesos. */
    cost: bookValue('cost'),
    /** The price by the gold rate that the line was sold at or near; null for an item with a fixed price. */
    itemPriceID: integer('item_price_id'),
  },
  (t) => [
    foreignKey({
      name: 'sales_item_of_price',
      columns: [t.itemPriceID, t.itemID],
      foreignColumns: [itemPrice.itemPriceID, itemPrice.itemID],
    }),
    index('sales_item_price')
      .on(t.itemPriceID)
      .where(sql`${t.itemPriceID} is not null`),
    index('sales_item_sale').on(t.salesTransactionID),
    index('sales_item_item').on(t.itemID),
    check('sales_item_quantity', sql`${t.orderQty} > 0.0`),
    check('sales_item_cost', sql`${t.cost} >= 0.0`),
  ],
)

/**
 * The quantity of a stock row that is held for a line of an open sale. Triggers keep `inventory.reserved` equal to the
 * sum of the row's holds.
 */
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

/** An amount of a sale that is due on a date. Payments fill the instalments in the order of their dates. */
export const saleInstalment = pgTable(
  'sales_instalment',
  {
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID),
    dueDate: date('due_date').notNull(),
    amount: money('amount').notNull(),
    /** The time at which the staff were notified that the instalment is overdue. */
    toldAt: moment('told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.salesTransactionID, t.dueDate] }),
    index('sales_instalment_due').on(t.dueDate),
    check('sales_instalment_amount', sql`${t.amount} > 0`),
  ],
)
