import { and, asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dayIn } from '../../../contract/shared/dates.ts'
import { anyCodeOf, testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { audit, documentNumber } from '../../db/schema/shared.ts'
import {
  inventory,
  inventoryType,
  location,
  stockMovement,
  stockTransfer,
  stockTransferItem,
} from '../../db/schema/stock.ts'
import { verifyStock } from '../ledger/verify.ts'

const { db, as, users } = await testApp({ connections: 12 })
const path = '/api/v1/stock-transfers'
const staff = as(3)

// The location keys are Main 1, Cebu 2 and Nagoya 3. Type 1 is 'On hand'.
await db
  .insert(location)
  .values([{ locationName: 'Cebu' }, { locationName: 'Nagoya' }, { locationName: 'Closed', status: false }])
await db
  .insert(inventoryType)
  .values([{ typeName: 'Consignment' }, { typeName: 'Gone', status: false }, { typeName: 'For repair' }])
const ring = await stockItem(db, { itemName: 'Gold ring', itemCode: 'GR-1', quantity: 5, cost: 612.345678 })
const beads = await stockItem(db, { itemName: 'Gold beads', uom: 'BULK', quantity: 12.5, cost: 60 })
const studs = await stockItem(db, { itemName: 'Studs', uom: 'PAIR', quantity: 3 })
const none = await stockItem(db, { itemName: 'Never here', locationID: 2 })

const line = (of: { itemID: number }, quantity: number, over = {}) => ({ itemID: of.itemID, quantity, ...over })
const toCebu = (...items: object[]) => ({ fromLocationID: 1, toLocationID: 2, items })
const back = (...items: object[]) => ({ fromLocationID: 2, toLocationID: 1, items })
const move = (body: object, headers = {}) => staff('POST', path, body, headers)
/** Returns the quantity of an item by location and type. */
async function stockOf({ itemID }: { itemID: number }) {
  const rows = await db
    .select()
    .from(inventory)
    .where(eq(inventory.itemID, itemID))
    .orderBy(asc(inventory.locationID), asc(inventory.inventoryTypeID))
  return rows.map((row) => [row.locationID, row.inventoryTypeID, row.quantity])
}
/** Reads every table that a refused call must not change. */
const everything = async () => [
  await db.select().from(inventory).orderBy(inventory.inventoryID),
  await db.$count(stockMovement),
  await db.$count(stockTransfer),
  await db.$count(stockTransferItem),
  await db.select().from(documentNumber),
  await db.$count(audit),
]

const year = dayIn('Asia/Tokyo', new Date()).slice(0, 4)

test('one document moves goods between locations, with a movement on each side', async () => {
  const { status, body } = await move({
    ...toCebu(line(ring, 2), line(beads, 2.125), line(ring, 1)),
    remarks: 'For the fair',
    createdByID: 1,
    transferID: 99,
  })
  expect(status).toBe(201)
  const lineOf = (transferItemID: number, of: { itemID: number }, quantity: number, described: object) => ({
    transferItemID,
    itemID: of.itemID,
    inventoryTypeID: 1,
    quantity,
    inventoryType: { typeName: 'On hand' },
    item: { image_url: null, image_focus: null, ...described },
    pieces: [],
  })
  const goldRing = { itemName: 'Gold ring', itemCode: 'GR-1', uom: 'PCS' }
  expect(body.data).toEqual({
    transferID: 1,
    transferNumber: `ST-${year}-000001`,
    fromLocationID: 1,
    toLocationID: 2,
    fromLocation: { locationName: 'Main' },
    toLocation: { locationName: 'Cebu' },
    remarks: 'For the fair',
    totalItems: 3,
    totalQuantity: 5.125,
    createdBy: { userID: users.get(3), name: 'Test Staff' },
    items: [
      lineOf(1, ring, 2, goldRing),
      lineOf(2, beads, 2.125, { itemName: 'Gold beads', itemCode: expect.any(String), uom: 'BULK' }),
      lineOf(3, ring, 1, goldRing),
    ],
    createdByID: users.get(3),
    modifiedByID: null,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  })
  expect((await staff('GET', `${path}/1`)).body.data).toEqual(body.data)
  expect(await stockOf(ring)).toEqual([
    [1, 1, 2],
    [2, 1, 3],
  ])
  expect(await stockOf(beads)).toEqual([
    [1, 1, 10.375],
    [2, 1, 2.125],
  ])
  const [there] = await db
    .select()
    .from(inventory)
    .where(and(eq(inventory.itemID, ring.itemID), eq(inventory.locationID, 2)))
  expect(there).toMatchObject({ reOrderThreshold: 0, createdByID: users.get(3) })

  // Both ledgers contain the document's number and the average cost.
  const ledger = (await staff('GET', `/api/v1/inventory/${there!.inventoryID}/movements`)).body.data
  expect(ledger.map((m: { quantity: number }) => m.quantity).toSorted()).toEqual([1, 2])
  expect(ledger[0]).toMatchObject({
    kind: 'transfer',
    documentType: 'transfer',
    documentID: 1,
    documentNumber: `ST-${year}-000001`,
    // The average of five at ₱3,061.73.
    unitCost: 612.346,
    user: { userID: users.get(3) },
  })
  const [change] = await db.select().from(audit).where(eq(audit.entity, 'stockTransfer'))
  expect(change).toMatchObject({ action: 'create', entityID: 1, userID: users.get(3), before: null })
  expect(await verifyStock({ db })).toEqual([])
})

test('a reverse transfer brings everything back', async () => {
  const { body } = await move(back(line(ring, 3), line(beads, 2.125)))
  expect([body.data.transferNumber, body.data.fromLocation.locationName]).toEqual([`ST-${year}-000002`, 'Cebu'])
  expect(await stockOf(ring)).toEqual([
    [1, 1, 5],
    [2, 1, 0],
  ])
  expect(await verifyStock({ db })).toEqual([])
})

test('a transfer takes the given type, else the first active type with stock', async () => {
  const chain = await stockItem(db, { itemName: 'Chain', quantity: 0 })
  await stockItem(db, { quantity: 1 })
  const at = (inventoryTypeID: number, quantity: number) =>
    as(1)('POST', '/api/v1/inventory', {
      itemID: chain.itemID,
      locationID: 1,
      inventoryTypeID,
      quantity,
      reOrderThreshold: 0,
    })
  await at(2, 4)
  await at(4, 6)
  const { body } = await move(toCebu(line(chain, 1), line(chain, 2, { inventoryTypeID: 4 })))
  expect(body.data.items.map((one: { inventoryTypeID: number }) => one.inventoryTypeID)).toEqual([2, 4])
  expect(await stockOf(chain)).toEqual([
    [1, 1, 0],
    [1, 2, 3],
    [1, 4, 4],
    [2, 2, 1],
    [2, 4, 2],
  ])
  const { status, body: short } = await move(toCebu(line(chain, 1, { inventoryTypeID: 1 })))
  expect([status, short.message]).toEqual([409, 'Only 0 of Chain available at Main'])
})

test('remaining stock of an Inactive item can be moved, and its empty location can be made Inactive', async () => {
  const [attic] = await db.insert(location).values({ locationName: 'Attic' }).returning()
  const { locationID } = attic!
  const old = await stockItem(db, { itemName: 'Old ring', quantity: 2, status: false, locationID })
  const close = () => as(1)('PUT', `/api/v1/locations/${locationID}`, { locationName: 'Attic', status: false })
  expect((await close()).body.message).toBe(
    'Attic still has stock of Old ring. Move it elsewhere before making the location Inactive.',
  )
  expect((await move({ fromLocationID: locationID, toLocationID: 2, items: [line(old, 2)] })).status).toBe(201)
  expect(await stockOf(old)).toEqual([
    [2, 1, 2],
    [locationID, 1, 0],
  ])
  expect((await close()).status).toBe(200)
})

test('stock held by open sales cannot be moved', async () => {
  const held = await stockItem(db, { itemName: 'Held ring', quantity: 3 })
  const sale = { locationID: 1, transactionTypeID: 1, items: [{ itemID: held.itemID, orderQty: 2 }] }
  expect((await staff('POST', '/api/v2/sales', sale)).status).toBe(201)
  const { status, body } = await move(toCebu(line(held, 2)))
  expect([status, body.message]).toEqual([409, 'Only 1 of Held ring available at Main'])
  expect((await move(toCebu(line(held, 1)))).status).toBe(201)
})

const two = { fromLocationID: 1, toLocationID: 2 }
test.each<[number, object, string | null, string]>([
  [422, { fromLocationID: 2 }, 'toLocationID', 'Choose another location: goods cannot go to where they are'],
  [422, { fromLocationID: 4 }, 'fromLocationID', 'Location Closed is Inactive'],
  [422, { toLocationID: 4 }, 'toLocationID', 'Location Closed is Inactive'],
  [422, { fromLocationID: 999 }, 'fromLocationID', 'From location 999 does not exist'],
  [422, { toLocationID: 999 }, 'toLocationID', 'To location 999 does not exist'],
  [422, { items: [line({ itemID: 999 }, 1)] }, 'items.0.itemID', 'Item 999 does not exist'],
  [
    422,
    { items: [line(ring, 1), line(ring, 1, { inventoryTypeID: 3 })] },
    'items.1.inventoryTypeID',
    'Inventory type Gone is Inactive',
  ],
  [
    422,
    { items: [line(ring, 1, { inventoryTypeID: 999 })] },
    'items.0.inventoryTypeID',
    'Inventory type 999 does not exist',
  ],
  [400, { items: [line(ring, 1.5)] }, 'items.0.quantity', 'Gold ring is counted in whole pieces'],
  [400, { items: [line(studs, 0.5)] }, 'items.0.quantity', 'Studs is counted in whole pairs'],
  [400, { items: [line(ring, 0)] }, 'items.0.quantity', 'Quantity must be more than 0'],
  [400, { items: [line(ring, -1)] }, 'items.0.quantity', 'Quantity must be more than 0'],
  [400, { items: [line(beads, 0.0001)] }, 'items.0.quantity', 'Quantities have at most 3 decimals'],
  [400, { items: [{ itemID: ring.itemID }] }, 'items.0.quantity', 'Quantity is required'],
  [400, { items: [] }, 'items', 'Add at least one item'],
  [400, { items: Array.from({ length: 201 }, () => line(ring, 1)) }, 'items', 'Items must have at most 200 entries'],
  [400, { fromLocationID: undefined }, 'fromLocationID', 'From location is required'],
  [400, { remarks: 'x'.repeat(1001) }, 'remarks', 'Remarks must be at most 1000 characters'],
  [409, { items: [line(none, 1)] }, 'items.0.quantity', 'Only 0 of Never here available at Main'],
  [409, { items: [line(ring, 6)] }, null, 'Only 5 of Gold ring available at Main'],
  // The quantities of lines with the same item add up.
  [409, { items: [line(ring, 3), line(beads, 1), line(ring, 3)] }, null, 'Only 5 of Gold ring available at Main'],
])('returns %i for %j', async (expected, wrong, field, message) => {
  const before = await everything()
  const { status, body } = await move({ ...two, items: [line(ring, 1)], ...wrong })
  expect([status, body]).toEqual([
    expected,
    { success: false, code: anyCodeOf(expected), message, ...(field && { errors: [{ field, message }] }) },
  ])
  expect(await everything()).toEqual(before)
})

test('an unknown key is 404 and an invalid key is 400', async () => {
  expect((await staff('GET', `${path}/999`)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Stock transfer not found',
  })
  expect((await staff('GET', `${path}/x`)).body.message).toBe('ID must be a number')
})

test('the list is searched, filtered and sorted', async () => {
  await move({ fromLocationID: 1, toLocationID: 3, items: [line(studs, 1)], remarks: 'Repair at 100%' })
  const numbers = async (query: string) => {
    const { status, body } = await staff('GET', `${path}?${query}`)
    expect(status).toBe(200)
    return body.data.map((row: { transferNumber: string }) => Number(row.transferNumber.slice(-6)))
  }
  const { body } = await staff('GET', path)
  const last = body.meta.total
  expect(body.data[0]).toMatchObject({ totalItems: 1, totalQuantity: 1, createdBy: { name: 'Test Staff' } })
  expect(body.data[0]).not.toHaveProperty('items')
  expect(await numbers('toLocationID=3')).toEqual([last])
  expect(await numbers('search=nagoya')).toEqual([last])
  expect(await numbers('search=100%25')).toEqual([last])
  expect(await numbers(`search=000001`)).toEqual([1])
  expect(await numbers('fromLocationID=2')).toEqual([2])
  expect(await numbers(`itemID=${beads.itemID}&sort=transferID`)).toEqual([1, 2])
  const today = dayIn('Asia/Tokyo', new Date())
  expect(await numbers(`from=${today}&toLocationID=3`)).toEqual([last])
  expect(await numbers('to=2020-01-01')).toEqual([])
  expect((await numbers('sort=-totalQuantity&pageSize=2')).toSorted()).toEqual([1, 2])
  for (const sort of [
    'transferNumber',
    'fromLocationName',
    'toLocationName',
    'totalItems',
    'createdAt',
    'createdByName',
  ])
    expect(await numbers(`sort=${sort}`)).toHaveLength(last)
  expect((await staff('GET', `${path}?status=true`)).body.message).toBe('Unknown parameter: status')
})

const tally = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const together = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

test('of many concurrent transfers of the last piece one succeeds', async () => {
  const last = await stockItem(db, { itemName: 'Last ring', quantity: 1 })
  const answers = await together(10, () => move(toCebu(line(last, 1))))
  expect(tally(answers)).toEqual({ 201: 1, 409: 9 })
  expect(new Set(answers.flatMap(({ body }) => body.message ?? []))).toEqual(
    new Set(['Only 0 of Last ring available at Main']),
  )
  expect(await stockOf(last)).toEqual([
    [1, 1, 0],
    [2, 1, 1],
  ])
  expect(await verifyStock({ db })).toEqual([])
})

test('concurrent transfers in opposite directions never deadlock and lose nothing', async () => {
  // The target rows do not exist yet, so the first transfer creates them.
  const here = await Promise.all([20, 20, 20].map((quantity) => stockItem(db, { quantity })))
  const there = await Promise.all([20, 20, 20].map((quantity) => stockItem(db, { quantity, locationID: 2 })))
  const lines = (of: { itemID: number }[], n: number) => (n % 4 < 2 ? of : of.toReversed()).map((one) => line(one, 1))
  const answers = await together(40, (n) => move(n % 2 ? toCebu(...lines(here, n)) : back(...lines(there, n))))
  expect(tally(answers)).toEqual({ 201: 40 })
  const mixed = await together(40, (n) => {
    const both = lines([...here, ...there], n)
    return move(n % 2 ? toCebu(...both) : back(...both))
  })
  expect(Object.keys(tally(mixed)).filter((status) => status !== '201' && status !== '409')).toEqual([])
  for (const one of [...here, ...there]) {
    const rows = await stockOf(one)
    expect(rows.reduce((sum, [, , quantity]) => sum + quantity!, 0)).toBe(20)
  }
  expect(await verifyStock({ db })).toEqual([])
})

test('transfers have consecutive numbers, and a retried call creates one transfer', async () => {
  const [before] = await db.select().from(documentNumber).where(eq(documentNumber.kind, 'ST'))
  const many = await stockItem(db, { quantity: 50 })
  const answers = await together(12, () => move(toCebu(line(many, 1))))
  const numbers = answers.map(({ body }) => Number(body.data.transferNumber.slice(-6))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, n) => before!.last + 1 + n))
  const twice = await together(4, () => move(toCebu(line(many, 1)), { 'idempotency-key': 'once' }))
  expect(new Set(twice.map(({ body }) => body.data.transferID)).size).toBe(1)
  expect(await stockOf(many)).toEqual([
    [1, 1, 37],
    [2, 1, 13],
  ])
})

