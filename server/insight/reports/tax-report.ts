import { and, sql } from 'drizzle-orm'

import { equalsCondition } from '../../resource/list.ts'
import type { ReportRequest, Statement } from './report.ts'

const ofSales = sql`refund_id is null`
const ofRefunds = sql`refund_id is not null`

/** Adds up the tax ledger by rate. Sales and refunds count on their own days. */
export const taxReport = ({ query, onDays }: ReportRequest): Statement<'tax'> => ({
  columns: {
    rate: sql`rate_name`,
    code: sql`code`,
    country: sql`country`,
    kind: sql`tax_rate.kind`,
    percent: sql`percent`,
    amount: sql`coalesce(sum(amount) filter (where ${ofSales}), 0)`,
    base: sql`coalesce(sum(base) filter (where ${ofSales}), 0)`,
    tax: sql`coalesce(sum(tax) filter (where ${ofSales}), 0)`,
    refundedBase: sql`coalesce(-sum(base) filter (where ${ofRefunds}), 0)`,
    refundedTax: sql`coalesce(-sum(tax) filter (where ${ofRefunds}), 0)`,
    netBase: sql`sum(base)`,
    netTax: sql`sum(tax)`,
  },
  from: sql`tax_entry
    join tax_rate on tax_rate.tax_rate_id = tax_entry.tax_rate_id
    join sales_transaction on sales_transaction.sales_transaction_id = tax_entry.sales_transaction_id`,
  where: and(
    onDays(sql`tax_entry.day`),
    equalsCondition(sql`sales_transaction.location_id`, query.locationID),
    equalsCondition(sql`tax_rate.kind`, query.kind),
  ),
  groupBy: sql`tax_rate.tax_rate_id`,
  orderBy: sql`country, percent desc, tax_rate.kind, from_date desc`,
})
