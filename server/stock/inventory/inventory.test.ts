import { expect, test } from 'vitest'

import { anyCodeOf, testApp } from '../../../tests/support/fixtures.ts'
import { category, item, itemImage } from '../../db/schema/catalogue.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { receiving } from '../../db/schema/purchasing.ts'
import { sale, saleItem, stockReservation } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, inventoryType, location, stockMovement, stockTransfer } from '../../db/schema/stock.ts'
import { shopItself } from '../../kernel/context.ts'
import { postMovements } from '../ledger/ledger.ts'
import { verifyStock } from '../ledger/verify.ts'

const { db, as, users } = await testApp()
const path = '/api/v1/inventory'
const staff = as(3)
const admin = as(1)

const [rings, chains] = await db
  .insert(category)
  .values([
    { categoryCode: 'RG', categoryName: 'Rings' },
    { categoryCode: 'CH', categoryName: 'Chains' },
  ])
  .returning()
const gold = { grams: 4.2, price: 9000, karat: '18K' as const }
await db.insert(item).values([
  { ...gold, itemCode: 'RG-1', itemName: 'Band', categoryID: rings!.categoryID, uom: 'PCS', averageCost: 5000.123456 },
  {
    ...gold,
    itemCode: 'CH-1',
    itemName: 'Curb chain',
    categoryID: chains!.categoryID,
    uom: 'PCS',
    averageCost: 100,
    barcode: '480012',
  },
  { ...gold, itemCode: 'BK-1', itemName: 'Gold beads', categoryID: chains!.categoryID, uom: 'BULK', averageCost: 60 },
  { ...gold, itemCode: 'ER-1', itemName: 'Studs', categoryID: rings!.categoryID, uom: 'PAIR', averageCost: 0 },
  {
    ...gold,
    itemCode: 'OLD',
    itemName: 'Old ring',
    categoryID: rings!.categoryID,
    uom: 'PCS',
    averageCost: 1,
    status: false,
  },
])
await db.insert(itemImage).values([
  { itemID: 1, position: 2, url: '/pictures/b.webp', thumb_url: '/pictures/b-s.webp' },
  { itemID: 1, position: 1, url: '/pictures/a.webp', thumb_url: '/pictures/a-s.webp' },
])
await db.insert(location).values([{ locationName: 'Cebu' }, { locationName: 'Closed', status: false }])
await db.insert(inventoryType).values([
  { typeName: 'For repair', sellable: false },
  { typeName: 'Gone', status: false },
])

const band = { itemID: 1, locationID: 1, inventoryTypeID: 1, quantity: 10, reOrderThreshold: 2 }
const first = await staff('POST', path, { ...band, inventoryID: 99, reserved: 5, createdByID: 1 })
const ledger = async (id: number) => (await staff('GET', `${path}/${id}/movements?pageSize=100`)).body.data

/** Reads every table that a refused call must not change. */
const everything = async () => [
  await db.select().from(inventory).orderBy(inventory.inventoryID),
  await db.select().from(stockMovement).orderBy(stockMovement.inventoryID, stockMovement.sequence),
  await db.$count(audit),
]

test('a new stock row posts its first quantity as the first movement of its ledger', async () => {
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    success: true,
    data: {
      ...band,
      inventoryID: 1,
      reserved: 0,
      available: 10,
      typeCode: 'on_hand',
      inventoryType: { typeName: 'On hand' },
      location: { locationName: 'Main' },
      item: {
        itemName: 'Band',
        itemCode: 'RG-1',
        uom: 'PCS',
        byPiece: false,
        grams: 4.2,
        karat: '18K',
        stone: null,
        price: 9000,
        cost: 5000.12,
        image_url: '/pictures/a-s.webp',
        image_focus: { x: 50, y: 50 },
      },
      createdByID: users.get(3),
      modifiedByID: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    },
  })
  expect(await ledger(1)).toEqual([
    {
      inventoryID: 1,
      sequence: 1,
      at: expect.stringMatching(/Z$/),
      kind: 'opening',
      documentType: 'inventory',
      documentID: 1,
      documentNumber: null,
      quantity: 10,
      quantityAfter: 10,
      unitCost: 5000.123456,
      value: 50_001.23,
      user: { userID: users.get(3), name: 'Test Staff' },
    },
  ])
  const [row] = await db.select().from(audit)
  expect(row).toMatchObject({ action: 'create', entity: 'inventory', entityID: 1, userID: users.get(3), before: null })
  expect((await staff('GET', `${path}/1`)).body).toEqual(first.body)
})

