import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { orderGoods } from '../../../tests/support/ordered.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { receiving, receivingItem } from '../../db/schema/purchasing.ts'
import { audit } from '../../db/schema/shared.ts'
import { location } from '../../db/schema/stock.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { db, as, users } = await testApp()
const [manager, staff] = [as(2), as(3)]
const path = '/api/v2/po-receiving-items'
const receivings = '/api/v2/po-receiving'
const header = { referenceNumber: 'DR-1', receivedDate: '2026-11-20' }
const pieces = (itemID: number, receivedQty: number, unitCost = 600) => ({ itemID, uom: 'PCS', receivedQty, unitCost })

/** Returns the status and message of a response, and whether the call wrote anything. */
async function attempt(answer: Promise<{ status: number; body: { message: string } }>) {
  const count = async () => [await db.$count(receiving), await db.$count(receivingItem), await db.$count(audit)]
  const before = await count()
  const { status, body } = await answer
  return [status, body.message, (await count()).every((n, at) => n === before[at]) ? 'nothing written' : 'written']
}
const refusal = (status: number, message: string) => [status, message, 'nothing written']

test('an item without a receiving opens a direct receipt at its first location, which can be completed', async () => {
  const [cebu] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
  const { itemID } = await stockItem(db, { itemName: 'Chain', locationID: cebu!.locationID, grams: 2.5, cost: 100 })
  const { status, body } = await staff('POST', path, {
    itemID,
    uom: 'grams',
    receivedQty: 25,
    unitCost: 44,
    createdByID: 9,
  })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    poItemID: null,
    itemID,
    item: { itemName: 'Chain', uom: 'PCS', grams: 2.5 },
    receiving: { status: 'Pending', referenceNumber: null },
    purchaseOrder: null,
    uom: 'grams',
    receivedQty: 25,
    unitCost: 44,
    stockQty: 10,
    stockUnitCost: 110,
    createdByID: users.get(3),
  })
  const { poReceivingID } = body.data
  const opened = await staff('GET', `${receivings}/${poReceivingID}`)
  expect(opened.body.data).toMatchObject({
    poID: null,
    locationID: cebu!.locationID,
    receivedByID: users.get(3),
    receivedDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    totalQty: 10,
    totalCost: 1100,
    status: 'Pending',
  })
  expect((await manager('PUT', `${receivings}/${poReceivingID}/complete`)).body.data.status).toBe('Completed')
  const [stored] = await db.select().from(item).where(eq(item.itemID, itemID))
  expect(stored!.averageCost).toBe(110)
  const trail = await db.select().from(audit).where(eq(audit.entity, 'receiving'))
  expect(trail.map(({ action }) => action)).toEqual(['create', 'complete'])
  const unstocked = await db
    .insert(item)
    .values({ itemCode: 'NEW', itemName: 'New', categoryID: 1, grams: 1, uom: 'PCS', price: 1, averageCost: 1 })
    .returning()
  const elsewhere = (await staff('POST', path, pieces(unstocked[0]!.itemID, 1))).body.data.poReceivingID
  expect((await staff('GET', `${receivings}/${elsewhere}`)).body.data.location.locationName).toBe('Main')
})

test('an item added to a Pending receiving is matched to its order and updates totals and audit trail', async () => {
  const { poID, poNumber, lines } = await orderGoods(db, [{ orderQty: 5 }, { item: { itemName: 'Band' }, orderQty: 3 }])
  const [first, second] = lines.map(({ itemID }) => itemID) as [number, number]
  const made = (await staff('POST', receivings, { ...header, poID, items: [pieces(first, 5)] })).body.data
  const { poReceivingID } = made
  const { body } = await staff('POST', path, { ...pieces(second, 2, 99.5), poReceivingID })
  expect(body.data).toMatchObject({ poReceivingID, poItemID: lines[1]!.poItemID, purchaseOrder: { poNumber } })
  const after = (await staff('GET', `${receivings}/${poReceivingID}`)).body.data
  expect(after).toMatchObject({ totalQty: 7, totalCost: 3199 })
  expect(after.updatedAt > made.updatedAt).toBe(true)
  expect(after.items[0].poReceivingItemID).toBe(made.items[0].poReceivingItemID)

  const at = `${path}/${body.data.poReceivingItemID}`
  const changed = await manager('PUT', at, { ...pieces(second, 3, 101), updatedAt: body.data.updatedAt })
  expect(changed.body.data).toMatchObject({ receivedQty: 3, unitCost: 101, modifiedByID: users.get(2) })
  expect((await staff('GET', `${receivings}/${poReceivingID}`)).body.data).toMatchObject({
    totalQty: 8,
    totalCost: 3303,
  })
  const stale = { ...pieces(second, 1), updatedAt: body.data.updatedAt }
  expect(await attempt(staff('PUT', at, stale))).toEqual(
    refusal(409, 'This record was changed by someone else. Reload and try again.'),
  )
  expect(await attempt(staff('PUT', at, pieces(second, 4)))).toEqual(
    refusal(422, `Only 3 of Band outstanding on ${poNumber}`),
  )
  const { body: wrong } = await staff('PUT', at, pieces(second, 4))
  expect(wrong.errors).toEqual([{ field: 'receivedQty', message: `Only 3 of Band outstanding on ${poNumber}` }])
  const stray = await stockItem(db, { itemName: 'Stray' })
  expect(await attempt(staff('PUT', at, pieces(stray.itemID, 1)))).toEqual(
    refusal(422, `Purchase order ${poNumber} does not have Stray`),
  )
  expect(await attempt(staff('POST', path, { ...pieces(stray.itemID, 1), poReceivingID }))).toEqual(
    refusal(422, `Purchase order ${poNumber} does not have Stray`),
  )

  await manager('PUT', `${receivings}/${poReceivingID}/complete`)
  const final = 'This receiving is Completed and can no longer be changed'
  expect(await attempt(staff('PUT', at, pieces(second, 1)))).toEqual(refusal(409, final))
  expect(await attempt(staff('POST', path, { ...pieces(second, 1), poReceivingID }))).toEqual(refusal(409, final))
  expect(await verifyStock({ db })).toEqual([])
})

