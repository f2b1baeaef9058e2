// Proves that one file brings items with their opening stock, and that undoing it takes both back.
import { expect, test } from 'vitest'

import { toCsv } from '../../contract/shared/csv.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { formOf } from '../../tests/support/pictures.ts'
import { item } from '../db/schema/catalogue.ts'
import { inventory, inventoryAdjustment, stockMovement } from '../db/schema/stock.ts'
import { verifyStock } from '../stock/ledger/verify.ts'

const { as, db } = await testApp()
const staff = as(3)
await staff('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
await staff('POST', '/api/v1/locations', { locationName: 'Cebu' })

const header = [
  'Item code',
  'Item name',
  'Category',
  'Grams',
  'UOM',
  'Price',
  'Cost',
  'Qty',
  'Branch',
  'Inventory type',
]
const piece = (code: string, quantity: string, place = '', type = '') => [
  code,
  `Piece ${code}`,
  'Rings',
  '3',
  'PCS',
  '1000',
  '600',
  quantity,
  place,
  type,
]
async function checkFile(rows: string[][], by = staff) {
  const file = { 'a.csv': new TextEncoder().encode(toCsv([header, ...rows])) }
  const { body } = await by('POST', '/api/v1/imports/drafts', formOf({ kind: 'items' }, file, 'file'))
  const path = `/api/v1/imports/drafts/${body.data.importDraftID}`
  return { path, check: (await by('POST', `${path}/check`, {})).body.data.check }
}
const importFile = async (rows: string[][]) =>
  (await staff('POST', `${(await checkFile(rows)).path}/import`, {})).body.data
const itemOf = async (code: string) => (await staff('GET', `/api/v1/items?code=${code}`)).body.data[0]
const undo = (importID: number) => staff('PUT', `/api/v1/imports/${importID}/undo`)

test('imports items with their opening stock at its cost, and takes both back', async () => {
  const { importID } = await importFile([
    piece('OS-1', '5'),
    piece('OS-2', '2', 'cebu'),
    piece('OS-3', '0'),
    piece('OS-4', ''),
  ])
  expect(await itemOf('OS-1')).toMatchObject({ available: 5, cost: 600 })
  expect(await itemOf('OS-2')).toMatchObject({ available: 2 })
  expect(await itemOf('OS-3')).toMatchObject({ available: 0 })
  const rows = await db.select().from(inventory)
  expect(rows.map(({ quantity }) => quantity)).toEqual([5, 2])
  expect(rows[0]!.locationID).not.toBe(rows[1]!.locationID)
  // The items are new, so Staff open their stock without an approval.
  expect(await db.$count(inventoryAdjustment)).toBe(0)
  const [moved] = await db.select().from(stockMovement)
  expect(moved).toMatchObject({
    kind: 'opening',
    documentType: 'import',
    documentID: importID,
    unitCost: 600,
    value: 3000,
  })
  expect(await verifyStock({ db })).toEqual([])

  const undone = await undo(importID)
  expect([undone.status, undone.body.message]).toEqual([200, '4 items taken back'])
  expect([await db.$count(item), await db.$count(inventory), await db.$count(stockMovement)]).toEqual([0, 0, 0])
  expect(await verifyStock({ db })).toEqual([])
  // The codes are free again.
  expect((await importFile([piece('OS-1', '1')])).rows).toBe(1)
})

test('is not undone once some of the stock was sold', async () => {
  const { importID } = await importFile([piece('SO-1', '5'), piece('SO-2', '5')])
  const { itemID } = await itemOf('SO-2')
  const sold = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
  })
  expect(sold.status).toBe(201)
  const { status, body } = await undo(importID)
  expect([status, body.code]).toEqual([409, 'import.in_use'])
  expect(body.message).toMatch(
    /^SO-2 at \w+ (is held for a sale|has been sold or moved) since the import: nothing was undone$/,
  )
  expect(await itemOf('SO-1')).toMatchObject({ available: 5 })
})

test('tells wrong quantities and places, and changes no stock of items that exist', async () => {
  await importFile([piece('EX-1', '5')])
  const { check, path } = await checkFile([
    piece('EX-1', '9').with(5, '1000'),
    piece('WR-1', '0.5'),
    piece('WR-2', '-1'),
    piece('WR-3', '1', 'Nowhere'),
    piece('WR-4', '1', '', 'Nothing'),
  ])
  expect(check).toMatchObject({ same: 1, wrong: 4, notTaken: [{ column: 'quantity', rows: 1 }] })
  expect(check.reasons.map(({ reason, column }: { reason: string; column: string }) => [reason, column])).toEqual([
    ['invalid', 'quantity'],
    ['out_of_range', 'quantity'],
    ['unknown_name', 'location'],
    ['unknown_name', 'inventoryType'],
  ])
  expect((await staff('POST', `${path}/import`, { leaveOutWrong: true })).body.message).toBe(
    'Nothing in this file is new or changed',
  )
  expect(await itemOf('EX-1')).toMatchObject({ available: 5 })
})