test('a new stock row without a quantity has no movement', async () => {
  const { status, body } = await staff('POST', path, { ...band, inventoryTypeID: 2, quantity: 0 })
  expect([status, body.data.quantity]).toEqual([201, 0])
  expect(await ledger(body.data.inventoryID)).toEqual([])
})

test.each([
  [400, { itemID: undefined }, 'itemID', 'Item is required'],
  [400, { itemID: '1' }, 'itemID', 'Item must be a number'],
  [400, { locationID: 0 }, 'locationID', 'Location must be at least 1'],
  [400, { inventoryTypeID: 1.5 }, 'inventoryTypeID', 'Inventory type must be a whole number'],
  [400, { quantity: null }, 'quantity', 'Quantity is required'],
  [400, { quantity: '5' }, 'quantity', 'Quantity must be a number'],
  [400, { quantity: -1 }, 'quantity', 'Quantity must be at least 0'],
  [400, { quantity: 0.0001 }, 'quantity', 'Quantities have at most 3 decimals'],
  [400, { quantity: 1e12 }, 'quantity', 'Quantity must be at most 99999999999'],
  [400, { quantity: 2.5 }, 'quantity', 'Band is counted in whole pieces'],
  [400, { itemID: 4, quantity: 2.5 }, 'quantity', 'Studs is counted in whole pairs'],
  [400, { reOrderThreshold: -1 }, 'reOrderThreshold', 'Reorder threshold must be at least 0'],
  [400, { reOrderThreshold: 1.5 }, 'reOrderThreshold', 'Reorder threshold must be a whole number'],
  [400, { reOrderThreshold: null }, 'reOrderThreshold', 'Reorder threshold is required'],
  [400, { reOrderThreshold: 3e9 }, 'reOrderThreshold', 'Reorder threshold is too large'],
  [422, { itemID: 999 }, 'itemID', 'Item 999 does not exist'],
  [422, { locationID: 999 }, 'locationID', 'Location 999 does not exist'],
  [422, { inventoryTypeID: 999 }, 'inventoryTypeID', 'Inventory type 999 does not exist'],
  [422, { itemID: 5 }, 'itemID', 'Item Old ring is Inactive'],
  [422, { locationID: 3 }, 'locationID', 'Location Closed is Inactive'],
  [422, { inventoryTypeID: 3 }, 'inventoryTypeID', 'Inventory type Gone is Inactive'],
  [409, { locationID: 1 }, 'itemID', 'This item already has stock of this type at this location'],
])('returns %i for %j', async (expected, wrong, field, message) => {
  const before = await everything()
  const { status, body } = await staff('POST', path, { ...band, locationID: 2, ...wrong })
  expect([status, body]).toEqual([
    expected,
    { success: false, code: anyCodeOf(expected), message, errors: [{ field, message }] },
  ])
  expect(await everything()).toEqual(before)
})

test('of many concurrent calls that create the same stock row one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => staff('POST', path, { ...band, itemID: 4, quantity: 3 })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array(7).fill(409)])
  expect(await verifyStock({ db })).toEqual([])
})

test('BULK is stored to the milligram and adds up exactly', async () => {
  const beads = { itemID: 3, locationID: 1, inventoryTypeID: 1, quantity: 0.1, reOrderThreshold: 0 }
  const { body } = await staff('POST', path, beads)
  const { inventoryID } = body.data
  const { body: set } = await admin('PUT', `${path}/${inventoryID}`, { ...beads, quantity: 0.3 })
  expect(set.data.quantity).toBe(0.3)
  expect((await ledger(inventoryID))[0]).toMatchObject({ kind: 'correction', quantity: 0.2, quantityAfter: 0.3 })
})

