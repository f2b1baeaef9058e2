// Proves that the sale operations work without HTTP in the caller's transaction, and refuse an unauthorized actor with
// an error code.
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { PaymentInput } from '../../../contract/sales/sale-payments.ts'
import { SaleRefundInput } from '../../../contract/sales/sale-refunds.ts'
import { SaleCreation } from '../../../contract/sales/sales.ts'
import type { RoleID } from '../../../contract/shared/permissions.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { saleRefund } from '../../db/schema/refunds.ts'
import { sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, stockMovement } from '../../db/schema/stock.ts'
import { transact } from '../../db/transaction.ts'
import {
  type Actor,
  type Buyer,
  type Context,
  type DeviceUser,
  type Person,
  shopItself,
  userIDOf,
  visitor,
} from '../../kernel/context.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'
import { refundSale } from '../refunds/refunds.operations.ts'
import { updateSale } from './changes.operations.ts'
import { takePayment } from './paying.operations.ts'
import { cancelSale, completeSale, createSale } from './sales.operations.ts'

const { db, users } = await testApp()
const [cash, gcash] = [1, 2]

const person = (roleID: RoleID): Person => ({
  kind: 'person',
  userID: users.get(roleID)!,
  roleID,
  seesCosts: true,
  blindCounts: [],
  name: 'Test',
  sessionID: 1,
  signedInAt: new Date(),
  token: '-',
})
const atTill = (roleID: RoleID): DeviceUser => ({ ...person(roleID), kind: 'device', deviceID: 1 })
const buyer: Buyer = { kind: 'buyer', linkID: 1 }

/** Runs an operation as this actor in its own transaction. */
const as = <T>(actor: Actor, operation: (context: Context) => Promise<T>) =>
  transact(db, (tx) => operation({ db: tx, actor, now: new Date(), client: { address: '127.0.0.1', agent: 'test' } }))

const order = (itemID: number, orderQty: number, over: Partial<SaleCreation> = {}) =>
  SaleCreation.parse({ locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty }], ...over })
const payment = (amount: number) => PaymentInput.parse({ paymentTypeID: cash, amount })
const refundOf = (salesItemID: number, qty: number) =>
  SaleRefundInput.parse({ paymentTypeID: cash, reason: 'Too small', items: [{ salesItemID, qty }] })

async function stockOf(inventoryID: number) {
  const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID))
  return { quantity: row!.quantity, reserved: row!.reserved }
}
const auditOf = (salesTransactionID: number) =>
  db
    .select({ action: audit.action, userID: audit.userID })
    .from(audit)
    .where(and(eq(audit.entity, 'sale'), eq(audit.entityID, salesTransactionID)))
    .orderBy(asc(audit.auditID))

