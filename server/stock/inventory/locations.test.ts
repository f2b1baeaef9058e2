import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { locationFields, locations } from '../../../contract/stock/locations.ts'
import { conforms } from '../../../tests/support/conforms.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import { shopItself } from '../../kernel/context.ts'
import { postMovements } from '../ledger/ledger.ts'
import { verifyStock } from '../ledger/verify.ts'

const shop = await testApp()
const { db, as, users } = shop
const staff = as(3)
const path = '/api/v1/locations'
const { body: cebu } = await staff('POST', path, { locationName: ' Cebu ', description: 'SM City', modifiedByID: 9 })

test('any signed-in user creates an Active location with its audit row', async () => {
  expect(cebu.data).toEqual({
    locationID: 2,
    locationName: 'Cebu',
    description: 'SM City',
    status: true,
    createdByID: users.get(3),
    modifiedByID: null,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  })
  const [row] = await db.select().from(audit)
  expect(row).toMatchObject({ action: 'create', entity: 'location', entityID: 2, userID: users.get(3), before: null })
})

test('refuses a name that differs only in case', async () => {
  for (const [method, address] of [
    ['POST', path],
    ['PUT', `${path}/2`],
  ] as const) {
    const { status, body } = await staff(method, address, { locationName: 'MAIN' })
    const message = 'Location name already exists'
    expect([status, body]).toEqual([
      409,
      { success: false, code: 'record.exists', message, errors: [{ field: 'locationName', message }] },
    ])
  }
  expect(await db.$count(location)).toBe(2)
})

test.each([
  [{ locationName: undefined }, 'locationName', 'Location name is required'],
  [{ locationName: ' ' }, 'locationName', 'Location name is required'],
  [{ locationName: ['Cebu'] }, 'locationName', 'Location name must be text'],
  [{ locationName: 'x'.repeat(121) }, 'locationName', 'Location name must be at most 120 characters'],
  [{ description: 'x'.repeat(501) }, 'description', 'Description must be at most 500 characters'],
  [{ status: 1 }, 'status', 'Status must be true or false'],
])('%j is refused with a named field', async (wrong, field, message) => {
  const { status, body } = await staff('POST', path, { locationName: 'Davao', ...wrong })
  expect([status, body]).toEqual([
    400,
    { success: false, code: 'input.invalid', message, errors: [{ field, message }] },
  ])
})

test('an update keeps omitted fields, clears empty ones, and records who and when', async () => {
  const { body } = await as(2)('PUT', `${path}/2`, { locationName: 'Cebu', description: '', status: false })
  expect(body.data).toMatchObject({ description: null, status: false, modifiedByID: users.get(2) })
  expect(body.data.updatedAt > cebu.data.updatedAt).toBe(true)
  const { body: kept } = await staff('PUT', `${path}/2`, { locationName: 'Cebu City' })
  expect(kept.data).toMatchObject({ locationName: 'Cebu City', description: null, status: false })
  const { updatedAt } = body.data
  expect((await staff('PUT', `${path}/2`, { locationName: 'Cebu', updatedAt })).status).toBe(409)
  expect((await staff('PUT', `${path}/2`, { locationName: 'Cebu', status: true })).body.data.status).toBe(true)
})

test('an unknown key is 404', async () => {
  expect((await staff('GET', `${path}/999`)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Location not found',
  })
  expect((await staff('PUT', `${path}/999`, { locationName: 'x' })).status).toBe(404)
  expect((await staff('GET', `${path}/2`)).body.data.locationName).toBe('Cebu')
})

test('the list is searched, filtered and sorted', async () => {
  await staff('POST', path, { locationName: 'Archive', description: '50% off', status: false })
  const names = async (query: string) =>
    (await staff('GET', `${path}?${query}`)).body.data.map((row: { locationName: string }) => row.locationName)
  expect(await names('')).toEqual(['Archive', 'Cebu', 'Main'])
  expect(await names('search=0%25 OFF')).toEqual(['Archive'])
  expect(await names('status=true&sort=locationName')).toEqual(['Cebu', 'Main'])
  expect((await staff('GET', `${path}?sort=createdByID`)).status).toBe(400)
})