test('staff set the threshold, and only an administrator the quantity', async () => {
  const { body } = await staff('PUT', `${path}/1`, { ...band, quantity: undefined, reOrderThreshold: 4 })
  expect(body.data).toMatchObject({ quantity: 10, reOrderThreshold: 4, modifiedByID: users.get(3) })
  for (const roleID of [2, 3] as const) {
    const before = await everything()
    const refused = await as(roleID)('PUT', `${path}/1`, { ...band, quantity: 11 })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only an administrator may set a quantity. Use an inventory adjustment.',
    ])
    expect(await everything()).toEqual(before)
  }
  const { body: set } = await admin('PUT', `${path}/1`, { ...band, quantity: 8, updatedAt: body.data.updatedAt })
  expect(set.data).toMatchObject({ quantity: 8, available: 8, reOrderThreshold: 2, modifiedByID: users.get(1) })
  expect((await ledger(1))[0]).toMatchObject({
    sequence: 2,
    kind: 'correction',
    quantity: -2,
    quantityAfter: 8,
    // The average of ten at ₱50,001.23.
    unitCost: 5000.123,
    value: -10_000.25,
    user: { userID: users.get(1) },
  })
  const [change] = (await db.select().from(audit)).slice(-1)
  expect(change).toMatchObject({
    action: 'update',
    entity: 'inventory',
    before: { quantity: 10, reOrderThreshold: 4 },
    after: { quantity: 8, reOrderThreshold: 2 },
  })
})

test('refuses an update of stock that moved since it was read', async () => {
  const { updatedAt } = (await admin('GET', `${path}/1`)).body.data
  const context = { db, actor: shopItself, now: new Date(0), client: { address: '', agent: '' } }
  // A server clock that is behind must not give the moved row its old `updatedAt`.
  await postMovements(context, { kind: 'correction', documentType: 'inventory', documentID: 1 }, [
    { inventoryID: 1, quantity: 1, unitCost: 1 },
  ])
  const { status, body } = await admin('PUT', `${path}/1`, { ...band, quantity: 8, updatedAt })
  expect([status, body.message]).toEqual([409, 'This record was changed by someone else. Reload and try again.'])
  expect((await ledger(1))[0]).toMatchObject({ quantity: 1, user: null })
})

test.each([
  ['itemID', 2],
  ['locationID', 2],
  ['inventoryTypeID', 2],
])('a stock row keeps its %s', async (field, other) => {
  const before = await everything()
  const { status, body } = await admin('PUT', `${path}/1`, { ...band, [field]: other })
  const message = 'Stock keeps its item, location and type. Start another row of stock instead.'
  expect([status, body]).toEqual([
    422,
    { success: false, code: 'stock.place_fixed', message, errors: [{ field, message }] },
  ])
  expect(await everything()).toEqual(before)
})

test('a quantity cannot be set below the held stock', async () => {
  const [sold] = await db
    .insert(sale)
    .values({
      transactionNumber: 'SO-2026-000001',
      locationID: 1,
      transactionTypeID: 1,
      orderDate: '2026-01-01',
      totalItems: 1,
      totalQuantity: 3,
      subtotal: 0,
      totalPurchase: 0,
      status: 'Processing',
    })
    .returning()
  const [line] = await db
    .insert(saleItem)
    .values({ salesTransactionID: sold!.salesTransactionID, itemID: 1, price: 0, orderQty: 3, lineTotal: 0 })
    .returning()
  await db.insert(stockReservation).values({ salesItemID: line!.salesItemID, inventoryID: 1, quantity: 3 })
  const { body: held } = await staff('GET', `${path}/1`)
  expect(held.data).toMatchObject({ quantity: 9, reserved: 3, available: 6 })
  const before = await everything()
  const { status, body } = await admin('PUT', `${path}/1`, { ...band, quantity: 2 })
  const message = 'Open sales hold 3 of Band at Main: the quantity cannot be less'
  expect([status, body]).toEqual([
    409,
    { success: false, code: 'stock.held', message, errors: [{ field: 'quantity', message }] },
  ])
  expect(await everything()).toEqual(before)
  expect((await admin('PUT', `${path}/1`, { ...band, quantity: 3 })).body.data.available).toBe(0)

  // A movement contains the number of its document.
  await db.delete(stockReservation)
  const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }
  const document = { kind: 'sale', documentType: 'sale', documentID: sold!.salesTransactionID } as const
  await postMovements(context, document, [{ inventoryID: 1, quantity: -3, unitCost: 5000 }])
  await db.update(sale).set({ status: 'Completed' })
  await db.update(saleItem).set({ cost: -(await ledger(1))[0].value })
  expect((await ledger(1))[0]).toMatchObject({ documentType: 'sale', documentNumber: 'SO-2026-000001', quantity: -3 })
  expect(await verifyStock({ db })).toEqual([])
})

