import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { dayIn } from '../../../contract/shared/dates.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { orderGoods } from '../../../tests/support/ordered.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { notification } from '../../db/schema/messages.ts'
import { supplier } from '../../db/schema/purchasing.ts'
import { runScheduledWork } from '../../scheduled-work.ts'
import { notifyOfDueOrders } from './order-messages.ts'

const { app, db, as, users } = await testApp({ connections: 10 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const orders = '/api/v2/purchase-orders'
const { itemID } = await stockItem(db, {})
await staff('POST', '/api/v2/suppliers', {
  supplierName: 'Kofu Casting Works',
  contactDetails: '1',
  email: 'kofu@supplier.example',
})
/** Returns the calendar date in the shop's time zone, `days` from today. */
const date = (days: number) => dayIn('Asia/Tokyo', new Date(Date.now() + days * 86_400_000))

async function order(call: typeof staff) {
  const { status, body } = await call('POST', '/api/v2/po/purchase-order-items', {
    supplierID: 1,
    locationID: 1,
    orderDate: '2026-11-20',
    expectedDeliverDate: '2099-12-01',
    purchaseOrderItems: [{ itemID, orderQty: 10, price: 48_650 }],
  })
  expect(status).toBe(201)
  return body.data as { poID: number; poNumber: string }
}
/** Returns `[roleID, message]` of each message of this kind about an order, sorted by user. */
async function messagesAbout(poID: number, kind: string) {
  const rows = await db
    .select()
    .from(notification)
    .where(eq(notification.link, `/purchase-order?id=${poID}`))
    .orderBy(asc(notification.userID), asc(notification.notificationID))
  const roleOf = new Map([...users].map(([roleID, userID]) => [userID, roleID]))
  return rows
    .filter((row) => row.kind === kind && roleOf.has(row.userID))
    .map((row) => [roleOf.get(row.userID), row.message])
}

test('a new order is announced to the users who may approve it, except its creator', async () => {
  const theirs = await order(staff)
  const waits = `${theirs.poNumber} waits for approval: Kofu Casting Works, ₱486,500.00`
  expect(await messagesAbout(theirs.poID, 'purchaseWaiting')).toEqual([
    [1, waits],
    [2, waits],
  ])
  const own = await order(manager)
  expect(await messagesAbout(own.poID, 'purchaseWaiting')).toEqual([[1, expect.stringContaining(own.poNumber)]])
})

test('the creator of an order is notified of the decision, unless they decided it themselves', async () => {
  const approved = await order(staff)
  expect((await manager('PUT', `${orders}/${approved.poID}/approve`)).status).toBe(200)
  expect((await manager('PUT', `${orders}/${approved.poID}/approve`)).status).toBe(409)
  expect(await messagesAbout(approved.poID, 'purchaseDecided')).toEqual([
    [3, `Test Manager approved ${approved.poNumber}: Kofu Casting Works, ₱486,500.00`],
  ])
  expect((await admin('PUT', `${orders}/${approved.poID}/cancel`)).status).toBe(200)
  expect(await messagesAbout(approved.poID, 'purchaseDecided')).toEqual([
    [3, `Test Manager approved ${approved.poNumber}: Kofu Casting Works, ₱486,500.00`],
    [3, `Test Admin canceled ${approved.poNumber}: Kofu Casting Works, ₱486,500.00`],
  ])
  const own = await order(manager)
  await manager('PUT', `${orders}/${own.poID}/approve`)
  expect(await messagesAbout(own.poID, 'purchaseDecided')).toEqual([])
})

test('many servers announce a due delivery exactly once', async () => {
  let made = 0
  const goods = (expected: number, status: 'Pending' | 'Approved' | 'Partially Received' | 'Received' | 'Canceled') =>
    orderGoods(db, [{}], {
      poNumber: `PO-2025-${++made}`,
      supplierID: 1,
      expectedDeliverDate: date(expected),
      orderDate: '2020-01-01',
      status,
    })
  const [late, today] = [await goods(-40, 'Partially Received'), await goods(0, 'Approved')]
  const others = [
    await goods(1, 'Approved'),
    await goods(-1, 'Pending'),
    await goods(-1, 'Received'),
    await goods(-1, 'Canceled'),
  ]
  await Promise.all(Array.from({ length: 4 }, () => notifyOfDueOrders(db, new Date())))
  await runScheduledWork(app)
  // A renamed supplier does not cause a second message.
  await db.update(supplier).set({ supplierName: 'Kofu Metals' }).where(eq(supplier.supplierID, 1))
  await runScheduledWork(app)
  for (const [{ poID, poNumber }, expected] of [
    [late, date(-40)],
    [today, date(0)],
  ] as const) {
    const message = `${poNumber} is due on ${formatDay(expected)}: delivery from Kofu Casting Works`
    expect(await messagesAbout(poID, 'purchaseDue')).toEqual([
      [1, message],
      [2, message],
      [3, message],
    ])
  }
  for (const { poID } of others) expect(await messagesAbout(poID, 'purchaseDue')).toEqual([])
})
