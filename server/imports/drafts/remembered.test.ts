// Proves that the next file of a shop continues its codes, and that a saved mapping repeats its fixes.
import { expect, test } from 'vitest'

import type { ImportDraftRow } from '../../../contract/imports/drafts.ts'
import type { Fix } from '../../../contract/imports/fixes.ts'
import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import type { importMappings } from '../../../contract/imports/saved-mappings.ts'
import { toCsv } from '../../../contract/shared/csv.ts'
import type { Answer } from '../../../contract/shared/endpoint.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { formOf } from '../../../tests/support/pictures.ts'

const { as } = await testApp()

type Saved = Answer<typeof importMappings.list>['data'][number]

async function draftOf(kind: ImportKind, rows: readonly (readonly string[])[]) {
  const file = formOf({ kind }, { 'file.csv': new TextEncoder().encode(toCsv(rows)) }, 'file')
  const { status, body } = await as(3)('POST', '/api/v1/imports/drafts', file)
  expect([status, body.message]).toEqual([201, undefined])
  return body.data as ImportDraftRow
}
const call = (id: number, method: 'GET' | 'POST' | 'PUT', path = '', body?: object) =>
  as(3)(method, `/api/v1/imports/drafts/${id}${path}`, body)

async function setMapping(id: number, mapping: object) {
  const { status, body } = await call(id, 'PUT', '/mapping', { mapping })
  expect([status, body.message]).toEqual([200, undefined])
  return body.data as ImportDraftRow
}
async function importDraft(id: number) {
  expect((await call(id, 'POST', '/check', {})).status).toBe(200)
  expect((await call(id, 'POST', '/import', {})).status).toBe(201)
}
const patternOf = ({ mapping }: ImportDraftRow) => mapping.columns.find(({ key }) => key === 'itemCode')!.source
const codesOf = ({ preview }: ImportDraftRow) => preview.map(({ cells }) => cells['itemCode'])
const withPattern = ({ mapping }: ImportDraftRow, pattern: string) => ({
  ...mapping,
  columns: mapping.columns.map((one) =>
    one.key === 'itemCode' ? { key: 'itemCode', source: { from: 'pattern', pattern } } : one,
  ),
})

const rings = (...names: string[]) => [
  ['Item name', 'Category', 'Grams', 'Price', 'Cost'],
  ...names.map((name) => [name, 'Counted rings', '3', '10', '5']),
]

test('the codes of the next file continue those of the file before', async () => {
  await as(3)('POST', '/api/v1/categories', { categoryCode: 'CR', categoryName: 'Counted rings' })
  const first = await draftOf('items', rings('One', 'Two'))
  expect(codesOf(first)).toEqual(['R-0001', 'R-0002'])
  await importDraft(first.importDraftID)

  const second = await draftOf('items', rings('Three'))
  expect(patternOf(second)).toEqual({ from: 'pattern', pattern: 'R-{n:4}', start: 3 })
  expect(codesOf(second)).toEqual(['R-0003'])
  // Another pattern counts by itself. The case of letters does not matter, as with codes themselves.
  expect(codesOf(await setMapping(second.importDraftID, withPattern(second, 'r-{n}')))).toEqual(['r-3'])
  expect(codesOf(await setMapping(second.importDraftID, withPattern(second, 'R-000{n}')))).toEqual(['R-0003'])
  expect(codesOf(await setMapping(second.importDraftID, withPattern(second, 'New {n:2}/a')))).toEqual(['New 01/a'])
  await importDraft(second.importDraftID)
  const third = await draftOf('items', rings('Four', 'Five'))
  expect(codesOf(await setMapping(third.importDraftID, withPattern(third, 'new {n:2}/A')))).toEqual([
    'new 02/A',
    'new 03/A',
  ])
  // Several counters, and texts without one, count the rows of the file alone.
  expect(codesOf(await setMapping(third.importDraftID, withPattern(third, '{n}-{n}')))).toEqual(['1-1', '2-2'])
})

