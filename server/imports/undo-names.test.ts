// Proves that the undo of an import deletes the categories, locations and customer types that it made and nobody used, and
// that it lists what it leaves and what stands in its way.
import { expect, test } from 'vitest'

import { type ImportKind, importColumns } from '../../contract/imports/import-columns.ts'
import { toCsv } from '../../contract/shared/csv.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { formOf } from '../../tests/support/pictures.ts'

const { as } = await testApp()
const [manager, staff] = [as(2), as(3)]
const names = async (path: string, field: string) =>
  ((await staff('GET', path)).body.data as Record<string, string>[]).map((one) => one[field])

async function load(kind: ImportKind, rows: Record<string, string>[], by = staff) {
  const file = toCsv([
    importColumns[kind].map(({ label }) => label),
    ...rows.map((row) => importColumns[kind].map(({ key, example }) => row[key] ?? example)),
  ])
  const form = formOf({ kind, createMissing: true }, { 'a.csv': new TextEncoder().encode(file) }, 'file')
  const { status, body } = await by('POST', '/api/v1/imports', form)
  expect([status, body.message]).toEqual([201, undefined])
  return body.data.importID as number
}
const piece = (code: string, fields: Record<string, string>) => ({
  itemCode: code,
  itemName: code,
  barcode: '',
  ...fields,
})
const undo = (importID: number, by = staff) => by('PUT', `/api/v1/imports/${importID}/undo`)

test('takes back the categories and locations that it made, and says which stay', async () => {
  const importID = await load('items', [
    piece('UN-1', { category: 'New rings', location: 'New vault', quantity: '2' }),
    piece('UN-2', { category: 'New chains' }),
    piece('UN-3', { category: 'New pins' }),
  ])
  await load('items', [piece('OWN-1', { category: 'New chains' })])
  const [pins] = (await staff('GET', '/api/v1/categories?search=New%20pins')).body.data
  const renamed = { categoryCode: 'PIN', categoryName: 'Pins', updatedAt: pins.updatedAt }
  expect((await manager('PUT', `/api/v1/categories/${pins.categoryID}`, renamed)).status).toBe(200)

  const { status, body } = await undo(importID)
  expect([status, body.message]).toEqual([
    200,
    '3 items taken back; 1 category taken back; 1 location taken back; New chains, Pins stay, because they are used or changed',
  ])
  expect(body.data.kept).toEqual([
    { name: 'New chains', why: 'is used' },
    { name: 'Pins', why: 'has been changed' },
  ])
  expect(await names('/api/v1/categories?search=New', 'categoryName')).toEqual(['New chains'])
  expect(await names('/api/v1/locations?search=New', 'locationName')).toEqual([])
  const [trail] = (await as(1)('GET', '/api/v1/audit?entity=location&action=delete')).body.data
  expect(trail).toMatchObject({ action: 'delete', subject: 'New vault' })
})

test('takes back the customer types that a manager’s file made', async () => {
  const importID = await load('customers', [{ customerType: 'Collector' }], manager)
  expect((await undo(importID, manager)).body.message).toBe('1 customer taken back; 1 customer type taken back')
  expect(await names('/api/v2/customer-types', 'TypeName')).not.toContain('Collector')
})

test('a location of undone stock goes with the undo of the items', async () => {
  const items = await load('items', [piece('ST-1', { category: 'Stocked rings' })])
  const stock = await load('stock', [{ item: 'ST-1', location: 'Far away' }])
  expect((await undo(stock)).body.message).toBe('1 row of stock taken back; Far away stays, because it is used')
  expect((await undo(items)).body.message).toBe('1 item taken back; 1 category taken back')
  expect(await names('/api/v1/locations?search=Far', 'locationName')).toEqual([])
  expect((await staff('GET', `/api/v1/imports/${stock}`)).body.data.kept).toEqual([])
})

test('lists all records that stand in the way, and changes nothing', async () => {
  const codes = Array.from({ length: 7 }, (_, n) => `BL-${n}`)
  const importID = await load(
    'items',
    codes.map((code) => piece(code, { category: 'New rings' })),
  )
  const path = `/api/v1/imports/${importID}/undo-blockers`
  expect((await staff('POST', path, {})).body.data).toEqual({ total: 0, records: [] })
  for (const code of codes.slice(0, 5)) {
    const [item] = (await staff('GET', `/api/v1/items?code=${code}`)).body.data
    const { updatedAt: _, ...fields } = item
    expect((await manager('PUT', `/api/v1/items/${item.itemID}`, { ...fields, itemName: 'Other' })).status).toBe(200)
  }
  expect((await undo(importID)).body.message).toMatch(/^BL-0 has been changed.*, and 2 more stand in the way/)
  expect((await staff('POST', path, {})).body.data).toEqual({
    total: 5,
    records: codes.slice(0, 5).map((name) => ({ name, why: 'has been changed' })),
  })
  expect((await staff('GET', `/api/v1/imports/${importID}`)).body.data).toMatchObject({ undoneAt: null, kept: [] })
  expect((await as(3)('POST', '/api/v1/imports/2147483647/undo-blockers', {})).status).toBe(404)
})
