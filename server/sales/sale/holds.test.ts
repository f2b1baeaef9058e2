import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { notification } from '../../db/schema/messages.ts'
import { sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory } from '../../db/schema/stock.ts'
import { housekeep } from '../../housekeeping.ts'
import { shopContext } from '../../kernel/context.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'
import { lapseHolds } from './holds.operations.ts'

const { app, db, as, users } = await testApp({ connections: 10 })
const staff = as(3)
const path = '/api/v2/sales'
const days = (count: number) => new Date(Date.now() + count * 86_400_000)

async function saved(itemID: number, orderQty: number) {
  const { body } = await staff('POST', path, { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty }] })
  return body.data as { salesTransactionID: number; transactionNumber: string }
}
const reserved = async (inventoryID: number) => {
  const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID))
  return row!.reserved
}

test('a lapsed hold is released once with a message, and the Pending sale can reserve its stock again', async () => {
  const ring = await stockItem(db, { quantity: 3 })
  const { salesTransactionID: id, transactionNumber } = await saved(ring.itemID, 2)
  const later = await saved(ring.itemID, 1)
  await db
    .update(sale)
    .set({ holdUntil: days(4) })
    .where(eq(sale.salesTransactionID, later.salesTransactionID))
  await lapseHolds(shopContext(db, days(2)))
  expect(await reserved(ring.inventoryID)).toBe(3)

  await Promise.all([
    lapseHolds(shopContext(db, days(3))),
    lapseHolds(shopContext(db, days(3))),
    lapseHolds(shopContext(db, days(3))),
  ])
  await lapseHolds(shopContext(db, days(3)))
  expect(await reserved(ring.inventoryID)).toBe(1)
  const messages = await db.select().from(notification).where(eq(notification.kind, 'holdLapsed'))
  expect(messages.filter(({ userID }) => userID === users.get(3))).toEqual([
    expect.objectContaining({
      message: `The hold of ${transactionNumber} has lapsed: what it held is free again`,
      link: `/sales?id=${id}`,
      readAt: null,
    }),
  ])
  // Only users with a role are notified, and each of them once.
  expect(messages.map(({ userID }) => userID)).not.toContain(users.get(0))
  expect(new Set(messages.map(({ userID }) => userID)).size).toBe(messages.length)
  expect(await db.select().from(audit).where(eq(audit.action, 'lapse'))).toMatchObject([{ entityID: id, userID: null }])

  const { body } = await staff('GET', `${path}/${id}`)
  expect(body.data).toMatchObject({ status: 'Pending', items: [{ orderQty: 2, heldQty: 0 }] })
  const again = await staff('PUT', `${path}/${id}`, {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 2 }],
  })
  expect(again.body.data.items).toMatchObject([{ heldQty: 2 }])
  expect([again.status, await reserved(ring.inventoryID)]).toEqual([200, 3])
  expect(await verifyStock({ db })).toEqual([])
})

test('a lapsed sale without stock is refused when it is completed, and takes no payment', async () => {
  const ring = await stockItem(db, { itemName: 'Rare', quantity: 1 })
  const { salesTransactionID: id } = await saved(ring.itemID, 1)
  await db
    .update(sale)
    .set({ holdUntil: days(-1) })
    .where(eq(sale.salesTransactionID, id))
  await housekeep(app)
  expect(await reserved(ring.inventoryID)).toBe(0)
  const other = await staff('POST', path, {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  })
  expect(other.status).toBe(201)
  const { status, body } = await staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: 1000 })
  expect([status, body.message]).toEqual([409, 'Only 0 of Rare available at Main'])
  expect(await verifyStock({ db })).toEqual([])
})

test('a hold that lapses during a payment ends either paid and reserved, or released and refused', async () => {
  const ring = await stockItem(db, { quantity: 8 })
  const sales = await Promise.all(Array.from({ length: 8 }, () => saved(ring.itemID, 1)))
  for (const { salesTransactionID: id } of sales)
    await db
      .update(sale)
      .set({ holdUntil: days(-1) })
      .where(eq(sale.salesTransactionID, id))
  const now = new Date()
  const paid = await Promise.all([
    ...sales.map(({ salesTransactionID: id }) =>
      staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: 500 }),
    ),
    lapseHolds(shopContext(db, now)),
    lapseHolds(shopContext(db, now)),
  ])
  // The stock suffices for all sales, so a sale that lapsed first reserves it again with its payment.
  expect(paid.slice(0, 8).map((answer) => answer?.status)).toEqual(sales.map(() => 201))
  expect(await reserved(ring.inventoryID)).toBe(8)
  await lapseHolds(shopContext(db, now))
  expect(await reserved(ring.inventoryID)).toBe(8)
  expect(await verifyStock({ db })).toEqual([])
})
