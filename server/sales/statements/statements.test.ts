// Proves a customer's statement on the screen, in the file and on paper: its entries, its days and its refusals.
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'

import { readCsv } from '../../../tests/support/csv-reader.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { readPdfTexts } from '../../../tests/support/pdf-text.ts'
import { stockItem } from '../../../tests/support/stocked.ts'

const { as, db } = await testApp()
const [manager, staff] = [as(2), as(3)]
const { itemID } = await stockItem(db, { quantity: 50, price: 1000 })
const today = Temporal.Now.plainDateISO('Asia/Tokyo')
const day = (days: number) => today.add({ days }).toString()

const created = await staff('POST', '/api/v2/customers', {
  firstName: '由美',
  lastName: '=Cruz',
  contactNo: '1',
  email: 'yumi@x.example',
  customerTypeID: 1,
})
const { customerID } = created.body.data as { customerID: number }
const path = `/api/v2/customers/${customerID}/statement`
const sell = async (body: object) => {
  const { body: answer } = await manager('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID,
    items: [{ itemID, orderQty: 1 }],
    ...body,
  })
  return answer.data as { salesTransactionID: number; transactionNumber: string }
}
const kept = await sell({ orderDate: day(-40), payments: [{ paymentTypeID: 1, amount: 300, reference: '=1+1' }] })
const canceled = await sell({ orderDate: day(-95), payments: [{ paymentTypeID: 2, amount: 200 }] })
await manager('PUT', `/api/v2/sales/${canceled.salesTransactionID}/cancel`, { deposit: 'forfeit', reason: 'No answer' })
const bought = await sell({ payments: [{ paymentTypeID: 1, amount: 1500 }], complete: true })
await manager('POST', `/api/v2/sales/${bought.salesTransactionID}/refunds`, { paymentTypeID: 1, reason: 'Too small' })
// Neither a sale without a customer nor one of another customer counts.
await sell({ customerID: null })

test('lists every charge and payment in the order of their days, with the balance after each', async () => {
  const { status, body } = await staff('GET', path)
  expect([status, body.data.from, body.data.to]).toEqual([200, null, day(0)])
  const { opening, charged, paid, balance, aging, entries } = body.data
  type Entry = Record<'day' | 'kind' | 'transactionNumber' | 'details' | 'charge' | 'paid' | 'balance', unknown>
  expect(entries.map((one: Entry) => [one.day, one.kind, one.transactionNumber, one.details])).toEqual([
    [day(-95), 'Sale', canceled.transactionNumber, null],
    [day(-40), 'Sale', kept.transactionNumber, null],
    [day(0), 'Payment', kept.transactionNumber, 'Cash, =1+1'],
    [day(0), 'Payment', canceled.transactionNumber, 'Bank transfer'],
    [day(0), 'Canceled', canceled.transactionNumber, 'No answer'],
    [day(0), 'Deposit kept', canceled.transactionNumber, 'No answer'],
    [day(0), 'Sale', bought.transactionNumber, null],
    [day(0), 'Payment', bought.transactionNumber, 'Cash'],
    [day(0), 'Returned goods', bought.transactionNumber, 'Too small'],
    [day(0), 'Refund', bought.transactionNumber, 'Cash'],
  ])
  expect(entries.map((one: Entry) => [one.charge, one.paid, one.balance])).toEqual([
    [1000, 0, 1000],
    [1000, 0, 2000],
    [0, 300, 1700],
    [0, 200, 1500],
    [-1000, 0, 500],
    [200, 0, 700],
    [1000, 0, 1700],
    [0, 1000, 700],
    [-1000, 0, -300],
    [0, -1000, 700],
  ])
  expect([opening, charged, paid, balance]).toEqual([0, 1200, 500, 700])
  expect(aging).toEqual({ current: 0, over30: 700, over60: 0, over90: 0 })
})

test('shows the balance of a past day, which later payments do not change', async () => {
  const { body } = await staff('GET', `${path}?from=${day(-50)}&to=${day(-1)}`)
  expect(body.data).toMatchObject({ from: day(-50), to: day(-1), opening: 1000, charged: 1000, paid: 0, balance: 2000 })
  expect(body.data.aging).toEqual({ current: 0, over30: 1000, over60: 0, over90: 1000 })
  const early = (await staff('GET', `${path}?to=2020-01-01`)).body.data
  expect([early.balance, early.entries]).toEqual([0, []])
})

test('the file has the same rows, after the balance before its first day', async () => {
  const { headers, body } = await staff('GET', `${path}?from=${day(-50)}&format=csv`)
  expect(headers['content-disposition']).toBe(
    `attachment; filename="statement-${customerID}-${day(-50)}-to-${day(0)}.csv"`,
  )
  const [header, first, second, third] = readCsv(String(body))
  expect(header).toEqual(['Date', 'Kind', 'Sale', 'Details', 'Charge', 'Paid', 'Balance'])
  expect(first).toEqual([day(-50), 'Opening balance', '', '', '', '', '1000'])
  expect(second).toEqual([day(-40), 'Sale', kept.transactionNumber, '', '1000', '0', '2000'])
  expect(third!.slice(1)).toEqual(['Payment', kept.transactionNumber, 'Cash, =1+1', '0', '300', '1700'])
})

test('staff get the statement as a PDF', async () => {
  const { status, headers, body } = await staff('GET', `${path}/pdf?from=${day(-50)}`)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toContain(`statement-${customerID}-${day(-50)}-to-${day(0)}.pdf`)
  const text = (body as Buffer).toString('latin1')
  expect(text.slice(0, 5)).toBe('%PDF-')
  expect(text).toContain('NotoSansJP')
})

