import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { changedMeanwhile } from '../../../contract/shared/answers.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { orderGoods } from '../../../tests/support/ordered.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem } from '../../db/schema/purchasing.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, inventoryType, location, stockMovement } from '../../db/schema/stock.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { db, as, users } = await testApp()
const [manager, staff] = [as(2), as(3)]
const path = '/api/v2/po-receiving'
const header = { referenceNumber: 'DR-1001', receivedDate: '2026-11-20' }

type Sent = {
  poReceivingItemID?: number
  poItemID?: number | null
  itemID: number
  uom: string
  receivedQty: number
  unitCost: number
}
const pieces = (itemID: number, receivedQty: number, unitCost = 600): Sent => ({
  itemID,
  uom: 'PCS',
  receivedQty,
  unitCost,
})
/** Enters a receiving as Staff, or completes it as a manager, who may do so at any cost. */
const post = (body: { status?: string; [field: string]: unknown }) =>
  (body.status === 'Completed' ? manager : staff)('POST', path, { ...header, ...body })
/** Returns the status and message of a response, and whether the call wrote anything. */
async function attempt(answer: Promise<{ status: number; body: { message: string } }>) {
  const count = async () => [await db.$count(receiving), await db.$count(receivingItem), await db.$count(audit)]
  const before = await count()
  const { status, body } = await answer
  return [status, body.message, (await count()).every((n, at) => n === before[at]) ? 'nothing written' : 'written']
}
const refusal = (status: number, message: string) => [status, message, 'nothing written']
const itemOf = async (itemID: number) => (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!
const orderOf = async (poID: number) => (await db.select().from(purchaseOrder).where(eq(purchaseOrder.poID, poID)))[0]!
const linesOf = (poID: number) =>
  db.select().from(purchaseOrderItem).where(eq(purchaseOrderItem.poID, poID)).orderBy(asc(purchaseOrderItem.poItemID))
const onHand = async (itemID: number) =>
  (await db.select().from(inventory).where(eq(inventory.itemID, itemID))).map((row) => [row.locationID, row.quantity])

test('a receiving without items gets all outstanding lines at their ordered cost, and sent totals are ignored', async () => {
  const { poID, poNumber, lines } = await orderGoods(db, [
    { item: { itemName: 'Halo ring' }, orderQty: 4, unitCost: 1250.5 },
    { item: { itemName: 'Gold grain', uom: 'BULK', grams: 1 }, orderQty: 40.125, unitCost: 5000.25 },
  ])
  const { status, body } = await post({ poID, totalQty: 1, totalCost: 1, createdByID: 999, poReceivingID: 77 })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    poID,
    purchaseOrder: { poNumber },
    supplier: { supplierName: 'Kofu Casting' },
    location: { locationName: 'Main' },
    ...header,
    receivedByID: users.get(3),
    receivedBy: { username: 'staff' },
    totalQty: 44.125,
    // 4 × 1,250.50 = 5,002, and 40.125 × 5,000.25 = 200,635.03125. The sum of both is rounded.
    totalCost: 205_637.03,
    status: 'Pending',
    completedAt: null,
    createdByID: users.get(3),
  })
  expect(body.data.items).toMatchObject([
    { poItemID: lines[0]!.poItemID, uom: 'PCS', receivedQty: 4, unitCost: 1250.5, orderedCost: 1250.5, outstanding: 4 },
    { poItemID: lines[1]!.poItemID, uom: 'grams', receivedQty: 40.125, stockQty: 40.125, lineCost: 200_635.03 },
  ])
  // A Pending receiving moves no stock.
  expect((await linesOf(poID)).map((line) => line.receivedQty)).toEqual([0, 0])
  expect(await onHand(lines[0]!.itemID)).toEqual([[1, 0]])
  const [row] = await db
    .select()
    .from(audit)
    .where(and(eq(audit.entity, 'receiving'), eq(audit.entityID, body.data.poReceivingID)))
  expect(row).toMatchObject({ action: 'create', userID: users.get(3), before: null })
})

