import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dayIn } from '../../../contract/shared/dates.ts'
import { anyCodeOf, testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { category } from '../../db/schema/catalogue.ts'
import { notification } from '../../db/schema/messages.ts'
import { audit } from '../../db/schema/shared.ts'
import {
  adjustmentReason,
  inventory,
  inventoryAdjustment,
  inventoryType,
  location,
  stockCount,
  stockCountLine,
} from '../../db/schema/stock.ts'
import { verifyStock } from '../ledger/verify.ts'

const { db, as, users } = await testApp({ connections: 12 })
const path = '/api/v1/stock-counts'
const staff = as(3)
const manager = as(2)

type Line = {
  countLineID: number
  inventoryID: number
  itemID: number
  item: { itemName: string }
  inventoryType: { typeName: string }
  expected: number | null
  counted: number | null
  difference: number | null
  moved: boolean
  adjustment: { adjustmentID: number; status: string } | null
}

let places = 0
/** Creates a location for one test. */
async function place() {
  const [made] = await db
    .insert(location)
    .values({ locationName: `Shop ${++places}` })
    .returning()
  return made!
}
/** Creates a location with these item quantities and opens a sheet for it. */
async function sheetOf(stock: Record<string, number>, over: object = {}) {
  const { locationID, locationName } = await place()
  const made: Record<string, { itemID: number; inventoryID: number }> = {}
  for (const [itemName, quantity] of Object.entries(stock))
    made[itemName] = await stockItem(db, { itemName, quantity, locationID })
  const { status, body } = await staff('POST', path, { locationID, ...over })
  expect(status).toBe(201)
  const id: number = body.data.countID
  return { id, locationID, locationName, made, ...(await linesOf(id)) }
}
async function linesOf(id: number) {
  const { body } = await staff('GET', `${path}/${id}`)
  const lines: Line[] = body.data.lines
  const lineOf = (name: string) => lines.find((line) => line.item.itemName === name)!
  return { sheet: body.data, lines, lineOf }
}
const count = (id: number, { countLineID }: Line, counted: unknown) =>
  staff('PUT', `${path}/${id}/lines/${countLineID}`, { counted })
const scan = (id: number, { countLineID }: Line) => staff('PUT', `${path}/${id}/lines/${countLineID}/scan`)
const recount = (id: number, { countLineID }: Line) => staff('PUT', `${path}/${id}/lines/${countLineID}/recount`)
const finish = (id: number) => staff('PUT', `${path}/${id}/finish`)
const adjustmentsOf = (id: number) =>
  db
    .select()
    .from(inventoryAdjustment)
    .where(eq(inventoryAdjustment.countID, id))
    .orderBy(inventoryAdjustment.inventoryID)
/** Sets a stock quantity, as an administrator's correction. */
async function correct(inventoryID: number, quantity: number) {
  const { body } = await as(1)('GET', `/api/v1/inventory/${inventoryID}`)
  const { status } = await as(1)('PUT', `/api/v1/inventory/${inventoryID}`, { ...body.data, quantity })
  expect(status).toBe(200)
}
/** Reads every table that a refused call must not change. */
const everything = async () => [
  await db.select().from(stockCount).orderBy(stockCount.countID),
  await db.select().from(stockCountLine).orderBy(stockCountLine.countLineID),
  await db.$count(inventoryAdjustment),
  await db.$count(inventory),
  await db.$count(audit),
  await db.$count(adjustmentReason),
]
const year = dayIn('Asia/Tokyo', new Date()).slice(0, 4)

test('a sheet has a line with its quantity for each stock row that is active or not empty', async () => {
  const { locationID, locationName } = await place()
  const ring = await stockItem(db, { itemName: 'Gold ring', itemCode: 'GR', barcode: '4801', quantity: 9, locationID })
  await stockItem(db, { itemName: 'Amber', quantity: 0, locationID })
  await stockItem(db, { itemName: 'Gone ring', quantity: 1, status: false, locationID })
  await stockItem(db, { itemName: 'Gone and sold', quantity: 0, status: false, locationID })
  await stockItem(db, { itemName: 'Elsewhere', quantity: 1 })
  const { status, body } = await staff('POST', path, {
    locationID,
    remarks: 'Safe',
    createdByID: 1,
    status: 'Completed',
  })
  expect(status).toBe(201)
  expect(body.data).toEqual({
    countID: 3,
    countNumber: `SC-${year}-000003`,
    locationID,
    location: { locationName },
    categoryID: null,
    category: null,
    blind: false,
    status: 'Pending',
    remarks: 'Safe',
    totalLines: 3,
    countedLines: 0,
    movedLines: 0,
    differences: 0,
    createdBy: { userID: users.get(3), name: 'Test Staff' },
    finishedAt: null,
    createdByID: users.get(3),
    modifiedByID: null,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  })
  const { sheet, lines } = await linesOf(3)
  expect(sheet).toEqual({ ...body.data, lines })
  expect(lines.map((line) => line.item.itemName)).toEqual(['Amber', 'Gold ring', 'Gone ring'])
  expect(lines[1]).toEqual({
    countLineID: expect.any(Number),
    inventoryID: ring.inventoryID,
    itemID: ring.itemID,
    inventoryTypeID: 1,
    item: {
      itemName: 'Gold ring',
      itemCode: 'GR',
      barcode: '4801',
      uom: 'PCS',
      byPiece: false,
      image_url: null,
      image_focus: null,
    },
    pieces: [],
    inventoryType: { typeName: 'On hand' },
    expected: 9,
    counted: null,
    difference: null,
    moved: false,
    countedBy: null,
    countedAt: null,
    adjustment: null,
  })
  const [change] = (await db.select().from(audit).where(eq(audit.entity, 'stockCount'))).slice(-1)
  expect(change).toMatchObject({ action: 'create', entityID: 3, userID: users.get(3), before: null })
})

test('a sheet may cover a single category', async () => {
  const { locationID } = await place()
  const [chains] = await db.insert(category).values({ categoryCode: 'CH', categoryName: 'Chains' }).returning()
  await stockItem(db, { itemName: 'Ring', quantity: 1, locationID })
  await stockItem(db, { itemName: 'Curb', quantity: 2, locationID, categoryID: chains!.categoryID })
  const { body } = await staff('POST', path, { locationID, categoryID: chains!.categoryID })
  expect(body.data).toMatchObject({ totalLines: 1, category: { categoryName: 'Chains' } })
  expect((await linesOf(body.data.countID)).lines.map((line) => line.item.itemName)).toEqual(['Curb'])
})

test('counts are saved line by line with who and when, and null clears a count', async () => {
  const { id, lineOf } = await sheetOf({ Band: 5, Signet: 3 })
  const { status, body } = await count(id, lineOf('Band'), 4)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    ...lineOf('Band'),
    counted: 4,
    difference: -1,
    countedBy: { userID: users.get(3), name: 'Test Staff' },
    countedAt: expect.stringMatching(/Z$/),
  })
  expect((await linesOf(id)).sheet).toMatchObject({ totalLines: 2, countedLines: 1, differences: 1 })
  const [change] = (await db.select().from(audit).where(eq(audit.entity, 'stockCountLine'))).slice(-1)
  expect(change).toMatchObject({ action: 'count', before: { counted: null }, after: { counted: 4 } })
  expect((await count(id, lineOf('Band'), null)).body.data).toEqual(lineOf('Band'))
  expect((await count(id, lineOf('Signet'), 0)).body.data.difference).toBe(-3)
})

