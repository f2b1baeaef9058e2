// Proves that completed sales record their tax by line, that refunds give it back to the centavo, that the ledger is
// final, that bad settings are refused, and that a shop without tax records and shows nothing.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { listExchangeFigures, listSaleFigures } from '../../../contract/sales/sale-papers.ts'
import type { SaleRow } from '../../../contract/sales/sales.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { describeTax, listTaxNotes, sumReturnedTaxes } from '../../../contract/tax/tax-papers.ts'
import type { TaxRow } from '../../../contract/tax/taxes.ts'
import { readCsv } from '../../../tests/support/csv-reader.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { audit } from '../../db/schema/shared.ts'
import { taxEntry } from '../../db/schema/tax.ts'
import { verifyMoney } from '../../money/verify.ts'
import { verifyTax } from './verify.ts'

const { db, as } = await testApp({ connections: 10 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/tax'
const philippine = { taxCountry: 'PH', taxRegistered: true, taxNumber: '123-456-789-00000', taxFrom: '2020-01-01' }
const japanese = { taxCountry: 'JP', taxRegistered: true, taxNumber: 'T1234567890123', taxFrom: '2020-01-01' }
const none = { taxCountry: null, taxRegistered: false }

const readTax = async (): Promise<TaxRow> => (await staff('GET', path)).body.data
async function setTax(settings: object): Promise<TaxRow> {
  const { status, body } = await admin('PUT', path, settings)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const rateOf = (tax: TaxRow, country: string, kind: string) =>
  tax.rates.find((rate) => rate.country === country && rate.kind === kind)!

const { itemID: ring } = await stockItem(db, { quantity: 1000, price: 1120 })
const { itemID: coin } = await stockItem(db, { quantity: 1000, price: 500, taxClass: 'exempt' })
const { itemID: chain } = await stockItem(db, { quantity: 1000, price: 700, taxClass: 'zero-rated' })
const { itemID: book } = await stockItem(db, { quantity: 1000, price: 99, taxClass: 'reduced' })
const draft = { locationID: 1, transactionTypeID: 1 }
const paid = { payments: [{ paymentTypeID: 1, amount: 1_000_000 }], complete: true }

async function sell(items: object[], more: object = paid): Promise<SaleRow> {
  const { status, body } = await manager('POST', '/api/v2/sales', { ...draft, items, ...more })
  expect([status, body.message]).toEqual([201, undefined])
  return body.data
}
async function refund(sale: SaleRow, items?: object[]): Promise<SaleRow> {
  const body = { paymentTypeID: 1, reason: 'Too small', ...(items && { items }) }
  const answer = await manager('POST', `/api/v2/sales/${sale.salesTransactionID}/refunds`, body)
  expect([answer.status, answer.body.message]).toEqual([201, undefined])
  return answer.body.data
}
const shown = ({ taxes }: SaleRow) =>
  taxes.map(({ rateName, kind, percent, amount, base, tax }) => [rateName, kind, percent, amount, base, tax])
const readReport = async (query = '') => (await staff('GET', `/api/v1/reports/tax?${query}`)).body

test('a shop without tax records none, and its papers say nothing of it', async () => {
  expect(await readTax()).toMatchObject({ taxCountry: null, taxRegistered: false, taxNumber: null, rates: [] })
  const sale = await sell([{ itemID: ring, orderQty: 1 }], { ...paid, shippingFee: 150 })
  expect(sale.taxes).toEqual([])
  expect(listTaxNotes(await readTax(), sale)).toEqual([])
  expect(listSaleFigures(sale, String).map(({ name }) => name)).not.toContain('VAT')
  expect((await readReport()).data).toEqual([])
})

test('a registered shop in the Philippines freezes base and tax of each line, after its discount', async () => {
  const old = await sell([{ itemID: ring, orderQty: 1 }])
  const open = await sell([{ itemID: ring, orderQty: 1 }], { payments: [{ paymentTypeID: 1, amount: 1120 }] })
  await setTax(philippine)
  const sale = await sell(
    [
      { itemID: ring, orderQty: 2 },
      { itemID: coin, orderQty: 1 },
      { itemID: chain, orderQty: 1 },
    ],
    { ...paid, discount: 344, shippingFee: 150 },
  )
  expect(shown(sale)).toEqual([
    ['VAT', 'standard', 12, 2016, 1800, 216],
    ['VAT-exempt sale', 'exempt', 0, 450, 450, 0],
    ['Zero-rated sale', 'zero-rated', 0, 630, 630, 0],
    ['VAT', 'standard', 12, 150, 133.93, 16.07],
  ])
  expect(sale.taxes.map(({ salesItemID }) => salesItemID)).toEqual([
    ...sale.items.map(({ salesItemID }) => salesItemID),
    null,
  ])
  const figures = listSaleFigures(sale, String).map(({ name, amount, note }) => [name, amount, note])
  expect(figures).toContainEqual(['Incl. VAT 12 %', '₱232.07', 'on ₱1,933.93'])
  expect(figures).toContainEqual(['VAT-exempt sale', '₱450.00', null])
  expect(listTaxNotes(await readTax(), sale)).toEqual(['VAT Registered TIN 123-456-789-00000'])

  // A sale of before stays as it is; an open sale gets its tax at its completion.
  const { body } = await staff('GET', `/api/v2/sales/${old.salesTransactionID}`)
  expect(body.data.taxes).toEqual([])
  expect(listTaxNotes(await readTax(), old)[1]).toBe('No VAT is recorded for this sale. This is not a VAT invoice.')
  const completed = await staff('PUT', `/api/v2/sales/${open.salesTransactionID}/complete`, {})
  expect(shown(completed.body.data)).toEqual([['VAT', 'standard', 12, 1120, 1000, 120]])
  expect(await verifyTax({ db })).toEqual([])
})

test('a refund in parts gives back the tax of its lines exactly, on its own papers too', async () => {
  await setTax(philippine)
  const sale = await sell([{ itemID: ring, orderQty: 3, price: 333.33 }], { ...paid, discount: 100, shippingFee: 50 })
  const { salesItemID } = sale.items[0]!
  let after = await refund(sale, [
    { salesItemID, qty: 1, disposition: 'restock' },
    { salesItemID, qty: 1, disposition: 'scrap' },
  ])
  const [first] = after.refunds
  expect(after.taxes.filter(({ refundID }) => refundID === first!.refundID)).toHaveLength(1)
  expect(listSaleFigures(after, () => '').at(-1)).toMatchObject({ name: 'Incl. VAT 12 %', amount: '−₱64.29' })
  after = await refund(sale, [{ salesItemID, qty: 1 }])
  const ofLine = after.taxes.filter((entry) => entry.salesItemID === salesItemID)
  for (const field of ['amount', 'base', 'tax'] as const)
    expect(ofLine.reduce((sum, entry) => sum + Math.round(entry[field] * 100), 0)).toBe(0)
  expect(await verifyTax({ db })).toEqual([])
  expect(await verifyMoney({ db })).toEqual([])
})

test('the refund dialog and the exchange slip show the tax that goes back, by rate', async () => {
  await setTax(philippine)
  const sale = await sell(
    [
      { itemID: ring, orderQty: 3 },
      { itemID: coin, orderQty: 1 },
    ],
    { ...paid, discount: 100 },
  )
  const [rings, coins] = sale.items.map(({ salesItemID }) => salesItemID)
  const after = await refund(sale, [{ salesItemID: rings, qty: 1 }])
  const amount = after.refunds[0]!.amount
  const recorded = after.taxes.filter(({ refundID }) => refundID !== null)
  const shownTaxes = (taxes: SaleRow['taxes'], parts: { salesItemID: number; amount: number }[]) =>
    sumReturnedTaxes(taxes, parts).map(describeTax)
  // The dialog showed before the refund what the refund then recorded.
  expect(sumReturnedTaxes(sale.taxes, [{ salesItemID: rings!, amount }])).toMatchObject([
    { amount, tax: -recorded[0]!.tax, base: -recorded[0]!.base },
  ])
  expect(shownTaxes(sale.taxes, [{ salesItemID: rings!, amount: 0 }])).toEqual([])
  expect(shownTaxes([], [{ salesItemID: rings!, amount }])).toEqual([])
  expect(shownTaxes(after.taxes, [{ salesItemID: coins!, amount: 400 }])).toEqual(['VAT-exempt sale ₱400.00'])

  const exchange = await manager('POST', `/api/v1/sales/${sale.salesTransactionID}/exchanges`, {
    reason: 'Too small',
    returned: [{ salesItemID: rings, qty: 1 }],
    items: [{ itemID: ring, orderQty: 2 }],
    payments: [{ paymentTypeID: 1, amount: 2000 }],
  })
  const out: SaleRow = exchange.body.data
  const returned: SaleRow = (await staff('GET', `/api/v2/sales/${sale.salesTransactionID}`)).body.data
  const slip = listExchangeFigures(out, returned.refunds[1]!, returned)
  const back = returned.taxes.find(({ refundID }) => refundID === returned.refunds[1]!.refundID)!
  expect(slip.slice(0, 5).map(({ name, note, amount: shownAmount }) => [name, note, shownAmount])).toEqual([
    ['Came back', null, `−${formatPeso(returned.refunds[1]!.amount)}`],
    ['Incl. VAT 12 %', `on −${formatPeso(-back.base)}`, `−${formatPeso(-back.tax)}`],
    ['Went out', null, '₱2,240.00'],
    ['Incl. VAT 12 %', 'on ₱2,000.00', '₱240.00'],
    ['Difference', null, formatPeso(2240 - returned.refunds[1]!.amount)],
  ])
  const untaxed = listExchangeFigures({ ...out, taxes: [] }, returned.refunds[1]!, { taxes: [] })
  expect(untaxed.map(({ name }) => name)).toEqual(['Came back', 'Went out', 'Difference', 'Paid by Cash'])
  expect(await verifyTax({ db })).toEqual([])
})

test('Japan rounds the tax down once for each rate of a sale', async () => {
  await setTax(japanese)
  const sale = await sell([
    { itemID: ring, orderQty: 1, price: 10.05 },
    { itemID: book, orderQty: 1, price: 10.07 },
    { itemID: ring, orderQty: 1, price: 10.05 },
    { itemID: book, orderQty: 1, price: 10.07 },
  ])
  const sum = (kind: string) =>
    sale.taxes.reduce((total, entry) => total + (entry.kind === kind ? Math.round(entry.tax * 100) : 0), 0)
  // 2010 × 10 / 110 = 182.7; each line alone would give 91. 2014 × 8 / 108 = 149.2; each line alone would give 74.
  expect([sum('standard'), sum('reduced')]).toEqual([182, 149])
  await refund(sale)
  expect(await verifyTax({ db })).toEqual([])
})

test('the report adds up the lines and the refunds by rate, on the screen and in the file', async () => {
  const { data, totals } = await readReport()
  const entries = await db.select().from(taxEntry)
  const cents = (refunds: boolean, field: 'base' | 'tax') =>
    entries
      .filter(({ refundID }) => (refundID !== null) === refunds)
      .reduce((sum, entry) => sum + Math.round(entry[field] * 100), 0)
  expect(data.map((row: { rate: string }) => row.rate)).toEqual([
    'Consumption tax',
    'Consumption tax, reduced',
    'VAT',
    'VAT-exempt sale',
    'Zero-rated sale',
  ])
  expect(Math.round(totals.tax * 100)).toBe(cents(false, 'tax'))
  expect(Math.round(totals.refundedTax * 100)).toBe(-cents(true, 'tax'))
  expect(Math.round(totals.netBase * 100)).toBe(cents(false, 'base') + cents(true, 'base'))
  const file = await staff('GET', '/api/v1/reports/tax?format=csv')
  expect(readCsv(String(file.body))).toHaveLength(6)
  expect((await readReport('to=2020-01-01')).data).toEqual([])
  expect((await readReport('kind=exempt')).data).toHaveLength(1)
})

test('no sale records tax before the first day, or while the shop is not registered', async () => {
  await setTax({ ...philippine, taxFrom: '2999-01-01' })
  expect((await sell([{ itemID: ring, orderQty: 1 }])).taxes).toEqual([])
  const tax = await setTax({ ...none, taxCountry: 'PH' })
  const sale = await sell([{ itemID: ring, orderQty: 1 }])
  expect(sale.taxes).toEqual([])
  expect(listTaxNotes(tax, sale)).toEqual([
    'This is not an official receipt or a VAT invoice. It is not valid for claiming input tax.',
  ])
})

test('the database refuses every change of a recorded tax and of a rate', async () => {
  await setTax(philippine)
  await sell([{ itemID: ring, orderQty: 1 }])
  const [final, referenced] = ['23001', '23503']
  for (const [statement, code] of [
    ['update tax_entry set tax = tax + 1, base = base - 1', final],
    ['update tax_entry set amount = amount', final],
    ['delete from tax_entry', final],
    ['truncate tax_entry', final],
    ["update tax_rate set percent = 13 where code = 'VAT'", final],
    ["delete from tax_rate where code = 'VAT'", referenced],
  ] as const)
    await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({ cause: { code } })
  const wrong = sql`insert into tax_entry (day, sales_transaction_id, tax_rate_id, amount, base, tax)
    select current_date, min(sales_transaction_id), min(tax_rate_id), 100, 90, 9 from tax_entry`
  await expect(db.execute(wrong)).rejects.toMatchObject({ cause: { constraint: 'tax_entry_sum' } })
})

test('the database refuses taxes that do not add up to their sale or refund', async () => {
  await setTax(none)
  const [plain, other] = [await sell([{ itemID: ring, orderQty: 2 }]), await sell([{ itemID: ring, orderQty: 2 }])]
  await setTax(philippine)
  const taxed = await sell([{ itemID: ring, orderQty: 2 }])
  const refused = { cause: { code: '23001' } }
  const insertEntry = (line: number, amount: number) =>
    db.execute(sql`insert into tax_entry (day, sales_transaction_id, sales_item_id, tax_rate_id, amount, base, tax)
      select current_date, ${plain.salesTransactionID}::int, ${line}::int, min(tax_rate_id), ${amount}::numeric,
        ${amount}::numeric, 0 from tax_rate`)
  await expect(insertEntry(plain.items[0]!.salesItemID, plain.totalPurchase - 1)).rejects.toMatchObject(refused)
  await expect(insertEntry(other.items[0]!.salesItemID, plain.totalPurchase)).rejects.toMatchObject(refused)

  const updateSale = (change: string) =>
    db.execute(sql`update sales_transaction set ${sql.raw(change)}
      where sales_transaction_id = ${taxed.salesTransactionID}`)
  await expect(updateSale('total_purchase = total_purchase + 1')).rejects.toMatchObject(refused)
  await expect(updateSale("status = 'Canceled'")).rejects.toMatchObject(refused)

  // A refund of a taxed line needs its tax.
  const insertRefund = (line: number) =>
    db.execute(sql`with refund as (
        insert into sales_refund (sales_transaction_id, payment_type_id, amount, reason)
          select sales_transaction_id, 1, 0, 'Test' from sales_item where sales_item_id = ${line} returning refund_id)
      insert into sales_refund_item (refund_id, sales_item_id, qty, amount, cost, disposition)
        select refund_id, ${line}::int, 1, 0, 0, 'scrap' from refund`)
  await expect(insertRefund(taxed.items[0]!.salesItemID)).rejects.toMatchObject(refused)
  const back = await refund(taxed, [{ salesItemID: taxed.items[0]!.salesItemID, qty: 1, disposition: 'scrap' }])
  const { refundID } = back.refunds[0]!
  const insertBack = (amount: number) =>
    db.execute(sql`insert into tax_entry (day, sales_transaction_id, sales_item_id, refund_id, tax_rate_id, amount, base, tax)
      select current_date, ${plain.salesTransactionID}::int, ${plain.items[0]!.salesItemID}::int, ${refundID}::int,
        min(tax_rate_id), ${amount}::numeric, ${amount}::numeric, 0 from tax_rate`)
  await expect(insertBack(-1)).rejects.toMatchObject(refused)
  expect(await verifyTax({ db })).toEqual([])
})

test('a new rate replaces the one before from its first day, and a rate without use can go', async () => {
  await setTax(philippine)
  const added = { rateName: 'VAT', code: 'VAT15', kind: 'standard', percent: 15, fromDate: '2020-06-01' }
  const { status, body } = await admin('POST', `${path}/rates`, added)
  expect([status, rateOf(body.data, 'PH', 'standard')]).toMatchObject([201, { ...added, used: false, untilDate: null }])
  const { taxRateID } = rateOf(body.data, 'PH', 'standard')
  expect((await admin('DELETE', `${path}/rates/${taxRateID}`)).status).toBe(200)
  const again = await admin('POST', `${path}/rates`, added)
  const rate = rateOf(again.body.data, 'PH', 'standard')
  expect(shown(await sell([{ itemID: ring, orderQty: 1, price: 1150 }]))).toEqual([
    ['VAT', 'standard', 15, 1150, 1000, 150],
  ])
  const at = `${path}/rates/${rate.taxRateID}`
  expect(await admin('DELETE', at)).toMatchObject({ status: 409, body: { code: 'tax.rate_used' } })
  expect(await admin('PUT', at, { untilDate: '2020-05-31' })).toMatchObject({ body: { code: 'tax.until_too_early' } })
  expect(await admin('PUT', at, { untilDate: '2021-05-31' })).toMatchObject({ body: { code: 'tax.rate_used_later' } })
  expect(await admin('PUT', at, { untilDate: '2999-05-31' })).toMatchObject({ status: 200 })
  const stale = { untilDate: null, updatedAt: rate.updatedAt }
  expect(await admin('PUT', at, stale)).toMatchObject({ status: 409, body: { code: 'record.stale' } })
  // The rate of the item's kind is needed: the Philippines have no reduced one.
  const items = [{ itemID: book, orderQty: 1 }]
  const missing = await manager('POST', '/api/v2/sales', { ...draft, items, ...paid })
  expect(missing).toMatchObject({
    status: 422,
    body: { code: 'tax.rate_missing', errors: [{ field: 'items.0.itemID' }] },
  })
  expect(missing.body.message).toMatch(/^No reduced tax rate is in force on .*: an administrator adds it in Settings$/)
})

const rate = { rateName: 'New', code: 'NEW', kind: 'standard', percent: 5, fromDate: '2030-01-01' }
test.each<[string, string, string, object, number, string, string]>([
  [
    'POST',
    '/rates',
    'a rate above 100 %',
    { ...rate, percent: 101 },
    400,
    'input.invalid',
    'A tax rate is at most 100 %',
  ],
  ['POST', '/rates', 'a negative rate', { ...rate, percent: -1 }, 400, 'input.invalid', 'A tax rate is at least 0 %'],
  [
    'POST',
    '/rates',
    'three decimals',
    { ...rate, percent: 1.125 },
    400,
    'input.invalid',
    'A tax rate has at most 2 decimals',
  ],
  [
    'POST',
    '/rates',
    'text',
    { ...rate, percent: 'ten' },
    400,
    'input.invalid',
    'A tax rate is a number from 0 to 100 %',
  ],
  [
    'POST',
    '/rates',
    'an exempt rate with a percentage',
    { ...rate, kind: 'exempt' },
    400,
    'tax.percent_not_zero',
    'A rate of the kind Exempt has 0 %',
  ],
  [
    'POST',
    '/rates',
    'a code that exists',
    { ...rate, code: 'vat' },
    409,
    'record.exists',
    'This country has a rate with this code already',
  ],
  [
    'POST',
    '/rates',
    'a first day that exists',
    { ...rate, fromDate: '2006-02-01' },
    409,
    'record.exists',
    'This country has a rate of this kind from that day already',
  ],
  [
    'PUT',
    '',
    'no number',
    { ...philippine, taxNumber: '' },
    400,
    'tax.number_missing',
    'Enter the VAT Registered TIN, like 123-456-789-00000',
  ],
  [
    'PUT',
    '',
    'the number of another country',
    { ...japanese, taxNumber: '123-456-789' },
    400,
    'tax.number_invalid',
    '123-456-789 is not a Registration number: enter one like T1234567890123',
  ],
  [
    'PUT',
    '',
    'no first day',
    { ...philippine, taxFrom: null },
    400,
    'tax.from_missing',
    'Enter the first day on which sales record tax',
  ],
  [
    'PUT',
    '',
    'no country',
    { ...philippine, taxCountry: null },
    422,
    'tax.country_missing',
    'Choose the country of the tax first',
  ],
  [
    'PUT',
    '',
    'a country without a set',
    { ...philippine, taxCountry: 'FR' },
    400,
    'input.invalid',
    'Tax country must be one of: Philippines, Japan',
  ],
])('refuses %s %s with %s', async (method, at, _, body, status, code, message) => {
  await setTax(philippine)
  const before = await readTax()
  const answer = await admin(method as 'PUT', path + at, body)
  expect([answer.status, answer.body.code, answer.body.errors?.[0]?.message ?? answer.body.message]).toEqual([
    status,
    code,
    message,
  ])
  expect(await readTax()).toEqual(before)
})

test('only an administrator changes taxes, only a manager a tax class, and each change is in the audit trail', async () => {
  expect((await manager('PUT', path, philippine)).status).toBe(403)
  expect((await manager('POST', `${path}/rates`, rate)).status).toBe(403)
  await setTax(none)
  expect(await admin('POST', `${path}/rates`, rate)).toMatchObject({
    status: 422,
    body: { code: 'tax.country_missing' },
  })
  await setTax(philippine)
  const rows = await db.select().from(audit).where(eq(audit.entity, 'tax')).orderBy(audit.auditID)
  expect(rows.at(-1)).toMatchObject({ action: 'update', before: { taxCountry: null }, after: philippine })
  expect(await db.$count(audit, eq(audit.entity, 'taxRate'))).toBeGreaterThan(6)

  const { data } = (await staff('GET', `/api/v1/items/${ring}`)).body
  expect(data.taxClass).toBe('standard')
  const change = { ...data, taxClass: 'exempt', updatedAt: undefined }
  const refused = {
    status: 403,
    body: { code: 'item.tax_class_denied', message: 'Only a manager may change the tax class of an item' },
  }
  expect(await staff('PUT', `/api/v1/items/${ring}`, change)).toMatchObject(refused)
  expect(await staff('PUT', `/api/v1/items/${ring}`, { ...change, taxClass: 'standard' })).toMatchObject({
    status: 200,
  })
  expect((await manager('PUT', `/api/v1/items/${ring}`, change)).body.data.taxClass).toBe('exempt')
})

test('verify finds a tax that does not agree with its sale', async () => {
  expect(await verifyTax({ db })).toEqual([])
  await db.execute(sql.raw('alter table tax_entry disable trigger tax_entry_is_final'))
  await db.execute(
    sql.raw(
      'update tax_entry set tax = tax + 1, amount = amount + 1 where tax_entry_id = (select max(tax_entry_id) from tax_entry where refund_id is null)',
    ),
  )
  const problems = await verifyTax({ db })
  expect(problems).toContainEqual(
    expect.stringMatching(/^Sale SO-\d+-\d+ comes to .*, but its taxed amounts add up to /),
  )
  expect(problems).toContain('The guard tax_entry_is_final of table tax_entry is switched off')
})