test('completing moves the goods into stock, updates the average cost and updates the order', async () => {
  const { poID, lines } = await orderGoods(db, [
    { item: { quantity: 5, cost: 600 }, orderQty: 10, unitCost: 650 },
    { item: { uom: 'BULK', grams: 1, cost: 5000 }, orderQty: 20, unitCost: 5100 },
  ])
  const [rings, grain] = lines.map(({ itemID }) => itemID) as [number, number]
  const first = await post({
    poID,
    items: [pieces(rings, 4, 640), { itemID: grain, uom: 'kg', receivedQty: 0.02, unitCost: 5_110_000 }],
  })
  const id = first.body.data.poReceivingID
  expect(first.body.data.items).toMatchObject([
    { averageCostNow: 600, averageCostAfter: 617.777778, onHand: 5, unitCost: 640, orderedCost: 650 },
    { averageCostNow: 5000, averageCostAfter: 5110, stockQty: 20, stockUnitCost: 5110, orderedCost: 5100 },
  ])
  const done = await manager('PUT', `${path}/${id}/complete`)
  expect(done.status).toBe(200)
  expect(done.body.data).toMatchObject({
    status: 'Completed',
    completedAt: expect.any(String),
    modifiedByID: users.get(2),
  })
  expect(done.body.data.items[0]).toMatchObject({ averageCostAfter: null, averageCostNow: 617.777778, outstanding: 6 })
  expect(await onHand(rings)).toEqual([[1, 9]])
  expect(await onHand(grain)).toEqual([[1, 20]])
  expect((await itemOf(rings)).averageCost).toBe(617.777778)
  expect(await orderOf(poID)).toMatchObject({ status: 'Partially Received' })
  expect((await linesOf(poID)).map((line) => line.receivedQty)).toEqual([4, 20])
  const moved = await db.select().from(stockMovement).where(eq(stockMovement.documentType, 'receiving'))
  expect(moved.filter(({ documentID }) => documentID === id)).toMatchObject([
    { kind: 'receiving', quantity: 4, unitCost: 640, userID: users.get(2) },
    { kind: 'receiving', quantity: 20, unitCost: 5110 },
  ])
  const trail = await db
    .select()
    .from(audit)
    .where(and(eq(audit.entity, 'item'), eq(audit.entityID, rings)))
  expect(trail).toMatchObject([{ action: 'receive', before: { averageCost: 600 }, after: { averageCost: 617.777778 } }])

  // The second receiving takes all that is outstanding: six rings.
  const rest = await post({ poID, status: 'Completed' })
  expect(rest.body.data).toMatchObject({ status: 'Completed', totalQty: 6, totalCost: 3900 })
  expect((await itemOf(rings)).averageCost).toBe(630.666667)
  expect((await orderOf(poID)).status).toBe('Received')
  expect(await attempt(post({ poID }))).toEqual(
    refusal(409, `${(await orderOf(poID)).poNumber} is Received: goods can be received for Approved orders only`),
  )
  expect(await verifyStock({ db })).toEqual([])
})

test('an item form opened before a delivery does not overwrite the new average cost', async () => {
  const { poID, lines } = await orderGoods(db, [{ item: { cost: 100, quantity: 1 }, orderQty: 1, unitCost: 200 }])
  const { itemID } = lines[0]!
  const { data } = (await staff('GET', `/api/v1/items/${itemID}`)).body
  expect((await post({ poID, status: 'Completed' })).status).toBe(201)
  expect((await staff('PUT', `/api/v1/items/${itemID}`, data)).status).toBe(409)
  expect((await itemOf(itemID)).averageCost).toBe(150)
})

