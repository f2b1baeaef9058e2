// Proves that a printed month stays as it was printed: every report, Analytics, the dashboard and the statements of March
// are the same after April has refunded, exchanged, corrected, canceled, completed, received and revalued what March
// left. A report names the columns that always show the present state.
import { beforeAll, expect, test } from 'vitest'

import { definitionOf, type ReportKey, reportKeys } from '../../../contract/insight/report-definitions.ts'
import { type EventfulShop, liveApril, liveMarch, openEventfulShop } from '../../../tests/support/eventful-shop.ts'
import { testApp } from '../../../tests/support/fixtures.ts'

type Row = Record<string, string | number | null>
type Report = { data: Row[]; totals: Row }
type Print = Awaited<ReturnType<typeof print>>

/** The columns of each report that show the present state, also for a past period. */
const present: { [Key in ReportKey]?: readonly string[] } = {
  sales: ['status', 'refundedWithSale'],
  'sale-lines': ['status', 'refundedWithSale'],
  'by-seller': ['refundedWithSale'],
  customers: ['openOrders', 'refundedWithSale', 'balance', 'lastOrder'],
  purchases: ['status', 'canceled', 'received', 'closedShort', 'outstanding', 'receivedCost'],
  receiving: ['status'],
}
/** The keys of a row of a report; other reports have their rows in a stable order. */
const keysOf: { [Key in ReportKey]?: readonly string[] } = {
  sales: ['transactionNumber', 'kind', 'date'],
  'sale-lines': ['transactionNumber', 'kind', 'date', 'itemCode', 'itemName', 'refundedQty', 'returnedCost'],
  customers: ['customer', 'email'],
  'customer-balances': ['customer'],
  'by-seller': ['seller'],
}
/** Whether a row of the first print is a sale that was still open or canceled: it stands as it is now. */
const isUnfinished = (row: Row) => ['Pending', 'Processing', 'Canceled'].includes(String(row['status']))

/** Prints every report, Analytics, the dashboard and each statement of March. */
async function print({ call, as, customers }: EventfulShop) {
  const days = 'from=2025-03-01&to=2025-03-31'
  const reports = new Map<ReportKey, Report>()
  for (const key of reportKeys) {
    const { period, asOf } = definitionOf(key) as { period: boolean; asOf?: true }
    const query = period ? days : asOf ? 'asOf=2025-03-31' : ''
    const { status, body } = await as(1)('GET', `/api/v1/reports/${key}?${query}`)
    // The preview holds every row, so that no row escapes the comparison.
    expect([key, status, body.data.length]).toEqual([key, 200, body.meta.total])
    reports.set(key, body)
  }
  const { stock: _now, ...analytics } = await call('GET', `/api/v1/analytics?${days}`)
  const { recentOrders: _latest, ...dashboard } = await call('GET', `/api/v1/dashboard?${days}`)
  const profit = await call('GET', `/api/v1/dashboard/profit?${days}`)
  const statements = []
  for (const id of customers) statements.push(await call('GET', `/api/v2/customers/${id}/statement?to=2025-03-31`))
  return { reports, analytics, dashboard, profit, statements }
}

const shop = await openEventfulShop(await testApp())
let [march, later]: Print[] = []
beforeAll(async () => {
  const left = await liveMarch(shop)
  shop.setDay('2025-04-01')
  march = await print(shop)
  await liveApril(shop, left)
  shop.setDay('2025-05-02')
  later = await print(shop)
}, 120_000)

test('Analytics, the dashboard and the statements of March stay as they were', () => {
  const { reports: _march, ...printed } = march!
  const { reports: _later, ...again } = later!
  expect(again).toEqual(printed)
  expect(printed.analytics.totals).toMatchObject({ orders: expect.any(Number) })
  expect(printed.analytics.totals.orders).toBeGreaterThan(10)
  expect(printed.statements.every(({ entries }) => entries.length > 3)).toBe(true)
})

test.each(reportKeys.filter((key) => key !== 'low-stock'))('the report %s of March stays as it was', (key) => {
  const [before, after] = [march!, later!].map(({ reports }) => reports.get(key)!)
  const { columns, tells } = definitionOf(key)
  const [keys, shown] = [keysOf[key], present[key] ?? []]
  const find = (row: Row, n: number) =>
    keys ? after!.data.find((one) => keys.every((field) => one[field] === row[field])) : after!.data[n]
  const changed = new Set<string>()
  const compared: string[] = []
  const isStable = (row: Row) => key === 'purchases' || key === 'receiving' || !isUnfinished(row)
  for (const [n, row] of [...before!.data.entries()].filter(([, one]) => isStable(one))) {
    const same = find(row, n)
    expect([row, same]).toEqual([row, expect.anything()])
    for (const { field } of columns.filter((one) => same![one.field] !== row[one.field])) changed.add(field)
  }
  // Each named column did change, so that no report names one in vain.
  expect([...changed].toSorted()).toEqual(shown.toSorted())
  expect(after!.data.filter(isStable).length).toBe(before!.data.filter(isStable).length)
  for (const { label } of columns.filter(({ field }) => shown.includes(field)))
    expect(tells).toMatch(new RegExp(`\\b${label}\\b[^.]* (is|are) as of now`))
  // The totals of Sales and Sale lines contain open sales, except these.
  const sums = key === 'sales' || key === 'sale-lines' ? ['sales', 'refunded', 'profit', 'cost', 'returnedCost'] : null
  for (const { field } of columns.filter((one) => one.total && !shown.includes(one.field)))
    if (sums?.includes(field) ?? true) compared.push(field)
  const sumsOf = ({ totals }: Report) => compared.map((field) => [field, totals[field]])
  expect(sumsOf(after!)).toEqual(sumsOf(before!))
})
