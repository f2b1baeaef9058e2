import type { AnalyticsData } from '../../contract/insight/analytics.ts'
import { profitLines } from '../../contract/insight/profit.ts'
import { type ReportKey, reportKeys } from '../../contract/insight/report-definitions.ts'
import { fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import { readSettings } from '../company/settings.ts'
import type { Context } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { readAnalytics } from './analytics/analytics.ts'
import { figuresOf } from './dashboard/dashboard.ts'
import { readWholeReport } from './reports/reports.ts'
import { type LedgerFigure, readLedgerFigures } from './shared/ledger-figures.ts'
import { readPeriod } from './shared/period.ts'
import { profitFromSales } from './shared/profit.ts'

/**
 * Returns a sentence for each figure of a report, of the dashboard or of Analytics that differs from the ledgers. All
 * cover all time, and the ledgers' figures come from other formulas. An empty list means none.
 */
export async function verifyReports({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> {
  const ledgers = await readLedgerFigures(db)
  const problems: string[] = []
  const compare = (screen: string, shown: Record<string, number>, wanted: Record<string, LedgerFigure>) => {
    for (const [field, figure] of Object.entries(wanted)) {
      const [one, ledger] = [shown[field] ?? 0, Number(ledgers[figure])]
      if (toCentavos(one) !== toCentavos(ledger))
        problems.push(`${screen} says ${field} ${one}, but the ledgers add up to ${ledger}`)
    }
  }
  for (const key of reportKeys) {
    const wanted = compared[key]
    if (wanted) compare(`Report ${key}`, await readWholeReport(db, now, key), wanted)
  }
  compare('Dashboard', await readDashboard(db), onDashboard)
  const period = await readPeriod(db, now, {})
  compare('Analytics', listAnalytics(await readAnalytics(db, period)), inAnalytics)
  return problems
}

const lineOf = (wanted: (typeof profitLines)[number]['key']) => profitLines.find(({ key }) => key === wanted)!.line

/** The figures of each report that a ledger knows. The profit statement has a figure per line. */
export const compared: { [Key in ReportKey]?: Record<string, LedgerFigure> } = {
  sales: { sales: 'totalSales', refunded: 'refunds', paid: 'paid', balance: 'owed' },
  'sale-lines': { sales: 'totalSales', profit: 'salesProfit' },
  'by-seller': { sales: 'totalSales', refunded: 'refunds', discount: 'discounts', orders: 'orders', cash: 'cash' },
  customers: { sales: 'totalSales', refunded: 'refunds', orders: 'orders', balance: 'owed' },
  'customer-balances': { balance: 'owedByCustomers', credit: 'creditOwed' },
  payments: { net: 'money', storeCredit: 'byStoreCredit', exchanged: 'exchanged', tradedIn: 'tradedIn' },
  stock: { value: 'stockValue' },
  tax: { netTax: 'tax' },
  profit: {
    [lineOf('salesProfit')]: 'salesProfit',
    [lineOf('shippingKept')]: 'shippingKept',
    [lineOf('depositsKept')]: 'depositsKept',
    [lineOf('profit')]: 'profit',
    [lineOf('totalSales')]: 'totalSales',
    [lineOf('depositsHeld')]: 'depositsHeld',
    [lineOf('creditOwed')]: 'creditOwed',
    [lineOf('tradeInsOwed')]: 'tradeInsOwed',
    [lineOf('stockValue')]: 'stockValue',
  },
}

/** The figures of the dashboard that a ledger knows. */
export const onDashboard = { paidOrder: 'orders', totalSales: 'totalSales', profit: 'salesProfit' } as const

async function readDashboard(db: Db | Tx) {
  const { timeZone } = await readSettings(db)
  const { paidOrder, totalSales } = await figuresOf(db, timeZone, {})
  return { paidOrder, totalSales, profit: await profitFromSales(db, () => undefined) }
}

/** The figures of Analytics that a ledger knows. Each list is a figure by its sum. */
export const inAnalytics = {
  orders: 'orders',
  total: 'totalSales',
  refunded: 'refunds',
  discount: 'discounts',
  shipping: 'shipping',
  'profit from sales': 'salesProfit',
  profit: 'profit',
  'sales by day': 'totalSales',
  'sales by category': 'goods',
  'sales by transaction type': 'totalSales',
  'money by payment type': 'money',
  'payments less change and refunds': 'money',
  'store credit': 'byStoreCredit',
  stock: 'stockValue',
} as const satisfies Record<string, LedgerFigure>

function listAnalytics(shown: AnalyticsData): Record<keyof typeof inAnalytics, number> {
  const { totals, statement, paymentTypes, storeCredit } = shown
  return {
    orders: totals.orders,
    total: totals.total,
    refunded: totals.refunded,
    discount: totals.discount,
    shipping: totals.shipping,
    'profit from sales': totals.profit!,
    profit: statement!.profit,
    'sales by day': sumOf(shown.sales, ({ total }) => total),
    'sales by category': sumOf(shown.categories, ({ total }) => total),
    'sales by transaction type': sumOf(shown.transactionTypes, ({ total }) => total),
    'money by payment type': sumOf(paymentTypes, ({ kept }) => kept),
    'payments less change and refunds':
      (toCentavos(sumOf(paymentTypes, ({ taken }) => taken)) -
        toCentavos(sumOf(paymentTypes, ({ change }) => change)) -
        toCentavos(sumOf(paymentTypes, ({ refunded }) => refunded))) /
      100,
    'store credit': fromCentavos(toCentavos(storeCredit.used) - toCentavos(storeCredit.returned)),
    stock: sumOf(shown.stock!, ({ value }) => value),
  }
}

const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  fromCentavos(rows.reduce((sum, row) => sum + toCentavos(of(row)), 0))