test('a weight is converted to whole pieces or pairs', async () => {
  const { poID, lines } = await orderGoods(db, [
    { item: { itemName: 'Band', grams: 3.2 } },
    { item: { itemName: 'Studs', grams: 1.25, uom: 'PAIR' } },
    { item: { itemName: 'Unweighed', grams: 0 } },
    { item: { itemName: 'Dust', grams: 1, uom: 'BULK' } },
  ])
  const [band, studs, unweighed, dust] = lines.map(({ itemID }) => itemID) as [number, number, number, number]
  const one = (itemID: number, uom: string, receivedQty: number, unitCost = 1000) =>
    post({ poID, items: [{ itemID, uom, receivedQty, unitCost }] })
  const { body } = await one(band, 'grams', 16, 190.35)
  // 16 g at ₱190.35 cost ₱3,045.60. They are five pieces, so one piece costs ₱609.12.
  expect(body.data).toMatchObject({ totalQty: 5, totalCost: 3045.6 })
  expect(body.data.items).toMatchObject([{ uom: 'grams', receivedQty: 16, stockQty: 5, stockUnitCost: 609.12 }])
  expect((await one(studs, 'kg', 0.01)).body.data.items).toMatchObject([{ stockQty: 8, stockUnitCost: 1.25 }])
  expect(await attempt(one(band, 'grams', 16.5))).toEqual(
    refusal(422, 'Check the weight: 16.5 g is not a whole number of pieces of Band at 3.20 g each'),
  )
  expect(await attempt(one(studs, 'grams', 1))).toEqual(
    refusal(422, 'Check the weight: 1 g is not a whole number of pairs of Studs at 1.25 g each'),
  )
  expect(await attempt(one(unweighed, 'kg', 1))).toEqual(
    refusal(422, 'Count the pieces of Unweighed: the weight of one is not known'),
  )
  expect(await attempt(one(band, 'PAIR', 1))).toEqual(refusal(422, 'Enter Band in PCS, grams or kg'))
  expect(await attempt(one(dust, 'PCS', 1))).toEqual(refusal(422, 'Enter Dust in grams or kg'))
  expect(await attempt(one(band, 'PCS', 1.5))).toEqual(refusal(422, 'Enter Band in whole pieces'))
  expect(await attempt(one(dust, 'kg', 99_999_999_999))).toEqual(refusal(422, 'The quantity is too large'))
  expect((await one(dust, 'kg', 0.004125)).body.data.items).toMatchObject([{ receivedQty: 0.004125, stockQty: 4.125 }])
  expect(await attempt(one(dust, 'grams', 0.0005))).toEqual(refusal(422, 'Weigh Dust to 0.001 g at most'))
  expect(await attempt(one(dust, 'kg', 0.011))).toEqual(
    refusal(422, 'Only 10 g of Dust outstanding on ' + (await orderOf(poID)).poNumber),
  )
})

test('goods weighed at the ordered cost per gram have the ordered total', async () => {
  const { poID, lines } = await orderGoods(db, [{ item: { grams: 3, cost: 0 }, orderQty: 20, unitCost: 1000 }])
  const { itemID } = lines[0]!
  const weighed = (unitCost: number) =>
    post({ poID, items: [{ itemID, uom: 'grams', receivedQty: 30, unitCost }], status: 'Completed' })
  const { body } = await weighed(333.33)
  expect(body.data).toMatchObject({ totalCost: 10_000, items: [{ stockUnitCost: 1000, lineCost: 10_000 }] })
  expect((await itemOf(itemID)).averageCost).toBe(1000)
  const ofOrder = async () => (await staff('GET', `/api/v2/purchase-orders/${poID}`)).body.data.purchaseOrderItems[0]
  expect(await ofOrder()).toMatchObject({ receivedCosts: [] })
  // A cost that is one centavo higher per gram is shown as a different cost.
  expect((await weighed(333.34)).body.data).toMatchObject({ totalCost: 10_000.2, items: [{ stockUnitCost: 1000.02 }] })
  expect(await ofOrder()).toMatchObject({ receivedCosts: [{ unitCost: 1000.02, quantity: 10 }] })
})

test('refuses more than the outstanding quantity, also over several lines of one item', async () => {
  const { poID, poNumber, lines } = await orderGoods(db, [{ item: { itemName: 'Band' }, orderQty: 5 }])
  const { itemID, poItemID } = lines[0]!
  const message = `Only 5 of Band outstanding on ${poNumber}`
  expect(await attempt(post({ poID, items: [pieces(itemID, 6)] }))).toEqual(refusal(422, message))
  const two = await post({ poID, items: [pieces(itemID, 3), { ...pieces(itemID, 3), poItemID }] })
  expect([two.status, two.body]).toEqual([
    422,
    { success: false, code: 'receiving.exceeds_order', message, errors: [{ field: 'items.1.receivedQty', message }] },
  ])
  const within = await post({ poID, items: [pieces(itemID, 3, 500), pieces(itemID, 2, 700)], status: 'Completed' })
  expect(within.body.data.items).toMatchObject([{ poItemID }, { poItemID }])
  expect(await linesOf(poID)).toMatchObject([{ receivedQty: 5 }])
  expect((await itemOf(itemID)).averageCost).toBe(580)
})

