import { sql } from 'drizzle-orm'
import { check, date, index, integer, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { taxCountryCodes, taxKinds } from '../../../contract/tax/tax-countries.ts'
import { key, money } from './columns.ts'
import { stamps } from './people.ts'
import { saleRefund } from './refunds.ts'
import { sale, saleItem } from './sales.ts'

/**
 * A tax rate of a country. A trigger refuses every change except of `untilDate`, and no rate with an entry can be
 * deleted. An entry therefore keeps its rate by its key alone.
 */
export const taxRate = pgTable(
  'tax_rate',
  {
    taxRateID: key('tax_rate_id'),
    country: text('country', { enum: taxCountryCodes }).notNull(),
    rateName: text('rate_name').notNull(),
    code: text('code').notNull(),
    kind: text('kind', { enum: taxKinds }).notNull(),
    percent: numeric('percent', { precision: 5, scale: 2, mode: 'number' }).notNull(),
    fromDate: date('from_date').notNull(),
    /** The last day of the rate; null for a rate without an end. */
    untilDate: date('until_date'),
    ...stamps,
  },
  (t) => [
    uniqueIndex('tax_rate_code_unique').on(t.country, sql`lower(${t.code})`),
    uniqueIndex('tax_rate_from_unique').on(t.country, t.kind, t.fromDate),
    check('tax_rate_country', sql`${t.country} in ('PH', 'JP')`),
    check(
      'tax_rate_kind',
      sql`${t.kind} in ('standard', 'reduced') or (${t.kind} in ('zero-rated', 'exempt') and ${t.percent} = 0)`,
    ),
    check('tax_rate_percent', sql`${t.percent} between 0 and 100`),
    check('tax_rate_until', sql`${t.untilDate} >= ${t.fromDate}`),
  ],
)

/**
 * The tax ledger of sales: the tax of each line of a completed sale, of its shipping fee, and of each refund of a line,
 * on its own day. Rows are final. They go only with their sale, when the demo shop is cleared or the shop is emptied.
 */
export const taxEntry = pgTable(
  'tax_entry',
  {
    taxEntryID: key('tax_entry_id'),
    /** The day of the completion or of the refund, in the shop's time zone of that time. */
    day: date('day').notNull(),
    salesTransactionID: integer('sales_transaction_id')
      .notNull()
      .references(() => sale.salesTransactionID, { onDelete: 'cascade' }),
    /** The line; null for the shipping fee. */
    salesItemID: integer('sales_item_id').references(() => saleItem.salesItemID, { onDelete: 'cascade' }),
    /** The refund; null for the sale itself. */
    refundID: integer('refund_id').references(() => saleRefund.refundID, { onDelete: 'cascade' }),
    taxRateID: integer('tax_rate_id')
      .notNull()
      .references(() => taxRate.taxRateID),
    /** Pesos that include the tax: a line less its share of the discount. Negative for a refund. */
    amount: money('amount').notNull(),
    base: money('base').notNull(),
    tax: money('tax').notNull(),
  },
  (t) => [
    index('tax_entry_sale').on(t.salesTransactionID),
    index('tax_entry_day').on(t.day),
    index('tax_entry_rate').on(t.taxRateID),
    uniqueIndex('tax_entry_line')
      .on(t.salesItemID)
      .where(sql`${t.refundID} is null and ${t.salesItemID} is not null`),
    uniqueIndex('tax_entry_shipping')
      .on(t.salesTransactionID)
      .where(sql`${t.salesItemID} is null`),
    uniqueIndex('tax_entry_refund')
      .on(t.refundID, t.salesItemID)
      .where(sql`${t.refundID} is not null`),
    index('tax_entry_item').on(t.salesItemID),
    check('tax_entry_sum', sql`${t.base} + ${t.tax} = ${t.amount}`),
    check(
      'tax_entry_sign',
      sql`case when ${t.refundID} is null then ${t.base} >= 0 and ${t.tax} >= 0
        else ${t.salesItemID} is not null and ${t.base} <= 0 and ${t.tax} <= 0 end`,
    ),
  ],
)
