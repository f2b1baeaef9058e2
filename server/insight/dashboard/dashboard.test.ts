import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Dashboard } from '../../../contract/insight/dashboard.ts'
import type { SaleRow } from '../../../contract/sales/sales.ts'
import { dayIn } from '../../../contract/shared/dates.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { onLedger } from '../../../tests/support/ledger.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { dailyCount } from '../../db/schema/insight.ts'
import { saleRefund } from '../../db/schema/refunds.ts'
import { customer, sale } from '../../db/schema/sales.ts'

const { db, as } = await testApp()
const [staff, manager] = [as(3), as(2)]
const path = '/api/v1/dashboard'
const [cash, walkIn, layaway] = [1, 1, 6]

const dashboard = async (query = '') => {
  const { status, body } = await staff('GET', `${path}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Dashboard
}
const zone = (timeZone: string) => db.update(shopSetting).set({ timeZone })

test('shows zeros and no comparison for an empty shop', async () => {
  const nothing = { value: 0, before: null, change: null }
  expect(await dashboard()).toEqual({
    paidOrder: nothing,
    siteVisit: nothing,
    searches: nothing,
    totalSales: nothing,
    recentOrders: [],
  })
  expect((await dashboard('?from=2026-01-01&to=2026-01-31')).totalSales).toEqual({ value: 0, before: 0, change: null })
})

const ring = await stockItem(db, { quantity: 1000, price: 333.33 })
const dust = await stockItem(db, { quantity: 1000, price: 0.07, uom: 'BULK' })
const [liza, ana] = await db
  .insert(customer)
  .values(
    ['Liza', 'Ana'].map((firstName) => ({
      firstName,
      lastName: 'Reyes',
      contactNo: '1',
      email: `${firstName}@mail.example`,
      address: firstName === 'Liza' ? 'Cebu' : null,
      customerTypeID: 1,
    })),
  )
  .returning()

/** Sells rings and gold dust; the costs have fractions of a centavo. */
async function sell(over: object = {}): Promise<SaleRow> {
  const { status, body } = await manager('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: walkIn,
    items: [
      { itemID: ring.itemID, orderQty: 3 },
      { itemID: dust.itemID, orderQty: 12.345 },
    ],
    discount: 0.05,
    shippingFee: 120.5,
    payments: [{ paymentTypeID: cash, amount: 2000 }],
    complete: true,
    ...over,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const refund = async ({ salesTransactionID, items }: SaleRow, qty?: number) => {
  const [first] = items
  const { status, body } = await manager('POST', `/api/v2/sales/${salesTransactionID}/refunds`, {
    paymentTypeID: cash,
    reason: 'Too small',
    ...(qty && { items: [{ salesItemID: first!.salesItemID, qty }] }),
  })
  expect(status, JSON.stringify(body)).toBe(201)
}
const completedAt = (id: number, at: string) =>
  db
    .update(sale)
    .set({ completedAt: new Date(at) })
    .where(eq(sale.salesTransactionID, id))

/** Recomputes a period from lines, fees and refunds, with JavaScript's own calendar. */
async function recomputed(timeZone: string, from: string | undefined, to: string | undefined) {
  type Line = { sale: number; status: string; completed: Date | null; cents: string; extra: string }
  const { rows } = await db.execute<Line>(sql`
    select sales_transaction_id as sale, status, completed_at as completed,
      (select sum(round(price * order_qty, 2)) * 100 from sales_item l where l.sales_transaction_id = s.sales_transaction_id) as cents,
      (shipping_fee - discount) * 100 as extra
    from sales_transaction s`)
  const refunds = await db.select().from(saleRefund)
  const dayOf = (at: Date) => dayIn(timeZone, new Date(at))
  const inPeriod = (day: string) => (from === undefined || day >= from) && (to === undefined || day <= to)
  const counted = rows.filter(({ completed }) => completed !== null && inPeriod(dayOf(completed)))
  const isWholeReturn = ({ refundID, salesTransactionID }: (typeof refunds)[number]) =>
    rows.find(({ sale: id }) => id === salesTransactionID)!.status === 'Refunded' &&
    !refunds.some((one) => one.salesTransactionID === salesTransactionID && one.refundID > refundID)
  const back = refunds.filter(({ createdAt }) => inPeriod(dayOf(createdAt)))
  const cents =
    counted.reduce((sum, row) => sum + Number(row.cents) + Number(row.extra), 0) -
    back.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const days = await db.select().from(dailyCount)
  const countOf = (kind: string) =>
    days.reduce((sum, row) => sum + (row.kind === kind && inPeriod(row.day) ? row.count : 0), 0)
  return {
    paidOrder: counted.length - back.filter(isWholeReturn).length,
    totalSales: Math.round(cents) / 100,
    siteVisit: countOf('visit'),
    searches: countOf('search'),
  }
}
const valuesOf = ({ paidOrder, totalSales, siteVisit, searches }: Dashboard, of: 'value' | 'before') => ({
  paidOrder: paidOrder[of],
  totalSales: totalSales[of],
  siteVisit: siteVisit[of],
  searches: searches[of],
})
/** Returns the day `days` later. */
const plus = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Moments on both sides of midnight in Tokyo, New York and Kathmandu. */
const moments = [
  '2026-03-01T14:59:59.999Z',
  '2026-03-01T15:00:00.000Z',
  '2026-03-02T04:59:59.999Z',
  '2026-03-02T05:00:00.000Z',
  '2026-03-02T18:14:59.999Z',
  '2026-03-02T18:15:00.000Z',
  '2026-03-08T12:00:00.000Z',
  '2026-03-09T03:59:59.999Z',
  '2026-03-09T04:00:00.000Z',
  '2026-03-20T12:00:00.000Z',
]

test('matches every figure with the tables, to the centavo, in every period and time zone', async () => {
  for (const [n, at] of moments.entries()) {
    const made = await sell({ customerID: [liza!.customerID, ana!.customerID, null][n % 3] })
    if (n % 4 === 1) await refund(made, 1)
    if (n === 5) await refund(made)
    await completedAt(made.salesTransactionID, at)
    // Each refund is on the day of another sale.
    const refundedAt = moments[(n + 4) % moments.length]!
    await db.execute(
      sql.raw(
        onLedger(
          `update sales_refund set created_at = '${refundedAt}' where sales_transaction_id = ${made.salesTransactionID}`,
          'sales_refund',
        ),
      ),
    )
  }
  await sell({ complete: false, payments: [] })
  await sell({ complete: false, transactionTypeID: layaway, payments: [{ paymentTypeID: cash, amount: 100 }] })
  const canceled = await sell({ complete: false, payments: [{ paymentTypeID: cash, amount: 100 }] })
  const { status } = await manager('PUT', `/api/v2/sales/${canceled.salesTransactionID}/cancel`, {
    deposit: 'forfeit',
    reason: 'No answer',
  })
  expect(status).toBe(200)
  await db.insert(dailyCount).values(
    Array.from({ length: 24 }, (_, n) => [
      { day: plus('2026-02-25', n), kind: 'visit' as const, subject: '/', count: 3 + n },
      { day: plus('2026-02-25', n), kind: 'visit' as const, subject: '/shop', count: 1 },
      { day: plus('2026-02-25', n), kind: 'search' as const, subject: 'shop', count: 1 + (n % 5) },
    ]).flat(),
  )
  const all = await recomputed('Asia/Tokyo', undefined, undefined)
  // The fully refunded sale is no paid order, but its kept shipping fee stays in Total Sales.
  expect(all.paidOrder).toBe(moments.length - 1)
  expect(valuesOf(await dashboard(), 'value')).toEqual(all)

  const day = fc.integer({ min: 0, max: 26 }).map((n) => plus('2026-02-25', n))
  const timeZone = fc.constantFrom('Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu', 'UTC')
  await fc.assert(
    fc.asyncProperty(timeZone, day, day, async (timeZone, one, other) => {
      await zone(timeZone)
      const [from, to] = [one, other].toSorted()
      const found = await dashboard(`?from=${from}&to=${to}`)
      expect(valuesOf(found, 'value')).toEqual(await recomputed(timeZone, from, to))
      const days = (Date.parse(to!) - Date.parse(from!)) / 86_400_000 + 1
      const before = await recomputed(timeZone, plus(from!, -days), plus(from!, -1))
      expect(valuesOf(found, 'before')).toEqual(before)
      for (const { value, before, change } of [found.paidOrder, found.totalSales, found.siteVisit, found.searches])
        expect(change).toBe(before ? Number(((value / before - 1) * 100 + 1e-9).toFixed(1)) + 0 : null)
    }),
    { numRuns: 60 },
  )
  await zone('Asia/Tokyo')
})

test('reads a period without a start or without an end', async () => {
  const until = await dashboard('?to=2026-03-02')
  expect(valuesOf(until, 'value')).toEqual(await recomputed('Asia/Tokyo', undefined, '2026-03-02'))
  expect(until.totalSales).toMatchObject({ before: null, change: null })
  const today = dayIn('Asia/Tokyo', new Date())
  const since = await dashboard('?from=2026-03-02')
  expect(since).toEqual(await dashboard(`?from=2026-03-02&to=${today}`))
  // A timestamp means its day in the shop's time zone.
  expect(await dashboard('?from=2026-03-01T15:00:00Z')).toEqual(since)
  expect((await dashboard('?from=2999-01-01')).paidOrder).toEqual({ value: 0, before: null, change: null })
})

test.each([
  ['?from=2026-03-02&to=2026-03-01', 'A period ends on the day it begins, or later'],
  ['?from=2026-02-30', 'Enter a date like 2026-11-20'],
  ['?to=soon', 'Enter a date like 2026-11-20'],
  ['?period=week', 'Unknown parameter: period'],
])('refuses %s', async (query, message) => {
  const { status, body } = await staff('GET', path + query)
  expect([status, body.message]).toEqual([400, message])
})

test('links the tile of paid orders to a list of the same sales', async () => {
  for (const [from, to] of [
    ['2026-03-02', '2026-03-02'],
    ['2026-03-01', '2026-03-09'],
  ]) {
    const { paidOrder } = await dashboard(`?from=${from}&to=${to}`)
    const { body } = await staff('GET', `/api/v2/sales?completedFrom=${from}&completedTo=${to}`)
    expect(body.meta.total).toBe(paidOrder.value)
    expect(paidOrder.value).toBeGreaterThan(0)
  }
})

test('lists the latest five sales by customer', async () => {
  const named = await sell({ customerID: liza!.customerID, orderDate: '2026-03-05' })
  const open = await sell({ complete: false, payments: [] })
  const { recentOrders } = await dashboard('?from=2026-01-01&to=2026-01-02')
  expect(recentOrders).toHaveLength(5)
  expect(recentOrders.slice(0, 2)).toEqual([
    {
      salesTransactionID: open.salesTransactionID,
      transactionNumber: open.transactionNumber,
      customerID: null,
      user: 'Walk-in',
      orderDate: open.orderDate,
      status: 'Pending',
    },
    {
      salesTransactionID: named.salesTransactionID,
      transactionNumber: named.transactionNumber,
      customerID: liza!.customerID,
      user: 'Liza Reyes',
      orderDate: '2026-03-05',
      status: 'Completed',
    },
  ])
})

test('lists customers with the total of their completed sales', async () => {
  const { rows } = await db.execute<{ id: number; orders: string; spend: string }>(sql`
    select customer_id as id, count(*) filter (where status = 'Completed') as orders,
      sum(total_purchase - refunded_amount) as spend
    from sales_transaction where completed_at is not null and customer_id is not null group by 1 order by 1`)
  const { body } = await staff('GET', `${path}/customers?sort=id`)
  expect(body.meta).toEqual({ page: 1, pageSize: 10, total: 2 })
  expect(body.data).toEqual([
    {
      id: liza!.customerID,
      name: 'Liza Reyes',
      email: 'Liza@mail.example',
      phone: '1',
      total_orders: Number(rows[0]!.orders),
      total_spend: Number(rows[0]!.spend),
      location: 'Cebu',
    },
    expect.objectContaining({ total_orders: Number(rows[1]!.orders), total_spend: Number(rows[1]!.spend) }),
  ])
  const nobody = await staff('GET', `${path}/customers?search=nobody`)
  expect(nobody.body).toMatchObject({ data: [], meta: { total: 0 } })
  const [, bo] = await db
    .insert(customer)
    .values([
      { firstName: 'Bo', lastName: '50%', contactNo: '2', email: 'bo@mail.example', customerTypeID: 1 },
      { firstName: 'Cy', lastName: '500', contactNo: '3', email: 'cy@mail.example', customerTypeID: 1 },
    ])
    .returning()
  const found = await staff('GET', `${path}/customers?search=50%25`)
  expect(found.body.data).toMatchObject([{ name: 'Bo 50%', total_orders: 0, total_spend: 0 }])
  const last = await staff('GET', `${path}/customers?sort=id&pageSize=3&page=2`)
  expect(last.body).toMatchObject({ data: [{ id: bo!.customerID }], meta: { page: 2, pageSize: 3, total: 4 } })
})

test('compares a running day with the same hours of the day before', async () => {
  // It is noon in the shop, so that neither moment below falls on another day.
  const offset = 12 - new Date().getUTCHours()
  await zone(offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`)
  await db.update(sale).set({ completedAt: new Date('2020-01-01T00:00:00Z') })
  const dayAgo = Date.now() - 86_400_000
  for (const minutes of [-5, 5]) {
    const { salesTransactionID } = await sell()
    await completedAt(salesTransactionID, new Date(dayAgo + minutes * 60_000).toISOString())
  }
  const today = new Date(Date.now() + offset * 3_600_000).toISOString().slice(0, 10)
  const running = await dashboard(`?from=${today}&to=${today}`)
  expect(running.paidOrder).toEqual({ value: 0, before: 1, change: -100 })
  // A day that is over counts whole, and so does the day before it.
  const tomorrow = plus(today, 1)
  expect((await dashboard(`?from=${tomorrow}&to=${tomorrow}`)).paidOrder.before).toBe(0)
  expect((await dashboard(`?from=${plus(today, -1)}&to=${plus(today, -1)}`)).paidOrder.value).toBe(2)
})

test('writes Japanese names with the family name first', async () => {
  const [yoko] = await db
    .insert(customer)
    .values({ firstName: '陽子', lastName: '伊藤', contactNo: '1', email: 'yoko@mail.example', customerTypeID: 1 })
    .returning()
  await sell({ customerID: yoko!.customerID })
  expect((await dashboard('?from=2026-01-01&to=2026-01-02')).recentOrders[0]).toMatchObject({ user: '伊藤 陽子' })
  const { body } = await as(3)('GET', `/api/v1/dashboard/customers?search=${encodeURIComponent('伊藤')}`)
  expect(body.data).toMatchObject([{ name: '伊藤 陽子' }])
})
