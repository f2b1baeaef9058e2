import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { PurchaseOrderRow } from '../../../contract/purchasing/purchase-orders.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../../tests/support/pictures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from '../../db/schema/purchasing.ts'
import { customerType } from '../../db/schema/sales.ts'
import { audit, documentNumber } from '../../db/schema/shared.ts'
import { location } from '../../db/schema/stock.ts'

const { app, db, as, users, tokens } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
const orders = '/api/v2/purchase-orders'
const creating = '/api/v2/po/purchase-order-items'

for (const supplierName of ['Kofu Casting Works', 'Okachimachi Stones', 'Closed Findings'])
  await staff('POST', '/api/v2/suppliers', { supplierName, contactDetails: '+81 3 5555 0100', email: 's@x.example' })
await db.update(supplier).set({ status: false }).where(eq(supplier.supplierID, 3))
const [shut] = await db.insert(location).values({ locationName: 'Shut', status: false }).returning()
const ring = (await stockItem(db, { itemName: 'Solitaire ring', cost: 612.345678 })).itemID
const pearls = (await stockItem(db, { itemName: 'Akoya pearls', uom: 'PAIR', cost: 80 })).itemID
const wire = (await stockItem(db, { itemName: 'Gold wire', uom: 'BULK', cost: 5.5 })).itemID
const retired = (await stockItem(db, { itemName: 'Retired clasp', status: false })).itemID

const body = {
  supplierID: 1,
  locationID: 1,
  orderDate: '2026-11-20',
  expectedDeliverDate: '2026-12-01',
  referenceNo: 'KC-2291',
  remarks: 'Rush for December',
  purchaseOrderItems: [
    { itemID: ring, orderQty: 10, price: 600 },
    { itemID: wire, orderQty: 12.345, price: 5.55 },
  ],
}
type Over = Partial<Record<keyof typeof body, unknown>>

async function order(over: Over = {}): Promise<PurchaseOrderRow> {
  const answer = await staff('POST', creating, { ...body, ...over })
  expect(answer.body).toMatchObject({ success: true })
  return answer.body.data
}
async function approved(over: Over = {}): Promise<PurchaseOrderRow> {
  const { poID } = await order(over)
  return (await manager('PUT', `${orders}/${poID}/approve`)).body.data
}
const read = async (poID: number): Promise<PurchaseOrderRow> => (await staff('GET', `${orders}/${poID}`)).body.data

/** Stores a receiving row directly, and completes it unless it is Pending. */
async function receive(
  poID: number,
  lines: { line: PurchaseOrderRow['purchaseOrderItems'][number]; qty: number; cost?: number }[],
  status: 'Pending' | 'Completed' | 'Canceled' = 'Completed',
  completedAt = new Date(),
) {
  const [made] = await db
    .insert(receiving)
    .values({ poID, locationID: 1, receivedDate: '2026-11-21', receivedByID: users.get(3)!, status, completedAt })
    .returning()
  for (const { line, qty, cost = line.unitCost! } of lines) {
    await db.insert(receivingItem).values({
      poReceivingID: made!.poReceivingID,
      poItemID: line.poItemID,
      itemID: line.itemID,
      uom: line.uom === 'BULK' ? 'grams' : line.uom,
      receivedQty: qty,
      unitCost: cost,
      stockQty: qty,
      stockUnitCost: cost,
    })
    if (status === 'Completed')
      await db
        .update(purchaseOrderItem)
        .set({ receivedQty: line.receivedQty + qty })
        .where(eq(purchaseOrderItem.poItemID, line.poItemID))
  }
  return made!.poReceivingID
}

