// Proves which order dates and delivery dates a sale takes.
import { eq } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { sale } from '../../db/schema/sales.ts'

const { db, as } = await testApp()
const staff = as(3)
const path = '/api/v2/sales'
const { itemID } = await stockItem(db, { quantity: 100 })
const base = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] }
/** The shop's day, in the time zone of a new shop. */
const today = Temporal.Now.plainDateISO('Asia/Tokyo')
const day = (days: number) => today.add({ days }).toString()

const tooLate = {
  status: 400,
  body: {
    code: 'order.date_too_late',
    message: 'Order date must not be later than tomorrow',
    errors: [{ field: 'orderDate' }],
  },
}
const tooEarly = {
  status: 400,
  body: {
    code: 'order.expected_too_early',
    message: 'Expected delivery date must not be before the order date',
    errors: [{ field: 'expectedDeliverDate' }],
  },
}

test('a sale is dated tomorrow at the latest, and expected on its order date at the earliest', async () => {
  const count = await db.$count(sale)
  expect(await staff('POST', path, { ...base, orderDate: day(2) })).toMatchObject(tooLate)
  expect(await staff('POST', path, { ...base, expectedDeliverDate: day(-1) })).toMatchObject(tooEarly)
  expect(await staff('POST', path, { ...base, orderDate: day(1), expectedDeliverDate: day(0) })).toMatchObject(tooEarly)
  expect(await db.$count(sale)).toBe(count)
  const made = await staff('POST', path, { ...base, orderDate: day(1), expectedDeliverDate: day(1) })
  expect([made.status, made.body.data.orderDate]).toEqual([201, day(1)])
  const put = (body: object) => staff('PUT', `${path}/${made.body.data.salesTransactionID}`, { ...base, ...body })
  expect(await put({ orderDate: day(2), expectedDeliverDate: day(3) })).toMatchObject(tooLate)
  expect(await put({ expectedDeliverDate: day(0) })).toMatchObject(tooEarly)
  expect((await put({ orderDate: day(-30), expectedDeliverDate: day(-30) })).status).toBe(200)
})

test('a cleared order date is refused, and an omitted one means today or the stored date', async () => {
  for (const orderDate of ['', null])
    expect(await staff('POST', path, { ...base, orderDate })).toMatchObject({
      status: 400,
      body: { code: 'input.invalid', message: 'Order date is required', errors: [{ field: 'orderDate' }] },
    })
  const made = await staff('POST', path, base)
  expect(made.body.data.orderDate).toBe(day(0))
  const address = `${path}/${made.body.data.salesTransactionID}`
  expect((await staff('PUT', address, { ...base, orderDate: day(-3) })).body.data.orderDate).toBe(day(-3))
  expect((await staff('PUT', address, base)).body.data.orderDate).toBe(day(-3))
})

test('the dates that a stored sale already has stay allowed', async () => {
  const { body } = await staff('POST', path, base)
  const id = body.data.salesTransactionID
  const stored = { orderDate: day(40), expectedDeliverDate: day(10) }
  await db.update(sale).set(stored).where(eq(sale.salesTransactionID, id))
  expect((await staff('PUT', `${path}/${id}`, { ...base, ...stored, remarks: 'Gift' })).status).toBe(200)
  expect(await staff('PUT', `${path}/${id}`, { ...base, ...stored, orderDate: day(41) })).toMatchObject(tooLate)
  expect(await staff('PUT', `${path}/${id}`, { ...base, ...stored, expectedDeliverDate: day(9) })).toMatchObject(
    tooEarly,
  )
})