test.each([
  ['?from=2026-11-02&to=2026-11-01', 400, 'The period ends before it begins'],
  ['?to=tomorrow', 400, 'Enter a date like 2026-11-20'],
  ['?asOf=2026-11-01', 400, expect.any(String)],
])('refuses %s, as JSON and on paper', async (query, status, message) => {
  for (const address of [path, `${path}/pdf`]) {
    const answer = await staff('GET', `${address}${query}`)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  }
})

test('a customer who does not exist has no statement, and a role without sales reads none', async () => {
  for (const end of ['', '/pdf']) {
    expect((await staff('GET', `/api/v2/customers/999999/statement${end}`)).body.message).toBe('Customer not found')
    expect((await as(0)('GET', `${path}${end}`)).status).toBe(403)
    expect((await as(null)('GET', `${path}${end}`)).status).toBe(401)
  }
})

test('the file and the paper have the balance by age; without store credit or tax, nothing of them', async () => {
  const { body } = await staff('GET', `${path}?format=csv`)
  expect(
    readCsv(String(body))
      .slice(-4)
      .map((row) => [row[0], row[1], row[6]]),
  ).toEqual([
    [day(0), 'Balance, 0 to 30 days', '0'],
    [day(0), 'Balance, 31 to 60 days', '700'],
    [day(0), 'Balance, 61 to 90 days', '0'],
    [day(0), 'Balance, over 90 days', '0'],
  ])
  const paper = readPdfTexts((await staff('GET', `${path}/pdf`)).body).join('\n')
  for (const text of ['Charged', '₱1,200.00', '31 to 60 days']) expect(paper).toContain(text)
  expect(String(body) + paper).not.toMatch(/store credit|tax within|VAT 12/i)
})

test('the screen, the file and the paper have the same store credit, and the same tax by rate', async () => {
  await as(1)('PUT', '/api/v1/tax', {
    taxCountry: 'PH',
    taxRegistered: true,
    taxNumber: '123-456-789-00000',
    taxFrom: '2020-01-01',
  })
  const person = { firstName: 'Ana', lastName: 'Reyes', contactNo: '2', email: 'ana@x.example', customerTypeID: 1 }
  const { customerID: id } = (await staff('POST', '/api/v2/customers', person)).body.data
  const types = (await staff('GET', '/api/v3/transaction/payment-types')).body.data
  const credit = types.find((type: { code: string }) => type.code === 'store_credit').paymentTypeID
  await manager('POST', `/api/v1/customers/${id}/credit`, { amount: 500, reason: 'Goodwill' })
  const sale = await sell({
    customerID: id,
    items: [{ itemID, orderQty: 2 }],
    payments: [
      { paymentTypeID: credit, amount: 300 },
      { paymentTypeID: 1, amount: 1700 },
    ],
    complete: true,
  })
  const lines = (await staff('GET', `/api/v2/sales/${sale.salesTransactionID}`)).body.data.items
  await manager('POST', `/api/v2/sales/${sale.salesTransactionID}/refunds`, {
    paymentTypeID: 1,
    reason: 'Too small',
    items: [{ salesItemID: lines[0].salesItemID, qty: 1 }],
  })
  const ofAna = `/api/v2/customers/${id}/statement`
  const { data } = (await staff('GET', `${ofAna}?from=${day(-1)}`)).body
  expect(data.credit).toEqual({ opening: 0, given: 500, used: 300, balance: 200 })
  expect(data.taxes).toMatchObject([{ rateName: 'VAT', percent: 12, amount: 1000, base: 892.86, tax: 107.14 }])
  const file = await staff('GET', `${ofAna}?from=${day(-1)}&format=csv`)
  expect(readCsv(String(file.body)).slice(-6)).toEqual([
    [day(-1), 'Store credit before', '', '', '', '', '0'],
    [day(0), 'Credit given', '', '', '', '', '500'],
    [day(0), 'Credit used', '', '', '', '', '300'],
    [day(0), 'Store credit', '', '', '', '', '200'],
    [day(0), 'Tax base', '', 'VAT 12 %', '', '', '892.86'],
    [day(0), 'Tax', '', 'VAT 12 %', '', '', '107.14'],
  ])
  const paper = readPdfTexts((await staff('GET', `${ofAna}/pdf?from=${day(-1)}`)).body).join('\n')
  expect(paper).toContain('₱0.00 before, ₱500.00 given, ₱300.00 used, ₱200.00 left')
  expect(paper).toContain('VAT 12 %: ₱107.14 on ₱892.86')
  // Before the first day with credit and tax, the file has neither.
  const early = (await staff('GET', `${ofAna}?to=${day(-1)}&format=csv`)).body
  expect(String(early)).not.toMatch(/credit|tax/i)
})

test('the paper says what it is not where the shop is not registered, and nothing in a shop without tax', async () => {
  const readPaper = async () => readPdfTexts((await staff('GET', `${path}/pdf`)).body).join(' ')
  const choose = (taxCountry: string | null, taxRegistered: boolean) =>
    as(1)('PUT', '/api/v1/tax', { taxCountry, taxRegistered, taxNumber: '123-456-789-00000', taxFrom: '2020-01-01' })
  await choose('PH', true)
  expect(await readPaper()).toContain('VAT Registered TIN 123-456-789-00000')
  await choose('PH', false)
  const unregistered = await readPaper()
  expect(unregistered).toContain('This is not an official receipt or a VAT invoice.')
  expect(unregistered).not.toContain('TIN')
  await choose(null, false)
  expect(await readPaper()).not.toMatch(/VAT|official receipt/)
})