test('the second of two receivings of the same goods finds nothing outstanding', async () => {
  const { poID, poNumber, lines } = await orderGoods(db, [{ item: { itemName: 'Band' }, orderQty: 5 }, {}])
  const first = (await post({ poID, items: [pieces(lines[0]!.itemID, 5)] })).body.data
  const second = (await post({ poID, items: [pieces(lines[0]!.itemID, 3)] })).body.data
  expect((await staff('PUT', `${path}/${first.poReceivingID}/complete`)).status).toBe(200)
  expect(await attempt(staff('PUT', `${path}/${second.poReceivingID}/complete`))).toEqual(
    refusal(422, `Nothing of Band is outstanding on ${poNumber}`),
  )
  expect((await staff('GET', `${path}/${second.poReceivingID}`)).body.data.status).toBe('Pending')
})

test('a line without an ordered line is matched by its item, and an item that was not ordered is refused', async () => {
  const { poID, poNumber, lines } = await orderGoods(db, [{ orderQty: 2 }, { item: { itemName: 'Band' } }])
  const again = await db
    .insert(purchaseOrderItem)
    .values({ poID, itemID: lines[0]!.itemID, uom: 'PCS', unitCost: 500, orderQty: 3 })
    .returning()
  const { itemID } = lines[0]!
  const { body } = await post({ poID, items: [pieces(itemID, 2), pieces(itemID, 3)] })
  expect(body.data.items).toMatchObject([{ poItemID: lines[0]!.poItemID }, { poItemID: again[0]!.poItemID }])
  const other = await stockItem(db, { itemName: 'Stray ring' })
  expect(await attempt(post({ poID, items: [pieces(other.itemID, 1)] }))).toEqual(
    refusal(422, `Purchase order ${poNumber} does not have Stray ring`),
  )
  expect(await attempt(post({ poID, items: [{ ...pieces(itemID, 1), poItemID: lines[1]!.poItemID }] }))).toEqual(
    refusal(422, `Line ${lines[1]!.poItemID} of ${poNumber} is not for ${(await itemOf(itemID)).itemName}`),
  )
  const elsewhere = await orderGoods(db)
  expect(
    await attempt(post({ poID, items: [{ ...pieces(itemID, 1), poItemID: elsewhere.lines[0]!.poItemID }] })),
  ).toEqual(refusal(422, `Line ${elsewhere.lines[0]!.poItemID} does not belong to ${poNumber}`))
  expect(await attempt(post({ poID, items: [pieces(999_999, 1)] }))).toEqual(refusal(422, 'Item 999999 does not exist'))
})

test.each([
  ['Pending', 409, 'is Pending: goods can be received for Approved orders only'],
  ['Canceled', 409, 'is Canceled: goods can be received for Approved orders only'],
  ['Received', 409, 'is Received: goods can be received for Approved orders only'],
] as const)('goods cannot be received for an order that is %s', async (status, code, message) => {
  const { poID, poNumber } = await orderGoods(db, [{}], { status })
  expect(await attempt(post({ poID }))).toEqual(refusal(code, `${poNumber} ${message}`))
  expect((await staff('GET', `${path}/draft?poID=${poID}`)).body.message).toBe(`${poNumber} ${message}`)
})

test('a Pending receiving of a canceled order can be canceled, but not completed or changed', async () => {
  const { poID, poNumber } = await orderGoods(db)
  const { poReceivingID } = (await post({ poID })).body.data
  await db.update(purchaseOrder).set({ status: 'Canceled' }).where(eq(purchaseOrder.poID, poID))
  const message = `${poNumber} is Canceled: goods can be received for Approved orders only`
  expect(await attempt(staff('PUT', `${path}/${poReceivingID}/complete`))).toEqual(refusal(409, message))
  expect(await attempt(staff('PUT', `${path}/${poReceivingID}`, header))).toEqual(refusal(409, message))
  expect((await staff('PUT', `${path}/${poReceivingID}/cancel`)).body.data.status).toBe('Canceled')
})