test('an unknown key is 404 and an invalid key is 400', async () => {
  for (const [method, address, body] of [
    ['GET', `${path}/999`, null],
    ['PUT', `${path}/999`, band],
    ['GET', `${path}/999/movements`, null],
  ] as const)
    expect(await staff(method, address, body)).toMatchObject({
      status: 404,
      body: { success: false, code: 'record.not_found', message: 'Inventory not found' },
    })
  expect((await staff('GET', `${path}/one`)).body.message).toBe('ID must be a number')
})

test('the list is searched, filtered and sorted', async () => {
  await staff('POST', path, { itemID: 2, locationID: 2, inventoryTypeID: 1, quantity: 5, reOrderThreshold: 5 })
  await staff('POST', path, { itemID: 2, locationID: 1, inventoryTypeID: 2, quantity: 6, reOrderThreshold: 5 })
  const found = async (query: string) => {
    const { status, body } = await staff('GET', `${path}?sort=inventoryID&pageSize=100&${query}`)
    expect(status).toBe(200)
    type Row = { item: { itemName: string }; location: { locationName: string }; quantity: number }
    return body.data.map((row: Row) => `${row.quantity} ${row.item.itemName} ${row.location.locationName}`)
  }
  const all = await found('')
  expect(all).toEqual([
    '0 Band Main',
    '0 Band Main',
    '3 Studs Main',
    '0.3 Gold beads Main',
    '5 Curb chain Cebu',
    '6 Curb chain Main',
  ])
  expect(await found('search=curb')).toEqual(['5 Curb chain Cebu', '6 Curb chain Main'])
  expect(await found('search=480012')).toEqual(['5 Curb chain Cebu', '6 Curb chain Main'])
  expect(await found('search=bk-1')).toEqual(['0.3 Gold beads Main'])
  expect(await found('search=cebu')).toEqual(['5 Curb chain Cebu'])
  expect(await found('search=repair')).toEqual(['0 Band Main', '6 Curb chain Main'])
  expect(await found('locationID=2')).toEqual(['5 Curb chain Cebu'])
  expect(await found('inventoryTypeID=2&itemID=2')).toEqual(['6 Curb chain Main'])
  expect(await found(`categoryID=${rings!.categoryID}`)).toEqual(['0 Band Main', '0 Band Main', '3 Studs Main'])
  // Stock equal to its threshold counts as low. A threshold of 0 never does.
  expect(await found('belowThreshold=true&itemID=2')).toEqual(['5 Curb chain Cebu'])
  expect(await found('belowThreshold=false')).toEqual(['3 Studs Main', '0.3 Gold beads Main', '6 Curb chain Main'])
  const sorted = async (sort: string) =>
    (await staff('GET', `${path}?sort=${sort}&pageSize=3`)).body.data.map((row: { quantity: number }) => row.quantity)
  expect(await sorted('-quantity')).toEqual([6, 5, 3])
  expect(await sorted('-available')).toEqual([6, 5, 3])
  expect(await sorted('itemName')).toEqual([0, 0, 5])
  for (const sort of ['typeName', 'locationName', 'reserved', 'reOrderThreshold', '-inventoryID'])
    expect((await staff('GET', `${path}?sort=${sort}`)).status).toBe(200)
})

test.each([
  ['locationID=x', 'Location must be a number'],
  ['belowThreshold=yes', 'Below threshold must be one of: true, false'],
  ['sort=price', /^Sort must be one of/],
  ['status=true', 'Unknown parameter: status'],
])('a list with %s is refused', async (query, message) => {
  const { status, body } = await staff('GET', `${path}?${query}`)
  expect(status).toBe(400)
  expect(body.message).toMatch(message)
})