test('a fix that counts gives no code that the shop or another row of the file has', async () => {
  await as(3)('POST', '/api/v1/categories', { categoryCode: 'FX', categoryName: 'Fixed rings' })
  const file = (...codes: string[]) => [
    ['Item code', 'Item name', 'Category', 'Grams', 'UOM', 'Price', 'Cost', 'Barcode'],
    ...codes.map((code, n) => [code, `Ring ${n}`, 'Fixed rings', '3', 'PCS', '10', '5', '']),
  ]
  const fix: Fix = { reason: 'missing', column: 'itemCode', way: { does: 'fill', value: 'FX-{n:3}' } }
  const started = (start: number) => [{ ...fix, way: { ...fix.way, start } }]
  const first = await draftOf('items', file('', 'fx-004', '', 'FX-x', 'FX-9-old'))
  const fixed = await call(first.importDraftID, 'PUT', '/fixes', { fixes: [fix] })
  expect(fixed.body.data.fixes).toEqual(started(5))
  expect((await call(first.importDraftID, 'POST', '/check', {})).body.data.check).toMatchObject({
    wrong: 0,
    created: 5,
  })
  await importDraft(first.importDraftID)
  const codes = (await as(3)('GET', '/api/v1/items?search=FX-&sort=itemID')).body.data
  expect(codes.map((one: { itemCode: string }) => one.itemCode).toSorted()).toEqual([
    'FX-005',
    'FX-007',
    'FX-9-old',
    'FX-x',
    'fx-004',
  ])

  // The next file continues the codes, also when a saved mapping repeats the fix, and when another mapping is set.
  const second = await draftOf('items', file('', ''))
  await call(second.importDraftID, 'PUT', '/fixes', { fixes: started(1) })
  const saved = await as(3)('POST', '/api/v1/imports/mappings', {
    mappingName: 'Without codes',
    importDraftID: second.importDraftID,
  })
  expect(saved.body.data.fixes).toEqual(started(8))
  await importDraft(second.importDraftID)
  const third = await draftOf('items', file('', 'FX-020'))
  const used = await call(third.importDraftID, 'PUT', '/mapping', {
    importMappingID: saved.body.data.importMappingID,
  })
  expect(used.body.data.fixes).toEqual(started(21))
  expect(codesOf(used.body.data)).toEqual(['FX-021', 'FX-020'])
  const again = await setMapping(third.importDraftID, used.body.data.mapping)
  expect(again.fixes).toEqual(started(21))
})

test('a saved mapping repeats the fixes for all rows and for names, and a later draft replaces them', async () => {
  const header = ['Given', 'Family', 'Tel', 'Mail', 'Kind']
  const person = (name: string, kind = 'Walk-in') => [name, 'Lim', '', `${name}@lim.example`, kind]
  const draft = await draftOf('customers', [header, person('ana', 'Regulars'), person('bea', 'Wholesale')])
  const { importDraftID } = draft
  const column = (position: number) => ({ from: 'column', column: position, reads: 'text' })
  const columns = ['firstName', 'lastName', 'contactNo', 'email', 'customerType'].map((key, position) => ({
    key,
    source: column(position),
  }))
  await setMapping(importDraftID, { columns })
  const forAll: Fix = { reason: 'missing', column: 'contactNo', way: { does: 'fill', value: 'none' } }
  const forNames: Fix = {
    reason: 'unknown_name',
    column: 'customerType',
    cells: ['Regulars', 'Wholesale'],
    way: { does: 'fill', value: 'Walk-in' },
  }
  // The cell of a person, and the numbers of rows, say nothing about the next file.
  const forOne: Fix = { reason: 'too_long', column: 'firstName', cells: ['ana'], way: { does: 'cut' } }
  const forRows: Fix = { reason: 'missing', column: 'contactNo', rows: [2], way: { does: 'leave_out' } }
  const fixes = [forAll, forNames, forOne, forRows]
  expect((await call(importDraftID, 'PUT', '/fixes', { fixes })).status).toBe(200)
  const { status, body } = await as(3)('POST', '/api/v1/imports/mappings', { mappingName: 'Old till', importDraftID })
  expect([status, body.data.fixes]).toEqual([201, [forAll, forNames]])
  const saved = body.data as Saved

  const next = await draftOf('customers', [header, person('cora', 'Wholesale')])
  expect(next).toMatchObject({ mappingName: 'Old till', fixes: [forAll, forNames], unmapped: [] })
  expect((await call(next.importDraftID, 'POST', '/check', {})).body.data.check).toMatchObject({ wrong: 0, created: 1 })

  // Another choice of mapping and back brings the fixes again.
  await call(next.importDraftID, 'PUT', '/fixes', { fixes: [forNames] })
  const replace = (importMappingID: number, change: object) =>
    as(3)('PUT', `/api/v1/imports/mappings/${importMappingID}`, { mappingName: 'Old till', ...change })
  const replaced = await replace(saved.importMappingID, { importDraftID: next.importDraftID })
  expect([replaced.status, replaced.body.data.fixes]).toEqual([200, [forNames]])
  const used = await call(importDraftID, 'PUT', '/mapping', { importMappingID: saved.importMappingID })
  expect(used.body.data).toMatchObject({ mappingName: 'Old till', fixes: [forNames] })
  const renamed = await replace(saved.importMappingID, { mappingName: 'Older till' })
  expect(renamed.body.data).toMatchObject({ mappingName: 'Older till', fixes: [forNames] })

  // Neither another kind's mapping nor another person's draft replaces it.
  const suppliers = await draftOf('suppliers', [
    ['Supplier name', 'Contact details', 'Email'],
    ['A', 'b', 'c@d.example'],
  ])
  const refusals = [
    await replace(saved.importMappingID, { importDraftID: suppliers.importDraftID }),
    await as(2)('PUT', `/api/v1/imports/mappings/${saved.importMappingID}`, { mappingName: 'Mine', importDraftID }),
  ]
  expect(refusals.map((one) => [one.status, one.body.message])).toEqual([
    [404, 'Mapping not found'],
    [404, 'Draft not found'],
  ])
})