test('any signed-in user creates an order, which gets its number, its total and its lines’ units', async () => {
  const answer = await staff('POST', creating, {
    ...body,
    // Older clients also send these fields.
    status: 'Approved',
    createdByID: 1,
    modifiedByID: null,
    poID: 900,
    poNumber: 'mine',
    totalCost: 1,
    transactionType: 1,
    customerTypeID: 2,
    paymentTypeID: 3,
    purchaseOrderItems: [
      { itemID: ring, itemName: 'x', uom: 'PAIR', orderQty: 10, price: 600, totalCost: 1 },
      { itemID: wire, itemName: 'y', uom: 'PCS', orderQty: 12.345, price: 5.55, receivedQty: 3 },
    ],
  })
  expect([answer.status, answer.body.success]).toEqual([201, true])
  expect(answer.body.data).toMatchObject({
    poID: 1,
    poNumber: expect.stringMatching(/^PO-\d{4}-000001$/),
    supplierID: 1,
    supplier: { supplierName: 'Kofu Casting Works' },
    location: { locationName: 'Main' },
    transactionType: 1,
    customerTypeID: 2,
    paymentTypeID: 3,
    orderDate: '2026-11-20',
    expectedDeliverDate: '2026-12-01',
    status: 'Pending',
    referenceNo: 'KC-2291',
    remarks: 'Rush for December',
    totalCost: 6068.51, // 6000 and 68.51475
    createdBy: 'Test Staff',
    createdByID: users.get(3),
    modifiedByID: null,
    approvedBy: null,
    approvedAt: null,
  })
  expect(answer.body.data.purchaseOrderItems).toMatchObject([
    { itemID: ring, itemName: 'Solitaire ring', uom: 'PCS', unitCost: 600, orderQty: 10, lineTotal: 6000 },
    {
      itemID: wire,
      uom: 'BULK',
      unitCost: 5.55,
      orderQty: 12.345,
      lineTotal: 68.51,
      receivedQty: 0,
      outstanding: 12.345,
    },
  ])
  const [row] = await db.select().from(audit).where(eq(audit.entity, 'purchaseOrder'))
  expect(row).toMatchObject({ action: 'create', entityID: 1, userID: users.get(3), before: null })
})

test('dates are days in the shop’s time zone', async () => {
  const { orderDate, expectedDeliverDate } = await order({
    orderDate: '2026-11-20T23:00:00Z', // the 21st in Tokyo
    expectedDeliverDate: '2026-11-21T14:59:00.000Z',
  })
  expect([orderDate, expectedDeliverDate]).toEqual(['2026-11-21', '2026-11-21'])
})

test.each([
  [{ supplierID: undefined }, 400, 'supplierID', 'Supplier is required'],
  [{ locationID: null }, 400, 'locationID', 'Location is required'],
  [{ orderDate: '' }, 400, 'orderDate', 'Order date is required'],
  [{ orderDate: '20/11/2026' }, 400, 'orderDate', 'Enter a date like 2026-11-20'],
  [{ expectedDeliverDate: undefined }, 400, 'expectedDeliverDate', 'Expected delivery date is required'],
  [
    { expectedDeliverDate: '2026-11-19' },
    400,
    'expectedDeliverDate',
    'Expected delivery date must not be before the order date',
  ],
  [{ referenceNo: 'x'.repeat(81) }, 400, 'referenceNo', 'Reference number must be at most 80 characters'],
  [{ remarks: 'x'.repeat(1001) }, 400, 'remarks', 'Remarks must be at most 1000 characters'],
  [{ purchaseOrderItems: undefined }, 400, 'purchaseOrderItems', 'Purchase order items is required'],
  [{ purchaseOrderItems: [] }, 400, 'purchaseOrderItems', 'Add at least one item'],
  [
    { purchaseOrderItems: Array.from({ length: 201 }, () => ({ itemID: ring, orderQty: 1, price: 1 })) },
    400,
    'purchaseOrderItems',
    'Purchase order items must have at most 200 entries',
  ],
  [line({ orderQty: 0 }), 400, 'purchaseOrderItems.0.orderQty', 'Order quantity must be more than 0'],
  [line({ orderQty: -1 }), 400, 'purchaseOrderItems.0.orderQty', 'Order quantity must be more than 0'],
  [line({ orderQty: 1.5 }), 400, 'purchaseOrderItems.0.orderQty', 'Solitaire ring is counted in whole pieces'],
  [
    line({ itemID: pearls, orderQty: 1.5 }),
    400,
    'purchaseOrderItems.0.orderQty',
    'Akoya pearls is counted in whole pairs',
  ],
  [line({ price: undefined }), 400, 'purchaseOrderItems.0.price', 'Unit cost is required'],
  [line({ price: -0.01 }), 400, 'purchaseOrderItems.0.price', 'Unit cost must be at least 0'],
  [line({ price: 1.005 }), 400, 'purchaseOrderItems.0.price', 'Unit cost has at most 2 decimals'],
  [line({ price: 999_999_999_999.99, orderQty: 2 }), 400, undefined, 'The total is too large'],
  [line({ itemID: 9999 }), 422, 'purchaseOrderItems.0.itemID', 'Item 9999 does not exist'],
  [line({ itemID: retired }), 422, 'purchaseOrderItems.0.itemID', 'Retired clasp is inactive'],
  [
    { purchaseOrderItems: [1, 2].map((price) => ({ itemID: ring, orderQty: 1, price })) },
    422,
    'purchaseOrderItems.1.itemID',
    'Solitaire ring is in this purchase order already: change its quantity instead',
  ],
  [{ supplierID: 99 }, 422, 'supplierID', 'Supplier 99 does not exist'],
  [{ supplierID: 3 }, 422, 'supplierID', 'Supplier Closed Findings is inactive'],
  [{ locationID: 99 }, 422, 'locationID', 'Location 99 does not exist'],
  [{ locationID: shut!.locationID }, 422, 'locationID', 'Location Shut is inactive'],
  [{ customerTypeID: 99 }, 422, 'customerTypeID', 'Customer type 99 does not exist'],
])('%j is refused with a named field, and takes no number', async (wrong, status, field, message) => {
  const before = await db.$count(purchaseOrder)
  const numbers = await db.select().from(documentNumber)
  const answer = await staff('POST', creating, { ...body, ...wrong })
  expect([answer.status, answer.body.message, answer.body.errors?.[0]?.field]).toEqual([status, message, field])
  expect(await db.$count(purchaseOrder)).toBe(before)
  expect(await db.select().from(documentNumber)).toEqual(numbers)
})