test.each<[string, Actor]>([
  ['a person', person(2)],
  ['a person at a device', atTill(2)],
  ['the shop itself', shopItself],
])('%s can create, change, pay, complete and refund a sale', async (_, actor) => {
  const ring = await stockItem(db, { quantity: 5, price: 1000, cost: 600 })
  const saved = await as(actor, (context) => createSale(context, order(ring.itemID, 3)))
  expect(saved).toMatchObject({ status: 'Pending', totalPurchase: 3000, balance: 3000 })
  expect(await stockOf(ring.inventoryID)).toEqual({ quantity: 5, reserved: 3 })

  const id = saved.salesTransactionID
  const changed = await as(actor, (context) => updateSale(context, id, order(ring.itemID, 2)))
  expect(changed).toMatchObject({ totalPurchase: 2000, items: [{ orderQty: 2, heldQty: 2 }] })
  const paid = await as(actor, (context) => takePayment(context, id, payment(2500)))
  expect(paid).toMatchObject({ status: 'Processing', amountPaid: 2500, change: 500, balance: 0, holdUntil: null })
  const completed = await as(actor, (context) => completeSale(context, id))
  expect(completed).toMatchObject({ status: 'Completed', completedAt: expect.any(Date) })
  expect(await stockOf(ring.inventoryID)).toEqual({ quantity: 3, reserved: 0 })

  const { salesItemID } = completed.items[0]!
  const refunded = await as(actor, (context) => refundSale(context, id, refundOf(salesItemID, 1)))
  expect(refunded).toMatchObject({ status: 'Completed', refundedAmount: 1000, items: [{ refundedQty: 1 }] })
  expect(await stockOf(ring.inventoryID)).toEqual({ quantity: 4, reserved: 0 })
  const rest = SaleRefundInput.parse({ paymentTypeID: cash, reason: 'Too large' })
  const { status } = await as(actor, (context) => refundSale(context, id, rest))
  expect(status).toBe('Refunded')

  const userID = userIDOf(actor)
  expect(await auditOf(id)).toEqual(
    ['create', 'update', 'pay', 'complete', 'refund', 'refund'].map((action) => ({ action, userID })),
  )
  const movements = await db
    .select({ kind: stockMovement.kind, quantity: stockMovement.quantity, userID: stockMovement.userID })
    .from(stockMovement)
    .where(eq(stockMovement.inventoryID, ring.inventoryID))
    .orderBy(asc(stockMovement.sequence))
  expect(movements.slice(1)).toEqual([
    { kind: 'sale', quantity: -2, userID },
    { kind: 'refund', quantity: 1, userID },
    { kind: 'refund', quantity: 1, userID },
  ])
  const entries = await db.select().from(moneyEntry).where(eq(moneyEntry.salesTransactionID, id))
  expect(entries.toSorted((a, b) => a.entryID - b.entryID)).toMatchObject([
    { kind: 'payment', amount: 2500, createdByID: userID },
    { kind: 'change', amount: -500, createdByID: userID },
    { kind: 'refund', amount: -1000, createdByID: userID, reason: 'Too small' },
    { kind: 'refund', amount: -1000, createdByID: userID, reason: 'Too large' },
  ])
  expect(await db.select().from(saleRefund).where(eq(saleRefund.salesTransactionID, id))).toHaveLength(2)
  expect(await verifyStock({ db })).toEqual([])
})

test('a counter sale is one operation, and several operations can share the caller’s transaction', async () => {
  const ring = await stockItem(db, { quantity: 4, price: 1000 })
  const paidInFull = { payments: [{ paymentTypeID: gcash, amount: 1000 }], complete: true }
  const [first, second] = await as(shopItself, async (context) => [
    await createSale(context, order(ring.itemID, 1, paidInFull)),
    await createSale(context, order(ring.itemID, 1)),
  ])
  expect([first.status, second.status]).toEqual(['Completed', 'Pending'])
  expect(await stockOf(ring.inventoryID)).toEqual({ quantity: 3, reserved: 1 })

  const before = await db.$count(sale)
  const rolledBack = as(shopItself, async (context) => {
    await createSale(context, order(ring.itemID, 1, paidInFull))
    await cancelSale(context, second.salesTransactionID, null)
    throw new Error('The caller changed its mind')
  })
  await expect(rolledBack).rejects.toThrow('The caller changed its mind')
  expect(await db.$count(sale)).toBe(before)
  expect(await stockOf(ring.inventoryID)).toEqual({ quantity: 3, reserved: 1 })
  expect(await auditOf(second.salesTransactionID)).toMatchObject([{ action: 'create' }])
})

