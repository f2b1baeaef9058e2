import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { SaleRow } from '../../../contract/sales/sales.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { customer } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'

const { db, as, users } = await testApp()
const staff = as(3)
const path = '/api/v2/customers'
const types = '/api/v2/customer-types'
const liza = {
  firstName: 'Liza',
  middleName: 'M',
  lastName: 'Reyes',
  contactNo: '+63 917 555 0101',
  email: 'liza@x.example',
  address: 'Cebu',
  customerTypeID: 1,
}
const { status, body: first } = await staff('POST', path, { ...liza, customerID: 77, modifiedByID: 9 })

test('a customer is created with a full name, a type and an audit row', async () => {
  expect([status, first.data]).toEqual([
    201,
    {
      ...liza,
      customerID: 1,
      customerName: 'Liza M Reyes',
      customerType: { TypeName: 'Walk-in' },
      createdByID: users.get(3),
      modifiedByID: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    },
  ])
  const [row] = await db.select().from(audit).where(eq(audit.entity, 'customer'))
  expect(row).toMatchObject({ action: 'create', entityID: 1, userID: users.get(3), before: null })
})

test.each([
  [{ firstName: '' }, 400, 'First name is required'],
  [{ lastName: undefined }, 400, 'Last name is required'],
  [{ contactNo: ' ' }, 400, 'Contact no is required'],
  [{ email: 'liza' }, 400, 'Enter a valid email'],
  [{ customerTypeID: undefined }, 400, 'Customer type is required'],
  [{ customerTypeID: 999 }, 422, 'Customer type 999 does not exist'],
])('%j is refused with %i and nothing is written', async (wrong, code, message) => {
  const before = await db.$count(customer)
  const answer = await staff('POST', path, { ...liza, email: 'other@x.example', ...wrong })
  expect([answer.status, answer.body.message]).toEqual([code, message])
  expect(await db.$count(customer)).toBe(before)
})

test('an update records who and when, and a stale one is refused', async () => {
  const { updatedAt } = first.data
  const answer = await as(2)('PUT', `${path}/1`, { ...liza, middleName: '', customerTypeID: 3, updatedAt })
  expect(answer.body.data).toMatchObject({
    customerName: 'Liza Reyes',
    middleName: null,
    customerType: { TypeName: 'Reseller' },
    modifiedByID: users.get(2),
  })
  expect((await staff('PUT', `${path}/1`, { ...liza, updatedAt })).status).toBe(409)
  expect((await staff('PUT', `${path}/999`, liza)).body.message).toBe('Customer not found')
  expect((await staff('GET', `${path}/999`)).status).toBe(404)
})

test('the list is searched over the whole name, filtered and sorted', async () => {
  await staff('POST', path, { ...liza, firstName: 'ana', lastName: 'Cruz', middleName: null, email: 'ana@x.example' })
  const names = async (query: string) =>
    (await staff('GET', `${path}?${query}`)).body.data.map((row: { customerName: string }) => row.customerName)
  expect(await names('search=LIZA%20R')).toEqual(['Liza Reyes'])
  expect(await names('search=reseller')).toEqual(['Liza Reyes'])
  expect(await names('customerTypeID=1')).toEqual(['ana Cruz'])
  expect(await names('sort=customerName')).toEqual(['ana Cruz', 'Liza Reyes'])
  expect(await names('sort=-TypeName')).toEqual(['ana Cruz', 'Liza Reyes'])
})

test('everybody in the shop reads customer types, and managers create and change them', async () => {
  expect((await staff('GET', types)).body.data.map((row: { TypeName: string }) => row.TypeName)).toEqual([
    'Reseller',
    'Online',
    'Walk-in',
  ])
  expect((await staff('POST', types, { TypeName: 'VIP' })).status).toBe(403)
  const made = await as(2)('POST', types, { TypeName: 'VIP', description: 'By invitation' })
  expect([made.status, made.body.data]).toMatchObject([201, { TypeName: 'VIP', createdByID: users.get(2) }])
  const at = `${types}/${made.body.data.customerTypeID}`
  expect((await staff('PUT', at, { TypeName: 'Patron' })).status).toBe(403)
  const { updatedAt } = made.body.data
  const changed = await as(2)('PUT', at, { TypeName: 'Patron', description: '', updatedAt })
  expect(changed.body.data).toMatchObject({ TypeName: 'Patron', description: null })
  expect((await as(2)('PUT', at, { TypeName: 'Guest', updatedAt })).status).toBe(409)
  expect((await as(2)('POST', types, { TypeName: 'patron' })).body.message).toBe('Customer type already exists')
  expect((await staff('GET', at)).body.data.TypeName).toBe('Patron')
})

