import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import type { dispositions } from '../../../contract/sales/sale-refunds.ts'
import { bookValue, key, moment, money, quantity } from './columns.ts'
import { user } from './people.ts'
import { paymentType, sale, saleItem } from './sales.ts'

/**
 * A refund of a completed sale: money handed back for returned goods. Its money entries have the same amount. Rows are
 * final.
 */
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
  (t) => [
    index('sales_refund_sale').on(t.salesTransactionID),
    index('sales_refund_at').on(t.createdAt),
    check('sales_refund_amount', sql`${t.amount} >= 0`),
  ],
)

/** The goods of a refund, by line of the sale. Rows are final. */
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
    /** The part of the line's cost that came back, or was lost by scrapping. */
    cost: bookValue('cost').notNull(),
    /** Where the returned goods went: to sellable stock, to repair, or to scrap. */
    disposition: text('disposition').$type<(typeof dispositions)[number]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundID, t.salesItemID, t.disposition] }),
    index('sales_refund_item_line').on(t.salesItemID),
    check('sales_refund_item_amounts', sql`${t.qty} > 0 and ${t.amount} >= 0 and ${t.cost} >= 0`),
    check('sales_refund_item_disposition', sql`${t.disposition} in ('restock', 'repair', 'scrap')`),
  ],
)
