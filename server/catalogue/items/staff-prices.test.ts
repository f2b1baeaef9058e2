// Proves that Staff reach nothing that needs a Manager by two steps that do not: a cheaper sale, stock that nobody
// approved.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { orderGoods } from '../../../tests/support/ordered.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { importBatch } from '../../db/schema/imports.ts'
import { notification } from '../../db/schema/messages.ts'
import { adjustmentReason, inventory, inventoryAdjustment, location, stockMovement } from '../../db/schema/stock.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { app, db, as, tokens, users } = await testApp()
const [admin, manager, staff] = [as(1), as(2), as(3)]
const [branch] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
const { locationID } = branch!

/** Makes an item that was created days ago, with stock at Main. */
async function oldItem(cost = 600, quantity = 5) {
  const made = await stockItem(db, { quantity, cost })
  await db
    .update(item)
    .set({ createdAt: sql`now() - interval '3 days'` })
    .where(eq(item.itemID, made.itemID))
  return made
}
const read = async (itemID: number) => (await admin('GET', `/api/v1/items/${itemID}`)).body.data
const onHand = async (itemID: number) => {
  const rows = await db.select().from(inventory).where(eq(inventory.itemID, itemID))
  return rows.reduce((sum, row) => sum + row.quantity, 0)
}
const sell = (itemID: number, price?: number, at = 1) =>
  staff('POST', '/api/v2/sales', {
    locationID: at,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1, ...(price !== undefined && { price }) }],
  })
const importStock = (kind: string, csv: string) =>
  app
    .inject({
      method: 'POST',
      url: '/api/v1/imports',
      headers: {
        authorization: `Bearer ${tokens.get(3)}`,
        'content-type': 'multipart/form-data; boundary=edge',
      },
      payload: [
        `--edge\r\ncontent-disposition: form-data; name="kind"\r\n\r\n${kind}`,
        `--edge\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}`,
        '--edge--',
      ].join('\r\n'),
    })
    .then((response) => ({ status: response.statusCode, body: response.json() }))

const denied = (field: string) => ({
  status: 403,
  body: {
    code: 'item.price_change_denied',
    message: 'Only a manager may change the price or the cost of an item',
    errors: [{ field }],
  },
})

test('Staff change no price and no cost of an item; a Manager does', async () => {
  // Three of these are worth ₱1,000.00, so that the average has six decimals.
  const { itemID } = await oldItem(333.333333, 3)
  const before = await read(itemID)
  for (const [field, value] of [
    ['price', 999.99],
    ['price', 1000.01],
    ['cost', 333.34],
    ['cost', 0],
  ] as const)
    expect(
      await staff('PUT', `/api/v1/items/${itemID}`, { ...before, itemName: 'Other', [field]: value }),
    ).toMatchObject(denied(field))
  expect(await read(itemID)).toEqual(before)

  const kept = await staff('PUT', `/api/v1/items/${itemID}`, { ...before, itemName: 'Gold ring' })
  expect([kept.status, kept.body.data.itemName, kept.body.data.price]).toEqual([200, 'Gold ring', 1000])
  const { price: _, cost: _cost, updatedAt: _read, ...others } = before
  const omitted = await staff('PUT', `/api/v1/items/${itemID}`, { ...others, itemName: 'Ring' })
  expect([omitted.status, omitted.body.data.price, omitted.body.data.cost]).toEqual([200, 1000, 333.33])
  const [stored] = await db.select().from(item).where(eq(item.itemID, itemID))
  expect(stored!.averageCost).toBe(333.333333)
  const changed = await manager('PUT', `/api/v1/items/${itemID}`, { ...others, price: 900, cost: 400 })
  expect([changed.status, changed.body.data.price, changed.body.data.cost]).toEqual([200, 900, 400])
})

