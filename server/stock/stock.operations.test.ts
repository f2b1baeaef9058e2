// Proves that the stock operations work without HTTP for a person, a device and the shop, and refuse all others.
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { RoleID } from '../../contract/shared/permissions.ts'
import { actingAs, atDevice, personOf } from '../../tests/support/actors.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { notification } from '../db/schema/messages.ts'
import { audit } from '../db/schema/shared.ts'
import { inventory, inventoryAdjustment, location, stockCountLine, stockMovement } from '../db/schema/stock.ts'
import { type Actor, shopItself, userIDOf, visitor } from '../kernel/context.ts'
import {
  approveAdjustment,
  declineAdjustment,
  requestAdjustment,
  updateAdjustment,
} from './adjustments/adjustments.operations.ts'
import { addCountLine, countLine, recountLine, scanCountLine } from './counts/count-lines.operations.ts'
import { cancelCount, finishCount, openCount } from './counts/counts.operations.ts'
import { findSheet } from './counts/counts.queries.ts'
import { openStock, updateStock } from './inventory/inventory.operations.ts'
import { verifyStock } from './ledger/verify.ts'
import { returnFromRepair } from './repairs/repair-returns.operations.ts'
import { transferStock } from './transfers/transfers.operations.ts'

const { db, users } = await testApp()
const person = (roleID: RoleID) => personOf(users, roleID)
const as = (actor: Actor) => actingAs(db, actor)
const buyer: Actor = { kind: 'buyer', linkID: 1 }

/** Actors with all capabilities for stock. */
const deciders: [name: string, actor: Actor][] = [
  ['an administrator', person(1)],
  ['an administrator at a device', atDevice(person(1))],
  ['the shop itself', shopItself],
]
/** Actors without any capability for stock, and the code of their error. */
const strangers: [name: string, actor: Actor, code: string][] = [
  ['a user without a role', person(0), 'access.denied'],
  ['a buyer', buyer, 'auth.required'],
  ['a visitor', visitor, 'auth.required'],
]

let places = 0
async function newPlace(): Promise<number> {
  const [made] = await db
    .insert(location)
    .values({ locationName: `Place ${++places}` })
    .returning()
  return made!.locationID
}
const quantityOf = async (inventoryID: number) =>
  (await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID)))[0]!.quantity
const lastMovement = async (inventoryID: number) =>
  (
    await db
      .select()
      .from(stockMovement)
      .where(eq(stockMovement.inventoryID, inventoryID))
      .orderBy(asc(stockMovement.sequence))
  ).at(-1)!
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
  await db.select().from(inventory).orderBy(asc(inventory.inventoryID)),
  await db.select().from(inventoryAdjustment).orderBy(asc(inventoryAdjustment.adjustmentID)),
  await db.select().from(stockCountLine).orderBy(asc(stockCountLine.countLineID)),
  await db.$count(stockMovement),
  await db.$count(audit),
]

test.each(deciders)('%s creates stock and sets its quantity and threshold', async (_, actor) => {
  const { itemID } = await stockItem(db, {})
  const place = { itemID, locationID: await newPlace(), inventoryTypeID: 1 }
  const opened = await as(actor)((context) => openStock(context, { ...place, quantity: 4, reOrderThreshold: 1 }))
  expect(opened).toMatchObject({ ...place, quantity: 4, available: 4, createdByID: userIDOf(actor) })
  const { inventoryID } = opened
  const changed = await as(actor)((context) =>
    updateStock(context, inventoryID, { ...place, quantity: 6, reOrderThreshold: 2, updatedAt: opened.updatedAt }),
  )
  expect(changed).toMatchObject({ quantity: 6, reOrderThreshold: 2 })
  expect(await lastMovement(inventoryID)).toMatchObject({ kind: 'correction', quantity: 2, userID: userIDOf(actor) })
  expect(await verifyStock({ db })).toEqual([])
  expect(await trailOf('inventory', inventoryID)).toEqual([
    ['create', userIDOf(actor)],
    ['update', userIDOf(actor)],
  ])
})

