// Proves that a file changes records that exist: each field is shown before and after, only what the caller may change
// changes, a record that changed since the check refuses the whole import, and undoing it gives the former values back.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ImportDraftRow } from '../../../contract/imports/drafts.ts'
import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import type { Mapping, Source } from '../../../contract/imports/mapping.ts'
import { toCsv } from '../../../contract/shared/csv.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { formOf } from '../../../tests/support/pictures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { audit } from '../../db/schema/shared.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { as, db } = await testApp({ connections: 10 })
const [manager, staff] = [as(2), as(3)]
type Caller = typeof staff

await staff('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
await staff('POST', '/api/v1/categories', { categoryCode: 'NK', categoryName: 'Necklaces' })

/** Makes a draft with its proposed mapping, or with other sources for some columns, and checks it. */
async function checkFile(
  kind: ImportKind,
  rows: readonly (readonly string[])[],
  { by = manager, sources = {} }: { by?: Caller; sources?: Record<string, Source> } = {},
) {
  const file = { 'file.csv': new TextEncoder().encode(toCsv(rows)) }
  const made = await by('POST', '/api/v1/imports/drafts', formOf({ kind }, file, 'file'))
  expect(made.status).toBe(201)
  const draft = made.body.data as ImportDraftRow & { mapping: Mapping }
  const id = draft.importDraftID
  const kept = draft.mapping.columns.filter(({ key }) => !(key in sources))
  const columns = [...kept, ...Object.entries(sources).map(([key, source]) => ({ key, source }))]
  const mapped = await by('PUT', path(id, '/mapping'), { mapping: { ...draft.mapping, columns } })
  expect(mapped.status).toBe(200)
  const checked = await by('POST', path(id, '/check'), {})
  return { id, status: checked.status, body: checked.body, check: checked.body.data?.check }
}
const path = (id: number, rest: string) => `/api/v1/imports/drafts/${id}${rest}`
const run = (id: number, body: object = {}, by = manager) => by('POST', path(id, '/import'), body)
const undo = (importID: number, by = manager) => by('PUT', `/api/v1/imports/${importID}/undo`)
const changesOf = async (id: number, query = '', by = manager) => (await by('GET', path(id, `/changes${query}`))).body
const itemOf = async (code: string) => (await manager('GET', `/api/v1/items?code=${code}`)).body.data[0]

const headings = ['Item code', 'Item name', 'Category', 'Grams', 'UOM', 'Price', 'Cost', 'Barcode', 'Metal']
const piece = (code: string, more: Partial<Record<string, string>> = {}) =>
  headings.map(
    (heading, n) => more[heading] ?? [code, `Piece ${code}`, 'Rings', '3.25', 'PCS', '1000', '600', '', 'Gold'][n]!,
  )
/** Creates items by a file. */
async function createItems(...codes: string[]) {
  const { id } = await checkFile('items', [headings, ...codes.map((code) => piece(code))])
  expect((await run(id)).status).toBe(201)
}
type Fields = Record<string, unknown>
/** The fields of an item without the stamps of its last change. */
const withoutStamps = ({ updatedAt: _at, modifiedByID: _by, ...fields }: Fields): Fields => fields

test('tells new, changed and same rows apart, shows each field before and after, and changes it back', async () => {
  await createItems('UP-1', 'UP-2')
  const before = await itemOf('UP-1')
  const { id, check } = await checkFile('items', [
    headings,
    piece('up-1', { 'Item name': 'Piece UP-1', Price: '1,250.5', Category: 'NK', Barcode: '480123', Metal: '' }),
    piece('UP-2'),
    piece('UP-3'),
  ])
  expect(check).toMatchObject({ rows: 3, wrong: 0, created: 1, changed: 1, same: 1 })
  expect(await changesOf(id)).toEqual({
    success: true,
    meta: { skip: 0, limit: 10, total: 1 },
    data: [
      {
        row: 2,
        recordID: before.itemID,
        recordName: 'UP-1',
        fields: [
          { column: 'category', before: 'Rings', after: 'Necklaces' },
          { column: 'barcode', before: '', after: '480123' },
          { column: 'price', before: '1000', after: '1250.5' },
        ],
      },
    ],
  })
  const untouched = await itemOf('UP-2')
  const done = await run(id)
  expect([done.status, done.body.data]).toMatchObject([201, { rows: 1, changed: 1 }])
  // An empty cell keeps the field, and the code keeps its spelling.
  expect(await itemOf('UP-1')).toMatchObject({
    ...withoutStamps(before),
    price: 1250.5,
    categoryName: 'Necklaces',
    categoryID: (await itemOf('UP-1')).categoryID,
    barcode: '480123',
    metal: 'Gold',
  })
  expect(await itemOf('UP-2')).toEqual(untouched)

  const undone = await undo(done.body.data.importID)
  expect([undone.status, undone.body.message]).toEqual([200, '1 item taken back, 1 item changed back'])
  expect(withoutStamps(await itemOf('UP-1'))).toEqual(withoutStamps(before))
  expect(await itemOf('UP-3')).toBeUndefined()
})

test('a price list needs only codes and prices; unknown codes are wrong, and a list of unknown codes is refused', async () => {
  await createItems('PL-1', 'PL-2')
  const list = [
    ['Item code', 'Price'],
    ['PL-1', '1500'],
    ['PL-2', '1000'],
    ['PL-9', '1'],
  ]
  const { id, check } = await checkFile('items', list)
  expect(check).toMatchObject({ wrong: 1, created: 0, changed: 1, same: 1 })
  expect((await run(id)).body.code).toBe('import.rows_wrong')
  expect((await run(id, { leaveOutWrong: true })).body.data).toMatchObject({ rows: 0, changed: 1 })
  expect(await itemOf('PL-1')).toMatchObject({ price: 1500, itemName: 'Piece PL-1', cost: 600 })
  const unknown = await checkFile('items', [list[0]!, ['PL-8', '1']])
  expect([unknown.status, unknown.body.code]).toEqual([422, 'import.mapping_incomplete'])
})

test('Staff are told that they may not change prices and costs; the rest of the row can come in', async () => {
  await createItems('ST-1', 'ST-2')
  const { id, check } = await checkFile(
    'items',
    [headings, piece('ST-1', { Price: '900', Cost: '1', Metal: 'Silver' }), piece('ST-2', { Metal: 'Silver' })],
    { by: staff },
  )
  expect(check).toMatchObject({ wrong: 1, changed: 1 })
  expect(check.reasons).toMatchObject([
    { reason: 'cannot_change', column: 'price', rows: 1, fixes: ['clear', 'leave_out'] },
    { reason: 'cannot_change', column: 'cost', message: 'Cost cannot change in 1 row' },
  ])
  expect(check.reasons[0].samples).toEqual([
    { row: 2, cell: '900', message: 'Only a manager may change the price or the cost of an item' },
  ])
  expect((await run(id, {}, staff)).body.code).toBe('import.rows_wrong')
  const fixes = ['price', 'cost'].map((column) => ({ reason: 'cannot_change', column, way: { does: 'clear' } }))
  expect((await staff('PUT', path(id, '/fixes'), { fixes })).status).toBe(200)
  expect((await staff('POST', path(id, '/check'), {})).body.data.check).toMatchObject({ wrong: 0, changed: 2 })
  expect((await run(id, {}, staff)).body.data).toMatchObject({ changed: 2 })
  expect(await itemOf('ST-1')).toMatchObject({ price: 1000, cost: 600, metal: 'Silver' })
})

test('a manager’s new cost revalues the stock, and undoing it gives the former cost back', async () => {
  const { itemID } = await stockItem(db, { quantity: 4, cost: 600 })
  const { itemCode } = (await manager('GET', `/api/v1/items/${itemID}`)).body.data
  const costs = (cost: string) =>
    checkFile('items', [
      ['Item code', 'Cost', 'UOM'],
      [itemCode, cost, 'PAIR'],
    ])
  const refused = await costs('650')
  expect(refused.check.reasons).toMatchObject([{ reason: 'cannot_change', column: 'uom' }])
  const { id } = await checkFile('items', [
    ['Item code', 'Cost'],
    [itemCode, '650.25'],
  ])
  const done = await run(id)
  expect(done.body.data).toMatchObject({ changed: 1 })
  const value = async () => (await manager('GET', `/api/v1/items/${itemID}/stock-value`)).body.data
  expect(await value()).toMatchObject({ unitCost: 650.25, quantity: 4, value: 2601 })
  expect((await undo(done.body.data.importID)).status).toBe(200)
  expect(await value()).toMatchObject({ unitCost: 600, value: 2400 })
  expect(await verifyStock({ db })).toEqual([])
})

test('constants and counters are for new records alone', async () => {
  await createItems('R-0001')
  const constant = await checkFile(
    'items',
    [
      ['Item code', 'Item name'],
      ['R-0001', 'Renamed'],
    ],
    { sources: { uom: { from: 'constant', value: 'PAIR' } } },
  )
  expect((await changesOf(constant.id)).data[0].fields).toEqual([
    { column: 'itemName', before: 'Piece R-0001', after: 'Renamed' },
  ])
  const counted = await checkFile('items', [headings.slice(1), piece('').slice(1)], {
    sources: { itemCode: { from: 'pattern', pattern: 'R-{n:4}' } },
  })
  // The counter continues the stored codes. A code that is taken meanwhile names no record to change.
  expect(counted.check).toMatchObject({ created: 1, changed: 0, reasons: [] })
  await createItems('R-0002')
  const again = await manager('POST', path(counted.id, '/check'), {})
  expect(again.body.data.check.reasons).toMatchObject([{ reason: 'exists', column: 'itemCode', rows: 1 }])
})

test('finds customers by name and email, buyers by platform and handle, and suppliers by name', async () => {
  const files: [ImportKind, string[], string[], string[]][] = [
    [
      'customers',
      ['First name', 'Last name', 'Contact no', 'Email', 'Customer type'],
      ['Ana', 'Cruz', '1', 'ana@x.example', 'Walk-in'],
      ['ANA', 'cruz', '2', 'Ana@X.example', 'Walk-in'],
    ],
    ['buyers', ['Platform', 'Handle', 'Contact'], ['TikTok', '@Ana', '1'], ['tiktok', 'ana', '2']],
    [
      'suppliers',
      ['Supplier name', 'Contact details', 'Email'],
      ['Aurum', '1', 'a@x.example'],
      ['AURUM', '2', 'a@x.example'],
    ],
  ]
  for (const [kind, header, first, second] of files) {
    const created = await checkFile(kind, [header, first])
    expect((await run(created.id)).body.data).toMatchObject({ rows: 1, changed: 0 })
    const again = await checkFile(kind, [header, first])
    expect(again.check).toMatchObject({ same: 1, changed: 0, created: 0 })
    const empty = await run(again.id)
    expect([empty.status, empty.body.message]).toEqual([422, 'Nothing in this file is new or changed'])
    const { id, check } = await checkFile(kind, [header, second])
    expect(check).toMatchObject({ changed: 1, created: 0 })
    expect((await changesOf(id)).data[0].fields).toMatchObject([{ before: '1', after: '2' }])
    const done = await run(id)
    expect((await undo(done.body.data.importID)).body.message).toMatch(/^1 \w+ changed back$/)
    expect((await checkFile(kind, [header, first])).check).toMatchObject({ same: 1 })
  }
})

test('two customers with one name and email are left alone, because the file cannot say which it means', async () => {
  const twin = { firstName: 'Two', lastName: 'Twins', contactNo: '1', email: 'twins@x.example', customerTypeID: 1 }
  for (const contactNo of ['1', '2']) await staff('POST', '/api/v2/customers', { ...twin, contactNo })
  const { check } = await checkFile('customers', [
    ['First name', 'Last name', 'Contact no', 'Email', 'Customer type'],
    ['Two', 'Twins', '3', 'twins@x.example', 'Walk-in'],
  ])
  expect(check.reasons).toMatchObject([{ reason: 'exists', rows: 1 }])
})

test('a record that changed, came or went since the check refuses the import, and nothing changes', async () => {
  await createItems('CH-1', 'CH-2')
  const prices = (...rows: string[][]) => checkFile('items', [['Item code', 'Price'], ...rows])
  const first = await prices(['CH-1', '1100'], ['CH-2', '1100'])
  const { itemID, ...now } = await itemOf('CH-2')
  expect((await staff('PUT', `/api/v1/items/${itemID}`, { ...now, itemName: 'By hand' })).status).toBe(200)
  const refused = await run(first.id)
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'import.changed_since',
    'CH-2 changed since the check: nothing was imported. Check the file again',
  ])
  expect(await itemOf('CH-1')).toMatchObject({ price: 1000 })
  expect((await manager('POST', path(first.id, '/check'), {})).status).toBe(200)
  expect((await run(first.id)).status).toBe(201)

  const created = await checkFile('items', [headings, piece('CH-3')])
  await createItems('CH-3')
  const other = await run(created.id)
  // The same values need no change.
  expect([other.status, other.body.message]).toEqual([422, 'Nothing in this file is new or changed'])
  const differing = await checkFile('items', [headings, piece('CH-4', { Price: '5' })])
  await createItems('CH-4')
  expect((await run(differing.id)).body.code).toBe('import.changed_since')

  const gone = await checkFile('suppliers', [
    ['Supplier name', 'Contact details', 'Email'],
    ['Soon gone', '1', 'a@x.example'],
  ])
  const made = (await run(gone.id)).body.data
  const change = await checkFile('suppliers', [
    ['Supplier name', 'Contact details', 'Email'],
    ['Soon gone', '2', 'a@x.example'],
  ])
  expect((await undo(made.importID)).status).toBe(200)
  expect((await run(change.id)).body.code).toBe('import.changed_since')
})

