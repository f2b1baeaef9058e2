import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { shopSetting } from '../db/schema/company.ts'
import { audit } from '../db/schema/shared.ts'

const { db, as, users } = await testApp()
const admin = as(1)
const path = '/api/v1/audit'
const list = async (query: string) => {
  const { body } = await admin('GET', `${path}?${query}`)
  return body as { data: Record<string, unknown>[]; meta: { total: number } }
}
const supplier = { supplierName: 'Aurum', contactDetails: '1', email: 'a@aurum.example' }
const { body: made } = await as(3)('POST', '/api/v2/suppliers', supplier)
const supplierID = made.data.supplierID as number
await as(2)('PUT', `/api/v2/suppliers/${supplierID}`, { ...supplier, supplierName: 'Aurum Manila', address: 'Binondo' })

test('only an administrator reads the trail', async () => {
  for (const roleID of [0, 2, 3] as const) {
    expect((await as(roleID)('GET', path)).status).toBe(403)
    expect((await as(roleID)('GET', `${path}/1`)).status).toBe(403)
  }
})

test('lists who did what to which record, newest first', async () => {
  const { data, meta } = await list('entity=supplier')
  expect(meta.total).toBe(2)
  expect(data).toMatchObject([
    { action: 'update', entityID: supplierID, subject: 'Aurum Manila', userID: users.get(2), userName: 'Test Manager' },
    { action: 'create', entityID: supplierID, subject: 'Aurum', userID: users.get(3), userName: 'Test Staff' },
  ])
  expect(Object.keys(data[0]!)).not.toContain('before')
})

test('names a Japanese customer with the family name first', async () => {
  const yoko = { firstName: '陽子', lastName: '伊藤', contactNo: '1', email: 'yoko@mail.example', customerTypeID: 1 }
  await admin('POST', '/api/v2/customers', yoko)
  expect((await list('entity=customer')).data[0]).toMatchObject({ subject: '伊藤 陽子' })
})

test('shows one change before and after, with the names of the records that its keys refer to', async () => {
  const [changed, created] = (await list('entity=supplier')).data
  const { body } = await admin('GET', `${path}/${String(changed!['auditID'])}`)
  expect(body.data).toMatchObject({
    subject: 'Aurum Manila',
    before: { supplierName: 'Aurum', address: null },
    after: { supplierName: 'Aurum Manila', address: 'Binondo' },
  })
  const first = (await admin('GET', `${path}/${String(created!['auditID'])}`)).body.data
  expect([first.before, first.after.supplierName]).toEqual([null, 'Aurum'])
  expect((await admin('GET', `${path}/999999`)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Audit row not found',
  })
})

test('names keys at any depth of a record', async () => {
  const ring = await stockItem(db, { itemName: 'Solitaire', itemCode: 'SO-1', quantity: 3 })
  const sold = await as(3)('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
  })
  const id = sold.body.data.salesTransactionID as number
  const [row] = (await list(`entity=sale&entityID=${id}`)).data
  expect(row).toMatchObject({ subject: sold.body.data.transactionNumber, action: 'create' })
  const { names } = (await admin('GET', `${path}/${String(row!['auditID'])}`)).body.data
  expect(names).toMatchObject({
    'locationID 1': 'Main',
    'transactionTypeID 1': 'Walk-in',
    'paymentTypeID 1': 'Cash',
    [`itemID ${ring.itemID}`]: 'Solitaire (SO-1)',
  })
  // A key of a record that is deleted, or never existed, has no name.
  await db
    .insert(audit)
    .values({ action: 'x', entity: 'thing', entityID: 5, after: { itemID: 4711, locationID: 1e12 } })
  const [strange] = (await list('entity=thing')).data
  expect(strange).toMatchObject({ subject: null, userID: null, userName: null })
  expect((await admin('GET', `${path}/${String(strange!['auditID'])}`)).body.data.names).toEqual({})
})

