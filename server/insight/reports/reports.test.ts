import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { afterAll, expect, test } from 'vitest'

import { definitionOf, type ReportKey } from '../../../contract/insight/report-definitions.ts'
import { fillShop } from '../../../tests/support/busy-shop.ts'
import { readCsv } from '../../../tests/support/csv-reader.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { readTables, reckoned, type Row } from '../../../tests/support/reckoned-reports.ts'

// Compares every report, row by row, with a recomputation from the bare tables.
const { db, url, as, users } = await testApp()
const staff = as(3)
const sql = new pg.Pool({ connectionString: url, max: 2 })
afterAll(() => sql.end())
const tax = { taxCountry: 'PH', taxRegistered: true, taxNumber: '123-456-789-00000', taxFrom: '2020-01-01' }
await as(1)('PUT', '/api/v1/tax', tax)
await fillShop({ db, as }, sql)
// Several people sold and took money.
const [manager, seller] = [users.get(2)!, users.get(3)!]
for (const [table, key] of [
  ['sales_transaction', 'sales_transaction_id'],
  // The person who takes a payment gives its change too.
  ['money_entry', 'coalesce(payment_entry_id, entry_id)'],
  ['sales_refund', 'refund_id'],
]) {
  // Entries of money and refunds are final, so their trigger is disabled here.
  if (table !== 'sales_transaction') await sql.query(`alter table ${table} disable trigger ${table}_is_final`)
  await sql.query(
    `update ${table} set created_by_id = case ${key} % 3 when 0 then created_by_id when 1 then $1::int else $2::int end`,
    [manager, seller],
  )
  if (table !== 'sales_transaction') await sql.query(`alter table ${table} enable trigger ${table}_is_final`)
}
// The balances of customers count sales on their order dates.
await sql.query(`update sales_transaction set order_date = (transaction_date at time zone 'Asia/Tokyo')::date`)
// The stock reports of past days need movements on several days.
await sql.query('alter table stock_movement disable trigger user')
await sql.query(`with placed as (
    select inventory_id, sequence, row_number() over (order by at, inventory_id, sequence) as n from stock_movement)
  update stock_movement m set at = timestamptz '2026-10-10Z' + n * interval '7 hours'
    from placed p where (p.inventory_id, p.sequence) = (m.inventory_id, m.sequence)`)
await sql.query('alter table stock_movement enable trigger user')
await sql.query(`update inventory i set created_at = (select min(at) from stock_movement m where m.inventory_id = i.inventory_id)
  where exists (select from stock_movement m where m.inventory_id = i.inventory_id)`)
const tables = await readTables(sql)

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const inTokyo = (iso: string) => {
  const at = Temporal.Instant.from(iso).toZonedDateTimeISO('Asia/Tokyo').toPlainDateTime()
  return at.toString({ smallestUnit: 'second', roundingMode: 'trunc' }).replace('T', ' ')
}

