import { asc, desc, eq, gt } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toThousandths } from '../../../contract/shared/quantities.ts'
import { anyCodeOf, testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { notification } from '../../db/schema/messages.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, inventoryAdjustment, location, stockCount, stockMovement } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { verifyStock } from '../ledger/verify.ts'
import { notifyOfCount } from './adjustment-messages.ts'
import { insertAdjustments } from './adjustments.operations.ts'

const { db, as, users } = await testApp()
const path = '/api/v1/inventory-adjustment'
const staff = as(3)
const admin = as(1)
const [, cebu] = await db
  .insert(location)
  .values([{ locationName: 'Baguio' }, { locationName: 'Cebu' }])
  .returning()

const band = await stockItem(db, { itemName: 'Band', itemCode: 'BAND', quantity: 10, cost: 5000.123456 })
const studs = await stockItem(db, { itemName: 'Studs', uom: 'PAIR', quantity: 4, locationID: cebu!.locationID })
const beads = await stockItem(db, { itemName: 'Gold beads', uom: 'BULK', quantity: 12.5 })

const lost = { inventoryID: band.inventoryID, adjustmentReasonID: 2, quantityAdjusted: -3 }
const ask = async (over = {}, by = staff) => (await by('POST', path, { ...lost, ...over })).body.data
type Asked = { adjustmentID: number; inventoryID: number }
const approve = ({ inventoryID, adjustmentID }: Asked, body: object = {}, by = admin) =>
  by('PUT', `${path}/${inventoryID}/approve/${adjustmentID}`, body)
const decline = ({ adjustmentID }: Asked, body: object = {}, by = admin) =>
  by('PUT', `${path}/${adjustmentID}/decline`, body)
const asRead = async ({ adjustmentID }: Asked) => (await staff('GET', `${path}/${adjustmentID}`)).body.data
const onHand = async (inventoryID: number) =>
  (await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID)))[0]!.quantity
const everything = async () => [
  await db.select().from(inventoryAdjustment).orderBy(asc(inventoryAdjustment.adjustmentID)),
  await db.select().from(inventory).orderBy(asc(inventory.inventoryID)),
  await db.select().from(stockMovement),
  await db.$count(audit),
  await db.$count(notification),
]
/** Runs the work and returns its messages as `[userID, kind, message, link]`, sorted by user. */
async function messagesFrom(work: () => Promise<unknown>) {
  const [last] = await db.select().from(notification).orderBy(desc(notification.notificationID)).limit(1)
  await work()
  const rows = await db
    .select()
    .from(notification)
    .where(gt(notification.notificationID, last?.notificationID ?? 0))
    .orderBy(asc(notification.userID), asc(notification.notificationID))
  return rows.map(({ userID, kind, message, link }) => [userID, kind, message, link])
}

test('a requested adjustment is Pending with the caller as requester, and the stock stays unchanged', async () => {
  const { status, body } = await staff('POST', path, {
    ...lost,
    status: 'Completed',
    createdByID: 99,
    adjustmentID: 99,
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    success: true,
    data: {
      ...lost,
      adjustmentID: 1,
      adjustmentTypeID: 1,
      status: 'Pending',
      pieces: [],
      countID: null,
      count: null,
      adjustmentType: { typeName: 'Manual adjustment' },
      adjustmentReason: { reasonName: 'Lost' },
      inventory: {
        quantity: 10,
        reserved: 0,
        inventoryType: { typeName: 'On hand' },
        location: { locationName: 'Main' },
        item: {
          itemID: band.itemID,
          itemName: 'Band',
          itemCode: 'BAND',
          uom: 'PCS',
          byPiece: false,
          image_url: null,
          image_focus: null,
        },
      },
      createdBy: 'Test Staff',
      decidedBy: null,
      decidedByID: null,
      decidedAt: null,
      createdByID: users.get(3),
      modifiedByID: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    },
  })
  const [row] = await db.select().from(audit).orderBy(desc(audit.auditID)).limit(1)
  expect(row).toMatchObject({ action: 'create', entity: 'inventoryAdjustment', entityID: 1, userID: users.get(3) })
  expect((await staff('GET', `${path}/1`)).body).toEqual(body)
})