test('keeps what exists when the caller says so', async () => {
  await createItems('KE-1')
  const { id } = await checkFile('items', [headings, piece('KE-1', { Price: '5' }), piece('KE-2')])
  expect((await run(id, { keepExisting: true })).body.data).toMatchObject({ rows: 1, changed: 0 })
  expect(await itemOf('KE-1')).toMatchObject({ price: 1000 })
})

test('an import that changed a record is not undone once somebody changed that, in words', async () => {
  await createItems('UN-1', 'UN-2')
  const { id } = await checkFile('items', [
    ['Item code', 'Metal'],
    ['UN-1', 'Silver'],
    ['UN-2', 'Silver'],
  ])
  const { importID } = (await run(id)).body.data
  const { itemID, ...now } = await itemOf('UN-2')
  await staff('PUT', `/api/v1/items/${itemID}`, { ...now, size: '9' })
  const refused = await undo(importID)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'UN-2 has been changed since the import: nothing was undone',
  ])
  expect(await itemOf('UN-1')).toMatchObject({ metal: 'Silver' })
})

test('of an import and edits at the same time, every edit is either before it or after it', async () => {
  const codes = Array.from({ length: 30 }, (_, n) => `RACE-${n}`)
  await createItems(...codes)
  const { id } = await checkFile('items', [['Item code', 'Metal'], ...codes.map((code) => [code, 'Platinum'])])
  const items = await Promise.all(codes.map(itemOf))
  const [done, ...edits] = await Promise.all([
    run(id),
    ...items.map(({ itemID, ...item }) => staff('PUT', `/api/v1/items/${itemID}`, { ...item, size: '9' })),
  ])
  const after = await Promise.all(codes.map(itemOf))
  const accepted = edits.map(({ status }) => status === 200)
  for (const { status } of edits) expect([200, 409]).toContain(status)
  // Either the import changed all, and refused the edits of forms that were read before it, or it changed none.
  const isDone = done.status === 201
  expect([isDone, done.body.code]).toEqual(isDone ? [true, undefined] : [false, 'import.changed_since'])
  expect(after.map(({ metal }) => metal)).toEqual(codes.map(() => (isDone ? 'Platinum' : 'Gold')))
  expect(accepted.some(Boolean)).toBe(!isDone)
  expect(after.map(({ size }) => size === '9')).toEqual(accepted)
})