test('canceling a sale releases its stock and requires a decision about the deposit', async () => {
  const ring = await stockItem(db, { quantity: 2, price: 1000 })
  const deposit = { payments: [{ paymentTypeID: cash, amount: 400 }] }
  const staff = person(3)
  const sold = () => as(staff, (context) => createSale(context, order(ring.itemID, 1, deposit)))
  const [one, two] = [await sold(), await sold()].map(({ salesTransactionID }) => salesTransactionID)
  expect(await stockOf(ring.inventoryID)).toEqual({ quantity: 2, reserved: 2 })

  const cancel = (actor: Actor, id: number, cancellation: Parameters<typeof cancelSale>[2]) =>
    as(actor, (context) => cancelSale(context, id, cancellation))
  await expect(cancel(staff, one!, null)).rejects.toMatchObject({ code: 'sale.deposit_undecided' })
  await expect(cancel(staff, one!, { deposit: 'refund' })).rejects.toMatchObject({ code: 'sale.deposit_return_denied' })
  await expect(cancel(staff, one!, { deposit: 'forfeit' })).rejects.toMatchObject({ code: 'sale.forfeit_denied' })
  const manager = person(2)
  await expect(cancel(manager, one!, { deposit: 'refund' })).rejects.toMatchObject({ code: 'sale.reason_missing' })
  const reason = 'Found it cheaper'
  expect(await cancel(manager, one!, { deposit: 'refund', paymentTypeID: cash, reason })).toMatchObject({
    deposit: 'refund',
    cancelReason: reason,
    status: 'Canceled',
    refundedAmount: 400,
    payments: [{ amount: 400 }, { amount: -400 }],
  })
  expect(await cancel(shopItself, two!, { deposit: 'forfeit', reason })).toMatchObject({
    status: 'Canceled',
    refundedAmount: 0,
    payments: [{ amount: 400 }],
  })
  expect(await stockOf(ring.inventoryID)).toEqual({ quantity: 2, reserved: 0 })
  expect(await auditOf(two!)).toMatchObject([
    { action: 'create', userID: staff.userID },
    { action: 'cancel', userID: null },
  ])
  await expect(cancel(shopItself, two!, null)).rejects.toMatchObject({ code: 'sale.closed' })
  expect(await verifyStock({ db })).toEqual([])
})

test.each<[string, Actor, string]>([
  ['a buyer', buyer, 'auth.required'],
  ['a visitor', visitor, 'auth.required'],
  ['a person without a role', person(0), 'access.denied'],
])('every operation refuses %s and writes nothing', async (_, actor, code) => {
  const ring = await stockItem(db, { quantity: 3, price: 1000 })
  const counterSale = order(ring.itemID, 1, { payments: [{ paymentTypeID: cash, amount: 1000 }], complete: true })
  const completed = await as(shopItself, (context) => createSale(context, counterSale))
  const { salesTransactionID: id } = await as(shopItself, (context) => createSale(context, order(ring.itemID, 1)))
  const state = async () => ({
    stock: await stockOf(ring.inventoryID),
    sales: await db.$count(sale),
    audit: await db.$count(audit),
  })
  const before = await state()

  const refused: ((context: Context) => Promise<unknown>)[] = [
    (context) => createSale(context, order(ring.itemID, 1)),
    (context) => updateSale(context, id, order(ring.itemID, 1)),
    (context) => takePayment(context, id, payment(1000)),
    (context) => completeSale(context, id),
    (context) => cancelSale(context, id, null),
    (context) => refundSale(context, completed.salesTransactionID, refundOf(completed.items[0]!.salesItemID, 1)),
  ]
  for (const operation of refused) await expect(as(actor, operation)).rejects.toMatchObject({ code })
  expect(await state()).toEqual(before)
})

test('price and refund rules check the actor’s capability, and the shop itself has every capability', async () => {
  const ring = await stockItem(db, { quantity: 9, price: 1000 })
  const cheap = order(ring.itemID, 1, { items: [{ itemID: ring.itemID, orderQty: 1, price: 900 }] })
  const discounted = order(ring.itemID, 1, { discount: 200 })
  const sell = (actor: Actor, input: typeof cheap) => as(actor, (context) => createSale(context, input))
  await expect(sell(person(3), cheap)).rejects.toMatchObject({ code: 'sale.price_below', field: 'items.0.price' })
  await expect(sell(atTill(3), discounted)).rejects.toMatchObject({ code: 'sale.discount_above', field: 'discount' })
  expect(await sell(shopItself, cheap)).toMatchObject({ totalPurchase: 900 })
  expect(await sell(person(2), discounted)).toMatchObject({ totalPurchase: 800 })

  const unpaid = await sell(person(3), order(ring.itemID, 1))
  const complete = as(shopItself, (context) => completeSale(context, unpaid.salesTransactionID))
  await expect(complete).rejects.toMatchObject({ code: 'sale.balance_due' })
  const counterSale = order(ring.itemID, 1, { payments: [{ paymentTypeID: cash, amount: 1000 }], complete: true })
  const { salesTransactionID: id, items } = await sell(person(3), counterSale)
  const refund = as(person(3), (context) => refundSale(context, id, refundOf(items[0]!.salesItemID, 1)))
  await expect(refund).rejects.toMatchObject({ code: 'access.denied' })
  expect(await verifyStock({ db })).toEqual([])
})
