// Proves which dates a purchase order and a receiving take.
import { eq } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { purchaseOrder, receiving, supplier } from '../db/schema/purchasing.ts'

const { db, as } = await testApp()
const [manager, staff] = [as(2), as(3)]
const { itemID } = await stockItem(db, { quantity: 1 })
const [{ supplierID } = { supplierID: 0 }] = await db
  .insert(supplier)
  .values({ supplierName: 'Gold', contactDetails: '1', email: 'gold@x.example' })
  .returning()
/** The shop's day, in the time zone of a new shop. */
const today = Temporal.Now.plainDateISO('Asia/Tokyo')
const day = (days: number) => today.add({ days }).toString()

test('a purchase order is dated tomorrow at the latest; its stored date stays allowed', async () => {
  const path = '/api/v2/po/purchase-order-items'
  const order = {
    supplierID,
    locationID: 1,
    orderDate: day(1),
    expectedDeliverDate: day(90),
    purchaseOrderItems: [{ itemID, orderQty: 1, price: 5 }],
  }
  const tooLate = {
    status: 400,
    body: {
      code: 'order.date_too_late',
      message: 'Order date must not be later than tomorrow',
      errors: [{ field: 'orderDate' }],
    },
  }
  expect(await staff('POST', path, { ...order, orderDate: day(2) })).toMatchObject(tooLate)
  const { status, body } = await staff('POST', path, order)
  expect(status).toBe(201)
  const address = `/api/v2/purchase-orders/${body.data.poID}`
  expect(await staff('PUT', address, { ...order, orderDate: day(2) })).toMatchObject(tooLate)
  await db
    .update(purchaseOrder)
    .set({ orderDate: day(30) })
    .where(eq(purchaseOrder.poID, body.data.poID))
  expect((await staff('PUT', address, { ...order, orderDate: day(30) })).status).toBe(200)
  expect(await staff('PUT', address, { ...order, orderDate: '' })).toMatchObject({
    status: 400,
    body: { message: 'Order date is required' },
  })
})

test('goods are received today at the latest; the stored date stays allowed', async () => {
  const path = '/api/v2/po-receiving'
  const goods = {
    referenceNumber: 'DR-1',
    receivedDate: day(0),
    items: [{ itemID, uom: 'PCS', receivedQty: 1, unitCost: 5 }],
  }
  const tooLate = {
    status: 400,
    body: {
      code: 'receiving.date_too_late',
      message: 'Received date must not be later than today',
      errors: [{ field: 'receivedDate' }],
    },
  }
  const count = await db.$count(receiving)
  expect(await staff('POST', path, { ...goods, receivedDate: day(1) })).toMatchObject(tooLate)
  expect(await db.$count(receiving)).toBe(count)
  const { status, body } = await staff('POST', path, goods)
  expect(status).toBe(201)
  const address = `${path}/${body.data.poReceivingID}`
  expect(await staff('PUT', address, { ...goods, receivedDate: day(1) })).toMatchObject(tooLate)
  expect(await staff('PUT', `${address}/complete`, { receivedDate: day(1) })).toMatchObject(tooLate)
  await db
    .update(receiving)
    .set({ receivedDate: day(9) })
    .where(eq(receiving.poReceivingID, body.data.poReceivingID))
  expect((await staff('PUT', address, { ...goods, receivedDate: day(9) })).status).toBe(200)
  expect((await manager('PUT', `${address}/complete`)).status).toBe(200)
})
