// Proves that customers and suppliers without an email come in by a file, that no mail is written to them, and that their
// empty email never stands for another person's.
import { expect, test } from 'vitest'

import { toCsv } from '../../contract/shared/csv.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { formOf } from '../../tests/support/pictures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { mail } from '../db/schema/mail.ts'

const { as, db } = await testApp({ links: { send: async () => {}, publicUrl: 'https://shop.example' } })
const [admin, staff] = [as(1), as(3)]

async function checkFile(kind: 'customers' | 'suppliers', rows: string[][]) {
  const file = { 'a.csv': new TextEncoder().encode(toCsv(rows)) }
  const { body } = await staff('POST', '/api/v1/imports/drafts', formOf({ kind }, file, 'file'))
  const path = `/api/v1/imports/drafts/${body.data.importDraftID}`
  const checked = await staff('POST', `${path}/check`, {})
  return { path, check: checked.body.data.check, message: checked.body.message }
}
const importFile = async (kind: 'customers' | 'suppliers', rows: string[][]) =>
  staff('POST', `${(await checkFile(kind, rows)).path}/import`, {})
const header = ['First name', 'Last name', 'Contact no', 'Email', 'Customer type']
const find = async (search: string) => (await staff('GET', `/api/v2/customers?search=${search}`)).body.data

test('a customer with a contact number and no email comes in, and is found by name and number', async () => {
  const rows = [
    header,
    ['Nena', 'Solo', '0917 555 0001', '', 'Walk-in'],
    ['Nena', 'Solo', '0917 555 0002', '', 'Walk-in'],
  ]
  expect((await importFile('customers', rows)).body.data).toMatchObject({ rows: 2 })
  expect(await find('Nena')).toMatchObject([{ email: '' }, { email: '' }])
  const again = [
    header,
    ['nena', 'solo', '09175550001', '', 'Online'],
    ['Nena', 'Solo', '0917-555-0001', '', 'Walk-in'],
  ]
  const { check } = await checkFile('customers', again)
  expect(check).toMatchObject({ created: 0, wrong: 1 })
  expect(check.reasons).toMatchObject([
    { reason: 'twice', samples: [{ row: 3, message: 'Nena Solo with this contact number is in row 2 already' }] },
  ])
  const neither = await checkFile('customers', [header, ['No', 'Way', '', '', 'Walk-in']])
  expect(neither.check.reasons).toMatchObject([{ reason: 'missing', column: 'contactNo' }])
  const bad = await checkFile('customers', [header, ['No', 'Way', '1', 'none', 'Walk-in']])
  expect(bad.check.reasons).toMatchObject([{ column: 'email', samples: [{ message: 'Enter a valid email' }] }])
})

test('a row without email finds the customer who has one, by the same name and number', async () => {
  await importFile('customers', [header, ['Rosa', 'Both', '0917 555 0003', 'rosa@x.example', 'Walk-in']])
  const { check } = await checkFile('customers', [header, ['Rosa', 'Both', '0917 555 0003', '', 'Walk-in']])
  expect(check).toMatchObject({ created: 0, same: 1 })
  // Two rows that name one customer in both ways are the same.
  const twice = await checkFile('customers', [
    header,
    ['Rosa', 'Both', '0917 555 0003', '', 'Walk-in'],
    ['Rosa', 'Both', '0917 555 0003', 'rosa@x.example', 'Walk-in'],
  ])
  expect(twice.check.reasons).toMatchObject([{ reason: 'twice', rows: 1 }])
})

test('a supplier without email comes in, and a form still needs one', async () => {
  const done = await importFile('suppliers', [
    ['Supplier name', 'Contact details'],
    ['No mail', '0917 555 0004'],
  ])
  expect(done.body.data).toMatchObject({ rows: 1 })
  const [made] = (await staff('GET', '/api/v2/suppliers?search=No mail')).body.data
  expect(made).toMatchObject({ email: '', contactDetails: '0917 555 0004' })
  const typed = await staff('POST', '/api/v2/suppliers', { ...made, supplierName: 'By hand' })
  expect([typed.status, typed.body.message]).toEqual([400, 'Email is required'])
})

test('no message goes to a customer without email, and an empty email finds nobody', async () => {
  await importFile('customers', [header, ['Lita', 'Quiet', '0917 555 0005', '', 'Walk-in']])
  await importFile('customers', [header, ['Other', 'Quiet', '0917 555 0006', '', 'Walk-in']])
  const [customer] = await find('Lita')

  await admin('PUT', '/api/v1/settings/messages', {
    customerLanguage: 'en',
    messageKinds: ['orderConfirmation'],
    quietFrom: null,
    quietUntil: null,
  })
  const { itemID } = await stockItem(db, { quantity: 5 })
  const sale = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID: customer.customerID,
    items: [{ itemID, orderQty: 1 }],
  })
  expect(sale.status).toBe(201)
  const messages = `/api/v1/sales/${sale.body.data.salesTransactionID}/messages`
  expect((await staff('GET', messages)).body.data).toMatchObject({ messages: [], email: '', canMail: false })
  const sent = await staff('POST', messages, { kind: 'invoice', channel: 'email' })
  expect([sent.status, sent.body.message]).toEqual([
    422,
    'This customer has no e-mail address. Enter one, or choose another way',
  ])
  expect(await db.$count(mail)).toBe(0)

  const anonymised = await admin('PUT', `/api/v2/customers/${customer.customerID}/anonymise`, {
    customerName: 'Lita Quiet',
  })
  expect(anonymised.status).toBe(200)
  expect(await find('Other Quiet')).toMatchObject([{ contactNo: '0917 555 0006', email: '' }])
})
