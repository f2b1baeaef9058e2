import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { LowStockRow } from '../../../contract/stock/low-stock.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { category } from '../../db/schema/catalogue.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from '../../db/schema/purchasing.ts'
import { inventory, inventoryType, location } from '../../db/schema/stock.ts'

const { db, as, users } = await testApp()
const staff = as(3)
const path = '/api/v1/low-stock'
const userID = users.get(3)!

const [aurum, kinse, gone] = (
  await db
    .insert(supplier)
    .values(
      ['Aurum', 'Kinse', 'Gone'].map((supplierName) => ({ supplierName, contactDetails: '1', email: 's@x.example' })),
    )
    .returning()
).map(({ supplierID }) => supplierID) as [number, number, number]
await db.update(supplier).set({ status: false }).where(eq(supplier.supplierID, gone))
const [cebu] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
const [ambers, chains] = await db
  .insert(category)
  .values([
    { categoryCode: 'AM', categoryName: 'Ambers' },
    { categoryCode: 'CH', categoryName: 'Chains' },
  ])
  .returning()

type Order = Partial<typeof purchaseOrder.$inferInsert> & { itemID: number }
let orders = 0
/** Creates an order with one line of 10 pieces. Returns the line. */
async function order(
  { itemID, ...over }: Order,
  line: Partial<typeof purchaseOrderItem.$inferInsert> = {},
): Promise<{ poID: number; poItemID: number }> {
  const [made] = await db
    .insert(purchaseOrder)
    .values({
      poNumber: `PO-2026-${++orders}`,
      supplierID: aurum,
      locationID: 1,
      orderDate: '2026-03-01',
      expectedDeliverDate: '2026-12-31',
      status: 'Approved',
      totalCost: 0,
      ...over,
    })
    .returning()
  const { poID } = made!
  const [row] = await db
    .insert(purchaseOrderItem)
    .values({ poID, itemID, uom: 'PCS', unitCost: 1, orderQty: 10, ...line })
    .returning()
  return row!
}
/** Stores a completed receiving of an item at this cost. */
async function receive(
  itemID: number,
  cost: number,
  over: Partial<typeof receiving.$inferInsert> = {},
  poItemID: number | null = null,
) {
  const [made] = await db
    .insert(receiving)
    .values({
      locationID: 1,
      receivedDate: '2026-06-01',
      receivedByID: userID,
      status: 'Completed',
      completedAt: new Date('2026-06-01'),
      ...over,
    })
    .returning()
  const { poReceivingID } = made!
  await db.insert(receivingItem).values({
    poReceivingID,
    poItemID,
    itemID,
    uom: 'PCS',
    receivedQty: 1,
    unitCost: 1,
    stockQty: 1,
    stockUnitCost: cost,
  })
}
async function low(over: Parameters<typeof stockItem>[1] & { threshold?: number }) {
  const { threshold = 5, ...rest } = over
  const made = await stockItem(db, rest)
  await db.update(inventory).set({ reOrderThreshold: threshold }).where(eq(inventory.inventoryID, made.inventoryID))
  return made
}
async function listed(query = ''): Promise<LowStockRow[]> {
  const { status, body } = await staff('GET', `${path}?sort=inventoryID&pageSize=100&${query}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const one = async (itemID: number) => (await listed(`itemID=${itemID}`))[0]!
const names = (rows: LowStockRow[]) => rows.map((row) => row.item.itemName)

test('a stock row at its threshold is listed with all data that an order needs', async () => {
  const { itemID, inventoryID } = await low({ itemName: 'Band', itemCode: 'BAND', quantity: 5, cost: 600.123456 })
  const sale = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 2 }] }
  expect((await staff('POST', '/api/v2/sales', sale)).status).toBe(201)
  expect(await listed()).toEqual([
    {
      inventoryID,
      itemID,
      locationID: 1,
      inventoryTypeID: 1,
      quantity: 5,
      reserved: 2,
      available: 3,
      reOrderThreshold: 5,
      onOrder: 0,
      suggestedQuantity: 7,
      supplierID: null,
      supplier: null,
      lastCost: 600.124,
      inventoryType: { typeName: 'On hand' },
      location: { locationName: 'Main' },
      item: {
        itemName: 'Band',
        itemCode: 'BAND',
        uom: 'PCS',
        grams: expect.any(Number),
        karat: null,
        stone: null,
        image_url: null,
        image_focus: null,
      },
    },
  ])
})

test('stock above its threshold, without a threshold, or Inactive is not listed', async () => {
  const before = names(await listed())
  await low({ quantity: 6 })
  await low({ quantity: 0, threshold: 0 })
  await low({ quantity: 0, status: false })
  const closed = await db.insert(location).values({ locationName: 'Closed', status: false }).returning()
  await low({ quantity: 0, locationID: closed[0]!.locationID })
  const types = await db.insert(inventoryType).values({ typeName: 'Gone', status: false }).returning()
  await low({ quantity: 0, inventoryTypeID: types[0]!.inventoryTypeID })
  expect(names(await listed())).toEqual(before)
})

test('outstanding quantities of open orders for the same location count as on order', async () => {
  const { itemID } = await low({ quantity: 1 })
  await order({ itemID, status: 'Pending' }, { orderQty: 2 })
  await order({ itemID, status: 'Approved' }, { orderQty: 3, closedQty: 1 })
  await order({ itemID, status: 'Partially Received' }, { orderQty: 4, receivedQty: 3 })
  await order({ itemID, status: 'Received' }, { orderQty: 50, receivedQty: 50 })
  await order({ itemID, status: 'Canceled' }, { orderQty: 60 })
  await order({ itemID, locationID: cebu!.locationID }, { orderQty: 70 })
  expect(await one(itemID)).toMatchObject({ available: 1, onOrder: 5, suggestedQuantity: 4 })
  await order({ itemID }, { orderQty: 80 })
  expect(await one(itemID)).toMatchObject({ onOrder: 85, suggestedQuantity: 1 })
})

test('BULK is suggested in grams', async () => {
  const { itemID } = await low({ uom: 'BULK', quantity: 0.375, threshold: 2 })
  await order({ itemID }, { uom: 'BULK', orderQty: 0.125 })
  expect(await one(itemID)).toMatchObject({ quantity: 0.375, onOrder: 0.125, suggestedQuantity: 3.5 })
})

test('the suggested supplier is Active and has the item’s latest order that is not canceled', async () => {
  const { itemID } = await low({ quantity: 1 })
  const supplierNow = async () => (await one(itemID)).supplier?.supplierName ?? null
  expect(await supplierNow()).toBeNull()
  const early = await order({ itemID, supplierID: aurum, orderDate: '2026-01-10' })
  expect(await supplierNow()).toBe('Aurum')
  await order({ itemID, supplierID: kinse, orderDate: '2026-02-10' })
  expect(await supplierNow()).toBe('Kinse')
  // Of two orders on one day, the one entered last counts.
  await order({ itemID, supplierID: aurum, orderDate: '2026-02-10' })
  expect(await supplierNow()).toBe('Aurum')
  await order({ itemID, supplierID: kinse, orderDate: '2026-02-11' })
  await order({ itemID, supplierID: aurum, orderDate: '2026-09-01', status: 'Canceled' })
  await order({ itemID, supplierID: gone, orderDate: '2026-09-02' })
  expect(await supplierNow()).toBe('Kinse')
  await receive(itemID, 1, { poID: early.poID, status: 'Canceled' }, early.poItemID)
  await receive(itemID, 1, { receivedDate: '2026-07-01' })
  expect(await supplierNow()).toBe('Kinse')
  await receive(itemID, 1, { poID: early.poID }, early.poItemID)
  expect(await supplierNow()).toBe('Aurum')
})

test('the last cost is that of the latest arrival, else the average', async () => {
  const { itemID } = await low({ quantity: 1, cost: 600 })
  expect((await one(itemID)).lastCost).toBe(600)
  await receive(itemID, 640.5, { completedAt: new Date('2026-05-02') })
  await receive(itemID, 610, { completedAt: new Date('2026-05-01') })
  await receive(itemID, 999, { status: 'Pending', completedAt: null })
  expect((await one(itemID)).lastCost).toBe(640.5)
})

test('the list is searched, filtered, sorted and paged', async () => {
  await db.update(inventory).set({ reOrderThreshold: 0 })
  const kind = { categoryID: chains!.categoryID }
  const curb = await low({ ...kind, itemName: 'Curb chain', itemCode: 'CH-1', barcode: '4800', quantity: 3, cost: 3 })
  const rope = await low({ ...kind, itemName: 'Rope chain', quantity: 1, locationID: cebu!.locationID, cost: 1 })
  await low({ categoryID: ambers!.categoryID, itemName: 'Amber ring', quantity: 2, cost: 2 })
  await order({ itemID: curb.itemID, supplierID: aurum })
  await order({ itemID: rope.itemID, supplierID: kinse, locationID: cebu!.locationID }, { orderQty: 0.5 })
  for (const [query, expected] of [
    ['', ['Curb chain', 'Rope chain', 'Amber ring']],
    ['search=ROPE', ['Rope chain']],
    ['search=ch-1', ['Curb chain']],
    ['search=4800', ['Curb chain']],
    ['search=kinse', ['Rope chain']],
    ['search=cebu', ['Rope chain']],
    [`locationID=${cebu!.locationID}`, ['Rope chain']],
    [`categoryID=${chains!.categoryID}`, ['Curb chain', 'Rope chain']],
    [`supplierID=${aurum}`, ['Curb chain']],
    ['inventoryTypeID=1', ['Curb chain', 'Rope chain', 'Amber ring']],
  ] as const)
    expect(names(await listed(query))).toEqual(expected)
  const sorted = async (sort: string) => names((await staff('GET', `${path}?sort=${sort}`)).body.data)
  expect(await sorted('itemName')).toEqual(['Amber ring', 'Curb chain', 'Rope chain'])
  expect(await sorted('-suggestedQuantity')).toEqual(['Rope chain', 'Amber ring', 'Curb chain'])
  expect(await sorted('onOrder')).toEqual(['Amber ring', 'Rope chain', 'Curb chain'])
  expect(await sorted('supplierName')).toEqual(['Curb chain', 'Rope chain', 'Amber ring'])
  expect(await sorted('lastCost')).toEqual(['Rope chain', 'Amber ring', 'Curb chain'])
  for (const sort of ['locationName', 'quantity', 'reserved', '-available', 'reOrderThreshold'])
    expect(await sorted(sort)).toHaveLength(3)
  const { body } = await staff('GET', `${path}?pageSize=2&page=2&sort=itemName`)
  expect([names(body.data), body.meta]).toEqual([['Rope chain'], { page: 2, pageSize: 2, total: 3 }])
})

test.each([
  ['supplierID=x', 'Supplier must be a number'],
  ['status=true', 'Unknown parameter: status'],
])('a list with %s is refused', async (query, message) => {
  const { status, body } = await staff('GET', `${path}?${query}`)
  expect([status, body.message]).toEqual([400, message])
})