test('a finished sheet’s differences become Pending adjustments, and uncounted stock stays unchanged', async () => {
  const { id, made, lineOf, locationName } = await sheetOf({ Over: 5, Short: 3, Right: 2, Left: 7, Gone: 1 })
  await count(id, lineOf('Over'), 6)
  await count(id, lineOf('Short'), 1)
  await count(id, lineOf('Right'), 2)
  await count(id, lineOf('Gone'), 0)
  const messagesBefore = await db.$count(notification)
  const { status, body } = await manager('PUT', `${path}/${id}/finish`)
  expect([status, body.message]).toEqual([
    200,
    '3 differences wait for approval as adjustments. 1 line as expected, 1 line not counted and left alone.',
  ])
  expect(body.data).toMatchObject({
    status: 'Completed',
    finishedAt: expect.stringMatching(/Z$/),
    modifiedByID: users.get(2),
    totalLines: 5,
    countedLines: 4,
    differences: 3,
    adjusted: 3,
    matching: 1,
    uncounted: 1,
  })
  const [reason] = await db.select().from(adjustmentReason).where(eq(adjustmentReason.reasonName, 'Stock count'))
  const found = await adjustmentsOf(id)
  expect(found.map((one) => [one.inventoryID, one.quantityAdjusted])).toEqual([
    [made['Over']!.inventoryID, 1],
    [made['Short']!.inventoryID, -2],
    [made['Gone']!.inventoryID, -1],
  ])
  for (const one of found)
    expect(one).toMatchObject({
      status: 'Pending',
      adjustmentTypeID: 1,
      adjustmentReasonID: reason!.adjustmentReasonID,
      createdByID: users.get(2),
    })
  // Admins get one message, which links to the sheet.
  const messages = (await db.select().from(notification).orderBy(notification.notificationID)).slice(messagesBefore)
  expect(new Set(messages.map(({ link }) => link))).toEqual(new Set([`/stock-count?id=${id}`]))
  expect(messages.filter(({ userID }) => userID === users.get(1))).toHaveLength(1)
  expect(messages[0]!.message).toContain(`at ${locationName} is finished: 3 adjustments wait for approval`)

  // Only the approval moves the stock, and the finished sheet stays unchanged.
  const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, made['Short']!.inventoryID))
  expect(row!.quantity).toBe(3)
  const short = found[1]!
  const approve = `/api/v1/inventory-adjustment/${short.inventoryID}/approve/${short.adjustmentID}`
  expect((await as(1)('PUT', approve)).status).toBe(200)
  expect((await linesOf(id)).lineOf('Short')).toMatchObject({
    expected: 3,
    counted: 1,
    difference: -2,
    moved: false,
    adjustment: { adjustmentID: short.adjustmentID, status: 'Completed' },
  })
  expect((await linesOf(id)).lineOf('Right').adjustment).toBeNull()
  expect(await verifyStock({ db })).toEqual([])
})