test('customers with the same e-mail address or contact number are found in any notation', async () => {
  const same = { ...liza, email: 'Twin@X.example', contactNo: '+63 (2) 8123-4567' }
  const twins = [(await staff('POST', path, same)).body.data, (await staff('POST', path, same)).body.data]
  const line = (await staff('POST', path, { ...liza, email: 'line@x.example', contactNo: 'LINE: ana' })).body.data
  const found = async (query: Record<string, string>) => {
    const { body } = await staff('GET', `${path}?${new URLSearchParams(query).toString()}`)
    return body.data.map((row: { customerID: number }) => row.customerID)
  }
  const keys = twins.map(({ customerID }) => customerID).toReversed()
  expect(await found({ email: 'tWIN@x.example' })).toEqual(keys)
  expect(await found({ contactNo: ' +63 2 81234567' })).toEqual(keys)
  expect(await found({ contactNo: '81234567' })).toEqual([])
  expect(await found({ email: 'win@x.example' })).toEqual([])
  expect(await found({ contactNo: 'line: ANA' })).toEqual([line.customerID])
  expect(await found({ contactNo: 'WhatsApp' })).toEqual([])
  expect(await found({ email: 'twin@x.example', contactNo: '0' })).toEqual([])
})

test('the summary has a customer’s spent, open and overdue amounts', async () => {
  const made = await staff('POST', path, { ...liza, email: 'figures@x.example' })
  const id = made.body.data.customerID as number
  const figures = async () => (await staff('GET', `${path}/${id}/summary`)).body.data
  const none = {
    totalSales: 0,
    totalSpend: 0,
    openSales: 0,
    openBalance: 0,
    overdueAmount: 0,
    storeCredit: 0,
    lastSaleAt: null,
  }
  expect(await figures()).toEqual({ customerID: id, ...none })

  const { itemID } = await stockItem(db, { quantity: 50, price: 1000 })
  const sell = async (body: object) => {
    const sale = { locationID: 1, transactionTypeID: 1, customerID: id, items: [{ itemID, orderQty: 1 }], ...body }
    const { status, body: answer } = await as(2)('POST', '/api/v2/sales', sale)
    expect(status).toBe(201)
    return answer.data as SaleRow
  }
  const paid = { payments: [{ paymentTypeID: 1, amount: 5000 }], complete: true }
  await sell({ ...paid, discount: 100.05 })
  const back = await sell({ ...paid, shippingFee: 350 })
  const part = await sell({ ...paid, items: [{ itemID, orderQty: 3 }] })
  await sell({ payments: [{ paymentTypeID: 1, amount: 200 }] })
  // This sale is overdue: ₱1,000 of ₱2,000 are due, and only ₱300 are paid.
  await sell({
    items: [{ itemID, orderQty: 2 }],
    payments: [{ paymentTypeID: 1, amount: 300 }],
    schedule: [
      { dueDate: '2020-01-01', amount: 1000 },
      { dueDate: '2999-01-01', amount: 1000 },
    ],
  })
  const last = await sell({})
  const canceled = await sell({})
  await staff('PUT', `/api/v2/sales/${canceled.salesTransactionID}/cancel`)
  await sell({ ...paid, customerID: 1 })
  const refund = (sale: SaleRow, items?: object[]) =>
    as(2)('POST', `/api/v2/sales/${sale.salesTransactionID}/refunds`, { paymentTypeID: 1, reason: 'Too small', items })
  await refund(back)
  await refund(part, [{ salesItemID: part.items[0]!.salesItemID, qty: 1 }])
  expect(await figures()).toEqual({
    customerID: id,
    storeCredit: 0,
    totalSales: 6,
    totalSpend: 899.95 + 350 + 2000,
    openSales: 3,
    openBalance: 800 + 1700 + 1000,
    overdueAmount: 700,
    lastSaleAt: last.transactionDate,
  })
  expect((await staff('GET', `${path}/999999/summary`)).body.message).toBe('Customer not found')
  expect((await as(0)('GET', `${path}/${id}/summary`)).status).toBe(403)
})
