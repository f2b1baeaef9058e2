import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import type { PayAccountKind, PayCurrency } from '../../../contract/pay-accounts/pay-account-rules.ts'
import { key, moment, money } from './columns.ts'
import { drawerSession } from './drawers.ts'
import { stamps, user } from './people.ts'
import { saleRefund } from './refunds.ts'
import { customer, paymentType, sale } from './sales.ts'
import { location } from './stock.ts'
import { tradeIn } from './trade-ins.ts'

/**
 * Selects a payment's reference as `normalizeReference` of the contract returns it: letters and digits in capitals. The
 * collation knows the letters of all scripts, whichever one the database has.
 */
export const normalizedReference = (reference: AnyPgColumn | SQL) =>
  sql<string>`upper(regexp_replace(normalize(${reference}, nfkc) collate "pg_c_utf8", '[^[:alnum:]]', '', 'g'))`

/** The kinds of money that the ledger knows. */
export const entryKinds = [
  'payment',
  'change',
  'refund',
  'deposit_returned',
  'deposit_kept',
  'trade_in_paid',
  'credit_paid_in',
  'credit_paid_out',
] as const

/**
 * The money ledger of sales, trade-ins and store credit: every amount that came in or went out, in order. Rows are final. A deferred trigger
 * refuses a commit in which a sale's amount_paid, change or refunded_amount differs from its entries.
 */
export const moneyEntry = pgTable(
  'money_entry',
  {
    entryID: key('entry_id'),
    at: moment('at').notNull().defaultNow(),
    /** The calendar day of `at` in the shop's time zone of that time. */
    day: date('day').notNull(),
    /** The location of the sale at that time, or where money for store credit came in or went out. */
    locationID: integer('location_id')
      .notNull()
      .references(() => location.locationID),
    kind: text('kind', { enum: entryKinds }).notNull(),
    /** Null for `trade_in_paid`, which pays a trade-in out, and for money of store credit. */
    salesTransactionID: integer('sales_transaction_id').references(() => sale.salesTransactionID),
    /** The customer into whose store credit money was paid, or who was paid out of it; null for any other kind. */
    customerID: integer('customer_id').references(() => customer.customerID),
    /** The trade-in that paid or that its value goes back to, or that is paid out. */
    tradeInID: integer('trade_in_id').references(() => tradeIn.tradeInID),
    /** The refund that a `refund` entry pays. */
    refundID: integer('refund_id').references(() => saleRefund.refundID),
    /** The payment that a `change` entry was given for. */
    paymentEntryID: integer('payment_entry_id').references((): AnyPgColumn => moneyEntry.entryID),
    /** Null only for `deposit_kept`, which moves no money. */
    paymentTypeID: integer('payment_type_id').references(() => paymentType.paymentTypeID),
    /** Pesos: positive into the drawer or the bank, negative out of it. For `deposit_kept`, the amount kept. */
    amount: money('amount').notNull(),
    reference: text('reference'),
    reason: text('reason'),
    /** The wrong entry that this entry takes back. It has the same kind and the opposite amount. */
    correctsID: integer('corrects_id').references((): AnyPgColumn => moneyEntry.entryID),
    /** The session of the person who entered it. Sessions are deleted, so it is no foreign key. */
    sessionID: integer('session_id'),
    createdByID: integer('created_by_id').references(() => user.userID),
    /** The session of the drawer that counts it; null without one. A trigger chooses it (the `drawers` migration). */
    drawerSessionID: integer('drawer_session_id').references(() => drawerSession.drawerSessionID),
    /** The closed session in which a late sale was made. */
    lateFromID: integer('late_from_id').references(() => drawerSession.drawerSessionID),
  },
  (t) => [
    index('money_entry_drawer_session')
      .on(t.drawerSessionID)
      .where(sql`${t.drawerSessionID} is not null`),
    index('money_entry_sale').on(t.salesTransactionID),
    index('money_entry_customer')
      .on(t.customerID)
      .where(sql`${t.customerID} is not null`),
    index('money_entry_trade_in')
      .on(t.tradeInID)
      .where(sql`${t.tradeInID} is not null`),
    index('money_entry_reference')
      .on(normalizedReference(t.reference))
      .where(sql`${t.kind} = 'payment' and ${t.correctsID} is null and ${t.reference} is not null`),
    uniqueIndex('money_entry_corrects')
      .on(t.correctsID)
      .where(sql`${t.correctsID} is not null`),
    uniqueIndex('money_entry_change')
      .on(t.paymentEntryID)
      .where(sql`${t.paymentEntryID} is not null`),
    uniqueIndex('money_entry_refund')
      .on(t.refundID, t.paymentTypeID, sql`coalesce(${t.tradeInID}, 0)`)
      .where(sql`${t.refundID} is not null`),
    check(
      'money_entry_of',
      sql`is_money_entry_of(${t.kind}, ${t.salesTransactionID}, ${t.tradeInID}, ${t.customerID})`,
    ),
    // PostgreSQL reads a check again in every statement, so long conditions are in a function (the `lighter_checks`
    // migration). A decimal zero in a check spares a cast.
    check(
      'money_entry_kind',
      sql`is_money_entry(${t.kind}, ${t.amount}, ${t.paymentTypeID}, ${t.refundID}, ${t.paymentEntryID}, ${t.correctsID}, ${t.reason})`,
    ),
  ],
)

/** An account of the shop into which buyers pay. It is never deleted while the shop trades, only made inactive. */
export const payAccount = pgTable(
  'pay_account',
  {
    payAccountID: key('pay_account_id'),
    kind: text('kind').$type<PayAccountKind>().notNull(),
    /** The name of the bank or wallet; null for GCash and Maya. */
    bankOrWallet: text('bank_or_wallet'),
    holder: text('holder').notNull(),
    /** The number as `readAccountNumber` returns it; the address of a card link. */
    number: text('number').notNull(),
    /** A sentence that buyers read with the account. */
    note: text('note'),
    currency: text('currency').$type<PayCurrency>().notNull().default('PHP'),
    /** The type of a payment into this account. */
    paymentTypeID: integer('payment_type_id')
      .notNull()
      .references(() => paymentType.paymentTypeID),
    /** The private file with the picture of the QR code; null without one. */
    qrFile: text('qr_file'),
    /** Whether the bank gives a reference to several transfers, so that only day and amount tell them apart. */
    referencesRepeat: boolean('references_repeat').notNull().default(false),
    status: boolean('status').notNull().default(true),
    /** The place among the active accounts, from 1. An inactive account has none. */
    position: integer('position'),
    ...stamps,
  },
  (t) => [
    uniqueIndex('pay_account_number_unique')
      .on(t.kind, sql`upper(replace(replace(${t.number}, ' ', ''), '-', ''))`)
      .where(sql`${t.status}`),
    index('pay_account_qr_file')
      .on(t.qrFile)
      .where(sql`${t.qrFile} is not null`),
    check('pay_account_kind', sql`${t.kind} in ('Bank transfer', 'GCash', 'Maya', 'Other e-wallet', 'Card link')`),
    check('pay_account_bank_or_wallet', sql`(${t.bankOrWallet} is null) = (${t.kind} in ('GCash', 'Maya'))`),
    check('pay_account_currency', sql`${t.currency} in ('PHP', 'JPY', 'USD')`),
    check('pay_account_qr_file', sql`${t.qrFile} ~ '^[0-9a-f]{32}\\.png$'`),
    check('pay_account_position', sql`(${t.position} is not null) = ${t.status} and ${t.position} > 0`),
  ],
)
