// Proves that the purchasing operations work without HTTP for a person, a device and the shop, and refuse all others.
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { RoleID } from '../../contract/shared/permissions.ts'
import { actingAs, atDevice, personOf } from '../../tests/support/actors.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { item } from '../db/schema/catalogue.ts'
import { notification } from '../db/schema/messages.ts'
import { purchaseOrder, purchaseOrderItem, receiving, receivingItem, supplier } from '../db/schema/purchasing.ts'
import { audit } from '../db/schema/shared.ts'
import { inventory, stockMovement } from '../db/schema/stock.ts'
import { type Actor, type Context, shopItself, userIDOf, visitor } from '../kernel/context.ts'
import { verifyStock } from '../stock/ledger/verify.ts'
import { addOrderLine, updateOrderLine } from './orders/order-lines.operations.ts'
import { approveOrder, cancelOrder, closeOrder, createOrder, updateOrder } from './orders/orders.operations.ts'
import { findOrder } from './orders/orders.queries.ts'
import { addReceivingItem, updateReceivingItem } from './receivings/receiving-items.operations.ts'
import {
  cancelReceiving,
  completeReceiving,
  createReceiving,
  updateReceiving,
} from './receivings/receivings.operations.ts'

const { db, users } = await testApp()
const person = (roleID: RoleID) => personOf(users, roleID)
const as = <A extends Actor>(actor: A) => actingAs(db, actor)
const [from] = await db
  .insert(supplier)
  .values({ supplierName: 'Kofu Casting', contactDetails: '1', email: 'kofu@supplier.example' })
  .returning()

const day = '2026-11-20'
/** Returns the input of an order for ten pieces of each item at ₱600 each. */
const orderOf = (...itemIDs: number[]) => ({
  supplierID: from!.supplierID,
  locationID: 1,
  orderDate: day,
  expectedDeliverDate: day,
  referenceNo: null,
  remarks: null,
  purchaseOrderItems: itemIDs.map((itemID) => ({ itemID, orderQty: 10, price: 600 })),
})
/** A delivery note whose goods a member of the staff received. */
const header = { referenceNumber: 'DR-1', receivedDate: day, receivedByID: users.get(3)! }
const pieces = (itemID: number, receivedQty: number) => ({ itemID, uom: 'PCS' as const, receivedQty, unitCost: 600 })

const onHand = async (itemID: number) =>
  (await db.select().from(inventory).where(eq(inventory.itemID, itemID))).reduce((sum, row) => sum + row.quantity, 0)
/** Returns each audit row of a record as its action and its user. */
const trailOf = async (entity: typeof audit.$inferSelect.entity, entityID: number) =>
  (
    await db
      .select()
      .from(audit)
      .where(and(eq(audit.entity, entity), eq(audit.entityID, entityID)))
      .orderBy(asc(audit.auditID))
  ).map(({ action, userID }) => [action, userID])
/** Reads every table that a refused operation must not change. */
const everything = async () => [
  await db.select().from(purchaseOrder).orderBy(asc(purchaseOrder.poID)),
  await db.select().from(purchaseOrderItem).orderBy(asc(purchaseOrderItem.poItemID)),
  await db.select().from(receiving).orderBy(asc(receiving.poReceivingID)),
  await db.select().from(receivingItem).orderBy(asc(receivingItem.poReceivingItemID)),
  await db.$count(stockMovement),
  await db.$count(audit),
]

test.each<[name: string, actor: Actor]>([
  ['a manager', person(2)],
  ['a manager at a device', atDevice(person(2))],
  ['the shop itself', shopItself],
])('%s orders, approves and receives, and the stock goes up', async (_, actor) => {
  const who = userIDOf(actor)
  const { itemID } = await stockItem(db, { quantity: 10, cost: 500 })
  const order = await as(actor)((context) => createOrder(context, orderOf(itemID)))
  expect(order).toMatchObject({ status: 'Pending', totalCost: 6000, createdByID: who })
  expect(order.poNumber).toMatch(/^PO-\d{4}-\d{6}$/)
  const { poID } = order
  await as(actor)((context) => updateOrder(context, poID, { ...orderOf(itemID), updatedAt: order.updatedAt }))
  const approved = await as(actor)((context) => approveOrder(context, poID))
  expect(approved).toMatchObject({ status: 'Approved', approvedByID: who })

  const pending = await as(actor)((context) =>
    createReceiving(context, { ...header, poID, items: [pieces(itemID, 3)] }),
  )
  expect(pending).toMatchObject({ status: 'Pending', totalQty: 3, createdByID: who })
  expect(await onHand(itemID)).toBe(10)
  const { poReceivingID } = pending
  await as(actor)((context) => updateReceiving(context, poReceivingID, { items: [pieces(itemID, 4)] }))
  const completed = await as(actor)((context) => completeReceiving(context, poReceivingID))
  expect(completed).toMatchObject({ status: 'Completed', totalQty: 4 })
  expect(await onHand(itemID)).toBe(14)
  const [received] = await db.select().from(item).where(eq(item.itemID, itemID))
  expect(received!.averageCost).toBe(528.571429)
  const movements = await db
    .select()
    .from(stockMovement)
    .where(and(eq(stockMovement.documentType, 'receiving'), eq(stockMovement.documentID, poReceivingID)))
  expect(movements).toMatchObject([{ kind: 'receiving', quantity: 4, unitCost: 600, userID: who }])

  expect(await findOrder(db, poID)).toMatchObject({
    status: 'Partially Received',
    purchaseOrderItems: [{ receivedQty: 4, outstanding: 6 }],
  })
  const closed = await as(actor)((context) => closeOrder(context, poID, { reason: 'No more to come' }))
  expect(closed).toMatchObject({ status: 'Received', purchaseOrderItems: [{ closedQty: 6, outstanding: 0 }] })
  expect(await verifyStock({ db })).toEqual([])
  expect(await trailOf('purchaseOrder', poID)).toEqual(
    ['create', 'update', 'approve', 'status', 'status', 'close'].map((action) => [action, who]),
  )
  expect(await trailOf('receiving', poReceivingID)).toEqual(
    ['create', 'update', 'complete'].map((action) => [action, who]),
  )
})