test('the ledger is filtered by kind and by inclusive days in the shop’s time zone', async () => {
  await db.update(shopSetting).set({ timeZone: 'Asia/Tokyo' })
  const { body } = await staff('POST', path, { ...band, itemID: 3, locationID: 2, quantity: 0 })
  const { inventoryID } = body.data
  const moves = [
    ['opening', '2026-03-01T14:59:59.999Z'], // 1 March 23:59 in Tokyo
    ['receiving', '2026-03-01T15:00:00.000Z'], // 2 March 00:00
    ['correction', '2026-03-02T14:59:59.999Z'], // 2 March 23:59
    ['receiving', '2026-03-02T15:00:00.000Z'], // 3 March
  ] as const
  for (const [n, [kind, at]] of moves.entries())
    await postMovements(
      { db, actor: shopItself, now: new Date(at), client: { address: '', agent: '' } },
      { kind, documentType: kind === 'receiving' ? 'receiving' : 'inventory', documentID: inventoryID },
      [{ inventoryID, quantity: n + 1, unitCost: 1 }],
    )
  const found = async (query: string) => {
    const { body } = await staff('GET', `${path}/${inventoryID}/movements?${query}`)
    return [body.data.map((row: { quantity: number }) => row.quantity), body.meta.total]
  }
  expect(await found('')).toEqual([[4, 3, 2, 1], 4])
  expect(await found('sort=sequence&pageSize=2&page=2')).toEqual([[3, 4], 4])
  expect(await found('from=2026-03-02&to=2026-03-02')).toEqual([[3, 2], 2])
  expect(await found('from=2026-03-02')).toEqual([[4, 3, 2], 3])
  expect(await found('to=2026-03-01')).toEqual([[1], 1])
  // A timestamp selects its day in the shop's time zone.
  expect(await found('from=2026-03-02T15:00:00Z')).toEqual([[4], 1])
  expect(await found('kind=receiving&to=2026-03-02')).toEqual([[2], 1])
  expect(await staff('GET', `${path}/${inventoryID}/movements?from=2026-03-03&to=2026-03-01`)).toMatchObject({
    status: 400,
    body: { code: 'period.reversed' },
  })
  expect(await found('from=1900-01-01&to=2999-12-31')).toEqual([[4, 3, 2, 1], 4])
})

test.each([
  'from=yesterday',
  'to=2026-02-30',
  'from=0000-01-01',
  'to=10000-01-01',
  'to=9999-12-31T23:59:59Z',
  'from=1899-12-31',
  'kind=theft',
  'sort=quantity',
  'pageSize=0',
])('a ledger with %s is refused', async (query) => {
  const { status, body } = await staff('GET', `${path}/1/movements?${query}`)
  expect([status, body.success]).toEqual([400, false])
})

test('a movement contains its document’s number, if there is one', async () => {
  const { body } = await staff('POST', path, { ...band, itemID: 4, locationID: 2, quantity: 0 })
  const { inventoryID } = body.data
  const transferNumber = 'ST-2026-000001'
  const places = { fromLocationID: 1, toLocationID: 2 }
  const [transfer] = await db
    .insert(stockTransfer)
    .values({ ...places, transferNumber })
    .returning()
  const delivery = { locationID: 2, receivedDate: '2026-11-20', receivedByID: users.get(3)! }
  const [named, unnamed] = await db
    .insert(receiving)
    .values([{ ...delivery, referenceNumber: 'DN-88' }, delivery])
    .returning()
  const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }
  const documents = [
    ['transfer', transfer!.transferID, transferNumber],
    ['receiving', named!.poReceivingID, 'DN-88'],
    ['receiving', unnamed!.poReceivingID, null],
    ['adjustment', 1, null],
  ] as const
  for (const [kind, documentID] of documents)
    await postMovements(context, { kind, documentType: kind, documentID }, [{ inventoryID, quantity: 1, unitCost: 1 }])
  const rows: { documentType: string; documentID: number; documentNumber: string | null }[] = await ledger(inventoryID)
  expect(rows.map((row) => [row.documentType, row.documentID, row.documentNumber])).toEqual(documents.toReversed())
})

test('a ledger of 5,000 movements can be read completely, page by page', async () => {
  const { body } = await staff('POST', path, { ...band, itemID: 2, locationID: 2, inventoryTypeID: 2, quantity: 0 })
  const { inventoryID } = body.data
  const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }
  const lines = Array.from({ length: 5000 }, () => ({ inventoryID, quantity: 1, unitCost: 1 }))
  await postMovements(context, { kind: 'correction', documentType: 'inventory', documentID: inventoryID }, lines)
  const found: number[] = []
  for (let page = 1; page <= 50; page++) {
    const answer = await staff('GET', `${path}/${inventoryID}/movements?pageSize=100&page=${page}`)
    expect(answer.body.meta.total).toBe(5000)
    found.push(...answer.body.data.map((row: { quantityAfter: number }) => row.quantityAfter))
  }
  expect(found).toEqual(Array.from({ length: 5000 }, (_, n) => 5000 - n))
})