test.each([
  [{ referenceNumber: '' }, 'referenceNumber', 'Reference number is required'],
  [{ referenceNumber: undefined }, 'referenceNumber', 'Reference number is required'],
  [{ receivedDate: undefined }, 'receivedDate', 'Received date is required'],
  [{ receivedDate: 'soon' }, 'receivedDate', 'Enter a date like 2026-11-20'],
  [{ poID: 'x' }, 'poID', 'Purchase order must be a number'],
  [{ status: 'Done' }, 'status', 'Status must be one of: Pending, Completed, Canceled'],
  [{ items: [] }, 'items', 'Add at least one item'],
  [{ items: [{ uom: 'PCS', receivedQty: 1, unitCost: 1 }] }, 'items.0.itemID', 'Item is required'],
  [{ items: [pieces(1, 0)] }, 'items.0.receivedQty', 'Received quantity must be more than 0'],
  [{ items: [pieces(1, 0.000_000_5)] }, 'items.0.receivedQty', 'Quantities have at most 6 decimals'],
  [{ items: [pieces(1, 1, -1)] }, 'items.0.unitCost', 'Unit cost must be at least 0'],
  [{ items: [pieces(1, 1, 1.005)] }, 'items.0.unitCost', 'Unit cost has at most 2 decimals'],
  [
    { items: [{ ...pieces(1, 1), uom: 'oz' }] },
    'items.0.uom',
    'Unit of measurement must be one of: grams, kg, PCS, PAIR',
  ],
])('%j is refused with a named field', async (wrong, field, message) => {
  const { status, body } = await post({ poID: 1, ...wrong })
  expect([status, body]).toEqual([
    400,
    { success: false, code: 'input.invalid', message, errors: [{ field, message }] },
  ])
})

test('a receiving may refer only to existing and active records', async () => {
  const { poID, poNumber } = await orderGoods(db)
  expect(await attempt(post({ poID: 999_999 }))).toEqual(refusal(422, 'Purchase order 999999 does not exist'))
  expect(await attempt(post({ poID, receivedByID: 999_999 }))).toEqual(refusal(422, 'User 999999 does not exist'))
  expect(await attempt(post({ poID, receivedByID: users.get(0) }))).toEqual(
    refusal(422, 'User unassigned is not one of the active staff'),
  )
  expect(await attempt(post({}))).toEqual(refusal(400, 'Add at least one item'))
  const { itemID } = await stockItem(db, { itemName: 'Old ring', status: false })
  expect(await attempt(post({ items: [pieces(itemID, 1)] }))).toEqual(refusal(422, 'Item Old ring is inactive'))
  const ring = await stockItem(db, {})
  expect(await attempt(post({ items: [{ ...pieces(ring.itemID, 1), poItemID: 1 }] }))).toEqual(
    refusal(422, 'A direct receipt has no ordered lines'),
  )
  expect(await attempt(post({ locationID: 999_999, items: [pieces(ring.itemID, 1)] }))).toEqual(
    refusal(422, 'Location 999999 does not exist'),
  )
  const [closed] = await db.insert(location).values({ locationName: 'Closed', status: false }).returning()
  const { locationID } = closed!
  expect(await attempt(post({ locationID, items: [pieces(ring.itemID, 1)] }))).toEqual(
    refusal(422, 'Location Closed is inactive'),
  )
  expect(await attempt(post({ poID, locationID }))).toEqual(
    refusal(422, `${poNumber} is to be delivered to another location`),
  )
  expect(await attempt(post({ items: [pieces(ring.itemID, 99_999_999_999, 999_999_999_999.99)] }))).toEqual(
    refusal(400, 'The total is too large'),
  )
  expect((await staff('GET', `${path}/999999`)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Receiving not found',
  })
  for (const call of ['', '/complete', '/cancel'])
    expect((await staff('PUT', `${path}/999999${call}`, header)).status).toBe(404)
})