test.each([
  [400, { inventoryID: undefined }, 'inventoryID', 'Inventory item is required'],
  [400, { adjustmentReasonID: null }, 'adjustmentReasonID', 'Adjustment reason is required'],
  [400, { adjustmentTypeID: '1' }, 'adjustmentTypeID', 'Adjustment type must be a number'],
  [400, { quantityAdjusted: undefined }, 'quantityAdjusted', 'Quantity adjusted is required'],
  [400, { quantityAdjusted: 0 }, 'quantityAdjusted', 'An adjustment of zero changes nothing'],
  [400, { quantityAdjusted: '3' }, 'quantityAdjusted', 'Quantity adjusted must be a number'],
  [400, { quantityAdjusted: 1e12 }, 'quantityAdjusted', 'Quantity adjusted must be at most 99999999999'],
  [400, { quantityAdjusted: 0.5 }, 'quantityAdjusted', 'Band is counted in whole pieces'],
  [
    400,
    { inventoryID: studs.inventoryID, quantityAdjusted: 0.5 },
    'quantityAdjusted',
    'Studs is counted in whole pairs',
  ],
  [
    400,
    { inventoryID: beads.inventoryID, quantityAdjusted: 0.0005 },
    'quantityAdjusted',
    'Quantities have at most 3 decimals',
  ],
  [422, { inventoryID: 999 }, 'inventoryID', 'Inventory item 999 does not exist'],
  [422, { adjustmentReasonID: 999 }, 'adjustmentReasonID', 'Adjustment reason 999 does not exist'],
  [422, { adjustmentTypeID: 999 }, 'adjustmentTypeID', 'Adjustment type 999 does not exist'],
])('%j is refused with %i on create and on update', async (expected, wrong, field, message) => {
  const { adjustmentID } = await ask()
  const before = await everything()
  for (const [method, address] of [
    ['POST', path],
    ['PUT', `${path}/${adjustmentID}`],
  ] as const) {
    const { status, body } = await staff(method, address, { ...lost, ...wrong })
    expect([status, body]).toEqual([
      expected,
      { success: false, code: anyCodeOf(expected), message, errors: [{ field, message }] },
    ])
  }
  expect(await everything()).toEqual(before)
})

test('any user may change a Pending adjustment, unless their reading is stale', async () => {
  const asked = await ask()
  const at = `${path}/${asked.adjustmentID}`
  const found = { inventoryID: studs.inventoryID, adjustmentReasonID: 3, quantityAdjusted: 2 }
  const { status, body } = await as(2)('PUT', at, { ...found, status: 'Completed', updatedAt: asked.updatedAt })
  expect([status, body.data]).toMatchObject([
    200,
    { ...found, status: 'Pending', adjustmentTypeID: 1, createdByID: users.get(3), modifiedByID: users.get(2) },
  ])
  expect(body.data.inventory).toMatchObject({ quantity: 4, item: { itemName: 'Studs' } })
  const before = await everything()
  const stale = await staff('PUT', at, { ...lost, updatedAt: asked.updatedAt })
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'This record was changed by someone else. Reload and try again.',
  ])
  expect(await everything()).toEqual(before)
})