test('of a transfer and a concurrent deactivation of its target one is refused', async () => {
  for (let n = 0; n < 6; n++) {
    const [shop] = await db
      .insert(location)
      .values({ locationName: `Pop-up ${n}` })
      .returning()
    const { locationID, locationName } = shop!
    const goods = await stockItem(db, { quantity: 1 })
    const [sent, closed] = await Promise.all([
      move({ fromLocationID: 1, toLocationID: locationID, items: [line(goods, 1)] }),
      as(1)('PUT', `/api/v1/locations/${locationID}`, { locationName, status: false }),
    ])
    expect([
      [201, 409],
      [422, 200],
    ]).toContainEqual([sent.status, closed.status])
  }
  expect(await verifyStock({ db })).toEqual([])
})

test('any sequence of transfers leaves the stock that a simple model predicts, or changes nothing', async () => {
  const places = [1, 2, 3]
  const quantity = fc.integer({ min: 1, max: 9 })
  const lines = fc.array(fc.record({ item: fc.nat(1), quantity }), { minLength: 1, maxLength: 4 })
  const step = fc.record({ from: fc.nat(2), to: fc.nat(2), lines })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const items = await Promise.all([8, 12].map((quantity) => stockItem(db, { quantity })))
      const model = items.map((_, n) => [n === 0 ? 8 : 12, 0, 0])
      for (const { from, to, lines: wanted } of steps) {
        const out = items.map((_, n) =>
          wanted.filter((one) => one.item === n).reduce((sum, one) => sum + one.quantity, 0),
        )
        const enough = out.every((sum, n) => sum <= model[n]![from]!)
        const { status } = await move({
          fromLocationID: places[from],
          toLocationID: places[to],
          items: wanted.map((one) => line(items[one.item]!, one.quantity)),
        })
        expect(status).toBe(from === to ? 422 : enough ? 201 : 409)
        if (status !== 201) continue
        for (const [n, sum] of out.entries()) {
          model[n]![from]! -= sum
          model[n]![to]! += sum
        }
      }
      for (const [n, one] of items.entries()) {
        const rows = await stockOf(one)
        const found = places.map((place) => rows.find(([locationID]) => locationID === place)?.[2] ?? 0)
        expect(found).toEqual(model[n])
      }
    }),
    { numRuns: 40 },
  )
  expect(await verifyStock({ db })).toEqual([])
})
