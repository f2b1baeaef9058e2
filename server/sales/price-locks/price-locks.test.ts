// Proves through HTTP that the least deposit keeps the prices by the rate of a sale until a day, that a payment below it ends
// that, and that a later line, a fixed price and a sale completed in time are left alone.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { lockShop } from '../../../tests/support/price-locks.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { sale } from '../../db/schema/sales.ts'
import { verifyPriceLocks } from './verify.ts'

const shop = await lockShop()
const { db, admin, manager, staff, path, order, pay, priced, reprice, daysFromNow, read, keepUntil } = shop

test('the least deposit keeps the price for the days of the settings, from the payment on', async () => {
  const ring = await priced()
  const small = await order([{ itemID: ring.itemID, orderQty: 1 }], 3000)
  // 20 % of 20,000 is 4,000.
  expect(small).toMatchObject({ priceKeptUntil: null, keptPrice: null, priceLapse: null, priceChoices: [] })
  const enough = await pay(small.salesTransactionID, 1000)
  expect(enough.body.data).toMatchObject({ priceKeptUntil: daysFromNow(30), keptPrice: 20_000, status: 'Processing' })
  await keepUntil(small.salesTransactionID, daysFromNow(5))
  expect((await pay(small.salesTransactionID, 1000)).body.data).toMatchObject({ priceKeptUntil: daysFromNow(5) })
  const atOnce = await order([{ itemID: ring.itemID, orderQty: 2 }], 8000)
  expect(atOnce).toMatchObject({ priceKeptUntil: daysFromNow(30), keptPrice: 40_000 })
  expect(await verifyPriceLocks({ db })).toEqual([])
})

test('a fixed price has no lock, and a later line by the rate begins one or joins it at its price of the day', async () => {
  const [ring, chain] = [await priced(), await stockItem(db, { quantity: 20, price: 1000 })]
  const fixed = await order([{ itemID: chain.itemID, orderQty: 1 }], 400)
  expect(fixed).toMatchObject({ priceKeptUntil: null, keptPrice: null })
  const { body: small } = await staff('POST', `${path}/${fixed.salesTransactionID}/lines`, {
    itemID: ring.itemID,
    orderQty: 1,
  })
  // 400 is too little of 21,000.
  expect(small.data).toMatchObject({ priceKeptUntil: null })
  const { salesTransactionID: id } = await order([{ itemID: chain.itemID, orderQty: 9 }], 1500)
  const { body: begun } = await staff('POST', `${path}/${id}/lines`, { itemID: ring.itemID, orderQty: 1 })
  expect(begun.data).toMatchObject({ priceKeptUntil: null })
  expect((await pay(id, 4500)).body.data).toMatchObject({ priceKeptUntil: daysFromNow(30), keptPrice: 20_000 })
  await keepUntil(id, daysFromNow(3))
  const other = await priced()
  await reprice(7000)
  const { body: joined } = await staff('POST', `${path}/${id}/lines`, { itemID: other.itemID, orderQty: 1 })
  expect(joined.data).toMatchObject({ priceKeptUntil: daysFromNow(3), keptPrice: 20_000 + 22_400 })
  expect(joined.data.items.map(({ price }: { price: number }) => price)).toEqual([1000, 20_000, 22_400])
  const [, ringLine, otherLine] = joined.data.items
  await staff('DELETE', `${path}/${id}/lines/${ringLine.salesItemID}`)
  const { body: left } = await staff('DELETE', `${path}/${id}/lines/${otherLine.salesItemID}`)
  expect(left.data).toMatchObject({ priceKeptUntil: null, keptPrice: null })
  expect(await verifyPriceLocks({ db })).toEqual([])
})

