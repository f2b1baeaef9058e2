import { expect, test } from 'vitest'

import { customerTypeFields, customerTypes } from '../../../contract/sales/customer-types.ts'
import { paymentTypeFields, paymentTypes } from '../../../contract/sales/payment-types.ts'
import { transactionTypeFields, transactionTypes } from '../../../contract/sales/transaction-types.ts'
import { conforms } from '../../../tests/support/conforms.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { customerType, paymentType, transactionType } from '../../db/schema/sales.ts'

const shop = await testApp()
const { as, users } = shop
const staff = as(3)

// Both resources behave the same and differ only in their names.
test.each([
  ['/api/v3/transaction/payment-types', 'paymentTypeID', 'paymentName', 'Payment', 'Cash', { givesChange: false }],
  ['/api/v3/transaction/transaction-types', 'transactionTypeID', 'transactionName', 'Transaction', 'Layaway', {}],
])('%s are created, updated and searched, with unique valid names', async (path, id, name, What, taken, more) => {
  const made = await staff('POST', path, { [name]: ' Voucher ', description: '', createdByID: 99, [id]: 99 })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({ [name]: 'Voucher', description: null, createdByID: users.get(3), ...more })
  const at = `${path}/${made.body.data[id]}`

  const { updatedAt } = made.body.data
  const changed = await as(2)('PUT', at, { [name]: 'Gift voucher', description: 'On paper', updatedAt })
  expect(changed.body.data).toMatchObject({
    [name]: 'Gift voucher',
    description: 'On paper',
    createdByID: users.get(3),
    modifiedByID: users.get(2),
  })
  expect(changed.body.data.updatedAt > updatedAt).toBe(true)
  expect((await staff('PUT', at, { [name]: 'Late', updatedAt })).status).toBe(409)
  expect((await staff('GET', at)).body.data).toEqual(changed.body.data)
  expect((await staff('GET', `${path}?search=PAPER`)).body.data).toEqual([changed.body.data])
  expect((await staff('GET', `${path}?sort=${name}&pageSize=1`)).body.meta.total).toBeGreaterThan(4)

  const before = (await staff('GET', path)).body
  for (const [method, address] of [
    ['POST', path],
    ['PUT', at],
  ] as const) {
    const again = await staff(method, address, { [name]: taken.toUpperCase() })
    const message = `${What} name already exists`
    expect([again.status, again.body]).toEqual([
      409,
      { success: false, code: 'record.exists', message, errors: [{ field: name, message }] },
    ])
    const none = await staff(method, address, { [name]: ' ' })
    expect([none.status, none.body.message]).toEqual([400, `${What} name is required`])
    const long = await staff(method, address, { [name]: 'x', description: 'x'.repeat(501) })
    expect([long.status, long.body.message]).toEqual([400, 'Description must be at most 500 characters'])
  }
  expect((await staff('PUT', `${path}/999`, { [name]: 'x' })).body.message).toBe(`${What} type not found`)
  expect((await staff('GET', `${path}?status=true`)).body.message).toBe('Unknown parameter: status')
  expect((await staff('GET', path)).body).toEqual(before)
})

conforms(shop, customerTypes, {
  fields: customerTypeFields,
  table: customerType,
  sample: (n) => ({ TypeName: `Kind ${n}`, description: `D ${n}` }),
  access: { read: 'staff', write: 'managers' },
  unique: { TypeName: 'Customer type already exists' },
  searched: ['TypeName', 'description'],
})

conforms(shop, paymentTypes, {
  fields: paymentTypeFields,
  table: paymentType,
  sample: (n) => ({ paymentName: `Way ${n}`, description: `D ${n}` }),
  access: { read: 'staff', write: 'staff' },
  unique: { paymentName: 'Payment name already exists' },
  searched: ['paymentName', 'description'],
})

conforms(shop, transactionTypes, {
  fields: transactionTypeFields,
  table: transactionType,
  sample: (n) => ({ transactionName: `Kind ${n}`, description: `D ${n}` }),
  access: { read: 'staff', write: 'staff' },
  unique: { transactionName: 'Transaction name already exists' },
  searched: ['transactionName', 'description'],
})