test('a sheet without differences creates no adjustments', async () => {
  const { id, lineOf } = await sheetOf({ Alike: 2, Other: 1 })
  await count(id, lineOf('Alike'), 2)
  await count(id, lineOf('Other'), 1)
  const messagesBefore = await db.$count(notification)
  const { body } = await finish(id)
  expect(body.message).toBe('No differences were found. 2 lines as expected, 0 lines not counted and left alone.')
  expect(await adjustmentsOf(id)).toEqual([])
  expect(await db.$count(notification)).toBe(messagesBefore)
})

test('no response reveals an expected quantity of an open blind sheet', async () => {
  const { id, lineOf, sheet, locationID } = await sheetOf({ Blind: 90_041, Other: 90_043 }, { blind: true })
  const extra = await stockItem(db, { itemName: 'Extra', quantity: 90_047, locationID })
  expect(sheet).toMatchObject({ blind: true, differences: null })
  const answers = [
    await staff('GET', `${path}/${id}`),
    await count(id, lineOf('Blind'), 3),
    await scan(id, lineOf('Other')),
    await recount(id, lineOf('Other')),
    await as(1)('POST', `${path}/${id}/lines`, { itemID: extra.itemID }),
    await as(1)('GET', `${path}/${id}`),
    await as(1)('GET', `${path}?status=Pending&blind=true`),
  ]
  for (const { status, body } of answers) {
    expect(status).toBeLessThan(300)
    expect(JSON.stringify(body)).not.toMatch(/"expected":\d|"difference":-?\d|"differences":\d|9004[137]/)
  }
  const trail = await db.select().from(audit).where(eq(audit.entity, 'stockCountLine'))
  const mine = trail.filter(({ after }) => (after as Line).item.itemName === 'Blind')
  expect(mine.map(({ after }) => (after as Line).expected)).toEqual([null])
  await finish(id)
  const { sheet: finished, lineOf: after } = await linesOf(id)
  expect(finished).toMatchObject({ differences: 1 })
  expect(after('Blind')).toMatchObject({ expected: 90_041, counted: 3, difference: -90_038 })
})