function line(over: object) {
  return { purchaseOrderItems: [{ itemID: ring, orderQty: 1, price: 1, ...over }] }
}

test('100 orders created at once get 100 consecutive numbers', async () => {
  const [before] = await db.select().from(documentNumber).where(eq(documentNumber.kind, 'PO'))
  const made = await Promise.all(Array.from({ length: 100 }, () => order()))
  const numbers = made.map(({ poNumber }) => Number(poNumber.slice(-6))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => (before?.last ?? 0) + 1 + n))
}, 60_000)

test('a call sent twice with one idempotency key creates one order', async () => {
  const send = () => staff('POST', creating, body, { 'idempotency-key': 'order' })
  const answers = await Promise.all([send(), send(), send()])
  expect(new Set(answers.map(({ body }) => body.data.poID)).size).toBe(1)
})

test('totals are exact to the centavo for any order', async () => {
  const lineArbitrary = fc.record({
    centavos: fc.integer({ min: 0, max: 9_999_999 }),
    milli: fc.integer({ min: 1, max: 999_999 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(lineArbitrary, { minLength: 1, maxLength: 2 }), async (lines) => {
      const made = await order({
        purchaseOrderItems: lines.map(({ centavos, milli }, n) =>
          n === 0
            ? { itemID: wire, orderQty: milli / 1000, price: centavos / 100 }
            : { itemID: ring, orderQty: milli, price: centavos / 100 },
        ),
      })
      // Each line is rounded half up, in integer arithmetic.
      const expected = lines.map(({ centavos, milli }, n) => {
        const exact = BigInt(centavos) * BigInt(n === 0 ? milli : milli * 1000)
        return exact / 1000n + (exact % 1000n >= 500n ? 1n : 0n)
      })
      const centavosOf = (pesos: number) => BigInt(pesos.toFixed(2).replace('.', ''))
      expect(made.purchaseOrderItems.map(({ lineTotal }) => centavosOf(lineTotal!))).toEqual(expected)
      expect(centavosOf(made.totalCost!)).toBe(expected.reduce((sum, one) => sum + one, 0n))
    }),
    { numRuns: 40 },
  )
})

test('an update replaces a Pending order’s lines, and an item that stays keeps its line’s key', async () => {
  const made = await order()
  const [first, second] = made.purchaseOrderItems
  const { remarks: _, ...rest } = body
  const { status, body: answer } = await manager('PUT', `${orders}/${made.poID}`, {
    ...rest,
    supplierID: 2,
    referenceNo: '',
    updatedAt: made.updatedAt,
    purchaseOrderItems: [
      { itemID: pearls, orderQty: 3, price: 80 },
      { itemID: ring, orderQty: 11, price: 590.5 },
    ],
  })
  expect(status).toBe(200)
  expect(answer.data).toMatchObject({
    poNumber: made.poNumber,
    supplier: { supplierName: 'Okachimachi Stones' },
    referenceNo: null,
    remarks: 'Rush for December',
    totalCost: 6735.5,
    createdByID: users.get(3),
    modifiedByID: users.get(2),
  })
  expect(answer.data.purchaseOrderItems).toMatchObject([
    { poItemID: first!.poItemID, itemID: ring, orderQty: 11, unitCost: 590.5 },
    { itemID: pearls, orderQty: 3 },
  ])
  expect((await staff('GET', `/api/v2/purchase-order-items/${second!.poItemID}`)).status).toBe(404)
})

test('refuses a stale update and writes nothing of it', async () => {
  const made = await order()
  const path = `${orders}/${made.poID}`
  const change = { ...body, updatedAt: made.updatedAt }
  const answers = await Promise.all([1, 2, 3, 4].map((n) => staff('PUT', path, { ...change, referenceNo: `R${n}` })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  const kept = await read(made.poID)
  const stale = await manager('PUT', `${path}/approve`, { updatedAt: made.updatedAt })
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'This record was changed by someone else. Reload and try again.',
  ])
  expect(await read(made.poID)).toEqual(kept)
})

test('an order may keep a supplier, location or item that is inactive now', async () => {
  const made = await order({ supplierID: 2, purchaseOrderItems: [{ itemID: pearls, orderQty: 1, price: 1 }] })
  await db.update(supplier).set({ status: false }).where(eq(supplier.supplierID, 2))
  await db.update(item).set({ status: false }).where(eq(item.itemID, pearls))
  const change = { ...body, supplierID: 2, purchaseOrderItems: [{ itemID: pearls, orderQty: 2, price: 1 }] }
  expect((await staff('PUT', `${orders}/${made.poID}`, change)).status).toBe(200)
  expect((await staff('POST', creating, change)).body.message).toBe('Supplier Okachimachi Stones is inactive')
  await db.update(supplier).set({ status: true }).where(eq(supplier.supplierID, 2))
  await db.update(item).set({ status: true }).where(eq(item.itemID, pearls))
})

test('an approval records who and when, and only managers and administrators may decide', async () => {
  const { poID } = await order()
  for (const [what, sent] of [['approve'], ['cancel'], ['close', { reason: 'x' }]] as const)
    expect((await staff('PUT', `${orders}/${poID}/${what}`, sent)).status).toBe(403)
  const { status, body: answer } = await manager('PUT', `${orders}/${poID}/approve`)
  expect(status).toBe(200)
  expect(answer.data).toMatchObject({
    status: 'Approved',
    approvedBy: 'Test Manager',
    approvedByID: users.get(2),
    approvedAt: expect.stringMatching(/Z$/),
  })
  expect(answer.data).toMatchObject({ canceledBy: null, canceledAt: null })
  const trail = await db.select().from(audit).where(eq(audit.entityID, poID)).orderBy(asc(audit.auditID))
  expect(trail.at(-1)).toMatchObject({ action: 'approve', entity: 'purchaseOrder', userID: users.get(2) })
})

test('concurrent decisions on one order take effect only in a valid sequence', async () => {
  const { poID } = await order()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => manager('PUT', `${orders}/${poID}/${n % 2 ? 'approve' : 'cancel'}`)),
  )
  const done = answers.filter(({ status }) => status === 200)
  // The order always ends Canceled, because an Approved order may still be canceled.
  expect(done.length).toBeGreaterThan(0)
  expect(done.length).toBeLessThan(3)
  expect((await read(poID)).status).toBe('Canceled')
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(8 - done.length)
})

