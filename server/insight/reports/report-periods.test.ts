import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { definitionOf, type ReportKey, reportKeys } from '../../../contract/insight/report-definitions.ts'
import { readCsv } from '../../../tests/support/csv-reader.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { onLedger } from '../../../tests/support/ledger.ts'
import { stockItem } from '../../../tests/support/stocked.ts'

// Proves that a report of one day covers that whole day in the shop's time zone, in any time zone of the server.
const { as, db } = await testApp()
const staff = as(3)
const zoneBefore = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'UTC'
})
afterAll(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

const { itemID } = await stockItem(db, { quantity: 100 })
const sell = async () => {
  const { body } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  })
  return body.data.salesTransactionID as number
}
const sales = [await sell(), await sell(), await sell(), await sell()]

/** Moves the four sales, with their payments and movements, to these moments. */
async function at(moments: string[]) {
  for (const [n, moment] of moments.entries()) {
    // An early entry date proves that the completion decides a sale's day.
    await db.execute(sql`update sales_transaction set completed_at = ${moment}::timestamptz,
      transaction_date = ${moment}::timestamptz - interval '40 days' where sales_transaction_id = ${sales[n]}`)
    await db.execute(
      sql.raw(onLedger(`update money_entry set at = '${moment}' where sales_transaction_id = ${sales[n]}`)),
    )
  }
}

const total = async (key: ReportKey, query: Record<string, string>) => {
  const { status, body } = await staff('GET', `/api/v1/reports/${key}?${String(new URLSearchParams(query))}`)
  expect([status, body.message]).toEqual([200, undefined])
  const file = await staff('GET', `/api/v1/reports/${key}?${String(new URLSearchParams({ ...query, format: 'csv' }))}`)
  expect(readCsv(String(file.body)).length - 1).toBe(body.meta.total)
  return body.meta.total as number
}

test.each([
  // Tokyo is 9 hours ahead of UTC all year.
  [
    'Asia/Tokyo',
    '2026-11-20',
    ['2026-11-19T14:59:59.999Z', '2026-11-19T15:01:00Z', '2026-11-20T14:59:00Z', '2026-11-20T15:01:00Z'],
  ],
  // New York starts summer time at 2:00, so this day has 23 hours: from 5:00 UTC to 4:00 UTC.
  [
    'America/New_York',
    '2026-03-08',
    ['2026-03-08T04:59:00Z', '2026-03-08T05:01:00Z', '2026-03-09T03:59:00Z', '2026-03-09T04:01:00Z'],
  ],
  // New York ends summer time on this day of 25 hours: from 4:00 UTC to 5:00 UTC.
  [
    'America/New_York',
    '2026-11-01',
    ['2026-11-01T03:59:00Z', '2026-11-01T04:01:00Z', '2026-11-02T04:59:00Z', '2026-11-02T05:00:00Z'],
  ],
])('covers the whole day in %s on %s, from 00:01 to 23:59, and nothing beside it', async (timeZone, day, moments) => {
  expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(0)
  await db.execute(sql`update shop_setting set time_zone = ${timeZone}`)
  await at(moments)
  for (const key of ['sales', 'sale-lines', 'payments'] as const) {
    expect([key, await total(key, { from: day, to: day })]).toEqual([key, 2])
    expect([key, await total(key, { to: day })]).toEqual([key, 3])
    expect([key, await total(key, { from: day })]).toEqual([key, 3])
  }
  const one = await staff('GET', `/api/v1/reports/customers?from=${day}&to=${day}`)
  expect(one.body.totals).toMatchObject({ orders: 2, sales: 2000 })
  // The file shows the shop's local time.
  const file = await staff('GET', `/api/v1/reports/payments?from=${day}&to=${day}&format=csv`)
  const [, late, early] = readCsv(String(file.body))
  expect([early![0], late![0]]).toEqual([`${day} 00:01:00`, `${day} 23:59:00`])
  // A timestamp means its day in the shop's time zone.
  expect(await total('sales', { from: moments[1]!, to: moments[2]! })).toBe(2)
})

const periods = reportKeys.filter((key) => definitionOf(key).period)
test.each(periods)('refuses invalid days, and a period that ends before it starts, in %s', async (key) => {
  const refused = async (query: string) => {
    const json = await staff('GET', `/api/v1/reports/${key}?${query}`)
    const csv = await staff('GET', `/api/v1/reports/${key}?format=csv&${query}`)
    expect(csv.body).toEqual(json.body)
    return [json.status, json.body.message]
  }
  expect(await refused('from=2026-02-30')).toEqual([400, 'Enter a date like 2026-11-20'])
  expect(await refused('to=yesterday')).toEqual([400, 'Enter a date like 2026-11-20'])
  expect(await refused('from=0026-01-01')).toEqual([400, 'Enter a date between the years 1900 and 2999'])
  expect(await refused('from=2026-11-21&to=2026-11-20')).toEqual([400, 'The period ends before it begins'])
  expect(await refused('page=2')).toEqual([400, 'Unknown parameter: page'])
  expect(await refused('locationID=Main')).toEqual([400, 'Location must be a number'])
})

test.each(reportKeys.filter((key) => !definitionOf(key).period))(
  'refuses a period for %s, which shows the current state',
  async (key) => {
    const { status, body } = await staff('GET', `/api/v1/reports/${key}?from=2026-11-20`)
    expect([status, body.message]).toEqual([400, 'Unknown parameter: from'])
  },
)

test('refuses unknown filter values', async () => {
  const { status, body } = await staff('GET', '/api/v1/reports/sales?status=Lost')
  expect([status, body.message]).toEqual([
    400,
    'Status must be one of: Pending, Processing, Completed, Canceled, Refunded',
  ])
  expect((await staff('GET', '/api/v1/reports/sales?format=xlsx')).body.message).toBe(
    'Format must be one of: json, csv',
  )
  expect((await staff('GET', '/api/v1/reports/nothing')).status).toBe(404)
})