test('an approval posts the adjustment to the ledger at the item’s cost, with who and when', async () => {
  const asked = await ask({ quantityAdjusted: -4 })
  const { status, body } = await approve(asked)
  expect([status, body.data]).toMatchObject([
    200,
    {
      status: 'Completed',
      inventory: { quantity: 6 },
      decidedBy: 'Test Admin',
      decidedByID: users.get(1),
      decidedAt: expect.stringMatching(/Z$/),
    },
  ])
  expect(body.data).toEqual(await asRead(asked))
  const { body: ledger } = await staff('GET', `/api/v1/inventory/${band.inventoryID}/movements?pageSize=1`)
  expect(ledger.data[0]).toMatchObject({
    kind: 'adjustment',
    documentType: 'adjustment',
    documentID: asked.adjustmentID,
    quantity: -4,
    quantityAfter: 6,
    // The average of ten at ₱50,001.23.
    unitCost: 5000.123,
    user: { userID: users.get(1), name: 'Test Admin' },
  })
  const [change] = await db.select().from(audit).orderBy(desc(audit.auditID)).limit(1)
  expect(change).toMatchObject({
    action: 'update',
    entity: 'inventoryAdjustment',
    entityID: asked.adjustmentID,
    before: { status: 'Pending', inventory: { quantity: 10 } },
    after: { status: 'Completed', inventory: { quantity: 6 } },
  })
  await approve(await ask({ quantityAdjusted: 4 }))
  expect(await onHand(band.inventoryID)).toBe(10)
})

test('declining leaves the stock unchanged', async () => {
  const { status, body } = await decline(await ask())
  expect([status, body.data]).toMatchObject([
    200,
    { status: 'Rejected', inventory: { quantity: 10 }, decidedBy: 'Test Admin' },
  ])
  expect(await verifyStock({ db })).toEqual([])
})

test('a decided adjustment is final', async () => {
  const completed = await ask({ quantityAdjusted: 1 })
  await approve(completed)
  const rejected = await ask()
  await decline(rejected)
  const before = await everything()
  for (const [asked, sentence] of [
    [completed, 'Test Admin approved this adjustment already'],
    [rejected, 'Test Admin declined this adjustment already'],
  ] as const)
    for (const answer of [
      await approve(asked, { updatedAt: asked.updatedAt }),
      await decline(asked),
      await staff('PUT', `${path}/${asked.adjustmentID}`, lost),
    ])
      expect([answer.status, answer.body]).toEqual([
        409,
        { success: false, code: 'adjustment.decided', message: sentence },
      ])
  expect(await everything()).toEqual(before)
  await approve(await ask({ quantityAdjusted: -1 }))
})

test('only administrators decide', async () => {
  const asked = await ask()
  const before = await everything()
  for (const roleID of [0, 2, 3] as const)
    for (const answer of [await approve(asked, {}, as(roleID)), await decline(asked, {}, as(roleID))])
      expect([answer.status, answer.body.message]).toEqual([403, 'You may not do this'])
  expect(await everything()).toEqual(before)
})

test('nobody approves what was edited after they read it', async () => {
  const asked = await ask({ quantityAdjusted: -1 })
  await staff('PUT', `${path}/${asked.adjustmentID}`, { ...lost, quantityAdjusted: -9 })
  const before = await everything()
  for (const answer of [await approve(asked, asked), await decline(asked, asked)])
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This record was changed by someone else. Reload and try again.',
    ])
  expect(await everything()).toEqual(before)
  // Older clients send no body.
  expect((await admin('PUT', `${path}/${asked.adjustmentID}/decline`)).status).toBe(200)
})

test('an approval must name the adjustment’s own stock row', async () => {
  const asked = await ask()
  const before = await everything()
  for (const address of [
    `${path}/${studs.inventoryID}/approve/${asked.adjustmentID}`,
    `${path}/999/approve/${asked.adjustmentID}`,
    `${path}/${asked.inventoryID}/approve/999`,
    `${path}/999/decline`,
  ])
    expect(await admin('PUT', address)).toMatchObject({
      status: 404,
      body: { success: false, code: 'record.not_found', message: 'Inventory adjustment not found' },
    })
  expect((await staff('GET', `${path}/999`)).body.message).toBe('Inventory adjustment not found')
  expect((await staff('PUT', `${path}/999`, lost)).status).toBe(404)
  expect((await staff('GET', `${path}/x`)).body.message).toBe('ID must be a number')
  expect(await everything()).toEqual(before)
})