test('two imports of one change at the same time: one is done, the other refused', async () => {
  await createItems('BOTH-1')
  const files = ['Silver', 'Brass'].map((metal) =>
    checkFile('items', [
      ['Item code', 'Metal'],
      ['BOTH-1', metal],
    ]),
  )
  const drafts = await Promise.all(files)
  const answers = await Promise.all(drafts.map(({ id }) => run(id)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
})

/** A field's new text; empty keeps it. */
const cell = (...texts: string[]) => fc.constantFrom('', ...texts)
const changedRow = fc.record({
  price: cell('1000', '1000.01', '2500'),
  cost: cell('600', '601.5', '0'),
  metal: cell('Gold', 'Silver'),
  category: cell('Rings', 'rg', 'Necklaces'),
  tagalog: cell('Singsing', 'Kuwintas'),
  status: cell('Active', 'inactive'),
  lead: cell('3', '14'),
})

test('any sequence of changes and undos leaves what a model says', { timeout: 120_000 }, async () => {
  let shop = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(changedRow, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      async (files) => {
        const codes = Array.from({ length: 3 }, (_, n) => `M${++shop}-${n}`)
        await createItems(...codes)
        const read = async () => (await Promise.all(codes.map(itemOf))).map(withoutStamps)
        const done: { importID: number; before: Fields[]; changed: number[] }[] = []
        for (const rows of files) {
          const before = await read()
          const { id, check } = await checkFile('items', [
            ['Item code', 'Price', 'Cost', 'Metal', 'Category', 'Item name (Tagalog)', 'Status', 'Lead time days'],
            ...rows.map((row, n) => [codes[n]!, ...Object.values(row)]),
          ])
          const answer = await run(id)
          const after = await read()
          const changed = [0, 1, 2].filter((n) => JSON.stringify(after[n]) !== JSON.stringify(before[n]))
          expect(check).toMatchObject({ wrong: 0, changed: changed.length, same: 3 - changed.length })
          expect(answer.body.code).toBe(changed.length === 0 ? 'import.empty' : undefined)
          if (changed.length > 0) done.push({ importID: answer.body.data.importID, before, changed })
          expect(after).toMatchObject(rows.map((row, n) => expectedOf(row, before[n]!)))
        }
        const touched = new Set<number>()
        const expected = await read()
        for (const { importID, before, changed } of done.toReversed()) {
          // An import is undone as long as nothing, not even an undo, changed one of its records after it.
          const isFree = changed.every((n) => !touched.has(n))
          expect((await undo(importID)).status).toBe(isFree ? 200 : 409)
          for (const n of changed) {
            touched.add(n)
            if (isFree) expected[n] = before[n]!
          }
          expect(await read()).toEqual(expected)
        }
      },
    ),
    { numRuns: 15 },
  )
  expect(await verifyStock({ db })).toEqual([])
})

/** The fields of an item after a row, by the rule that an empty cell keeps a field. */
function expectedOf({ price, cost, metal, category, status, lead }: Record<string, string>, before: Fields) {
  return {
    price: price === '' ? before['price'] : Number(price),
    cost: cost === '' ? before['cost'] : Number(cost),
    metal: metal === '' ? before['metal'] : metal,
    categoryName: category === '' ? before['categoryName'] : category === 'Necklaces' ? 'Necklaces' : 'Rings',
    status: status === '' ? before['status'] : status === 'Active',
    leadTimeDays: lead === '' ? before['leadTimeDays'] : Number(lead),
  }
}

test('each change has an audit row with the fields before and after', async () => {
  await createItems('AU-1')
  const { id } = await checkFile('items', [
    ['Item code', 'Price'],
    ['AU-1', '1001'],
  ])
  await run(id)
  const { itemID } = await itemOf('AU-1')
  const rows = (await db.select().from(audit)).filter(
    ({ entity, entityID }) => entity === 'item' && entityID === itemID,
  )
  expect(rows.at(-1)).toMatchObject({ action: 'update', before: { price: 1000 }, after: { price: 1001 } })
})