test('every refused step returns its message and changes nothing', async () => {
  const pending = await order()
  const canceled = await order()
  await manager('PUT', `${orders}/${canceled.poID}/cancel`)
  const approvedOne = await approved()
  const partial = await approved()
  await receive(partial.poID, [{ line: partial.purchaseOrderItems[0]!, qty: 4 }])
  await db.update(purchaseOrder).set({ status: 'Partially Received' }).where(eq(purchaseOrder.poID, partial.poID))
  const closed = await approved()
  expect((await manager('PUT', `${orders}/${closed.poID}/close`, { reason: 'Sold out' })).status).toBe(200)

  const refusals: [number, string, object | null, number, string][] = [
    [
      pending.poID,
      'close',
      { reason: 'x' },
      409,
      'This purchase order is Pending: there is nothing to close before it is approved',
    ],
    [approvedOne.poID, 'approve', null, 409, 'This purchase order is Approved and can no longer be approved'],
    [partial.poID, 'approve', null, 409, 'This purchase order is Partially Received and can no longer be approved'],
    [partial.poID, 'cancel', null, 409, 'This purchase order is Partially Received and can no longer be canceled'],
    [closed.poID, 'approve', null, 409, 'This purchase order is Received and can no longer be approved'],
    [closed.poID, 'cancel', null, 409, 'This purchase order is Received and can no longer be canceled'],
    [closed.poID, 'close', { reason: 'x' }, 409, 'This purchase order is Received and can no longer be closed'],
    [canceled.poID, 'approve', null, 409, 'This purchase order is Canceled and can no longer be approved'],
    [canceled.poID, 'cancel', null, 409, 'This purchase order is Canceled and can no longer be canceled'],
    [canceled.poID, 'close', { reason: 'x' }, 409, 'This purchase order is Canceled and can no longer be closed'],
    [approvedOne.poID, '', body, 409, 'This purchase order is Approved and can no longer be changed'],
    [partial.poID, '', body, 409, 'This purchase order is Partially Received and can no longer be changed'],
    [closed.poID, '', body, 409, 'This purchase order is Received and can no longer be changed'],
    [canceled.poID, '', body, 409, 'This purchase order is Canceled and can no longer be changed'],
    [999_999, 'approve', null, 404, 'Purchase order not found'],
  ]
  for (const [poID, what, sent, status, message] of refusals) {
    const before = await read(poID)
    const trail = await db.$count(audit)
    const answer = await manager('PUT', `${orders}/${poID}${what && `/${what}`}`, sent)
    expect([answer.status, answer.body.message]).toEqual([status, message])
    expect(await read(poID)).toEqual(before)
    expect(await db.$count(audit)).toBe(trail)
  }
})

