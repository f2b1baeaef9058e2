import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { PurchaseOrderItemRow } from '../../../contract/purchasing/purchase-order-items.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { purchaseOrderItem } from '../../db/schema/purchasing.ts'
import { audit } from '../../db/schema/shared.ts'

const { db, as, users } = await testApp({ connections: 10 })
const [manager, staff] = [as(2), as(3)]
const path = '/api/v2/purchase-order-items'
await staff('POST', '/api/v2/suppliers', { supplierName: 'Kofu', contactDetails: '1', email: 's@x.example' })
const ring = (await stockItem(db, { itemName: 'Solitaire ring' })).itemID
const wire = (await stockItem(db, { itemName: 'Gold wire', uom: 'BULK' })).itemID
const pearls = (await stockItem(db, { itemName: 'Akoya pearls', uom: 'PAIR' })).itemID

async function order() {
  const { body } = await staff('POST', '/api/v2/po/purchase-order-items', {
    supplierID: 1,
    locationID: 1,
    orderDate: '2026-11-20',
    expectedDeliverDate: '2026-11-20',
    purchaseOrderItems: [{ itemID: ring, orderQty: 2, price: 100 }],
  })
  return body.data as { poID: number; poNumber: string; updatedAt: string; purchaseOrderItems: { poItemID: number }[] }
}
const whole = async (poID: number) => (await staff('GET', `/api/v2/purchase-orders/${poID}`)).body.data
const sent = (poID: number) => ({ poID, itemID: wire, uom: 'BULK', unitCost: 5.55, orderQty: 12.345 })

test('a line is added to a Pending order and changes its total', async () => {
  const { poID, poNumber } = await order()
  const { status, body } = await staff('POST', path, { ...sent(poID), createdByID: 1, modifiedByID: 1, receivedQty: 3 })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    poID,
    purchaseOrder: { poNumber, status: 'Pending' },
    item: { itemName: 'Gold wire' },
    uom: 'BULK',
    unitCost: 5.55,
    orderQty: 12.345,
    receivedQty: 0,
    outstanding: 12.345,
    createdByID: users.get(3),
    modifiedByID: null,
  })
  expect((await whole(poID)).totalCost).toBe(268.51)
  const trail = await db.select().from(audit).where(eq(audit.entity, 'purchaseOrderItem'))
  expect(trail).toMatchObject([{ action: 'create', entityID: body.data.poItemID, before: null }])
})

test('a line is changed while its order is Pending', async () => {
  const { poID } = await order()
  const { poItemID, updatedAt } = (await staff('POST', path, sent(poID))).body.data
  const change = { ...sent(poID), itemID: pearls, uom: 'PAIR', unitCost: 0, orderQty: 3, updatedAt }
  const { status, body } = await manager('PUT', `${path}/${poItemID}`, change)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ item: { itemName: 'Akoya pearls' }, uom: 'PAIR', unitCost: 0, orderQty: 3 })
  expect(body.data.modifiedByID).toBe(users.get(2))
  expect((await whole(poID)).totalCost).toBe(200)
  const stale = await manager('PUT', `${path}/${poItemID}`, change)
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'This record was changed by someone else. Reload and try again.',
  ])
})

test('a changed line makes an earlier reading of its order stale', async () => {
  const { poID, updatedAt } = await order()
  await staff('POST', path, sent(poID))
  const { status } = await manager('PUT', `/api/v2/purchase-orders/${poID}/approve`, { updatedAt })
  expect(status).toBe(409)
})