test('stock that moved since the sheet was opened is flagged and never overwritten', async () => {
  const { id, made, lineOf } = await sheetOf({ 'Gold ring': 5, Studs: 2, Chain: 4 })
  await count(id, lineOf('Gold ring'), 4)
  await count(id, lineOf('Studs'), 2)
  await correct(made['Gold ring']!.inventoryID, 3)
  await correct(made['Chain']!.inventoryID, 3)
  const { sheet, lineOf: now } = await linesOf(id)
  expect(sheet.movedLines).toBe(2)
  expect(now('Gold ring')).toMatchObject({ moved: true, expected: 5, counted: 4 })
  expect(now('Studs').moved).toBe(false)
  const before = await everything()
  const { status, body } = await finish(id)
  expect([status, body.message]).toEqual([
    409,
    'Gold ring moved since the sheet was opened: count it again or clear it',
  ])
  expect(await everything()).toEqual(before)
  await count(id, lineOf('Chain'), 3)
  expect((await finish(id)).body.message).toBe(
    'Chain and 1 more moved since the sheet was opened: count them again or clear them',
  )

  // One line is recounted against the present stock, and the other is cleared.
  const { body: again } = await recount(id, lineOf('Gold ring'))
  expect(again.data).toMatchObject({ expected: 3, counted: null, difference: null, moved: false, countedBy: null })
  await count(id, lineOf('Gold ring'), 4)
  await count(id, lineOf('Chain'), null)
  const { body: done } = await finish(id)
  expect(done.data).toMatchObject({ adjusted: 1, matching: 1, uncounted: 1 })
  expect((await adjustmentsOf(id)).map((one) => one.quantityAdjusted)).toEqual([1])
})

test('a sheet cannot be finished while another adjustment of its differing lines is Pending', async () => {
  const { id, lineOf, locationID, made } = await sheetOf({ Brooch: 5, Pin: 2 })
  const second = (await staff('POST', path, { locationID })).body.data.countID
  await count(id, lineOf('Brooch'), 4)
  await finish(id)
  const { lineOf: lineOfSecond } = await linesOf(second)
  await count(second, lineOfSecond('Brooch'), 4)
  await count(second, lineOfSecond('Pin'), 2)
  const before = await everything()
  const { status, body } = await finish(second)
  expect([status, body.message]).toEqual([
    409,
    'An adjustment of Brooch waits for approval already: have it decided first, or clear the count',
  ])
  expect(await everything()).toEqual(before)
  const [waiting] = await adjustmentsOf(id)
  const approve = `/api/v1/inventory-adjustment/${made['Brooch']!.inventoryID}/approve/${waiting!.adjustmentID}`
  expect((await as(1)('PUT', approve)).status).toBe(200)
  expect((await finish(second)).body.message).toMatch(/^Brooch moved since/)
  await recount(second, lineOfSecond('Brooch'))
  await count(second, lineOfSecond('Brooch'), 4)
  expect((await finish(second)).body.data).toMatchObject({ adjusted: 0, matching: 2 })
})

test('an error about a blind sheet names all counted lines with a Pending adjustment, differing or not', async () => {
  const { id, lineOf, locationID } = await sheetOf({ Brooch: 5, Pin: 2, Tiara: 1 })
  const blind = (await staff('POST', path, { locationID, blind: true })).body.data.countID
  await count(id, lineOf('Brooch'), 4)
  await count(id, lineOf('Pin'), 1)
  await count(id, lineOf('Tiara'), 0)
  await finish(id)
  const { lineOf: lineOfBlind } = await linesOf(blind)
  await count(blind, lineOfBlind('Brooch'), 4)
  await count(blind, lineOfBlind('Pin'), 2)
  expect((await finish(blind)).body.message).toBe(
    'An adjustment of Brooch and 1 more waits for approval already: have it decided first, or clear the count',
  )
  await count(blind, lineOfBlind('Brooch'), null)
  const { status, body } = await finish(blind)
  expect([status, body.message]).toEqual([
    409,
    'An adjustment of Pin waits for approval already: have it decided first, or clear the count',
  ])
})