test.each([
  [{ itemID: undefined }, 'itemID', 'Item is required'],
  [{ uom: undefined }, 'uom', 'Unit of measurement is required'],
  [{ uom: 'BULK' }, 'uom', 'Unit of measurement must be one of: grams, kg, PCS, PAIR'],
  [{ receivedQty: undefined }, 'receivedQty', 'Received quantity is required'],
  [{ receivedQty: -1 }, 'receivedQty', 'Received quantity must be more than 0'],
  [{ unitCost: undefined }, 'unitCost', 'Unit cost is required'],
  [{ unitCost: 'dear' }, 'unitCost', 'Unit cost must be a number'],
])('%j is refused with a named field', async (wrong, field, message) => {
  const { status, body } = await staff('POST', path, { ...pieces(1, 1), ...wrong })
  expect([status, body]).toEqual([
    400,
    { success: false, code: 'input.invalid', message, errors: [{ field, message }] },
  ])
})

test('an unknown receiving or item is refused with its message', async () => {
  const { itemID } = await stockItem(db, { itemName: 'Retired', status: false })
  expect(await attempt(staff('POST', path, pieces(999_999, 1)))).toEqual(refusal(422, 'Item 999999 does not exist'))
  expect(await attempt(staff('POST', path, pieces(itemID, 1)))).toEqual(refusal(422, 'Item Retired is inactive'))
  expect(await attempt(staff('POST', path, { ...pieces(itemID, 1), poReceivingID: 999_999 }))).toEqual(
    refusal(404, 'Receiving not found'),
  )
  expect(await attempt(staff('PUT', `${path}/999999`, pieces(itemID, 1)))).toEqual(
    refusal(404, 'Receiving item not found'),
  )
  expect(await attempt(staff('GET', `${path}/999999`))).toEqual(refusal(404, 'Receiving item not found'))
})

test('a receiving has at most 200 items', async () => {
  const { itemID } = await stockItem(db, {})
  const items = Array.from({ length: 200 }, () => pieces(itemID, 1))
  const { poReceivingID } = (await staff('POST', receivings, { ...header, items })).body.data
  expect(await attempt(staff('POST', path, { ...pieces(itemID, 1), poReceivingID }))).toEqual(
    refusal(422, 'A receiving has at most 200 items'),
  )
  const { body } = await staff('POST', receivings, { ...header, items: [...items, items[0]] })
  expect(body.message).toBe('Items must have at most 200 entries')
})

test('the list is searched, filtered, sorted and paged', async () => {
  const { poID, poNumber, lines } = await orderGoods(db, [
    { item: { itemName: 'List amber' }, orderQty: 3 },
    { item: { itemName: 'List Zircon' }, orderQty: 2 },
  ])
  const { poReceivingID } = (await staff('POST', receivings, { ...header, poID })).body.data
  const names = async (query: string) => {
    const { status, body } = await staff('GET', `${path}?${query}`)
    expect(status).toBe(200)
    return body.data.map((row: { item: { itemName: string } }) => row.item.itemName)
  }
  expect(await names('search=LIST')).toEqual(['List Zircon', 'List amber'])
  expect(await names(`search=${poNumber}&sort=itemName&pageSize=1&page=2`)).toEqual(['List Zircon'])
  expect(await names(`poReceivingID=${poReceivingID}&sort=-receivedQty`)).toEqual(['List amber', 'List Zircon'])
  expect(await names(`poID=${poID}&status=Pending&sort=unitCost`)).toHaveLength(2)
  expect(await names(`poID=${poID}&status=Completed&sort=uom`)).toEqual([])
  expect(await names(`itemID=${lines[0]!.itemID}&sort=poReceivingItemID`)).toEqual(['List amber'])
  expect(await names(`poItemID=${lines[1]!.poItemID}`)).toEqual(['List Zircon'])
})