test('a changed Pending receiving keeps the keys of its remaining lines', async () => {
  const { poID, lines } = await orderGoods(db, [{}, {}, {}])
  const made = (await post({ poID })).body.data
  const at = `${path}/${made.poReceivingID}`
  const [first, second] = made.items
  const changed = await as(2)('PUT', at, {
    ...header,
    referenceNumber: 'DR-1002',
    receivedByID: users.get(2),
    status: 'Completed',
    updatedAt: made.updatedAt,
    items: [{ ...second, receivedQty: 2, unitCost: 610.5 }, { ...first, uom: 'PCS' }, pieces(lines[2]!.itemID, 1)],
  })
  expect(changed.body.data).toMatchObject({
    status: 'Pending',
    referenceNumber: 'DR-1002',
    receivedByID: users.get(2),
    modifiedByID: users.get(2),
    totalQty: 13,
    totalCost: 7821,
  })
  const byKey = new Map(changed.body.data.items.map((one: Sent) => [one.poReceivingItemID, one]))
  expect(byKey.size).toBe(3)
  expect(byKey.get(first.poReceivingItemID)).toMatchObject({ receivedQty: 10 })
  expect(byKey.get(second.poReceivingItemID)).toMatchObject({ receivedQty: 2, unitCost: 610.5 })
  // An update without items keeps the lines.
  const kept = await staff('PUT', at, { ...header, updatedAt: changed.body.data.updatedAt })
  expect(kept.body.data).toMatchObject({ referenceNumber: 'DR-1001', totalQty: 13 })
  expect(await attempt(staff('PUT', at, { ...header, updatedAt: made.updatedAt }))).toEqual(
    refusal(409, changedMeanwhile),
  )
  const other = (await post({ poID })).body.data.items[0]
  expect(await attempt(staff('PUT', at, { ...header, items: [other] }))).toEqual(
    refusal(422, `Line ${other.poReceivingItemID} does not belong to this receiving`),
  )
  expect(await attempt(staff('PUT', at, { ...header, items: [first, { ...first, receivedQty: 0.5 }] }))).toEqual(
    refusal(422, 'Enter ' + first.itemName + ' in whole pieces'),
  )
  expect(
    await attempt(
      staff('PUT', at, {
        ...header,
        items: [
          { ...first, receivedQty: 1 },
          { ...first, receivedQty: 1 },
        ],
      }),
    ),
  ).toEqual(refusal(422, 'A line can be in the receiving only once'))
})

test('completing with changes applies all of them in one call, or none', async () => {
  const { poID, poNumber, lines } = await orderGoods(db, [{ item: { itemName: 'Bangle' } }])
  const made = (await post({ poID })).body.data
  const at = `${path}/${made.poReceivingID}/complete`
  const { updatedAt } = made
  const [line] = made.items
  expect(
    await attempt(staff('PUT', at, { referenceNumber: 'X', items: [{ ...line, receivedQty: 11 }], updatedAt })),
  ).toEqual(refusal(422, `Only 10 of Bangle outstanding on ${poNumber}`))
  expect((await staff('GET', `${path}/${made.poReceivingID}`)).body.data).toEqual(made)
  expect(await attempt(staff('PUT', at, { updatedAt: '2020-01-01T00:00:00Z' }))).toEqual(refusal(409, changedMeanwhile))
  const { body } = await staff('PUT', at, { referenceNumber: 'X', items: [{ ...line, receivedQty: 4 }], updatedAt })
  expect(body.data).toMatchObject({
    status: 'Completed',
    referenceNumber: 'X',
    receivedDate: '2026-11-20',
    totalQty: 4,
  })
  expect(await onHand(lines[0]!.itemID)).toEqual([[1, 4]])
})

test('a final receiving cannot be changed', async () => {
  const { poID } = await orderGoods(db)
  const canceled = (await post({ poID })).body.data.poReceivingID
  expect((await staff('PUT', `${path}/${canceled}/cancel`)).body.data.status).toBe('Canceled')
  const completed = (await post({ poID, status: 'Completed' })).body.data.poReceivingID
  for (const [id, status] of [
    [canceled, 'Canceled'],
    [completed, 'Completed'],
  ] as const)
    for (const [call, what] of [
      ['/complete', 'completed'],
      ['/cancel', 'canceled'],
      ['', 'changed'],
    ] as const)
      expect(await attempt(staff('PUT', `${path}/${id}${call}`, header))).toEqual(
        refusal(409, `This receiving is ${status} and can no longer be ${what}`),
      )
  expect(await verifyStock({ db })).toEqual([])
})

test('a direct receipt uses the given location, else the item’s, else the shop’s default', async () => {
  const [cebu] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
  const { locationID } = cebu!
  const there = await stockItem(db, { locationID, quantity: 1, cost: 500 })
  const { body } = await post({ items: [pieces(there.itemID, 3, 540)], status: 'Completed' })
  expect(body.data).toMatchObject({ poID: null, purchaseOrder: null, supplier: null, locationID, status: 'Completed' })
  expect(await onHand(there.itemID)).toEqual([[locationID, 4]])
  expect((await itemOf(there.itemID)).averageCost).toBe(530)
  // The average cost covers all locations.
  await post({ locationID: 1, items: [pieces(there.itemID, 1, 580)], status: 'Completed' })
  expect(await onHand(there.itemID)).toEqual([
    [locationID, 4],
    [1, 1],
  ])
  expect((await itemOf(there.itemID)).averageCost).toBe(540)
  const nowhere = await staff('GET', `${path}/draft?itemID=${there.itemID}`)
  expect(nowhere.body.data).toMatchObject({
    poID: null,
    locationName: 'Cebu',
    items: [{ uom: 'PCS', receivedQty: 1, unitCost: 540, onHand: 5, averageCostNow: 540, outstanding: null }],
  })
  const moved = await post({ items: [pieces(there.itemID, 1)] })
  const at = `${path}/${moved.body.data.poReceivingID}`
  expect((await staff('PUT', at, { ...header, locationID: 1 })).body.data.location.locationName).toBe('Main')
  await db.update(location).set({ status: false }).where(eq(location.locationID, locationID))
  const late = await post({ items: [pieces(there.itemID, 1)] })
  expect(late.body.data.location.locationName).toBe('Main')
})