test('an item missing on the sheet is added with its stock row, which is created when needed', async () => {
  const { id, locationID } = await sheetOf({ Here: 1 })
  const stray = await stockItem(db, { itemName: 'Stray', quantity: 3 })
  const late = await stockItem(db, { itemName: 'Late', quantity: 2, locationID })
  const add = (body: object) => staff('POST', `${path}/${id}/lines`, body)
  const { status, body } = await add({ itemID: stray.itemID })
  expect([status, body.data]).toMatchObject([201, { itemID: stray.itemID, expected: 0, counted: null, moved: false }])
  const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, body.data.inventoryID))
  expect(row).toMatchObject({ locationID, inventoryTypeID: 1, quantity: 0, reOrderThreshold: 0 })
  expect((await add({ itemID: late.itemID })).body.data.expected).toBe(2)
  const [repair] = await db.insert(inventoryType).values({ typeName: 'For repair' }).returning()
  const other = await add({ itemID: late.itemID, inventoryTypeID: repair!.inventoryTypeID })
  expect(other.body.data).toMatchObject({ inventoryType: { typeName: 'For repair' }, expected: 0 })

  await count(id, body.data, 1)
  await finish(id)
  expect((await adjustmentsOf(id)).map((one) => [one.inventoryID, one.quantityAdjusted])).toEqual([
    [row!.inventoryID, 1],
  ])
})

test('a count finds its renamed adjustment reason by code', async () => {
  const ofCounts = eq(adjustmentReason.code, 'stock_count')
  const reasons = await db.$count(adjustmentReason)
  await db.update(adjustmentReason).set({ reasonName: 'Found in a count' }).where(ofCounts)
  const sheets = await Promise.all([1, 2, 3].map(() => sheetOf({ B: 1 })))
  for (const { id, lineOf } of sheets) await count(id, lineOf('B'), 2)
  const ends = await Promise.all(sheets.map(({ id }) => finish(id)))
  expect(ends.map(({ status }) => status)).toEqual([200, 200, 200])
  const [reason] = await db.select().from(adjustmentReason).where(ofCounts)
  for (const { id } of sheets) expect((await adjustmentsOf(id))[0]!.adjustmentReasonID).toBe(reason!.adjustmentReasonID)
  expect([reason!.reasonName, await db.$count(adjustmentReason)]).toEqual(['Found in a count', reasons])
})

test('a canceled sheet creates no adjustments, and a closed sheet is final', async () => {
  const { id, lineOf, made } = await sheetOf({ Ring: 2, Chain: 1 })
  await count(id, lineOf('Ring'), 1)
  const { status, body } = await staff('PUT', `${path}/${id}/cancel`)
  expect([status, body.data.status, body.data.finishedAt]).toEqual([200, 'Canceled', null])
  expect(await adjustmentsOf(id)).toEqual([])
  const before = await everything()
  const refused = [
    [await finish(id), 'finished'],
    [await staff('PUT', `${path}/${id}/cancel`), 'canceled'],
    [await count(id, lineOf('Ring'), 2), 'counted on'],
    [await scan(id, lineOf('Ring')), 'counted on'],
    [await recount(id, lineOf('Ring')), 'counted on'],
    [await staff('POST', `${path}/${id}/lines`, { itemID: made['Ring']!.itemID }), 'changed'],
  ] as const
  for (const [{ status, body }, verb] of refused)
    expect([status, body.message]).toEqual([409, `This stock count is Canceled and can no longer be ${verb}`])
  expect(await everything()).toEqual(before)
})