test('refuses a line that cannot be ordered, with its message, and writes nothing', async () => {
  const { poID, purchaseOrderItems } = await order()
  const fixed = await order()
  await manager('PUT', `/api/v2/purchase-orders/${fixed.poID}/approve`)
  const wrong: [object, number, string, string | undefined][] = [
    [{ poID: undefined }, 400, 'Purchase order is required', 'poID'],
    [{ itemID: undefined }, 400, 'Item is required', 'itemID'],
    [{ uom: undefined }, 400, 'Unit of measurement is required', 'uom'],
    [{ uom: 'kg' }, 400, 'Unit of measurement must be one of: PCS, PAIR, BULK', 'uom'],
    [{ unitCost: undefined }, 400, 'Unit cost is required', 'unitCost'],
    [{ unitCost: -1 }, 400, 'Unit cost must be at least 0', 'unitCost'],
    [{ orderQty: 0 }, 400, 'Order quantity must be more than 0', 'orderQty'],
    [{ itemID: pearls, uom: 'PAIR', orderQty: 1.5 }, 400, 'Akoya pearls is counted in whole pairs', 'orderQty'],
    [{ unitCost: 999_999_999_999.99 }, 400, 'The total is too large', undefined],
    [{ uom: 'PCS' }, 422, 'Gold wire is ordered in BULK, not in PCS', 'uom'],
    [{ poID: 9999 }, 422, 'Purchase order 9999 does not exist', 'poID'],
    [{ itemID: 9999 }, 422, 'Item 9999 does not exist', 'itemID'],
    [
      { itemID: ring, uom: 'PCS', orderQty: 1 },
      422,
      'Solitaire ring is in this purchase order already: change its quantity instead',
      'itemID',
    ],
    [{ poID: fixed.poID }, 409, 'This purchase order is Approved and can no longer be changed', undefined],
  ]
  const before = await whole(poID)
  for (const [over, status, message, field] of wrong) {
    const { status: answered, body } = await staff('POST', path, { ...sent(poID), ...over })
    expect([answered, body.message, body.errors?.[0]?.field]).toEqual([status, message, field])
  }
  expect(await whole(poID)).toEqual(before)

  const [line] = purchaseOrderItems
  const update = (over: object) => staff('PUT', `${path}/${line!.poItemID}`, { ...sent(poID), ...over })
  const moved = await update({ poID: fixed.poID })
  expect([moved.status, moved.body.message]).toEqual([
    422,
    'A line stays in its purchase order. Add another line there instead.',
  ])
  const [frozen] = fixed.purchaseOrderItems
  const late = await staff('PUT', `${path}/${frozen!.poItemID}`, sent(fixed.poID))
  expect([late.status, late.body.message]).toEqual([
    409,
    'This purchase order is Approved and can no longer be changed',
  ])
  expect((await staff('PUT', `${path}/999999`, sent(poID))).body.message).toBe('Purchase order item not found')
  expect((await staff('GET', `${path}/999999`)).status).toBe(404)
  expect(await whole(poID)).toEqual(before)
})

test('concurrent additions store one line for the same item and a correct total for different items', async () => {
  const { poID } = await order()
  const same = await Promise.all(Array.from({ length: 6 }, () => staff('POST', path, sent(poID))))
  expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422, 422, 422])
  const others = await Promise.all(Array.from({ length: 6 }, async () => (await stockItem(db, {})).itemID))
  await Promise.all(
    others.map((itemID) => staff('POST', path, { poID, itemID, uom: 'PCS', unitCost: 0.1, orderQty: 1 })),
  )
  const after = await whole(poID)
  expect(after.purchaseOrderItems).toHaveLength(8)
  expect(after.totalCost).toBe(269.11)
})

test('an approval at the same time as a line change approves the total of the stored lines', async () => {
  const { poID } = await order()
  const [added, approved] = await Promise.all([
    staff('POST', path, sent(poID)),
    manager('PUT', `/api/v2/purchase-orders/${poID}/approve`),
  ])
  expect(approved.status).toBe(200)
  expect([201, 409]).toContain(added.status)
  expect((await whole(poID)).totalCost).toBe(added.status === 201 ? 268.51 : 200)
})

test('the list of all order lines is searched, filtered, sorted and paged', async () => {
  await db.delete(purchaseOrderItem)
  const [a, b] = [await order(), await order()]
  await staff('POST', path, sent(a.poID))
  await manager('PUT', `/api/v2/purchase-orders/${b.poID}/approve`)
  const found = async (query: string) => {
    const { body } = await staff('GET', `${path}?${query}`)
    return body.data.map((row: PurchaseOrderItemRow) => `${row.purchaseOrder.poNumber} ${row.item.itemName}`)
  }
  const [first, second, third] = [
    `${a.poNumber} Solitaire ring`,
    `${b.poNumber} Solitaire ring`,
    `${a.poNumber} Gold wire`,
  ]
  expect(await found('')).toEqual([third, second, first])
  expect(await found(`search=${a.poNumber}`)).toEqual([third, first])
  expect(await found('search=gold')).toEqual([third])
  expect(await found(`poID=${b.poID}`)).toEqual([second])
  expect(await found(`itemID=${wire}`)).toEqual([third])
  expect(await found('status=Approved')).toEqual([second])
  expect(await found('uom=BULK')).toEqual([third])
  expect(await found('supplierID=2')).toEqual([])
  expect(await found('sort=itemName&pageSize=1')).toEqual([third])
  for (const sort of ['poNumber', 'uom', 'unitCost', 'orderQty']) expect(await found(`sort=${sort}`)).toHaveLength(3)
})