test('outstanding lines can be closed one by one with a reason, and then all at once', async () => {
  const made = await approved()
  const [rings, wires] = made.purchaseOrderItems
  await receive(made.poID, [{ line: rings!, qty: 4, cost: 610.5 }])
  const path = `${orders}/${made.poID}/close`

  const wrong = [
    [{}, 400, 'Reason is required'],
    [{ reason: ' ' }, 400, 'Reason is required'],
    [{ reason: 'x', poItemIDs: [] }, 400, 'Purchase order item must have at least one entry'],
    [{ reason: 'x', poItemIDs: [1] }, 422, 'Line 1 does not belong to this purchase order'],
  ] as const
  for (const [sent, status, message] of wrong) {
    const answer = await manager('PUT', path, sent)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  }

  const one = await manager('PUT', path, { reason: 'Mold broke', poItemIDs: [rings!.poItemID, rings!.poItemID] })
  expect(one.body.data).toMatchObject({ status: 'Partially Received' })
  expect(one.body.data.purchaseOrderItems).toMatchObject([
    {
      orderQty: 10,
      receivedQty: 4,
      closedQty: 6,
      outstanding: 0,
      closeReason: 'Mold broke',
      closedBy: 'Test Manager',
      closedAt: expect.stringMatching(/Z$/),
      receivedCosts: [{ unitCost: 610.5, quantity: 4 }],
    },
    { closedQty: 0, outstanding: 12.345, closeReason: null, closedBy: null, receivedCosts: [] },
  ])
  const again = await manager('PUT', path, { reason: 'x', poItemIDs: [rings!.poItemID] })
  expect([again.status, again.body.message]).toEqual([409, 'Nothing is outstanding of Solitaire ring'])

  const all = await manager('PUT', path, { reason: 'Sold out' })
  expect(all.body.data).toMatchObject({ status: 'Received' })
  expect(all.body.data.purchaseOrderItems).toMatchObject([
    { closedQty: 6, closeReason: 'Mold broke' },
    { poItemID: wires!.poItemID, closedQty: 12.345, closeReason: 'Sold out' },
  ])
})

