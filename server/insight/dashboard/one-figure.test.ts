import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { fillShop } from '../../../tests/support/busy-shop.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { onLedger } from '../../../tests/support/ledger.ts'

// Proves that Total Sales, Paid Order and the profit are the same, to the centavo, on every page that shows them.
const { db, url, as } = await testApp()
const staff = as(3)
const sql = new pg.Pool({ connectionString: url, max: 2 })
afterAll(() => sql.end())

/** Moments around midnight in New York, including the day with 25 hours, and in Tokyo. */
const edges = [
  '2026-11-01T03:59:59.999Z',
  '2026-11-01T04:00:00Z',
  '2026-11-01T05:30:00Z',
  '2026-11-01T06:30:00Z',
  '2026-11-02T04:30:00Z',
  '2026-11-02T04:59:59.999Z',
  '2026-11-02T05:00:00Z',
  '2026-11-01T14:59:59.999Z',
  '2026-11-01T15:00:00Z',
]

await fillShop({ db, as }, sql)
const { rows: completed } = await sql.query(`select sales_transaction_id as id from sales_transaction
  where completed_at is not null order by status = 'Completed' and refunded_amount > 0 desc, discount > 0 desc, id`)
for (const [n, at] of edges.entries())
  await sql.query('update sales_transaction set completed_at = $1 where sales_transaction_id = $2', [
    at,
    completed[n].id,
  ])

// Refunds lie on the same edges, each on another day than its sale.
const { rows: refunds } = await sql.query('select refund_id as id from sales_refund order by refund_id desc')
for (const [n, { id }] of refunds.entries())
  await sql.query(
    onLedger(
      `update sales_refund set created_at = '${edges[n % edges.length]}' where refund_id = ${id}`,
      'sales_refund',
    ),
  )

const periods: { from?: string; to?: string }[] = [
  {},
  { from: '2026-11-01', to: '2026-11-01' },
  { from: '2026-11-02', to: '2026-11-02' },
  { from: '2026-10-31', to: '2026-11-01' },
  { from: '2026-11-02' },
  { to: '2026-11-01' },
  { from: '2026-01-01', to: '2026-12-31' },
]

test.each(['Asia/Tokyo', 'America/New_York'].flatMap((timeZone) => periods.map((period) => ({ timeZone, ...period }))))(
  'shows the same figures in dashboard, analytics, list and four reports: %j',
  async ({ timeZone, ...period }) => {
    const { from, to } = period
    await sql.query('update shop_setting set time_zone = $1', [timeZone])
    const read = async (path: string, more: Record<string, string> = {}) => {
      const { status, body } = await staff(
        'GET',
        `/api/${path}?${new URLSearchParams({ ...period, ...more }).toString()}`,
      )
      expect([status, body.message]).toEqual([200, undefined])
      return body
    }
    // Query the table directly: PostgreSQL computes the local day of each sale.
    const { rows } = await sql.query(
      `select coalesce(sum(orders), 0)::int as orders, coalesce(sum(amount), 0)::float8 as total,
        (count(*) filter (where orders = 1))::int as completed
      from (
        select 1 as orders, completed_at as at, total_purchase as amount from sales_transaction where completed_at is not null
        union all
        select 0, created_at, -amount from sales_refund
        union all
        select -1, last.at, 0 from (
          select distinct on (sales_transaction_id) sales_transaction_id, created_at as at
            from sales_refund order by sales_transaction_id, refund_id desc
        ) last join sales_transaction using (sales_transaction_id) where status = 'Refunded'
      ) counted
      where (at at time zone $1)::date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')`,
      [timeZone, from ?? null, to ?? null],
    )
    const { orders, total, completed: sold } = rows[0] as { orders: number; total: number; completed: number }
    expect(sold).toBeGreaterThan(0)

    const dashboard = (await read('v1/dashboard')).data
    const analytics = (await read('v1/analytics')).data
    const sumOf = (parts: { total: number }[]) =>
      parts.reduce((sum, part) => sum + Math.round(part.total * 100), 0) / 100
    expect({
      dashboard: dashboard.totalSales.value,
      analytics: analytics.totals.total,
      days: sumOf(analytics.sales),
      categories: sumOf([...analytics.categories, { total: analytics.totals.shipping }]),
      sales: (await read('v1/reports/sales')).totals.sales,
      lines: (await read('v1/reports/sale-lines')).totals.sales,
      customers: (await read('v1/reports/customers')).totals.sales,
    }).toEqual({
      dashboard: total,
      analytics: total,
      days: total,
      categories: total,
      sales: total,
      lines: total,
      customers: total,
    })
    const profit = (await read('v1/reports/profit')).data as { line: string; amount: number }[]
    const amountOf = (line: string) => profit.find((row) => row.line === line)!.amount
    expect([
      amountOf('Total Sales'),
      amountOf('Profit from sales'),
      amountOf('Profit from sales'),
      amountOf('Profit from sales'),
      amountOf('Profit'),
    ]).toEqual([
      total,
      (await read('v1/dashboard/profit')).data.profit,
      analytics.totals.profit,
      (await read('v1/reports/sale-lines')).totals.profit,
      analytics.statement.profit,
    ])
    expect({
      dashboard: dashboard.paidOrder.value,
      analytics: analytics.totals.orders,
      sellers: (await read('v1/reports/by-seller')).totals.orders,
      customers: (await read('v1/reports/customers')).totals.orders,
    }).toEqual({ dashboard: orders, analytics: orders, sellers: orders, customers: orders })
    // The tile's link lists the sales completed in the period; all-time, those that are Completed.
    const listed = new URLSearchParams(
      from || to ? { ...(from && { completedFrom: from }), ...(to && { completedTo: to }) } : { status: 'Completed' },
    )
    const { meta } = (await staff('GET', `/api/v2/sales?${listed.toString()}`)).body
    expect(meta.total).toBe(from || to ? sold : orders)
  },
)
