import { type SQL, sql } from 'drizzle-orm'

import { profitLines } from '../../../contract/insight/profit.ts'
import { type ReportKey, reportKeys } from '../../../contract/insight/report-definitions.ts'
import { toCentavos } from '../../../contract/shared/money.ts'
import type { Context } from '../../kernel/context.ts'
import { readWholeReport } from './reports.ts'

/**
 * Returns a sentence for each figure of a report that differs from the ledgers. The reports cover all time, and the
 * ledgers' figures come from other formulas. An empty list means none.
 */
export async function verifyReports({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> {
  const { rows } = await db.execute<Record<Figure, string>>(ledgerFigures)
  const ledgers = rows[0]!
  const problems: string[] = []
  for (const key of reportKeys) {
    const wanted = compared[key]
    if (!wanted) continue
    const shown = await readWholeReport(db, now, key)
    for (const [field, figure] of Object.entries(wanted)) {
      const [report, ledger] = [shown[field] ?? 0, Number(ledgers[figure])]
      if (toCentavos(report) !== toCentavos(ledger))
        problems.push(`Report ${key} says ${field} ${report}, but the ledgers add up to ${ledger}`)
    }
  }
  return problems
}

const lineOf = (wanted: (typeof profitLines)[number]['key']) => profitLines.find(({ key }) => key === wanted)!.line

/** The figures of each report that a ledger knows. The profit statement has a figure per line. */
const compared: { [Key in ReportKey]?: Record<string, Figure> } = {
  sales: { sales: 'totalSales', refunded: 'refunds' },
  'sale-lines': { sales: 'totalSales', profit: 'salesProfit' },
  'by-seller': { sales: 'totalSales', refunded: 'refunds', discount: 'discounts' },
  customers: { sales: 'totalSales' },
  payments: { net: 'money' },
  stock: { value: 'stockValue' },
  tax: { netTax: 'tax' },
  profit: {
    [lineOf('salesProfit')]: 'salesProfit',
    [lineOf('profit')]: 'profit',
    [lineOf('depositsHeld')]: 'depositsHeld',
    [lineOf('creditOwed')]: 'creditOwed',
    [lineOf('stockValue')]: 'stockValue',
  },
}

/**
 * The profit comes from the other side of the books: the money that came, less what the shop owes for it, and the change
 * of the stock that no purchase explains.
 */
const figures = {
  totalSales: sql`total - refunds`,
  refunds: sql`refunds`,
  discounts: sql`discounts`,
  money: sql`money`,
  salesProfit: sql`total - fees - refunds - cost`,
  profit: sql`money - (held - total) - credit - fees + fees_kept + value - bought - workshop`,
  depositsHeld: sql`held - total`,
  creditOwed: sql`credit`,
  stockValue: sql`value`,
  tax: sql`tax`,
} satisfies Record<string, SQL>
type Figure = keyof typeof figures

const ledgerFigures = sql`
  select ${sql.join(
    Object.entries(figures).map(([name, figure]) => sql`${figure} as ${sql.identifier(name)}`),
    sql`, `,
  )}
  from (
    select coalesce(sum(total_purchase), 0) as total, coalesce(sum(shipping_fee), 0) as fees,
        coalesce(sum(subtotal + shipping_fee - total_purchase), 0) as discounts,
        coalesce(sum(shipping_fee) filter (where status = 'Refunded'), 0) as fees_kept
      from sales_transaction where completed_at is not null
  ) sold, (
    select coalesce(-sum(amount) filter (where kind = 'refund'), 0) as refunds,
        coalesce(sum(amount) filter (where kind <> 'deposit_kept'
          and coalesce(code, 'cash') not in ('store_credit', 'exchange')), 0) as money,
        coalesce(sum(case kind when 'deposit_kept' then -amount when 'refund' then 0 else amount end), 0) as held
      from money_entry left join payment_type using (payment_type_id)
  ) entries, (
    select coalesce(sum(value), 0) as value, coalesce(-sum(value) filter (where document_type = 'sale'), 0) as cost,
        coalesce(sum(value) filter (where m.kind in ('receiving', 'opening') or document_type = 'import'
          or code = 'opening' and count_id is null), 0) as bought
      from stock_movement m
      left join inventory_adjustment on document_type = 'adjustment' and adjustment_id = document_id
      left join adjustment_reason using (adjustment_reason_id)
  ) moved, (
    select coalesce(sum(cost), 0) as workshop from stock_repair_return
  ) repaired, (
    select coalesce(sum(amount), 0) as credit from credit_entry
  ) credits, (
    select coalesce(sum(tax), 0) as tax from tax_entry
  ) taxes`