test('received goods are added to the item’s oldest sellable stock, or to a new row of the oldest sellable type', async () => {
  const [repair, second] = await db
    .insert(inventoryType)
    .values([{ typeName: 'Repair', sellable: false }, { typeName: 'Showcase' }])
    .returning()
  const inRepair = await stockItem(db, { inventoryTypeID: repair!.inventoryTypeID, quantity: 2 })
  const shown = await stockItem(db, { inventoryTypeID: second!.inventoryTypeID, quantity: 2 })
  await post({ items: [pieces(inRepair.itemID, 1), pieces(shown.itemID, 1)], status: 'Completed' })
  const kinds = async (itemID: number) =>
    (await db.select().from(inventory).where(eq(inventory.itemID, itemID)).orderBy(asc(inventory.inventoryID))).map(
      (row) => [row.inventoryTypeID, row.quantity],
    )
  expect(await kinds(inRepair.itemID)).toEqual([
    [repair!.inventoryTypeID, 2],
    [1, 1],
  ])
  expect(await kinds(shown.itemID)).toEqual([[second!.inventoryTypeID, 3]])
  await db.update(inventoryType).set({ sellable: false })
  expect(await attempt(post({ items: [pieces(shown.itemID, 1)], status: 'Completed' }))).toEqual(
    refusal(422, 'No inventory type is Active and for sale: goods have nowhere to go'),
  )
  await db.update(inventoryType).set({ sellable: true }).where(eq(inventoryType.inventoryTypeID, 1))
})

test('completing uses an item’s corrected weight', async () => {
  const { poID, lines } = await orderGoods(db, [{ item: { itemName: 'Chain', grams: 2 } }])
  const { itemID } = lines[0]!
  const { poReceivingID } = (await post({ poID, items: [{ itemID, uom: 'grams', receivedQty: 8, unitCost: 100 }] }))
    .body.data
  await db.update(item).set({ grams: 3 }).where(eq(item.itemID, itemID))
  expect(await attempt(staff('PUT', `${path}/${poReceivingID}/complete`))).toEqual(
    refusal(422, 'Check the weight: 8 g is not a whole number of pieces of Chain at 3.00 g each'),
  )
  await db.update(item).set({ grams: 4 }).where(eq(item.itemID, itemID))
  const { body } = await manager('PUT', `${path}/${poReceivingID}/complete`)
  expect(body.data).toMatchObject({ totalQty: 2, items: [{ stockQty: 2, stockUnitCost: 400 }] })
  expect(await verifyStock({ db })).toEqual([])
})

test('a call sent twice with one idempotency key receives once', async () => {
  const { poID, lines } = await orderGoods(db)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      staff('POST', path, { ...header, poID, status: 'Completed' }, { 'idempotency-key': 'delivery' }),
    ),
  )
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(answers[0]!.status).toBe(201)
  expect(await onHand(lines[0]!.itemID)).toEqual([[1, 10]])
})