test('the shop itself decides on a person’s order, and the person is notified', async () => {
  const { itemID } = await stockItem(db, {})
  const { poID, poNumber } = await as(person(3))((context) => createOrder(context, orderOf(itemID)))
  await as(shopItself)((context) => cancelOrder(context, poID))
  const messages = await db
    .select()
    .from(notification)
    .where(eq(notification.userID, users.get(3)!))
  expect(messages.map(({ message }) => message)).toEqual([`The shop canceled ${poNumber}: Kofu Casting, ₱6,000.00`])
})

test('staff change lines of an order and of a receiving, and cancel the receiving', async () => {
  const staff = as(person(3))
  const [ring, chain] = [await stockItem(db, {}), await stockItem(db, {})]
  const { poID } = await staff((context) => createOrder(context, orderOf(ring.itemID)))
  const line = { poID, itemID: chain.itemID, uom: 'PCS' as const, unitCost: 100, orderQty: 5 }
  const { poItemID } = await staff((context) => addOrderLine(context, line))
  const changed = await staff((context) => updateOrderLine(context, poItemID, { ...line, orderQty: 7 }))
  expect(changed).toMatchObject({ orderQty: 7, outstanding: 7 })
  expect((await findOrder(db, poID)).totalCost).toBe(6700)

  const { poReceivingID } = await staff((context) => addReceivingItem(context, pieces(ring.itemID, 2)))
  const added = await staff((context) => addReceivingItem(context, { poReceivingID, ...pieces(chain.itemID, 1) }))
  await staff((context) => updateReceivingItem(context, added.poReceivingItemID, pieces(chain.itemID, 3)))
  const [stored] = await db.select().from(receiving).where(eq(receiving.poReceivingID, poReceivingID))
  expect(stored).toMatchObject({ status: 'Pending', totalQty: 5, receivedByID: users.get(3) })
  const canceled = await staff((context) => cancelReceiving(context, poReceivingID))
  expect(canceled.status).toBe('Canceled')
  expect(await onHand(ring.itemID)).toBe(0)
})

test('the shop itself must name the user who received the goods', async () => {
  const { itemID } = await stockItem(db, {})
  const { receivedByID: _, ...unnamed } = header
  const before = await everything()
  const creation = as(shopItself)((context) => createReceiving(context, { ...unnamed, items: [pieces(itemID, 1)] }))
  await expect(creation).rejects.toMatchObject({ code: 'reference.missing', field: 'receivedByID' })
  expect(await everything()).toEqual(before)
})

test('no operation lets staff decide on orders', async () => {
  const { itemID } = await stockItem(db, {})
  const { poID } = await as(person(3))((context) => createOrder(context, orderOf(itemID)))
  const before = await everything()
  for (const actor of [person(3), atDevice(person(3))])
    for (const decision of [
      (context: Context) => approveOrder(context, poID),
      (context: Context) => cancelOrder(context, poID),
      (context: Context) => closeOrder(context, poID, { reason: 'No' }),
    ])
      await expect(as(actor)(decision)).rejects.toMatchObject({ code: 'access.denied', status: 403 })
  expect(await everything()).toEqual(before)
})

test.each<[name: string, actor: Actor, code: string]>([
  ['a user without a role', person(0), 'access.denied'],
  ['a buyer', { kind: 'buyer', linkID: 1 }, 'auth.required'],
  ['a visitor', visitor, 'auth.required'],
])('%s may not call any purchasing operation', async (_, actor, code) => {
  const { itemID } = await stockItem(db, {})
  const order = await as(shopItself)((context) => createOrder(context, orderOf(itemID)))
  const { poID } = order
  const line = { poID, itemID, uom: 'PCS' as const, unitCost: 1, orderQty: 1 }
  const { items, poReceivingID } = await as(shopItself)((context) =>
    createReceiving(context, { ...header, items: [pieces(itemID, 1)] }),
  )
  const before = await everything()
  const operations: ((context: Context) => Promise<unknown>)[] = [
    (context) => createOrder(context, orderOf(itemID)),
    (context) => updateOrder(context, poID, orderOf(itemID)),
    (context) => approveOrder(context, poID),
    (context) => cancelOrder(context, poID),
    (context) => closeOrder(context, poID, { reason: 'No' }),
    (context) => addOrderLine(context, line),
    (context) => updateOrderLine(context, order.purchaseOrderItems[0]!.poItemID, line),
    (context) => createReceiving(context, { ...header, items: [pieces(itemID, 1)] }),
    (context) => updateReceiving(context, poReceivingID, header),
    (context) => completeReceiving(context, poReceivingID),
    (context) => cancelReceiving(context, poReceivingID),
    (context) => updateReceivingItem(context, items[0]!.poReceivingItemID, pieces(itemID, 2)),
  ]
  for (const operation of operations) await expect(as(actor)(operation)).rejects.toMatchObject({ code })
  const addition = as(person(0))((context) => addReceivingItem(context, pieces(itemID, 1)))
  await expect(addition).rejects.toMatchObject({ code: 'access.denied' })
  expect(await everything()).toEqual(before)
})