const read = async (key: ReportKey, query: Record<string, string>) => {
  const { status, body } = await staff('GET', `/api/v1/reports/${key}?${String(new URLSearchParams(query))}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body as { data: Row[]; totals: Record<string, number>; meta: { total: number } }
}

const november = { from: '2026-11-01', to: '2026-11-30' }
const asked: [ReportKey, Record<string, string>][] = [
  ['sales', {}],
  ['sales', november],
  ['sales', { from: '2026-10-20' }],
  ['sales', { to: '2026-10-20' }],
  ['sales', { ...november, status: 'Completed', locationID: '1' }],
  ['sales', { customerID: '2', transactionTypeID: '1' }],
  ['sales', { transactionTypeID: '2' }],
  ['sales', { kind: 'Refund' }],
  ['sales', { ...november, kind: 'Sale' }],
  ['sale-lines', {}],
  ['sale-lines', { kind: 'Refund' }],
  ['sale-lines', november],
  ['sale-lines', { categoryID: '1', locationID: '2' }],
  ['sale-lines', { customerID: '1', status: 'Refunded' }],
  ['payments', {}],
  ['payments', november],
  ['payments', { paymentTypeID: '1', locationID: '1' }],
  ['payments', { kind: 'Refund' }],
  ['payments', { kind: 'Deposit returned' }],
  ['payments', { customerID: '3' }],
  ['stock', {}],
  ['stock', { locationID: '2', categoryID: '1', inventoryTypeID: '1' }],
  ['stock', { inventoryTypeID: '2' }],
  ['stock', { asOf: '2026-11-10' }],
  ['stock', { asOf: '2026-10-25', locationID: '1' }],
  ['stock', { asOf: '2100-01-01' }],
  ['movements', {}],
  ['movements', { kind: 'transfer' }],
  ['movements', { kind: 'receiving', locationID: '1' }],
  ['movements', { categoryID: '2', inventoryTypeID: '1' }],
  ['low-stock', {}],
  ['low-stock', { locationID: '2', supplierID: '1' }],
  ['low-stock', { categoryID: '1', inventoryTypeID: '1' }],
  ['purchases', {}],
  ['purchases', november],
  ['purchases', { status: 'Canceled' }],
  ['purchases', { locationID: '2' }],
  ['purchases', { supplierID: '1', from: '2026-11-01', to: '2026-11-01' }],
  ['receiving', {}],
  ['receiving', { from: '2026-11-12', to: '2026-11-12' }],
  ['receiving', { status: 'Completed', supplierID: '1', locationID: '1' }],
  ['receiving', { categoryID: '1' }],
  ['sales', { createdByID: String(manager) }],
  ['sale-lines', { createdByID: String(seller) }],
  ['payments', { createdByID: String(seller), paymentTypeID: '1' }],
  ['by-seller', {}],
  ['by-seller', november],
  ['by-seller', { locationID: '2' }],
  ['by-seller', { createdByID: String(seller) }],
  ['customers', {}],
  ['customers', november],
  ['customers', { locationID: '1', customerTypeID: '1' }],
  ['customer-balances', {}],
  ['customer-balances', { asOf: '2026-11-10' }],
  ['customer-balances', { asOf: '2027-02-15' }],
  ['customer-balances', { asOf: '2026-11-22', customerTypeID: '1' }],
  ['customer-balances', { customerID: '3' }],
  ['profit', {}],
  ['profit', november],
  ['profit', { to: '2026-10-31' }],
  ['profit', { ...november, locationID: '2' }],
  ['tax', {}],
  ['tax', { locationID: '2' }],
  ['tax', { kind: 'standard', from: '2020-01-01' }],
]

test.each(asked)('matches %s %j with the tables, on the screen and in the file', async (key, query) => {
  const rows = reckoned(tables, key, query)
  const { columns } = definitionOf(key)
  const { data, totals, meta } = await read(key, query)
  expect(meta.total).toBe(rows.length)
  expect(data).toEqual(rows.slice(0, 50))
  // The rows can also be requested without the totals, which take longer.
  const alone = await staff(
    'GET',
    `/api/v1/reports/${key}?${String(new URLSearchParams({ ...query, totals: 'false' }))}`,
  )
  expect(alone.body).toEqual({ success: true, data, totals: null, meta: { ...meta, total: null } })
  const scale = 1_000_000
  for (const { field, total } of columns) {
    if (!total) continue
    const whole = sum(rows.map((row) => Math.round(Number(row[field]) * scale)))
    expect([field, totals[field]]).toEqual([field, whole / scale])
  }
  expect(Object.keys(totals)).toEqual(columns.flatMap(({ field, total }) => (total ? field : [])))

  const file = await staff('GET', `/api/v1/reports/${key}?${String(new URLSearchParams({ ...query, format: 'csv' }))}`)
  const [header, ...lines] = readCsv(String(file.body))
  expect(header).toEqual(columns.map(({ label }) => label))
  expect(lines).toEqual(
    rows.map((row) =>
      columns.map(({ field, kind }) => {
        const value = row[field] ?? ''
        if (kind === 'moment' && value !== '') return inTokyo(String(value))
        return kind === 'text' && /^[=+@-]/.test(String(value)) ? `'${value}` : String(value)
      }),
    ),
  )
  expect(file.headers['x-rows']).toBe(String(rows.length))
})

