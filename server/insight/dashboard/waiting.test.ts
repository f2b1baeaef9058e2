import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Waiting } from '../../../contract/insight/dashboard.ts'
import { dayIn } from '../../../contract/shared/dates.ts'
import type { RoleID } from '../../../contract/shared/permissions.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { question } from '../../db/schema/messages.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { orderLink } from '../../db/schema/order-links.ts'
import { user } from '../../db/schema/people.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { purchaseOrder, receiving, supplier } from '../../db/schema/purchasing.ts'
import { sale, saleInstalment } from '../../db/schema/sales.ts'
import { inventory, inventoryAdjustment } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'

const { db, as, users } = await testApp()
const path = '/api/v1/dashboard/waiting'
const waiting = async (roleID: RoleID) => {
  const { status, body } = await as(roleID)('GET', path)
  expect(status).toBe(200)
  return body.data as Waiting[]
}
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const day = (days: number) => dayIn('Asia/Tokyo', hours(days * 24))

test('shows nothing where no work is open', async () => {
  await db.update(user).set({ status: false }).where(eq(user.roleID, 0))
  for (const roleID of [1, 2, 3] as const) expect(await waiting(roleID)).toEqual([])
  await db.update(user).set({ status: true }).where(eq(user.roleID, 0))
})

const ring = await stockItem(db, { quantity: 20 })
const saved = async (over: object, to: Db | Tx = db) => {
  const [row] = await to
    .insert(sale)
    .values({
      transactionNumber: `SO-${crypto.randomUUID()}`,
      locationID: 1,
      transactionTypeID: 1,
      orderDate: day(0),
      totalItems: 1,
      totalQuantity: 1,
      subtotal: 3000,
      totalPurchase: 3000,
      status: 'Pending',
      ...over,
    })
    .returning()
  return row!.salesTransactionID
}
const owed = async (dueDates: string[], over: object = {}) => {
  const values = { status: 'Processing', amountPaid: 1000, ...over }
  // A commit with a sum that differs from the money ledger is refused.
  const salesTransactionID = await db.transaction(async (tx) => {
    const id = await saved(values, tx)
    const payment = { kind: 'payment', paymentTypeID: 1, amount: values.amountPaid } as const
    await tx.insert(moneyEntry).values({ ...payment, salesTransactionID: id, locationID: 1, day: day(0) })
    return id
  })
  await db.insert(saleInstalment).values(dueDates.map((dueDate) => ({ salesTransactionID, dueDate, amount: 1000 })))
}

/** Stores a payment proof of each status, as buyers send them for a sale. */
async function sendProofs(statuses: ('Sent' | 'Withdrawn')[]) {
  const [{ salesTransactionID } = { salesTransactionID: 0 }] = await db.select().from(sale).limit(1)
  const hashes = { tokenHash: 'a', codeHash: 'b' }
  const [link] = await db
    .insert(orderLink)
    .values({ salesTransactionID, ...hashes, createdAt: new Date() })
    .returning()
  const sent = { salesTransactionID, orderLinkID: link!.orderLinkID, language: 'en' as const, sentAt: new Date() }
  await db.insert(paymentProof).values(
    statuses.map((status) => ({
      ...sent,
      status,
      amount: 1000,
      day: day(0),
      reference: '1001',
      ...(status === 'Withdrawn' && { decidedAt: new Date() }),
    })),
  )
}

test('shows each role its own work, counted like the list that it links to', async () => {
  // Insert decided, closed, distant and inactive records too: every count must exclude them.
  const reason = { inventoryID: ring.inventoryID, adjustmentTypeID: 1, adjustmentReasonID: 1, quantityAdjusted: 1 }
  await db.insert(inventoryAdjustment).values([reason, reason, { ...reason, status: 'Rejected' }])
  const [aurum] = await db
    .insert(supplier)
    .values({ supplierName: 'Aurum', contactDetails: '1', email: 'a@x.example' })
    .returning()
  const order = (poNumber: string, status: 'Pending' | 'Approved') => ({
    poNumber,
    supplierID: aurum!.supplierID,
    locationID: 1,
    orderDate: day(0),
    expectedDeliverDate: day(0),
    totalCost: 0,
    status,
  })
  await db.insert(purchaseOrder).values([order('PO-1', 'Pending'), order('PO-2', 'Approved')])
  const delivery = { locationID: 1, receivedDate: day(0), receivedByID: users.get(1)! }
  await db.insert(receiving).values([delivery, { ...delivery, status: 'Canceled' }])
  await saved({ holdUntil: hours(23) })
  await saved({ holdUntil: hours(1) })
  await saved({ holdUntil: hours(25) })
  await saved({ holdUntil: hours(-1) })
  await saved({ holdUntil: hours(1), status: 'Canceled' })
  await saved({})
  await owed([day(-1), day(0)])
  await owed([day(-40), day(-30)])
  await owed([day(0), day(1)])
  await owed([day(-40), day(-30)], { status: 'Canceled' })
  for (const over of [{}, { status: false }]) {
    const low = await stockItem(db, { quantity: 2, ...over })
    await db.update(inventory).set({ reOrderThreshold: 2 }).where(eq(inventory.inventoryID, low.inventoryID))
  }
  const asked = { name: 'Yumi', email: 'yumi@mail.example', text: 'Is it 18K?', language: 'ja' as const }
  await db.insert(question).values([asked, asked, { ...asked, answeredAt: new Date() }])

  await sendProofs(['Sent', 'Sent', 'Withdrawn'])

  const all: [Waiting['kind'], count: number, link: string][] = [
    ['proofs', 2, '/proof?state=waiting'],
    ['adjustments', 2, '/inventory-adjustment?status=Pending'],
    ['purchaseOrders', 1, '/purchase-order?status=Pending'],
    ['holds', 2, '/sales?holdEnding=true'],
    ['layaways', 2, '/sales?due=true'],
    ['lowStock', 1, '/low-stock'],
    ['receivings', 1, '/po-receiving?status=Pending'],
    ['questions', 2, '/messages?topic=Questions'],
    ['people', 1, '/users?roleID=0&status=true'],
  ]
  const told = all.map(([kind, count, link]) => ({ kind, count, link }))
  expect(await waiting(1)).toEqual(told)
  expect(await waiting(2)).toEqual(told.filter(({ kind }) => kind !== 'adjustments'))
  const managers = new Set(['adjustments', 'purchaseOrders', 'people'])
  expect(await waiting(3)).toEqual(told.filter(({ kind }) => !managers.has(kind)))
  expect(await db.$count(item, eq(item.status, false))).toBe(1)

  const lists = {
    '/proof': '/api/v1/proofs',
    '/inventory-adjustment': '/api/v1/inventory-adjustment',
    '/purchase-order': '/api/v2/purchase-orders',
    '/sales': '/api/v2/sales',
    '/low-stock': '/api/v1/low-stock',
    '/po-receiving': '/api/v2/po-receiving',
    '/users': '/api/v1/users',
  }
  for (const [kind, count, link] of all.filter(([kind]) => kind !== 'questions')) {
    const [screen, query = ''] = link.split('?')
    const { body } = await as(1)('GET', `${lists[screen as keyof typeof lists]}?${query}`)
    expect([kind, body.meta?.total]).toEqual([kind, count])
  }
  const { body } = await as(3)('GET', '/api/v1/questions?answered=false')
  expect(body.meta.total).toBe(2)
  const others = await as(3)('GET', '/api/v2/sales?due=false&holdEnding=false')
  expect(others.body.meta.total).toBe((await db.$count(sale)) - 4)
})