test('an adjustment below zero or below the held stock is refused and stays Pending', async () => {
  const ring = await stockItem(db, { itemName: 'Signet', quantity: 5 })
  const all = await ask({ inventoryID: ring.inventoryID, quantityAdjusted: -6 })
  const some = await ask({ inventoryID: ring.inventoryID, quantityAdjusted: -4 })
  const refused = await approve(all)
  expect([refused.status, refused.body.message]).toEqual([409, 'Only 5 of Signet available at Main'])
  const sale = { locationID: 1, transactionTypeID: 1, items: [{ itemID: ring.itemID, orderQty: 2 }] }
  expect((await staff('POST', '/api/v2/sales', sale)).status).toBe(201)
  const before = await everything()
  for (const asked of [all, some]) {
    const answer = await approve(asked)
    expect([answer.status, answer.body.message]).toEqual([409, 'Only 3 of Signet available at Main'])
    expect((await staff('GET', `${path}/${asked.adjustmentID}`)).body.data).toMatchObject({
      status: 'Pending',
      inventory: { quantity: 5, reserved: 2 },
    })
  }
  expect(await everything()).toEqual(before)
})

test('an increase is refused when its location has closed since', async () => {
  const asked = await ask({ inventoryID: studs.inventoryID, quantityAdjusted: 1 })
  await db.update(location).set({ status: false }).where(eq(location.locationID, cebu!.locationID))
  const answer = await approve(asked)
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'Location Cebu is Inactive: no stock of Studs can be put there',
  ])
  await db.update(location).set({ status: true }).where(eq(location.locationID, cebu!.locationID))
})

test('stock of Inactive items, locations and types can still be written off', async () => {
  const old = await stockItem(db, { quantity: 1, status: false })
  expect((await approve(await ask({ inventoryID: old.inventoryID, quantityAdjusted: -1 }))).status).toBe(200)
  expect(await onHand(old.inventoryID)).toBe(0)
})

test('Admins are notified of new adjustments and requesters of decisions, but nobody of their own actions', async () => {
  const [first, second] = [1, users.get(1)!]
  const asks = '−3 of Band at Main (Lost)'
  let asked!: Asked
  const isNew = await messagesFrom(async () => (asked = await ask()))
  const link = `/inventory-adjustment?id=${asked.adjustmentID}`
  const waiting = ['adjustmentWaiting', `Test Staff asks for an adjustment: ${asks}`, link]
  expect(isNew).toEqual([
    [first, ...waiting],
    [second, ...waiting],
  ])
  expect(await messagesFrom(() => approve(asked))).toEqual([
    [users.get(3), 'adjustmentDecided', `Test Admin approved your adjustment: ${asks}`, link],
  ])
  const other = await ask({ inventoryID: beads.inventoryID, quantityAdjusted: 0.25 })
  expect(await messagesFrom(() => decline(other))).toEqual([
    [
      users.get(3),
      'adjustmentDecided',
      'Test Admin declined your adjustment: +0.25 g of Gold beads at Main (Lost)',
      `/inventory-adjustment?id=${other.adjustmentID}`,
    ],
  ])
  let own!: Asked
  const ofOwn = await messagesFrom(async () => (own = await ask({ quantityAdjusted: 3 }, admin)))
  expect(ofOwn.map(([userID]) => userID)).toEqual([first])
  expect(await messagesFrom(() => approve(own))).toEqual([])
})

