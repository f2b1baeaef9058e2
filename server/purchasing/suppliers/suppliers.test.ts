import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { supplierFields, suppliers } from '../../../contract/purchasing/suppliers.ts'
import { conforms } from '../../../tests/support/conforms.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { supplier } from '../../db/schema/purchasing.ts'
import { audit } from '../../db/schema/shared.ts'

const shop = await testApp()
const { db, as, users } = shop
const staff = as(3)
const path = '/api/v2/suppliers'
const aurum = {
  supplierName: 'Aurum',
  contactDetails: '+63 2 5555 0190',
  email: 'orders@aurum.example',
  address: 'Binondo, Manila',
}
/** Creates a supplier of this name, and returns it with its path. */
async function createSupplier(supplierName: string) {
  const { status, body } = await staff('POST', path, { ...aurum, supplierName })
  expect(status).toBe(201)
  return { created: body.data, own: `${path}/${body.data.supplierID}` }
}

test('any signed-in user creates a supplier with its audit row, and forged fields are ignored', async () => {
  const { body } = await staff('POST', path, { ...aurum, createdByID: 999, supplierID: 77_777 })
  const { supplierID } = body.data
  expect(supplierID).not.toBe(77_777)
  expect(body).toEqual({
    success: true,
    data: {
      ...aurum,
      supplierID: expect.any(Number),
      status: true,
      createdByID: users.get(3),
      modifiedByID: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    },
  })
  const rows = await db.select().from(audit).where(eq(audit.entityID, supplierID))
  expect(rows).toMatchObject([
    { action: 'create', entity: 'supplier', userID: users.get(3), before: null, after: aurum },
  ])
})

test('refuses a name that differs only in case, and writes nothing', async () => {
  await createSupplier('Argent')
  const before = await db.$count(supplier)
  const { status, body } = await staff('POST', path, { ...aurum, supplierName: ' ARGENT ' })
  expect([status, body]).toEqual([
    409,
    {
      success: false,
      code: 'record.exists',
      message: 'Supplier name already exists',
      errors: [{ field: 'supplierName', message: 'Supplier name already exists' }],
    },
  ])
  expect(await db.$count(supplier)).toBe(before)
})

test.each([
  [{ supplierName: '  ' }, 'supplierName', 'Supplier name is required'],
  [{ supplierName: null }, 'supplierName', 'Supplier name is required'],
  [{ supplierName: 5 }, 'supplierName', 'Supplier name must be text'],
  [{ supplierName: 'x'.repeat(121) }, 'supplierName', 'Supplier name must be at most 120 characters'],
  [{ contactDetails: undefined }, 'contactDetails', 'Contact details is required'],
  [{ email: 'orders@aurum' }, 'email', 'Enter a valid email'],
  [{ email: '' }, 'email', 'Email is required'],
  [{ status: 'yes' }, 'status', 'Status must be true or false'],
])('%j is refused with a named field', async (wrong, field, message) => {
  const { status, body } = await staff('POST', path, { ...aurum, supplierName: 'Other', ...wrong })
  expect([status, body]).toEqual([
    400,
    { success: false, code: 'input.invalid', message, errors: [{ field, message }] },
  ])
})

test('refuses text that PostgreSQL cannot store', async () => {
  const { status, body } = await staff('POST', path, { ...aurum, supplierName: 'a\0b' })
  expect([status, body.message]).toEqual([400, 'The text holds a character that cannot be kept'])
})

test('an update keeps omitted fields, clears empty ones, and records who and when', async () => {
  const { created, own } = await createSupplier('Update')
  const changed = { ...aurum, supplierName: 'Update', address: '', contactDetails: '+81', status: false }
  const { body } = await as(2)('PUT', own, changed)
  expect(body.data).toMatchObject({
    address: null,
    contactDetails: '+81',
    status: false,
    createdByID: users.get(3),
    modifiedByID: users.get(2),
  })
  expect(body.data.updatedAt > created.updatedAt).toBe(true)
  const { address: _, status: __, ...rest } = changed
  const { body: updated } = await staff('PUT', own, rest)
  expect(updated.data).toMatchObject({ address: null, status: false })
})

test('refuses a stale update', async () => {
  const { created, own } = await createSupplier('Stale')
  const { updatedAt } = created
  expect((await staff('PUT', own, { ...aurum, supplierName: 'Stale', updatedAt })).status).toBe(200)
  const { status, body } = await staff('PUT', own, { ...aurum, supplierName: 'Mine', updatedAt })
  expect([status, body.message]).toEqual([409, 'This record was changed by someone else. Reload and try again.'])
  expect((await staff('GET', own)).body.data.supplierName).toBe('Stale')
})