test('an order with a Pending delivery can be neither canceled nor closed', async () => {
  const made = await approved()
  const id = await receive(made.poID, [{ line: made.purchaseOrderItems[0]!, qty: 4 }], 'Pending')
  const message = `Receiving no. ${id} of this purchase order is still Pending: complete or cancel it first`
  for (const [what, sent] of [['cancel'], ['close', { reason: 'x' }]] as const) {
    const answer = await manager('PUT', `${orders}/${made.poID}/${what}`, sent)
    expect([answer.status, answer.body.message]).toEqual([409, message])
  }
  await db.update(receiving).set({ status: 'Canceled' }).where(eq(receiving.poReceivingID, id))
  expect((await manager('PUT', `${orders}/${made.poID}/cancel`)).body.data).toMatchObject({
    status: 'Canceled',
    canceledBy: 'Test Manager',
    canceledAt: expect.stringMatching(/Z$/),
  })
})

test('an order shows a received cost only when it differs from the ordered cost', async () => {
  const made = await approved()
  const [rings] = made.purchaseOrderItems
  await receive(made.poID, [{ line: rings!, qty: 2 }])
  await receive(made.poID, [{ line: { ...rings!, receivedQty: 2 }, qty: 3, cost: 601 }])
  await receive(made.poID, [{ line: { ...rings!, receivedQty: 5 }, qty: 1, cost: 601 }])
  await receive(made.poID, [{ line: rings!, qty: 4, cost: 700 }], 'Canceled')
  const [line] = (await read(made.poID)).purchaseOrderItems
  expect(line).toMatchObject({ receivedQty: 6, outstanding: 4, receivedCosts: [{ unitCost: 601, quantity: 4 }] })
})

test('an item’s last cost is that of its latest completed receiving, or else its average', async () => {
  const fresh = (await stockItem(db, { itemName: 'Fresh ring', cost: 12.345678 })).itemID
  const costs = async (itemIDs: number[]) =>
    (await staff('GET', `${orders}/last-costs?itemIDs=${itemIDs.join(',')}`)).body.data
  expect(await costs([fresh, 99_999])).toEqual([
    {
      itemID: fresh,
      itemCode: expect.any(String),
      itemName: 'Fresh ring',
      uom: 'PCS',
      grams: 3.2,
      karat: null,
      stone: null,
      unitCost: 12.35,
      supplierID: null,
      supplierName: null,
    },
  ])
  const lines = { purchaseOrderItems: [{ itemID: fresh, orderQty: 9, price: 10 }] }
  const older = await approved({ ...lines, supplierID: 2 })
  const newer = await approved(lines)
  await receive(newer.poID, [{ line: newer.purchaseOrderItems[0]!, qty: 1, cost: 11.125 }])
  await receive(older.poID, [{ line: older.purchaseOrderItems[0]!, qty: 1, cost: 99 }], 'Completed', new Date(0))
  await receive(older.poID, [{ line: older.purchaseOrderItems[0]!, qty: 1, cost: 77 }], 'Pending')
  expect(await costs([fresh])).toMatchObject([{ unitCost: 11.13, supplierID: 1, supplierName: 'Kofu Casting Works' }])
  const canceled = await order({ ...lines, supplierID: 2 })
  expect(await costs([fresh])).toMatchObject([{ supplierID: 2 }])
  await manager('PUT', `${orders}/${canceled.poID}/cancel`)
  expect(await costs([fresh])).toMatchObject([{ supplierID: 1 }])
  for (const [asked, message] of [
    ['', 'Item IDs are required'],
    ['?itemIDs=', 'Item IDs must be numbers with commas between them'],
    ['?itemIDs=1,x', 'Item IDs must be numbers with commas between them'],
    ['?itemIDs=0', 'Item must be at least 1'],
  ])
    expect((await staff('GET', `${orders}/last-costs${asked}`)).body.message).toBe(message)
})