test('two steps: no way of lowering a price lets Staff sell below it', async () => {
  const { itemID } = await oldItem()
  const { itemCode, ...before } = await read(itemID)
  const ways: [string, () => Promise<{ status: number; body: { code?: string } }>][] = [
    ['item.price_change_denied', () => staff('PUT', `/api/v1/items/${itemID}`, { ...before, itemCode, price: 1 })],
    [
      'item.price_change_denied',
      () =>
        staff('PUT', '/api/v1/item-changes', {
          items: [{ itemID }],
          change: { field: 'price', percent: -50, rounding: 'peso' },
        }),
    ],
    ['record.exists', () => staff('POST', '/api/v1/item-inventory', { ...before, barcode: null, itemCode, price: 1 })],
    [
      'import.rows_wrong',
      () => importStock('items', `Item code,Item name,Category,Grams,UOM,Price,Cost\n${itemCode},Ring,RG,1,PCS,1,1`),
    ],
  ]
  for (const [code, way] of ways) {
    const { status, body } = await way()
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.code).toBe(code)
    expect(await sell(itemID, 1)).toMatchObject({ status: 403, body: { code: 'sale.price_below' } })
  }
  expect((await read(itemID)).price).toBe(1000)
  // A sale that is saved at the price cannot be lowered afterwards either.
  const { body } = await sell(itemID)
  expect(
    await staff('PUT', `/api/v2/sales/${body.data.salesTransactionID}`, {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 1, price: 999 }],
    }),
  ).toMatchObject({ status: 403, body: { code: 'sale.price_below' } })
})

test('two steps: Staff undo an import of items only on its day, so they cannot repeat it at another price', async () => {
  const csv = (price: number) => `Item code,Item name,Category,Grams,UOM,Price,Cost\nUN-1,Ring,RG,1,PCS,${price},5`
  const made = await importStock('items', csv(1000))
  expect([made.status, made.body.message]).toEqual([201, undefined])
  const { importID } = made.body.data
  const undo = (as_: typeof staff) => as_('PUT', `/api/v1/imports/${importID}/undo`)
  await db
    .update(importBatch)
    .set({ createdAt: sql`now() - interval '2 days'` })
    .where(eq(importBatch.importID, importID))
  expect(await undo(staff)).toMatchObject({
    status: 403,
    body: { code: 'import.undo_denied', message: 'Only a manager may undo this import after its day' },
  })
  expect(await importStock('items', csv(1))).toMatchObject({ status: 422, body: { code: 'import.rows_wrong' } })
  expect((await undo(manager)).status).toBe(200)
})

test('two steps: Staff complete no receiving without an order or at another cost, a manager does', async () => {
  const { poID, lines } = await orderGoods(db, [{ item: { cost: 600, quantity: 5 }, orderQty: 8, unitCost: 650 }])
  const { itemID } = lines[0]!
  const path = '/api/v2/po-receiving'
  const receipt = (unitCost: number, more: object = {}) => ({
    referenceNumber: 'DR-1',
    receivedDate: '2026-11-20',
    items: [{ itemID, uom: 'PCS', receivedQty: 2, unitCost }],
    ...more,
  })
  const facts = async () => [(await read(itemID)).cost, await onHand(itemID)]
  const before = await facts()
  const noOrder = {
    status: 403,
    body: {
      code: 'receiving.order_missing',
      message: 'Only a manager may complete a receiving without a purchase order: save it as Pending',
      errors: [{ field: 'poID' }],
    },
  }
  const otherCost = {
    status: 403,
    body: {
      code: 'receiving.cost_denied',
      message: 'Only a manager may complete a receiving at other costs than ordered: save it as Pending',
      errors: [{ field: 'items.0.unitCost' }],
    },
  }
  const completed = { status: 'Completed' }
  expect(await staff('POST', path, receipt(1, completed))).toMatchObject(noOrder)
  expect(await staff('POST', path, receipt(600, completed))).toMatchObject(noOrder)
  expect(await staff('POST', path, receipt(1, { poID, ...completed }))).toMatchObject(otherCost)

  // Nor by two steps: entered as Pending, and completed later.
  const lone = await staff('POST', '/api/v2/po-receiving-items', { itemID, uom: 'PCS', receivedQty: 2, unitCost: 1 })
  const direct = `${path}/${lone.body.data.poReceivingID}`
  expect(await staff('PUT', `${direct}/complete`)).toMatchObject(noOrder)
  const pending = await staff('POST', path, receipt(1, { poID }))
  const ofOrder = `${path}/${pending.body.data.poReceivingID}`
  expect([pending.status, await staff('PUT', `${ofOrder}/complete`)]).toMatchObject([201, otherCost])
  const weighed = { items: [{ itemID, uom: 'PCS', receivedQty: 1, unitCost: 649.99 }] }
  expect(await staff('PUT', `${ofOrder}/complete`, weighed)).toMatchObject(otherCost)
  expect(await facts()).toEqual(before)

  expect((await staff('POST', path, receipt(650, { poID, ...completed }))).status).toBe(201)
  expect((await manager('PUT', `${ofOrder}/complete`)).status).toBe(200)
  expect((await manager('PUT', `${direct}/complete`)).status).toBe(200)
  expect((await facts())[1]).toBe(11)
  expect(await verifyStock({ db })).toEqual([])
})