test('creates records of every kind in the shop', async () => {
  const lines = reckoned(tables, 'sale-lines', {})
  expect(lines.length).toBeGreaterThan(50)
  const statuses = new Set(reckoned(tables, 'sales', {}).map((sale) => sale['status']))
  expect(statuses).toEqual(new Set(['Canceled', 'Completed', 'Pending', 'Processing', 'Refunded']))
  for (const field of ['discount', 'refunded', 'sales', 'cost'])
    expect(lines.filter((line) => Number(line[field]) > 0).length, field).toBeGreaterThan(3)
  const payments = reckoned(tables, 'payments', {})
  for (const kind of ['Payment', 'Deposit returned', 'Refund'])
    expect(payments.filter((payment) => payment['kind'] === kind).length, kind).toBeGreaterThan(2)
  expect(payments.filter((payment) => payment['kind'] === 'Payment' && Number(payment['handedBack']) > 0)).not.toEqual(
    [],
  )
  const empty: string[] = []
  for (const [key, query] of asked)
    if (reckoned(tables, key, query).length === 0) empty.push(`${key} ${JSON.stringify(query)}`)
  expect(empty).toEqual(['sales {"transactionTypeID":"2"}'])
})

test.each([{}, november, { locationID: '2' }])('shows the same Total Sales in every report for %j', async (query) => {
  const { totals: sales } = await read('sales', query)
  const { totals: lines } = await read('sale-lines', query)
  const { totals: customers } = await read('customers', query)
  // All refunds were given in November, so its Total Sales may be negative.
  expect(sales['sales']).not.toBe(0)
  expect([lines['sales'], customers['sales']]).toEqual([sales['sales'], sales['sales']])
  const { totals: sellers } = await read('by-seller', query)
  for (const field of ['refunded', 'refundedWithSale', 'sales'])
    expect([field, sellers[field]]).toEqual([field, sales[field]])
  const { totals: cash } = await read('payments', { ...query, paymentTypeID: '1' })
  expect(sellers['cash']).toBe(cash['net'])
  // Query the tables directly: sales by the day of completion in Tokyo, less refunds by their own day.
  const { rows } = await sql.query(
    `select coalesce(sum(amount), 0) as sum, coalesce(sum(discount), 0) as discounts from (
        select location_id, completed_at as at, total_purchase as amount, discount
          from sales_transaction where completed_at is not null
        union all
        select location_id, r.created_at, -r.amount, 0 from sales_refund r join sales_transaction using (sales_transaction_id)
      ) counted
      where ($1::int is null or location_id = $1)
        and ($2::date is null or (at at time zone 'Asia/Tokyo')::date between $2 and $3)`,
    [
      'locationID' in query ? query.locationID : null,
      'from' in query ? query.from : null,
      'to' in query ? query.to : null,
    ],
  )
  expect(sales['sales']).toBe(Number(rows[0].sum))
  // An open or canceled sale has given no discount.
  expect(sellers['discount']).toBe(Number(rows[0].discounts))
  expect(sellers['discount']).toBeLessThan(sales['discount']!)
})

test('reports payments less change and refunds as the money in the till', async () => {
  const { totals } = await read('payments', {})
  const { rows } = await sql.query(`select
    (select sum(amount) from money_entry where kind in ('payment', 'deposit_returned'))
      - (select sum(change) from sales_transaction) - (select sum(amount) from sales_refund) as net`)
  expect(totals['net']).toBe(Number(rows[0].net))
})