test('a deposit that a correction makes too small ends a running lock, and leaves a day that is over', async () => {
  const ring = await priced()
  const lower = async (over: boolean) => {
    const { salesTransactionID: id, payments } = await order([{ itemID: ring.itemID, orderQty: 1 }], 5000)
    if (over) await keepUntil(id, daysFromNow(-1))
    const { status, body } = await manager('POST', `${path}/${id}/payments/${payments[0].paymentID}/corrections`, {
      amount: 500,
      reason: 'One zero too many',
    })
    expect(status, body.message).toBe(201)
    return body.data
  }
  expect(await lower(false)).toMatchObject({ priceKeptUntil: null, keptPrice: null })
  expect(await lower(true)).toMatchObject({ priceKeptUntil: daysFromNow(-1), keptPrice: 20_000 })
  // The other type and the same amount end nothing, also when the total has grown meanwhile.
  const { salesTransactionID: id, payments } = await order([{ itemID: ring.itemID, orderQty: 1 }], 4000)
  const chain = await stockItem(db, { quantity: 9, price: 5000 })
  await staff('POST', `${path}/${id}/lines`, { itemID: chain.itemID, orderQty: 1 })
  const { body } = await staff('POST', `${path}/${id}/payments/${payments[0].paymentID}/corrections`, {
    paymentTypeID: 2,
    reason: 'By card',
  })
  expect(body.data).toMatchObject({ priceKeptUntil: daysFromNow(30), keptPrice: 20_000, totalPurchase: 25_000 })
})

test('a sale completed in time, at once or without the setting is plain', async () => {
  const ring = await priced()
  const line = [{ itemID: ring.itemID, orderQty: 1 }]
  const { salesTransactionID: id } = await order(line, 5000)
  expect((await pay(id, 15_000)).status).toBe(201)
  await reprice(6900)
  expect((await staff('PUT', `${path}/${id}/complete`)).body.data).toMatchObject({
    status: 'Completed',
    priceLapse: null,
  })
  const atOnce = await order(line, 50_000, { complete: true })
  expect(atOnce).toMatchObject({ status: 'Completed', priceKeptUntil: null, keptPrice: null })
  await db.update(shopSetting).set({ priceKeptDays: null })
  expect(await order(line, 5000)).toMatchObject({ priceKeptUntil: null, keptPrice: null })
  await db.update(shopSetting).set({ priceKeptDays: 30 })
  expect(await verifyPriceLocks({ db })).toEqual([])
})

test('a sale that is paid in full in time has its price, whatever the rate does', async () => {
  const ring = await priced()
  const { salesTransactionID: id } = await order([{ itemID: ring.itemID, orderQty: 1 }], 5000)
  await pay(id, 15_000)
  await reprice(7000)
  await keepUntil(id, daysFromNow(-9))
  expect(await read(id)).toMatchObject({ priceLapse: null, balance: 0 })
  expect((await staff('PUT', `${path}/${id}/complete`)).status).toBe(200)
})

test('only an administrator sets the days, from 1 to 365 or none', async () => {
  const set = (who: typeof admin, body: object) => who('PUT', '/api/v1/settings/price-kept-days', body)
  for (const who of [manager, staff]) expect((await set(who, { priceKeptDays: 5 })).status).toBe(403)
  for (const priceKeptDays of [0, 366, -1, 1.5, '7', undefined])
    expect((await set(admin, { priceKeptDays })).status).toBe(400)
  const { body } = await set(admin, { priceKeptDays: 14 })
  expect(body.data).toMatchObject({ priceKeptDays: 14 })
  const stale = await set(admin, { priceKeptDays: 15, updatedAt: '2026-01-01T00:00:00.000Z' })
  expect([stale.status, stale.body.code]).toEqual([409, 'record.stale'])
  expect((await set(admin, { priceKeptDays: null })).body.data).toMatchObject({ priceKeptDays: null })
  expect((await set(admin, { priceKeptDays: 30 })).status).toBe(200)
})

test('the database refuses a day without a price', async () => {
  const ring = await priced()
  const { salesTransactionID: id } = await order([{ itemID: ring.itemID, orderQty: 1 }], 5000)
  await expect(db.update(sale).set({ keptPrice: null }).where(eq(sale.salesTransactionID, id))).rejects.toMatchObject({
    cause: { constraint: 'sales_transaction_kept_price' },
  })
})