test('two steps: opening stock of Staff after the item’s first day waits for approval and cannot be sold', async () => {
  const { itemID } = await oldItem()
  const stock = { itemID, locationID, inventoryTypeID: 1, quantity: 3, reOrderThreshold: 1 }
  const opened = await staff('POST', '/api/v1/inventory', stock)
  expect([opened.status, opened.body.message, opened.body.data.quantity]).toEqual([
    201,
    'Sent for approval: an administrator decides on the quantity',
    0,
  ])
  const { inventoryID } = opened.body.data
  expect(await db.$count(stockMovement, eq(stockMovement.inventoryID, inventoryID))).toBe(0)
  expect(await sell(itemID, undefined, locationID)).toMatchObject({ status: 409, body: { code: 'sale.stock_short' } })
  expect((await staff('PUT', `/api/v1/inventory/${inventoryID}`, stock)).status).toBe(403)
  const [waiting] = await db
    .select()
    .from(inventoryAdjustment)
    .innerJoin(adjustmentReason, eq(adjustmentReason.adjustmentReasonID, inventoryAdjustment.adjustmentReasonID))
    .where(eq(inventoryAdjustment.inventoryID, inventoryID))
  expect(waiting).toMatchObject({
    adjustment_reason: { code: 'opening', reasonName: 'Opening stock' },
    inventory_adjustment: { status: 'Pending', quantityAdjusted: 3, createdByID: users.get(3) },
  })
  const told = await db.select().from(notification).where(eq(notification.kind, 'adjustmentWaiting'))
  expect(told.map(({ userID }) => userID)).toContain(users.get(1))
  const { adjustmentID } = waiting!.inventory_adjustment
  const approve = `/api/v1/inventory-adjustment/${inventoryID}/approve/${adjustmentID}`
  expect((await staff('PUT', approve)).status).toBe(403)
  expect((await admin('PUT', approve)).status).toBe(200)
  expect((await sell(itemID, undefined, locationID)).status).toBe(201)
  expect(await verifyStock({ db })).toEqual([])
})

test('a Manager opens stock at once, and so do Staff on the item’s first day', async () => {
  const old = await oldItem()
  const fresh = await stockItem(db, { quantity: 0 })
  for (const [as_, itemID] of [
    [manager, old.itemID],
    [staff, fresh.itemID],
  ] as const) {
    const body = { itemID, locationID, inventoryTypeID: 1, quantity: 2, reOrderThreshold: 0 }
    const opened = await as_('POST', '/api/v1/inventory', body)
    expect([opened.status, opened.body.message, opened.body.data.quantity]).toEqual([201, undefined, 2])
  }
  // A row without a quantity asks for nothing.
  const empty = await staff('POST', '/api/v1/inventory', {
    itemID: (await oldItem()).itemID,
    locationID,
    inventoryTypeID: 1,
    quantity: 0,
    reOrderThreshold: 4,
  })
  expect([empty.status, empty.body.message]).toEqual([201, undefined])
  const created = await staff('POST', '/api/v1/item-inventory', {
    ...(await read(old.itemID)),
    barcode: null,
    itemCode: 'NEW-1',
    price: 5,
    quantity: 4,
  })
  expect([created.status, created.body.data.price, created.body.data.available]).toEqual([201, 5, 4])
})