test('of many concurrent updates from one reading exactly one is stored', async () => {
  const { created, own } = await createSupplier('Race')
  const { updatedAt } = created
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      staff('PUT', own, { ...aurum, supplierName: 'Race', contactDetails: `${n}`, updatedAt }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
})

test('an unknown key is 404 and an invalid key is 400', async () => {
  expect((await staff('GET', `${path}/999999`)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Supplier not found',
  })
  expect((await staff('PUT', `${path}/999999`, aurum)).status).toBe(404)
  expect((await staff('GET', `${path}/abc`)).body.message).toBe('ID must be a number')
  expect((await staff('GET', `${path}/99999999999`)).status).toBe(400)
})

test('the list is searched, filtered, sorted and paged', async () => {
  // Use a separate shop, because a list without a search would also have the suppliers of other tests.
  const { as } = await testApp()
  const staff = as(3)
  await staff('POST', path, aurum)
  for (const n of [1, 2, 3]) {
    const email = `house${n}@x.example`
    await staff('POST', path, { supplierName: `100% house_${n}`, contactDetails: `c${n}`, email, status: n !== 2 })
  }
  const names = async (query: string) => {
    const { body } = await staff('GET', `${path}?${query}`)
    return [body.data.map((row: { supplierName: string }) => row.supplierName), body.meta]
  }
  expect(await names('')).toEqual([
    ['100% house_3', '100% house_2', '100% house_1', 'Aurum'],
    { page: 1, pageSize: 10, total: 4 },
  ])
  expect(await names('search=HOUSE_&pageSize=2&page=2')).toEqual([['100% house_1'], { page: 2, pageSize: 2, total: 3 }])
  expect(await names('search=0%25%20h&status=false')).toEqual([['100% house_2'], { page: 1, pageSize: 10, total: 1 }])
  expect((await names('sort=-supplierName'))[0]).toEqual(['Aurum', '100% house_3', '100% house_2', '100% house_1'])
  expect(await names('page=9')).toEqual([[], { page: 9, pageSize: 10, total: 4 }])
})

test.each([
  ['pageSize=101', 'Page size must be at most 100'],
  ['page=0', 'Page must be at least 1'],
  ['page=x', 'Page must be a number'],
  ['colour=red', 'Unknown parameter: colour'],
  ['status=maybe', 'Status must be one of: true, false'],
  ['sort=password', /^Sort must be one of: supplierID, -supplierID/],
])('a list with %s is refused', async (query, message) => {
  const { status, body } = await staff('GET', `${path}?${query}`)
  expect(status).toBe(400)
  expect(body.message).toMatch(message)
})

test('a call sent twice with one key is done once, and the same key with another body is refused', async () => {
  const body = { ...aurum, supplierName: 'Once' }
  const send = (over = {}) => staff('POST', path, { ...body, ...over }, { 'idempotency-key': 'a' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => send()))
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
  expect(answers[0]!.status).toBe(201)
  expect(await send({ contactDetails: 'x' })).toMatchObject({ status: 422, body: { success: false } })
  const other = await as(1)('POST', path, { ...body, supplierName: 'Another' }, { 'idempotency-key': 'a' })
  expect(other.status).toBe(201)
})

test('a refused call does not use up its key, so it can be corrected and sent again', async () => {
  await createSupplier('Taken')
  const key = { 'idempotency-key': 'b' }
  expect((await staff('POST', path, { ...aurum, supplierName: 'taken' }, key)).status).toBe(409)
  expect((await staff('POST', path, { ...aurum, supplierName: 'Mended' }, key)).status).toBe(201)
})

test('audit rows are final', async () => {
  await createSupplier('Audited')
  await expect(db.update(audit).set({ action: 'x' })).rejects.toMatchObject({ cause: { code: '23001' } })
  await expect(db.delete(audit)).rejects.toMatchObject({ cause: { code: '23001' } })
})

conforms(shop, suppliers, {
  fields: supplierFields,
  table: supplier,
  sample: (n) => ({ ...aurum, supplierName: `House ${n}`, address: `Street ${n}`, status: n % 2 === 0 }),
  access: { read: 'staff', write: 'staff' },
  unique: { supplierName: 'Supplier name already exists' },
  searched: ['supplierName', 'contactDetails', 'address'],
})