test('the list is searched, filtered, sorted and paged', async () => {
  const { poID, poNumber, lines } = await orderGoods(db, [{ orderQty: 30 }])
  const { itemID } = lines[0]!
  for (const [n, receivedDate] of ['2025-03-01', '2025-03-02T20:00:00Z', '2025-03-04'].entries())
    await post({
      poID,
      referenceNumber: `Ref 100%_${n}`,
      receivedDate,
      items: [pieces(itemID, 3 - n)],
      receivedByID: users.get(n === 1 ? 2 : 3),
    })
  const list = async (query: string) => {
    const { status, body } = await staff('GET', `${path}?${query}`)
    expect(status).toBe(200)
    return body.data.map((row: { referenceNumber: string }) => row.referenceNumber?.slice(-1))
  }
  const here = `poID=${poID}`
  expect(await list(here)).toEqual(['2', '1', '0'])
  expect(await list('search=100%25_')).toEqual(['2', '1', '0'])
  expect(await list(`search=${poNumber}&pageSize=2&page=2`)).toEqual(['0'])
  expect(await list(`${here}&sort=totalQty`)).toEqual(['2', '1', '0'])
  expect(await list(`${here}&sort=username`)).toEqual(['1', '0', '2'])
  const { receivedBy } = (await staff('GET', `${path}?${here}`)).body.data[1]
  expect(await list(`${here}&search=${encodeURIComponent(receivedBy.name)}`)).toEqual(['1'])
  expect(await list(`${here}&sort=receiverName`)).toHaveLength(3)
  // 20:00 UTC is the next day in Tokyo.
  expect(await list(`${here}&from=2025-03-03`)).toEqual(['2', '1'])
  expect(await list(`${here}&to=2025-03-03`)).toEqual(['1', '0'])
  expect(await list(`${here}&receivedByID=${users.get(2)}`)).toEqual(['1'])
  expect(await list(`itemID=${itemID}`)).toEqual(['2', '1', '0'])
  expect(await list(`${here}&status=Completed`)).toEqual([])
  expect(await list(`${here}&supplierID=1&locationID=1&sort=-receivedDate`)).toEqual(['2', '1', '0'])
  for (const field of ['poReceivingID', 'poNumber', 'referenceNumber', 'receivedDate', 'totalCost', 'status'])
    expect(await list(`${here}&sort=${field}`)).toHaveLength(3)
  expect((await staff('GET', `${path}?colour=red`)).body.message).toBe('Unknown parameter: colour')
  expect((await staff('GET', `${path}?status=Done`)).status).toBe(400)
})

test('approved orders are listed and drafted for receiving', async () => {
  const waiting = await orderGoods(db, [{ item: { itemName: 'Solo' }, orderQty: 3, unitCost: 12.5 }, {}], {
    referenceNo: 'W-1',
  })
  await orderGoods(db, [{}], { referenceNo: 'W-1', status: 'Pending' })
  await orderGoods(db, [{}], { referenceNo: 'W-1', status: 'Received' })
  const { body } = await staff('GET', `${path}/orders?search=w-1`)
  expect(body.data).toEqual([
    {
      poID: waiting.poID,
      poNumber: waiting.poNumber,
      supplier: { supplierName: 'Kofu Casting' },
      location: { locationName: 'Main' },
      orderDate: '2026-11-01',
      status: 'Approved',
    },
  ])
  await db
    .update(purchaseOrderItem)
    .set({ closedQty: 10 })
    .where(eq(purchaseOrderItem.poItemID, waiting.lines[1]!.poItemID))
  const draft = await staff('GET', `${path}/draft?poID=${waiting.poID}`)
  expect(draft.body.data.items).toMatchObject([
    { itemName: 'Solo', receivedQty: 3, unitCost: 12.5, outstanding: 3, onHand: 0 },
  ])
  expect((await staff('GET', `${path}/draft`)).body.message).toBe('Say which purchase order or which item')
  expect((await staff('GET', `${path}/draft?poID=999999`)).body.message).toBe('Purchase order not found')
  expect((await staff('GET', `${path}/draft?itemID=999999`)).body.message).toBe('Item not found')
})

test('a receiver who has left the shop may stay on the receiving', async () => {
  const { poID } = await orderGoods(db)
  const { poReceivingID } = (await post({ poID, receivedByID: users.get(2) })).body.data
  await db
    .update(user)
    .set({ status: false })
    .where(eq(user.userID, users.get(2)!))
  const put = (receivedByID?: number) => staff('PUT', `${path}/${poReceivingID}`, { ...header, receivedByID })
  expect((await put()).body.data.receivedByID).toBe(users.get(2))
  expect((await put(users.get(3))).body.data.receivedByID).toBe(users.get(3))
  expect(await attempt(put(users.get(2)))).toEqual(refusal(422, 'User manager is not one of the active staff'))
  await db
    .update(user)
    .set({ status: true })
    .where(eq(user.userID, users.get(2)!))
})