test.each(deciders)('%s approves an adjustment that staff have requested', async (_, actor) => {
  const { inventoryID } = await stockItem(db, { quantity: 10 })
  const asked = await as(person(3))((context) =>
    requestAdjustment(context, { inventoryID, adjustmentReasonID: 1, quantityAdjusted: -2 }),
  )
  expect(asked).toMatchObject({ status: 'Pending', createdBy: 'Test Staff', inventory: { quantity: 10 } })
  const { adjustmentID } = asked
  await as(person(3))((context) =>
    updateAdjustment(context, adjustmentID, { inventoryID, adjustmentReasonID: 1, quantityAdjusted: -3 }),
  )
  expect(await quantityOf(inventoryID)).toBe(10)

  const approved = await as(actor)((context) => approveAdjustment(context, { adjustmentID, inventoryID }))
  const decidedBy = actor.kind === 'shop' ? null : 'Test Admin'
  expect(approved).toMatchObject({ status: 'Completed', decidedByID: userIDOf(actor), decidedBy })
  expect(await quantityOf(inventoryID)).toBe(7)
  expect(await lastMovement(inventoryID)).toMatchObject({
    kind: 'adjustment',
    documentID: adjustmentID,
    quantity: -3,
    userID: userIDOf(actor),
  })
  expect(await trailOf('inventoryAdjustment', adjustmentID)).toEqual([
    ['create', users.get(3)],
    ['update', users.get(3)],
    ['update', userIDOf(actor)],
  ])
  const messages = await db
    .select()
    .from(notification)
    .where(and(eq(notification.kind, 'adjustmentDecided'), eq(notification.userID, users.get(3)!)))
    .orderBy(asc(notification.notificationID))
  expect(messages.at(-1)!.message).toMatch(new RegExp(`^${decidedBy ?? 'The shop'} approved your adjustment: −3 of `))

  expect(await verifyStock({ db })).toEqual([])

  const again = as(actor)((context) => declineAdjustment(context, { adjustmentID }))
  await expect(again).rejects.toMatchObject({ code: 'adjustment.decided' })
})

test('the shop itself requests an adjustment, and a person declines it', async () => {
  const { inventoryID } = await stockItem(db, { quantity: 10 })
  const { adjustmentID, createdBy } = await as(shopItself)((context) =>
    requestAdjustment(context, { inventoryID, adjustmentReasonID: 1, quantityAdjusted: 5 }),
  )
  expect(createdBy).toBeNull()
  const declined = await as(person(1))((context) => declineAdjustment(context, { adjustmentID }))
  expect(declined).toMatchObject({ status: 'Rejected', inventory: { quantity: 10 } })
  expect(await quantityOf(inventoryID)).toBe(10)
  expect(await trailOf('inventoryAdjustment', adjustmentID)).toEqual([
    ['create', null],
    ['update', users.get(1)],
  ])
})

test.each([['staff', person(3)] as const, ['the shop itself', shopItself] as const])(
  '%s transfers goods to another location',
  async (_, actor) => {
    const { itemID, inventoryID } = await stockItem(db, { quantity: 5, cost: 700 })
    const toLocationID = await newPlace()
    const made = await as(actor)((context) =>
      transferStock(context, { fromLocationID: 1, toLocationID, remarks: null, items: [{ itemID, quantity: 2 }] }),
    )
    expect(made).toMatchObject({ totalItems: 1, totalQuantity: 2, items: [{ itemID, quantity: 2 }] })
    expect(made.transferNumber).toMatch(/^ST-\d{4}-\d{6}$/)
    expect(await quantityOf(inventoryID)).toBe(3)
    const [there] = await db.select().from(inventory).where(eq(inventory.locationID, toLocationID))
    expect(there).toMatchObject({ itemID, quantity: 2 })
    expect(await lastMovement(there!.inventoryID)).toMatchObject({ kind: 'transfer', unitCost: 700 })
    expect(await verifyStock({ db })).toEqual([])
    expect(await trailOf('stockTransfer', made.transferID)).toEqual([['create', userIDOf(actor)]])
  },
)