const sheet = await sheetOf({ Ring: 2, Pair: 2 })
const [chosen] = sheet.lines
const another = await sheetOf({ Ring: 1 })
await db.insert(location).values({ locationName: 'Closed', status: false })
await db.insert(inventoryType).values({ typeName: 'Gone', status: false })
const [closed] = await db.select().from(location).where(eq(location.locationName, 'Closed'))
const [goneType] = await db.select().from(inventoryType).where(eq(inventoryType.typeName, 'Gone'))
const oldRing = await stockItem(db, { itemName: 'Old ring', status: false })
const pairs = await stockItem(db, { itemName: 'Studs', uom: 'PAIR', locationID: sheet.locationID })
const weighed = await stockItem(db, {
  itemName: 'Gold beads',
  uom: 'BULK',
  quantity: 2.5,
  locationID: sheet.locationID,
})
for (const { itemID } of [pairs, weighed]) await staff('POST', `${path}/${sheet.id}/lines`, { itemID })
const full = await linesOf(sheet.id)
const lineAt = (name: string) => `${path}/${sheet.id}/lines/${full.lineOf(name).countLineID}`

test.each<[number, 'POST' | 'PUT', string, object | null, string | null, string]>([
  [422, 'POST', path, { locationID: closed!.locationID }, 'locationID', 'Location Closed is Inactive'],
  [422, 'POST', path, { locationID: 999 }, 'locationID', 'Location 999 does not exist'],
  [422, 'POST', path, { locationID: 1, categoryID: 999 }, 'categoryID', 'Category 999 does not exist'],
  [400, 'POST', path, {}, 'locationID', 'Location is required'],
  [400, 'POST', path, { locationID: 1, blind: 'yes' }, 'blind', 'Blind must be true or false'],
  [
    400,
    'POST',
    path,
    { locationID: 1, remarks: 'x'.repeat(1001) },
    'remarks',
    'Remarks must be at most 1000 characters',
  ],
  [400, 'PUT', lineAt('Ring'), { counted: 1.5 }, 'counted', 'Ring is counted in whole pieces'],
  [400, 'PUT', lineAt('Studs'), { counted: 1.5 }, 'counted', 'Studs is counted in whole pairs'],
  [400, 'PUT', lineAt('Ring'), { counted: -1 }, 'counted', 'Counted quantity must be at least 0'],
  [400, 'PUT', lineAt('Gold beads'), { counted: 0.0001 }, 'counted', 'Quantities have at most 3 decimals'],
  [400, 'PUT', lineAt('Ring'), { counted: '4' }, 'counted', 'Counted quantity must be a number'],
  [400, 'PUT', lineAt('Ring'), {}, 'counted', 'Counted quantity is required'],
  [422, 'PUT', `${lineAt('Gold beads')}/scan`, null, 'counted', 'Gold beads is weighed: enter its grams'],
  [404, 'PUT', `${path}/${sheet.id}/lines/999999`, { counted: 1 }, null, 'Stock count line not found'],
  // This line belongs to another sheet.
  [404, 'PUT', `${path}/${another.id}/lines/${chosen!.countLineID}/scan`, null, null, 'Stock count line not found'],
  [404, 'PUT', `${path}/999/lines/${chosen!.countLineID}/recount`, null, null, 'Stock count not found'],
  [404, 'PUT', `${path}/999/finish`, null, null, 'Stock count not found'],
  [404, 'PUT', `${path}/999/cancel`, null, null, 'Stock count not found'],
  [400, 'POST', `${path}/${sheet.id}/lines`, {}, 'itemID', 'Item is required'],
  [422, 'POST', `${path}/${sheet.id}/lines`, { itemID: 999_999 }, 'itemID', 'Item 999999 does not exist'],
  [422, 'POST', `${path}/${sheet.id}/lines`, { itemID: oldRing.itemID }, 'itemID', 'Item Old ring is Inactive'],
  [
    422,
    'POST',
    `${path}/${sheet.id}/lines`,
    { itemID: pairs.itemID, inventoryTypeID: goneType!.inventoryTypeID },
    'inventoryTypeID',
    'Inventory type Gone is Inactive',
  ],
  [409, 'POST', `${path}/${sheet.id}/lines`, { itemID: pairs.itemID }, 'itemID', 'This item is on the sheet already'],
])('returns %i for %s %s', async (expected, method, address, body, field, message) => {
  const before = await everything()
  const answer = await staff(method, address, body)
  expect([answer.status, answer.body]).toEqual([
    expected,
    { success: false, code: anyCodeOf(expected), message, ...(field && { errors: [{ field, message }] }) },
  ])
  expect(await everything()).toEqual(before)
})

