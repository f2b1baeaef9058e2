import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { notification } from '../../db/schema/messages.ts'
import { sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory } from '../../db/schema/stock.ts'
import { shopContext } from '../../kernel/context.ts'
import { runScheduledWork } from '../../scheduled-work.ts'
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

/** Lets the time of a sale's hold be over, as if days had passed. */
const endHold = (id: number) =>
  db
    .update(sale)
    .set({ holdUntil: days(-1) })
    .where(eq(sale.salesTransactionID, id))

test('a lapsed hold is released once with a message, and the Pending sale can be held again on purpose', async () => {
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
  await endHold(id)
  const edited = await staff('PUT', `${path}/${id}`, {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 2 }],
  })
  expect(edited.body.data.items).toMatchObject([{ heldQty: 0 }])
  const again = await staff('PUT', `${path}/${id}/hold`, { days: 5 })
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
  await runScheduledWork(app)
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

test('holding again starts now, lasts as asked or as the setting says, and is told in the audit trail', async () => {
  const ring = await stockItem(db, { quantity: 1 })
  const { salesTransactionID: id } = await saved(ring.itemID, 1)
  const hoursLeft = (holdUntil: string) => (Date.parse(holdUntil) - Date.now()) / 3_600_000
  const longer = await staff('PUT', `${path}/${id}/hold`, { days: 10 })
  expect([longer.status, hoursLeft(longer.body.data.holdUntil)]).toEqual([200, expect.closeTo(240, 1)])
  const usual = await staff('PUT', `${path}/${id}/hold`, {})
  expect(hoursLeft(usual.body.data.holdUntil)).toBeCloseTo(72, 1)
  const actions = await db.select().from(audit).where(eq(audit.entityID, id)).orderBy(audit.auditID)
  expect(actions.filter(({ entity }) => entity === 'sale').map(({ action }) => action)).toEqual([
    'create',
    'hold',
    'hold',
  ])
  for (const days of [0, 366, 1.5, 'x']) expect((await staff('PUT', `${path}/${id}/hold`, { days })).status).toBe(400)
})

test('a hold whose goods are gone, a kept one and that of a closed sale are refused', async () => {
  const ring = await stockItem(db, { itemName: 'Last', quantity: 1, price: 1000 })
  const { salesTransactionID: id } = await saved(ring.itemID, 1)
  await endHold(id)
  await lapseHolds(shopContext(db, new Date()))
  const other = await saved(ring.itemID, 1)
  const gone = await staff('PUT', `${path}/${id}/hold`, {})
  expect([gone.status, gone.body.message]).toEqual([409, 'Only 0 of Last available at Main'])
  await staff('POST', `${path}/${other.salesTransactionID}/payments`, { paymentTypeID: 1, amount: 100 })
  const kept = await staff('PUT', `${path}/${other.salesTransactionID}/hold`, {})
  expect([kept.status, kept.body.code, kept.body.message]).toEqual([
    409,
    'sale.hold_kept',
    'The goods of this sale are held until it is completed or canceled',
  ])
  await staff('PUT', `${path}/${id}/cancel`)
  const closed = await staff('PUT', `${path}/${id}/hold`, {})
  expect([closed.status, closed.body.message]).toEqual([409, 'This sale is Canceled and can no longer be held'])
  expect((await staff('PUT', `${path}/999999/hold`, {})).status).toBe(404)
})

async function setLeastDeposit(leastDeposit: number, leastDepositUnit: 'pesos' | 'percent') {
  await db.update(shopSetting).set({ leastDeposit, leastDepositUnit })
}

test.each([
  ['pesos', 300, 299.99, 0.01],
  ['percent', 30, 299.99, 0.01],
  // More than the whole price cannot be asked.
  ['pesos', 5000, 999.99, 0.01],
] as const)('a deposit below the least one in %s leaves the hold as it is', async (unit, least, below, rest) => {
  await setLeastDeposit(least, unit)
  const ring = await stockItem(db, { quantity: 2, price: 1000 })
  const { salesTransactionID: id } = await saved(ring.itemID, 1)
  const { body: before } = await staff('GET', `${path}/${id}`)
  const small = await staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: below })
  expect(small.body.data).toMatchObject({ status: 'Processing', holdUntil: before.data.holdUntil })
  const enough = await staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: rest })
  expect(enough.body.data).toMatchObject({ status: 'Processing', holdUntil: null, items: [{ heldQty: 1 }] })

  const made = await staff('POST', path, {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: below }],
  })
  expect(made.body.data.status).toBe('Processing')
  expect(Date.parse(made.body.data.holdUntil)).toBeGreaterThan(Date.now())
  await setLeastDeposit(0, 'pesos')
})

test('the goods of a sale with a small deposit lapse, and the least deposit takes them again', async () => {
  await setLeastDeposit(500, 'pesos')
  const ring = await stockItem(db, { quantity: 1, price: 1000 })
  const { salesTransactionID: id } = await saved(ring.itemID, 1)
  await staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: 100 })
  await endHold(id)
  await lapseHolds(shopContext(db, new Date()))
  expect(await reserved(ring.inventoryID)).toBe(0)
  const small = await staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: 100 })
  expect(small.body.data).toMatchObject({ amountPaid: 200, items: [{ heldQty: 0 }] })
  const enough = await staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: 300 })
  expect(enough.body.data).toMatchObject({ holdUntil: null, items: [{ heldQty: 1 }] })
  expect(await verifyStock({ db })).toEqual([])
  await setLeastDeposit(0, 'pesos')
})