const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }

async function stockAtCebu(quantity: number) {
  const [rings] = await db
    .insert(category)
    .values({ categoryCode: `C${quantity}`, categoryName: `C${quantity}` })
    .returning()
  const [ring] = await db
    .insert(item)
    .values({
      itemCode: `RG-${quantity}`,
      itemName: `Ring ${quantity}`,
      categoryID: rings!.categoryID,
      uom: 'PCS',
      grams: 1,
      price: 1,
      averageCost: 1,
    })
    .returning()
  const [row] = await db
    .insert(inventory)
    .values({ itemID: ring!.itemID, locationID: 2, inventoryTypeID: 1 })
    .returning()
  return row!.inventoryID
}
const move = (inventoryID: number, quantity: number) =>
  db.transaction((tx) =>
    postMovements({ ...context, db: tx }, { kind: 'correction', documentType: 'inventory', documentID: inventoryID }, [
      { inventoryID, quantity, unitCost: 1 },
    ]),
  )
const close = () => staff('PUT', `${path}/2`, { locationName: 'Cebu', status: false })

test('a location with stock stays Active, and an Inactive location accepts no stock', async () => {
  const [one, two] = [await stockAtCebu(1), await stockAtCebu(2)]
  await move(one, 1)
  const field = 'status'
  const single = 'Cebu still has stock of Ring 1. Move it elsewhere before making the location Inactive.'
  expect(await close()).toMatchObject({
    status: 409,
    body: { success: false, code: 'reference.in_use', message: single, errors: [{ field, message: single }] },
  })
  await move(two, 1)
  expect((await close()).body.message).toContain('stock of Ring 1 and 1 more. Move')
  expect((await staff('GET', `${path}/2`)).body.data.status).toBe(true)
  // Stock blocks no other change of its location.
  expect((await staff('PUT', `${path}/2`, { locationName: 'Cebu', status: true })).status).toBe(200)
  await move(one, -1)
  await move(two, -1)
  expect((await close()).status).toBe(200)
  await expect(move(one, 1)).rejects.toMatchObject({
    status: 422,
    message: 'Location Cebu is Inactive: no stock of Ring 1 can be put there',
  })
  expect((await staff('PUT', `${path}/2`, { locationName: 'Cebu', status: true })).status).toBe(200)
  expect(await verifyStock({ db })).toEqual([])
})

test('of an arrival and a concurrent deactivation of its location one is refused', async () => {
  const row = await stockAtCebu(3)
  for (let round = 0; round < 12; round++) {
    const [closed, moved] = await Promise.all([
      close(),
      move(row, 1).then(
        () => true,
        () => false,
      ),
    ])
    const [after] = await db.select().from(inventory).where(eq(inventory.inventoryID, row))
    expect([closed.status, moved, after!.quantity]).toEqual(closed.status === 200 ? [200, false, 0] : [409, true, 1])
    await staff('PUT', `${path}/2`, { locationName: 'Cebu', status: true })
    if (after!.quantity > 0) await move(row, -1)
  }
})

test('the default location stays Active', async () => {
  const { status, body } = await as(1)('PUT', `${path}/1`, { locationName: 'Main', status: false })
  expect([status, body.message]).toEqual([409, 'Main is the shop’s default location and stays Active.'])
  expect((await staff('GET', `${path}/1`)).body.data.status).toBe(true)
})

conforms(shop, locations, {
  fields: locationFields,
  table: location,
  sample: (n) => ({ locationName: `Place ${n}`, description: `D ${n}`, status: true }),
  access: { read: 'staff', write: 'staff' },
  unique: { locationName: 'Location name already exists' },
  searched: ['locationName', 'description'],
})