test('BULK is counted to the milligram, with an exact difference', async () => {
  const { locationID } = await place()
  await stockItem(db, { itemName: 'Dust', uom: 'BULK', quantity: 0.3, locationID })
  const { body } = await staff('POST', path, { locationID })
  const id = body.data.countID
  await count(id, (await linesOf(id)).lineOf('Dust'), 0.1)
  await finish(id)
  expect((await adjustmentsOf(id)).map((one) => one.quantityAdjusted)).toEqual([-0.2])
})

const together = <T>(times: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)))

test('two concurrent scanners on one sheet both count', async () => {
  const { id, lineOf } = await sheetOf({ Ring: 40, Chain: 2 })
  const answers = await together(40, (n) =>
    as(n % 2 ? 2 : 3)('PUT', `${path}/${id}/lines/${lineOf('Ring').countLineID}/scan`),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers.map(({ body }) => body.data.counted).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, n) => n + 1),
  )
  expect((await linesOf(id)).lineOf('Ring').counted).toBe(40)
})

test('of many concurrent calls that finish or cancel a sheet one succeeds, and the others get 409', async () => {
  const { id, lineOf } = await sheetOf({ Ring: 4, Chain: 2 })
  await count(id, lineOf('Ring'), 3)
  const ends = await together(8, () => finish(id))
  expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
  expect(await adjustmentsOf(id)).toHaveLength(1)
  for (const { body } of ends.filter(({ status }) => status === 409))
    expect(body.message).toBe('This stock count is Completed and can no longer be finished')
  const other = await sheetOf({ Ring: 4 })
  await count(other.id, other.lineOf('Ring'), 3)
  const both = await together(6, (n) => (n % 2 ? finish(other.id) : staff('PUT', `${path}/${other.id}/cancel`)))
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  const { sheet } = await linesOf(other.id)
  expect(await adjustmentsOf(other.id)).toHaveLength(sheet.status === 'Completed' ? 1 : 0)
})

test('a scan while the sheet is finished is either in its adjustments or refused', async () => {
  const { id, lineOf } = await sheetOf({ Ring: 100 })
  await count(id, lineOf('Ring'), 0)
  const [end, ...scans] = await Promise.all([finish(id), ...Array.from({ length: 15 }, () => scan(id, lineOf('Ring')))])
  expect(end.status).toBe(200)
  const counted = scans.filter(({ status }) => status === 200).length
  expect((await adjustmentsOf(id)).map((one) => one.quantityAdjusted)).toEqual([counted - 100])
})

test('a sale while its sheet is finished is not overwritten', async () => {
  for (let n = 0; n < 8; n++) {
    const { id, lineOf, made, locationID } = await sheetOf({ Ring: 5 })
    await count(id, lineOf('Ring'), 4)
    const sale = {
      locationID,
      transactionTypeID: 1,
      items: [{ itemID: made['Ring']!.itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount: 1000 }],
      complete: true,
    }
    const [sold, end] = await Promise.all([staff('POST', '/api/v2/sales', sale), finish(id)])
    expect(sold.status).toBe(201)
    const found = await adjustmentsOf(id)
    // A sheet finished before the sale has the old difference. After the sale its line has moved.
    expect([end.status, found.map((one) => one.quantityAdjusted)]).toEqual(end.status === 200 ? [200, [-1]] : [409, []])
  }
  expect(await verifyStock({ db })).toEqual([])
})

test('an item that two users add at once is on the sheet once', async () => {
  const { id } = await sheetOf({ Ring: 1 })
  const stray = await stockItem(db, { itemName: 'Stray' })
  const answers = await together(6, () => staff('POST', `${path}/${id}/lines`, { itemID: stray.itemID }))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
  const rows = await db
    .select()
    .from(stockCountLine)
    .innerJoin(inventory, eq(inventory.inventoryID, stockCountLine.inventoryID))
    .where(and(eq(stockCountLine.countID, id), eq(inventory.itemID, stray.itemID)))
  expect(rows).toHaveLength(1)
})