test('a count’s adjustments are announced once and cannot move to other stock', async () => {
  const [count] = await db
    .insert(stockCount)
    .values({ countNumber: 'SC-2026-000001', locationID: 1, blind: false })
    .returning()
  const { countID, countNumber } = count!
  const context: Context = {
    db,
    actor: {
      kind: 'person',
      userID: users.get(3)!,
      roleID: 3,
      seesCosts: true,
      blindCounts: [],
      name: 'Test Staff',
      sessionID: 1,
      signedInAt: new Date(),
      token: '',
    },
    now: new Date(),
    client: { address: '', agent: '' },
  }
  const reason = { adjustmentTypeID: 1, adjustmentReasonID: 4 }
  const lines = [
    { inventoryID: band.inventoryID, quantityAdjusted: -1 },
    { inventoryID: beads.inventoryID, quantityAdjusted: 0.5 },
  ]
  const keys = await insertAdjustments(context, { ...reason, countID, lines })
  expect(await insertAdjustments(context, { ...reason, countID, lines: [] })).toEqual([])
  const messages = await messagesFrom(() =>
    notifyOfCount(context, keys.length, { countID, countNumber, locationName: 'Main' }),
  )
  expect(messages.map(([, ...rest]) => rest)).toEqual(
    [1, 2].map(() => [
      'adjustmentWaiting',
      'Stock count SC-2026-000001 at Main is finished: 2 adjustments wait for approval',
      `/stock-count?id=${countID}`,
    ]),
  )
  const together = await staff('GET', `${path}?requestedWith=${keys[1]}&sort=adjustmentID`)
  expect(together.body.data.map(({ adjustmentID }: { adjustmentID: number }) => adjustmentID)).toEqual(keys)
  const { body } = await staff('GET', `${path}?countID=${countID}&sort=adjustmentID`)
  expect(body.data).toMatchObject(
    lines.map((line, n) => ({
      ...reason,
      ...line,
      adjustmentID: keys[n],
      countID,
      count: { countNumber },
      status: 'Pending',
    })),
  )
  const moved = await staff('PUT', `${path}/${keys[0]}`, { ...lost, inventoryID: studs.inventoryID })
  expect([moved.status, moved.body.message]).toEqual([422, 'What a stock count has found stays with its stock'])
  expect((await staff('PUT', `${path}/${keys[0]}`, lost)).body.data).toMatchObject({
    countID,
    quantityAdjusted: -3,
  })
})

test('the list is searched, filtered, sorted and paged', async () => {
  await db.update(shopSetting).set({ timeZone: 'Asia/Tokyo' })
  const pearl = await stockItem(db, { itemName: 'Pearl %', itemCode: 'PRL-1', quantity: 9 })
  const keys: number[] = []
  for (const [quantityAdjusted, adjustmentReasonID, createdAt] of [
    [-2, 1, '2026-03-01T14:59:59.999Z'], // 1 March 23:59 in Tokyo
    [5, 3, '2026-03-01T15:00:00.000Z'], // 2 March 00:00
    [-1, 2, '2026-03-03T15:00:00.000Z'],
  ] as const) {
    const { adjustmentID } = await ask({ inventoryID: pearl.inventoryID, adjustmentReasonID, quantityAdjusted })
    keys.push(adjustmentID)
    await db
      .update(inventoryAdjustment)
      .set({ createdAt: new Date(createdAt) })
      .where(eq(inventoryAdjustment.adjustmentID, adjustmentID))
  }
  await decline({ adjustmentID: keys[2]!, inventoryID: pearl.inventoryID })
  const found = async (query: string) => {
    const { status, body } = await staff('GET', `${path}?itemID=${pearl.itemID}&${query}`)
    expect(status).toBe(200)
    return body.data.map((row: { quantityAdjusted: number }) => row.quantityAdjusted)
  }
  expect(await found('')).toEqual([-1, 5, -2])
  expect(await found('pageSize=2&page=2')).toEqual([-2])
  expect(await found('status=Rejected')).toEqual([-1])
  expect(await found(`inventoryID=${pearl.inventoryID}&adjustmentReasonID=3`)).toEqual([5])
  expect(await found('locationID=2')).toEqual([])
  expect(await found('adjustmentTypeID=1&locationID=1')).toEqual([-1, 5, -2])
  for (const [search, expected] of [
    ['pearl %25', [-1, 5, -2]],
    ['prl-1', [-1, 5, -2]],
    ['FOUN', [5]],
    ['_', []],
  ] as const)
    expect(await found(`search=${search}`)).toEqual(expected)
  expect(await found('from=2026-03-02')).toEqual([-1, 5])
  expect(await found('from=2026-03-01&to=2026-03-02')).toEqual([5, -2])
  expect(await found('to=2026-03-01')).toEqual([-2])
  expect(await found('sort=quantityAdjusted')).toEqual([-2, -1, 5])
  expect(await found('sort=reasonName')).toEqual([-2, 5, -1])
  for (const sort of ['-itemName', 'status', 'locationName', '-createdAt'])
    expect(await found(`sort=${sort}`)).toHaveLength(3)
})