test('two steps: stock that Staff import after the first day waits for approval too', async () => {
  const [old, fresh] = [await oldItem(), await stockItem(db, { quantity: 0 })]
  const [oldCode, freshCode] = [(await read(old.itemID)).itemCode, (await read(fresh.itemID)).itemCode]
  const csv = `Item,Location,Inventory type,Quantity\n${oldCode},Cebu,On hand,7\n${freshCode},Cebu,On hand,8`
  const made = await importStock('stock', csv)
  expect([made.status, made.body.message]).toEqual([201, 'Sent for approval: an administrator decides on 1 quantity'])
  const quantity = async (itemID: number) =>
    (await db.select().from(inventory).where(eq(inventory.itemID, itemID))).find(
      (row) => row.locationID === locationID,
    )!.quantity
  expect([await quantity(old.itemID), await quantity(fresh.itemID)]).toEqual([0, 8])
  expect(await sell(old.itemID, undefined, locationID)).toMatchObject({ status: 409 })
  // The adjustment that waits for approval keeps the import from being undone and repeated.
  expect(await staff('PUT', `/api/v1/imports/${made.body.data.importID}/undo`)).toMatchObject({
    status: 409,
    body: { code: 'import.in_use' },
  })
  expect(await verifyStock({ db })).toEqual([])
})

test('an import of stock whose opening was declined is undone and repeated while nothing else touched it', async () => {
  const [first, second] = [await oldItem(), await oldItem()]
  const codes = await Promise.all([first, second].map(async ({ itemID }) => (await read(itemID)).itemCode))
  const csv = ['Item,Location,Inventory type,Quantity', ...codes.map((code) => `${code},Cebu,On hand,7`)].join('\n')
  const { body } = await importStock('stock', csv)
  const undo = () => staff('PUT', `/api/v1/imports/${body.data.importID}/undo`)
  const waitingOf = async (itemID: number) => {
    const rows = await db
      .select({ adjustmentID: inventoryAdjustment.adjustmentID, status: inventoryAdjustment.status })
      .from(inventoryAdjustment)
      .innerJoin(inventory, eq(inventory.inventoryID, inventoryAdjustment.inventoryID))
      .where(eq(inventory.itemID, itemID))
    return rows.filter(({ status }) => status !== 'Completed')
  }
  const decline = async (itemID: number) => {
    const [one] = await waitingOf(itemID)
    const path = `/api/v1/inventory-adjustment/${one!.adjustmentID}/decline`
    expect((await as(1)('PUT', path)).status).toBe(200)
    return one!.adjustmentID
  }
  const declined = await decline(first.itemID)
  // The other quantity still waits.
  expect(await undo()).toMatchObject({ status: 409, body: { code: 'import.in_use' } })
  await decline(second.itemID)
  expect((await undo()).status).toBe(200)
  expect([await waitingOf(first.itemID), await waitingOf(second.itemID)]).toEqual([[], []])
  const trail = await as(1)('GET', `/api/v1/audit?entity=inventoryAdjustment&entityID=${declined}`)
  expect(trail.body.data.map((row: { action: string }) => row.action)).toEqual(['delete', 'update', 'create'])
  // A repeated import waits for approval again.
  const again = await importStock('stock', csv)
  expect(again.body.message).toBe('Sent for approval: an administrator decides on 2 quantities')
  expect((await waitingOf(first.itemID)).map(({ status }) => status)).toEqual(['Pending'])
  expect(await verifyStock({ db })).toEqual([])
})
