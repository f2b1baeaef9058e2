import { expect, test } from 'vitest'

import { inventoryTypeFields, inventoryTypes } from '../../../contract/stock/inventory-types.ts'
import { conforms } from '../../../tests/support/conforms.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { sale, saleItem, stockReservation } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, inventoryType } from '../../db/schema/stock.ts'
import { shopItself } from '../../kernel/context.ts'
import { postMovements } from '../ledger/ledger.ts'
import { lockSellable } from '../ledger/locks.ts'

const shop = await testApp()
const { db, as, users } = shop
const staff = as(3)
const path = '/api/v1/inventory-type'
const { body: repair } = await staff('POST', path, { typeName: 'For repair', sellable: false, createdByID: 1 })

test('any signed-in user creates an Active type with its audit row', async () => {
  expect(repair.data).toEqual({
    inventoryTypeID: 2,
    code: null,
    typeName: 'For repair',
    description: null,
    status: true,
    sellable: false,
    createdByID: users.get(3),
    modifiedByID: null,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  })
  const [row] = await db.select().from(audit)
  expect(row).toMatchObject({ action: 'create', entity: 'inventoryType', entityID: 2, userID: users.get(3) })
  const { body } = await staff('POST', path, { typeName: 'Showcase' })
  expect(body.data).toMatchObject({ status: true, sellable: true })
})

test('refuses a name that differs only in case', async () => {
  for (const [method, address] of [
    ['POST', path],
    ['PUT', `${path}/2`],
  ] as const) {
    const { status, body } = await staff(method, address, { typeName: 'on HAND' })
    const message = 'Inventory type already exists'
    expect([status, body]).toEqual([
      409,
      { success: false, code: 'record.exists', message, errors: [{ field: 'typeName', message }] },
    ])
  }
  expect(await db.$count(inventoryType)).toBe(3)
})

test.each([
  [{ typeName: undefined }, 'typeName', 'Type name is required'],
  [{ typeName: '' }, 'typeName', 'Type name is required'],
  [{ typeName: 3 }, 'typeName', 'Type name must be text'],
  [{ typeName: 'x'.repeat(121) }, 'typeName', 'Type name must be at most 120 characters'],
  [{ description: 'x'.repeat(501) }, 'description', 'Description must be at most 500 characters'],
  [{ status: 'Active' }, 'status', 'Status must be true or false'],
  [{ sellable: 'no' }, 'sellable', 'Sellable must be true or false'],
])('%j is refused with a named field', async (wrong, field, message) => {
  const { status, body } = await staff('POST', path, { typeName: 'Other', ...wrong })
  expect([status, body]).toEqual([
    400,
    { success: false, code: 'input.invalid', message, errors: [{ field, message }] },
  ])
})

test('an update keeps omitted fields, clears empty ones, and is refused when stale', async () => {
  const { body } = await as(2)('PUT', `${path}/2`, { typeName: 'Repairs', description: 'At the bench' })
  expect(body.data).toMatchObject({ description: 'At the bench', sellable: false, modifiedByID: users.get(2) })
  const { body: cleared } = await staff('PUT', `${path}/2`, { typeName: 'Repairs', description: '' })
  expect(cleared.data.description).toBeNull()
  const { updatedAt } = body.data
  const { status, body: stale } = await staff('PUT', `${path}/2`, { typeName: 'Mine', updatedAt })
  expect([status, stale.message]).toEqual([409, 'This record was changed by someone else. Reload and try again.'])
})

test('an unknown key is 404', async () => {
  expect((await staff('GET', `${path}/999`)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Inventory type not found',
  })
  expect((await staff('PUT', `${path}/999`, { typeName: 'x' })).status).toBe(404)
})

test('the list is searched, filtered and sorted', async () => {
  await staff('POST', path, { typeName: 'Archive', status: false })
  const names = async (query: string) =>
    (await staff('GET', `${path}?${query}`)).body.data.map((row: { typeName: string }) => row.typeName)
  expect(await names('sort=typeName')).toEqual(['Archive', 'On hand', 'Repairs', 'Showcase'])
  expect(await names('search=HAN')).toEqual(['On hand'])
  expect(await names('status=false')).toEqual(['Archive'])
  expect((await staff('GET', `${path}?sellable=true`)).body.message).toBe('Unknown parameter: sellable')
})

test('a type with stock stays Active, and stays sellable while open sales hold its stock', async () => {
  const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }
  const [rings] = await db.insert(category).values({ categoryCode: 'RG', categoryName: 'Rings' }).returning()
  const ring = { categoryID: rings!.categoryID, uom: 'PCS' as const, grams: 1, price: 1, averageCost: 7 }
  await db.insert(item).values({ ...ring, itemCode: 'RG-1', itemName: 'Band' })
  await db.insert(inventory).values({ itemID: 1, locationID: 1, inventoryTypeID: 3 })
  const move = (quantity: number) =>
    postMovements(context, { kind: 'correction', documentType: 'inventory', documentID: 1 }, [
      { inventoryID: 1, quantity, unitCost: 7 },
    ])
  const put = (change: object) => staff('PUT', `${path}/3`, { typeName: 'Showcase', ...change })
  await move(2)
  const refusal = (field: string, message: string) => ({
    status: 409,
    body: { success: false, code: 'reference.in_use', message, errors: [{ field, message }] },
  })
  expect(await put({ status: false })).toMatchObject(
    refusal(
      'status',
      'There is still stock of type Showcase: Band. Move it to another type before making this one Inactive.',
    ),
  )

  const [open] = await db
    .insert(sale)
    .values({
      transactionNumber: 'SO-2026-000001',
      locationID: 1,
      transactionTypeID: 1,
      orderDate: '2026-01-01',
      totalItems: 1,
      totalQuantity: 1,
      subtotal: 0,
      totalPurchase: 0,
      status: 'Pending',
    })
    .returning()
  const { salesTransactionID } = open!
  const [line] = await db
    .insert(saleItem)
    .values({ salesTransactionID, itemID: 1, price: 0, orderQty: 1, lineTotal: 0 })
    .returning()
  await db.insert(stockReservation).values({ salesItemID: line!.salesItemID, inventoryID: 1, quantity: 1 })
  expect(await put({ sellable: false })).toMatchObject(
    refusal('sellable', 'Open sales hold stock of type Showcase: Band. Complete or cancel them first.'),
  )
  expect(await lockSellable(context, [1], [1])).toMatchObject([
    { inventoryID: 1, quantity: 2, reserved: 1, averageCost: 7 },
  ])

  await db.delete(stockReservation)
  expect((await put({ sellable: false })).body.data.sellable).toBe(false)
  expect(await lockSellable(context, [1], [1])).toEqual([])
  await move(-2)
  expect((await put({ status: false })).body.data.status).toBe(false)
  await expect(move(1)).rejects.toMatchObject({
    status: 422,
    message: 'Inventory type Showcase is Inactive: no stock of Band can be put there',
  })
})

conforms(shop, inventoryTypes, {
  fields: inventoryTypeFields,
  table: inventoryType,
  sample: (n) => ({ typeName: `Kind ${n}`, description: `D ${n}`, status: true, sellable: true }),
  access: { read: 'staff', write: 'staff' },
  unique: { typeName: 'Inventory type already exists' },
  searched: ['typeName', 'description'],
})
