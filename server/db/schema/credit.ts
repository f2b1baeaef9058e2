import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { creditKinds } from '../../../contract/sales/credits.ts'
import { key, moment, money } from './columns.ts'
import { moneyEntry } from './money.ts'
import { user } from './people.ts'
import { saleRefund } from './refunds.ts'
import { customer, sale } from './sales.ts'
import { location } from './stock.ts'
import { tradeIn } from './trade-ins.ts'

/**
 * A customer's store credit: the sum of the credit entries. Only credit_entry's triggers change it. A transaction that
 * uses credit locks this row first.
 */
export const customerCredit = pgTable(
  'customer_credit',
  {
    customerID: integer('customer_id')
      .primaryKey()
      .references(() => customer.customerID, { onDelete: 'cascade' }),
    balance: money('balance').notNull().default(0),
  },
  (t) => [check('customer_credit_balance', sql`${t.balance} >= 0`)],
)

/**
 * The ledger of store credit, in order. Rows are final. A money entry by store credit, or for it, writes its row itself,
 * by a trigger, so that money and credit never differ.
 */
export const creditEntry = pgTable(
  'credit_entry',
  {
    entryID: key('entry_id'),
    at: moment('at').notNull().defaultNow(),
    /** The calendar day of `at` in the shop's time zone of that time. */
    day: date('day').notNull(),
    customerID: integer('customer_id')
      .notNull()
      .references(() => customer.customerID),
    kind: text('kind', { enum: creditKinds }).notNull(),
    /** The change of the customer's credit, in pesos. */
    amount: money('amount').notNull(),
    /** The customer's credit after this entry. A trigger sets it. */
    balance: money('balance').notNull().default(0),
    /** The sale that the credit paid or came back from. */
    salesTransactionID: integer('sales_transaction_id').references(() => sale.salesTransactionID),
    /** The location and the key of the money entry. */
    locationID: integer('location_id').references(() => location.locationID),
    moneyEntryID: integer('money_entry_id').references(() => moneyEntry.entryID),
    /** The trade-in whose rest became this credit. */
    tradeInID: integer('trade_in_id').references(() => tradeIn.tradeInID),
    /** The entry that this one takes back. It has the opposite amount. */
    correctsID: integer('corrects_id').references((): AnyPgColumn => creditEntry.entryID),
    reason: text('reason'),
    createdByID: integer('created_by_id').references(() => user.userID),
  },
  (t) => [
    index('credit_entry_customer').on(t.customerID),
    index('credit_entry_sale')
      .on(t.salesTransactionID)
      .where(sql`${t.salesTransactionID} is not null`),
    uniqueIndex('credit_entry_money')
      .on(t.moneyEntryID)
      .where(sql`${t.moneyEntryID} is not null`),
    uniqueIndex('credit_entry_corrects')
      .on(t.correctsID)
      .where(sql`${t.correctsID} is not null`),
    check(
      'credit_entry_kind',
      sql`case ${t.kind}
        when 'given' then ${t.amount} > 0 and ${t.correctsID} is null and ${t.reason} is not null
        when 'taken back' then ${t.amount} < 0 and ${t.correctsID} is not null and ${t.reason} is not null
        when 'used' then ${t.amount} < 0 and ${t.correctsID} is null
        when 'returned' then ${t.amount} > 0
        when 'traded in' then ${t.amount} > 0 and ${t.correctsID} is null
        when 'expired' then ${t.amount} < 0 and ${t.correctsID} is null
        when 'paid in' then ${t.amount} <> 0 and (${t.amount} > 0) = (${t.correctsID} is null) and ${t.reason} is not null
        when 'paid out' then ${t.amount} < 0 and ${t.correctsID} is null and ${t.reason} is not null
        else false end`,
    ),
    check('credit_entry_trade_in', sql`(${t.tradeInID} is not null) = (${t.kind} = 'traded in')`),
    check(
      'credit_entry_links',
      sql`(${t.moneyEntryID} is not null) = (${t.kind} in ('used', 'returned', 'paid in', 'paid out'))
        and (${t.salesTransactionID} is not null) = (${t.kind} in ('used', 'returned'))
        and (${t.locationID} is not null) = (${t.moneyEntryID} is not null)`,
    ),
  ],
)

/**
 * An exchange: a refund of one sale whose value pays for another. Both have a money entry of the payment type
 * `exchange`, which add up to zero. A deferred trigger refuses other amounts.
 */
export const saleExchange = pgTable(
  'sales_exchange',
  {
    exchangeID: key('exchange_id'),
    refundID: integer('refund_id')
      .notNull()
      .unique('sales_exchange_refund_unique')
      .references(() => saleRefund.refundID),
    /** The sale of the goods that went out. */
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .unique('sales_exchange_sale_unique')
      .references(() => sale.salesTransactionID),
    /** The part of the returned value that paid for the new sale. */
    amount: money('amount').notNull(),
    createdByID: integer('created_by_id').references(() => user.userID),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [check('sales_exchange_amount', sql`${t.amount} >= 0`)],
)