test('filters by person, record, action and the words that people use for them', async () => {
  const total = async (query: string) => (await list(query)).meta.total
  expect(await total(`entity=supplier&userID=${users.get(2)}`)).toBe(1)
  expect(await total(`entity=supplier&entityID=${supplierID}`)).toBe(2)
  expect(await total(`entity=supplier&entityID=${supplierID + 1}`)).toBe(0)
  expect(await total('entity=supplier&action=create')).toBe(1)
  expect(await total('entity=supplier&search=changed')).toBe(1)
  expect(await total('entity=supplier&search=test%20STAFF')).toBe(1)
  expect(await total('search=suppl')).toBe(2)
  expect(await total('search=zebra')).toBe(0)
  expect((await list('pageSize=1&page=2&entity=supplier')).data).toMatchObject([{ action: 'create' }])
})

test.each([
  ['from=yesterday', 'Enter a date like 2026-11-20'],
  ['userID=x', 'User must be a number'],
  ['colour=red', 'Unknown parameter: colour'],
  ['sort=at', 'Sort must be one of: auditID, -auditID'],
  ['entity=', 'Entity is required'],
])('refuses a list with the query %s', async (query, message) => {
  expect((await admin('GET', `${path}?${query}`)).body).toMatchObject({ success: false, message })
})

test('reads a period as days of the shop, from midnight to midnight in its time zone', async () => {
  const at = (moment: string, entityID: number) => ({
    at: new Date(moment),
    action: 'create',
    entity: 'period',
    entityID,
    after: {},
  })
  await db
    .insert(audit)
    .values([
      at('2026-03-08T14:59:59.999Z', 1),
      at('2026-03-08T15:00:00Z', 2),
      at('2026-03-09T14:59:59.999Z', 3),
      at('2026-03-09T15:00:00Z', 4),
    ])
  const found = async (query: string) => (await list(`entity=period&${query}`)).data.map((row) => row['entityID'])
  expect(await found('from=2026-03-09&to=2026-03-09')).toEqual([3, 2])
  expect(await found('from=2026-03-09')).toEqual([4, 3, 2])
  expect(await found('to=2026-03-08')).toEqual([1])
  await db.update(shopSetting).set({ timeZone: 'UTC' })
  expect(await found('from=2026-03-09&to=2026-03-09')).toEqual([4, 3])
  await db.update(shopSetting).set({ timeZone: 'Asia/Tokyo' })
})

test('never records a secret: no password, no hash, no token', async () => {
  const password = 'a very secret password'
  const liza = { name: 'Liza Reyes', email: 'liza@audit.example', password }
  const signedUp = await as(null)('POST', '/api/users/register', liza)
  const authorization = `Bearer ${signedUp.body.token}`
  await as(null)('PUT', '/api/users/updateProfile', { ...liza, password: 'another secret' }, { authorization })
  const id = signedUp.body.userID as number
  await admin('PUT', `/api/v1/users/${id}/password`, { password: 'a third secret' })
  const link = await admin('POST', `/api/v1/users/${id}/sign-in-link`, null, { origin: 'https://shop.example' })
  expect(link.status).toBe(201)
  const rows = (await list(`entity=user&entityID=${id}`)).data
  expect(rows.map((row) => [row['action'], row['subject']])).toEqual([
    ['make sign-in link', 'Liza Reyes'],
    ['set password', 'Liza Reyes'],
    ['update', 'Liza Reyes'],
    ['register', 'Liza Reyes'],
  ])
  const details = await Promise.all(rows.map((row) => admin('GET', `${path}/${String(row['auditID'])}`)))
  const shown = JSON.stringify(details.map(({ body }) => body))
  for (const secret of ['secret', 'argon2', 'passwordHash', 'tokenHash', signedUp.body.token as string])
    expect(shown).not.toContain(secret)
  const { rows: leaks } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from audit where concat(before, after) ~ 'argon2|passwordHash|tokenHash'`,
  )
  expect(leaks).toEqual([{ count: 0 }])
})