test('the list is searched, filtered and sorted', async () => {
  const { id, sheet } = await sheetOf({ Ring: 1 }, { blind: true, remarks: 'Window 100%' })
  const ids = async (query: string) => {
    const { status, body } = await staff('GET', `${path}?${query}`)
    expect(status).toBe(200)
    return body.data.map((row: { countID: number }) => row.countID)
  }
  expect((await ids(''))[0]).toBe(id)
  expect((await staff('GET', path)).body.data[0]).not.toHaveProperty('lines')
  expect(await ids(`search=${sheet.countNumber}`)).toEqual([id])
  expect(await ids('search=window%20100%25')).toEqual([id])
  expect(await ids(`locationID=${sheet.locationID}&status=Pending&blind=true`)).toEqual([id])
  expect(await ids(`locationID=${sheet.locationID}&status=Canceled`)).toEqual([])
  expect(await ids('search=chains')).toEqual([4])
  expect(await ids('to=2020-01-01')).toEqual([])
  for (const sort of [
    'countNumber',
    'locationName',
    'categoryName',
    'blind',
    'status',
    'countedLines',
    'createdByName',
  ])
    expect((await ids(`sort=${sort}`)).length).toBeGreaterThan(5)
  expect(await ids('sort=-finishedAt&status=Canceled')).toHaveLength((await ids('status=Canceled')).length)
  expect((await staff('GET', `${path}?moved=true`)).body.message).toBe('Unknown parameter: moved')
})

test('any sequence of counts, scans and movements ends in adjustments of the counted minus the expected quantity', async () => {
  const names = ['One', 'Two', 'Three']
  const line = fc.nat(2)
  const step = fc.oneof(
    fc.record({ do: fc.constant('count' as const), line, counted: fc.option(fc.nat(9)) }),
    // Several scanners count the same line at the same time.
    fc.record({ do: fc.constant('scan' as const), line, times: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('recount' as const), line }),
    fc.record({ do: fc.constant('move' as const), line, quantity: fc.nat(9) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { id, made, lineOf } = await sheetOf({ One: 3, Two: 0, Three: 7 })
      const model = [3, 0, 7].map((onHand) => ({
        onHand,
        expected: onHand,
        counted: null as number | null,
        moved: false,
      }))
      for (const one of steps) {
        const name = names[one.line]!
        const its = model[one.line]!
        if (one.do === 'count') {
          await count(id, lineOf(name), one.counted)
          its.counted = one.counted
        } else if (one.do === 'scan') {
          await together(one.times, () => scan(id, lineOf(name)))
          its.counted = (its.counted ?? 0) + one.times
        } else if (one.do === 'recount') {
          await recount(id, lineOf(name))
          Object.assign(its, { expected: its.onHand, counted: null, moved: false })
        } else if (one.quantity !== its.onHand) {
          await correct(made[name]!.inventoryID, one.quantity)
          Object.assign(its, { onHand: one.quantity, moved: true })
        }
      }
      const { lineOf: now } = await linesOf(id)
      for (const [n, { expected, counted, moved }] of model.entries())
        expect(now(names[n]!)).toMatchObject({
          expected,
          counted,
          moved,
          difference: counted === null ? null : counted - expected,
        })
      const { status } = await finish(id)
      const blocked = model.some(({ counted, moved }) => counted !== null && moved)
      expect(status).toBe(blocked ? 409 : 200)
      const expected = model.flatMap(({ expected, counted }, n) =>
        counted === null || counted === expected ? [] : [[made[names[n]!]!.inventoryID, counted - expected]],
      )
      const found = (await adjustmentsOf(id)).map((one) => [one.inventoryID, one.quantityAdjusted])
      expect(found).toEqual(blocked ? [] : expected)
    }),
    { numRuns: 30 },
  )
  expect(await verifyStock({ db })).toEqual([])
})