test('the list is searched, filtered, sorted and paged', async () => {
  await db.insert(customerType).values({ TypeName: 'Filtered' })
  const word = 'Zulu'
  const pair = [{ itemID: pearls, orderQty: 1, price: 1 }]
  const a = await order({ referenceNo: `${word}-a`, orderDate: '2026-01-05', expectedDeliverDate: '2026-02-03' })
  const b = await order({ remarks: `to ${word.toLowerCase()}`, supplierID: 2, orderDate: '2026-01-06' })
  const c = await approved({ referenceNo: `${word}-c`, purchaseOrderItems: pair, orderDate: '2026-01-07' })
  const found = async (query: string) => {
    const { body } = await staff('GET', `${orders}?search=${word}&${query}`)
    return body.data?.map(({ poID }: PurchaseOrderRow) => poID) ?? body.message
  }
  expect(await found('')).toEqual([c.poID, b.poID, a.poID])
  expect(await found('sort=totalCost')).toEqual([c.poID, a.poID, b.poID])
  expect(await found('sort=-orderDate&pageSize=1&page=2')).toEqual([b.poID])
  expect(await found('status=Approved')).toEqual([c.poID])
  expect(await found('supplierID=2')).toEqual([b.poID])
  expect(await found('locationID=2')).toEqual([])
  expect(await found(`itemID=${pearls}`)).toEqual([c.poID])
  expect(await found('customerTypeID=1')).toEqual([])
  expect(await found('paymentTypeID=1')).toEqual([])
  expect(await found('from=2026-01-06&to=2026-01-06')).toEqual([b.poID])
  expect(await found('from=2026-01-06T15:00:00Z')).toEqual([c.poID])
  expect(await found('status=Open')).toMatch(/^Status must be one of: Pending, Approved/)
  for (const sort of ['poID', 'poNumber', 'supplierName', 'locationName', 'referenceNo', 'remarks', 'status'])
    expect(await found(`sort=${sort}`)).toHaveLength(3)
  const { body: byNumber } = await staff('GET', `${orders}?search=${a.poNumber.toLowerCase()}`)
  expect(byNumber.data).toHaveLength(1)
  expect(byNumber.data[0]).not.toHaveProperty('purchaseOrderItems')
  const { body: bySupplier } = await staff('GET', `${orders}?search=okachimachi&supplierID=1`)
  expect(bySupplier.data).toEqual([])
})

test('an order’s PDF has the logo and Latin and Japanese text, and only staff may read it', async () => {
  const logo = await drawPicture('#12473b', { width: 60, height: 20 })
  const profile = {
    companyName: '編み Jewelry',
    registrationNumber: '1',
    companyEmail: 'a@b.example',
    companyPhone: '1',
  }
  const form = formOf(profile, { 'logo.png': logo }, 'image_url')
  const file = async (poID: number, roleID: 0 | 3 | null) =>
    app.inject({
      url: `${orders}/${poID}/pdf`,
      headers: roleID === null ? {} : { authorization: `Bearer ${tokens.get(roleID)}` },
    })
  const { poID, poNumber } = await order({ remarks: '至急。'.repeat(300) })
  const plain = await file(poID, 3)
  expect((await manager('POST', '/api/v2/company-profile', form)).status).toBe(201)
  const pdf = await file(poID, 3)
  expect(pdf.statusCode).toBe(200)
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${poNumber}.pdf"`,
    'cache-control': 'no-store',
  })
  const text = pdf.rawPayload.toString('latin1')
  expect(text.slice(0, 5)).toBe('%PDF-')
  expect(text).toContain('NotoSansJP')
  expect(text).toContain('/Subtype /Image')
  expect(plain.rawPayload.toString('latin1')).not.toContain('/Subtype /Image')
  expect([(await file(poID, null)).statusCode, (await file(poID, 0)).statusCode]).toEqual([401, 403])
  const missing = await file(999_999, 3)
  expect([missing.statusCode, missing.json().message]).toEqual([404, 'Purchase order not found'])
})

test('the longest order’s PDF has as many pages as its lines need', async () => {
  const itemIDs: number[] = []
  for (let n = 0; n < 200; n++)
    itemIDs.push((await stockItem(db, { itemName: `Charm ${n} ${'long '.repeat(25)}` })).itemID)
  const { poID } = await order({ purchaseOrderItems: itemIDs.map((itemID) => ({ itemID, orderQty: 1, price: 0.1 })) })
  const pdf = await app.inject({
    url: `${orders}/${poID}/pdf`,
    headers: { authorization: `Bearer ${tokens.get(3)}` },
  })
  const pages = pdf.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)!.length
  expect(pages).toBeGreaterThan(10)
  expect((await read(poID)).totalCost).toBe(20)
  const { body: full } = await staff('POST', '/api/v2/purchase-order-items', {
    poID,
    itemID: ring,
    uom: 'PCS',
    unitCost: 1,
    orderQty: 1,
  })
  expect(full.message).toBe('A purchase order has at most 200 lines')
})