test.each([
  ['status=Approved', 'Status must be one of: Pending, Completed, Rejected'],
  ['from=yesterday', 'Enter a date like 2026-11-20'],
  ['supplierID=1', 'Unknown parameter: supplierID'],
])('a list with %s is refused', async (query, message) => {
  const { status, body } = await staff('GET', `${path}?${query}`)
  expect([status, body.message]).toEqual([400, message])
})

test('stock that falls to its threshold is announced once, until it recovers', async () => {
  const chain = await stockItem(db, { itemName: 'Curb chain', quantity: 10 })
  await db.update(inventory).set({ reOrderThreshold: 5 }).where(eq(inventory.inventoryID, chain.inventoryID))
  const low = async (quantityAdjusted: number) => {
    const asked = await ask({ inventoryID: chain.inventoryID, quantityAdjusted }, admin)
    const messages = await messagesFrom(() => approve(asked))
    return messages.map(([userID, kind, message, link]) => {
      expect([kind, link]).toEqual(['lowStock', `/inventory?id=${chain.inventoryID}`])
      return `${userID}: ${message}`
    })
  }
  const everybody = (quantity: number) =>
    [1, users.get(1), users.get(2), users.get(3)].map(
      (userID) => `${userID}: Curb chain is low at Main: ${quantity} left, to be reordered at 5`,
    )
  expect(await low(-4)).toEqual([])
  expect(await low(-1)).toEqual(everybody(5))
  expect(await low(-2)).toEqual([])
  const sale = {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: chain.itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  }
  expect(await messagesFrom(() => staff('POST', '/api/v2/sales', sale))).toEqual([])
  expect(await low(8)).toEqual([])
  expect(await low(-6)).toEqual(everybody(4))
})

test('any adjustments decided in any order leave the stock that a simple sum predicts', async () => {
  const weighed = await stockItem(db, { uom: 'BULK', quantity: 1 })
  let stock = 1000
  const change = fc.oneof(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -9e12, max: 9e12 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ change: change.filter((n) => n !== 0), approved: fc.boolean(), first: fc.boolean() }), {
        maxLength: 8,
      }),
      async (steps) => {
        const waiting: { asked: Asked; change: number; approved: boolean }[] = []
        for (const { change, approved, first } of steps) {
          const asked = await ask({ inventoryID: weighed.inventoryID, quantityAdjusted: change / 1000 })
          waiting[first ? 'unshift' : 'push']({ asked, change, approved })
        }
        for (const { asked, change, approved } of waiting) {
          const { status, body } = approved ? await approve(asked) : await decline(asked)
          const fits = !approved || stock + change >= 0
          expect(status).toBe(fits ? 200 : 409)
          const read = await asRead(asked)
          expect(fits ? body.data : read).toEqual(read)
          if (approved && fits) stock += change
          expect(toThousandths(await onHand(weighed.inventoryID))).toBe(stock)
        }
      },
    ),
    { numRuns: 25 },
  )
  expect(await verifyStock({ db })).toEqual([])
})