test.each([['staff', person(3)] as const, ['the shop itself', shopItself] as const])(
  '%s counts a location; its differences wait for approval',
  async (_, actor) => {
    const locationID = await newPlace()
    const ring = await stockItem(db, { itemName: 'Amber', quantity: 5, locationID })
    const chain = await stockItem(db, { itemName: 'Beryl', quantity: 2, locationID })
    const found = await stockItem(db, { itemName: 'Coral' })
    const { countID: id } = await as(actor)((context) => openCount(context, { locationID, remarks: null }))
    await as(actor)((context) => addCountLine(context, id, { itemID: found.itemID }))
    const [amber, beryl, coral] = (await findSheet(db, id)).lines.map(({ countLineID }) => countLineID)
    await as(actor)((context) => countLine(context, { id, lineID: amber! }, 9))
    await as(actor)((context) => recountLine(context, { id, lineID: amber! }))
    const counted = await as(actor)((context) => countLine(context, { id, lineID: amber! }, 4))
    expect(counted).toMatchObject({ counted: 4, difference: -1 })
    expect(counted.countedBy?.userID ?? null).toBe(userIDOf(actor))
    await as(actor)((context) => countLine(context, { id, lineID: beryl! }, 2))
    await as(actor)((context) => scanCountLine(context, { id, lineID: coral! }))

    const finished = await as(actor)((context) => finishCount(context, id))
    expect(finished).toMatchObject({ status: 'Completed', adjusted: 2, matching: 1, uncounted: 0 })
    expect([await quantityOf(ring.inventoryID), await quantityOf(chain.inventoryID)]).toEqual([5, 2])
    const waiting = await db.select().from(inventoryAdjustment).where(eq(inventoryAdjustment.countID, id))
    expect(waiting.map(({ status, quantityAdjusted }) => [status, quantityAdjusted])).toEqual([
      ['Pending', -1],
      ['Pending', 1],
    ])
    expect(await trailOf('stockCount', id)).toEqual([
      ['create', userIDOf(actor)],
      ['finish', userIDOf(actor)],
    ])
    for (const { adjustmentID, inventoryID } of waiting)
      await as(shopItself)((context) => approveAdjustment(context, { adjustmentID, inventoryID }))
    expect(await quantityOf(ring.inventoryID)).toBe(4)
    expect(await verifyStock({ db })).toEqual([])
    await expect(as(actor)((context) => cancelCount(context, id))).rejects.toMatchObject({ code: 'count.closed' })
  },
)

test('no operation lets staff decide on adjustments or set quantities', async () => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 10 })
  const { adjustmentID } = await as(person(3))((context) =>
    requestAdjustment(context, { inventoryID, adjustmentReasonID: 1, quantityAdjusted: -2 }),
  )
  const before = await everything()
  for (const actor of [person(2), person(3), atDevice(person(3))]) {
    const approval = as(actor)((context) => approveAdjustment(context, { adjustmentID, inventoryID }))
    await expect(approval).rejects.toMatchObject({ code: 'access.denied', status: 403 })
    const refusal = as(actor)((context) => declineAdjustment(context, { adjustmentID }))
    await expect(refusal).rejects.toMatchObject({ code: 'access.denied' })
    const setting = as(actor)((context) =>
      updateStock(context, inventoryID, {
        itemID,
        locationID: 1,
        inventoryTypeID: 1,
        quantity: 9,
        reOrderThreshold: 0,
      }),
    )
    await expect(setting).rejects.toMatchObject({ code: 'stock.quantity_denied' })
  }
  expect(await everything()).toEqual(before)
})

test.each(strangers)('%s may not call any stock operation', async (_, actor, code) => {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 10 })
  const { adjustmentID } = await as(shopItself)((context) =>
    requestAdjustment(context, { inventoryID, adjustmentReasonID: 1, quantityAdjusted: -2 }),
  )
  const { countID: id } = await as(shopItself)((context) => openCount(context, { locationID: 1, remarks: null }))
  const lineID = (await findSheet(db, id)).lines[0]!.countLineID
  const stock = { itemID, locationID: 1, inventoryTypeID: 1, quantity: 4, reOrderThreshold: 1 }
  const adjustment = { inventoryID, adjustmentReasonID: 1, quantityAdjusted: -1 }
  const before = await everything()
  const operations: ((context: Parameters<typeof cancelCount>[0]) => Promise<unknown>)[] = [
    (context) => openStock(context, stock),
    (context) => updateStock(context, inventoryID, stock),
    (context) => requestAdjustment(context, adjustment),
    (context) => updateAdjustment(context, adjustmentID, adjustment),
    (context) => approveAdjustment(context, { adjustmentID, inventoryID }),
    (context) => declineAdjustment(context, { adjustmentID }),
    (context) =>
      transferStock(context, { fromLocationID: 1, toLocationID: 2, remarks: null, items: [{ itemID, quantity: 1 }] }),
    (context) => returnFromRepair(context, { inventoryID, quantity: 1, outcome: 'scrap', cost: 0, remarks: null }),
    (context) => openCount(context, { locationID: 1, remarks: null }),
    (context) => addCountLine(context, id, { itemID }),
    (context) => countLine(context, { id, lineID }, 1),
    (context) => scanCountLine(context, { id, lineID }),
    (context) => recountLine(context, { id, lineID }),
    (context) => finishCount(context, id),
    (context) => cancelCount(context, id),
  ]
  for (const operation of operations) await expect(as(actor)(operation)).rejects.toMatchObject({ code })
  expect(await everything()).toEqual(before)
  await as(shopItself)((context) => cancelCount(context, id))
})
