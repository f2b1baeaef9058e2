// Proves that the server keeps a file as a draft: with a proposed mapping, a preview, problems by reason, fixes,
// corrections and wrong rows as a file, and that its import writes all rows or none.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { ImportDraftRow } from '../../../contract/imports/drafts.ts'
import type { Fix } from '../../../contract/imports/fixes.ts'
import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import type { Mapping } from '../../../contract/imports/mapping.ts'
import { parseCsv, toCsv } from '../../../contract/shared/csv.ts'
import { workbookType } from '../../../contract/shared/workbooks.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { renamedShopifyProducts, shopifyProducts } from '../../../tests/support/import-files.ts'
import { formOf } from '../../../tests/support/pictures.ts'
import { importDraft, importDraftRow } from '../../db/schema/imports.ts'
import { runScheduledWork } from '../../scheduled-work.ts'

const { app, as, db, tokens } = await testApp()
type Role = 1 | 2 | 3

await as(3)('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })

const send = (
  kind: ImportKind,
  rows: readonly (readonly string[])[] | string,
  { roleID = 3, name = 'file.csv' }: { roleID?: Role; name?: string } = {},
) => {
  const text = typeof rows === 'string' ? rows : toCsv(rows)
  return as(roleID)(
    'POST',
    '/api/v1/imports/drafts',
    formOf({ kind }, { [name]: new TextEncoder().encode(text) }, 'file'),
  )
}
/** Creates a draft and returns it. */
async function draftOf(kind: ImportKind, rows: readonly (readonly string[])[] | string, roleID: Role = 3) {
  const { status, body } = await send(kind, rows, { roleID })
  expect([status, body.message]).toEqual([201, undefined])
  return body.data as ImportDraftRow
}
const call = (id: number, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object, roleID: Role = 3) =>
  as(roleID)(method, `/api/v1/imports/drafts/${id}${path}`, body)
const check = async (id: number) => {
  const { status, body } = await call(id, 'POST', '/check', {})
  expect([status, body.message]).toEqual([200, undefined])
  return body.data as ImportDraftRow & { check: NonNullable<ImportDraftRow['check']> }
}
const setFixes = async (id: number, fixes: Fix[]) => {
  const { status, body } = await call(id, 'PUT', '/fixes', { fixes })
  expect([status, body.message]).toEqual([200, undefined])
}
const sourceOf = ({ mapping }: Pick<ImportDraftRow, 'mapping'>, key: string) =>
  mapping.columns.find((one) => one.key === key)?.source
const data = async (path: string) => (await as(3)('GET', path)).body.data

const publicSet = ['name', 'brand', 'type', 'price', 'weight', 'metal', 'stone', 'size']
const piece = (n: number, more: Partial<Record<string, string>> = {}) =>
  publicSet.map(
    (heading) =>
      more[heading] ??
      {
        name: `Ring ${n}`,
        brand: 'Ornament',
        type: 'Rings',
        price: `${1000 + n}.505`,
        weight: '3.25 g',
        metal: '18K yellow gold',
        stone: 'Ruby',
        size: '7',
      }[heading]!,
  )

test('proposes a mapping for a file with other headings, and shows the first rows as they would come in', async () => {
  const draft = await draftOf('items', [publicSet, piece(1), piece(2, { price: '12' })])
  expect(draft).toMatchObject({
    rows: 2,
    encoding: 'UTF-8',
    separator: 'comma',
    unmapped: ['cost'],
    ignored: ['brand'],
    check: null,
  })
  expect(sourceOf(draft, 'itemCode')).toEqual({ from: 'pattern', pattern: 'R-{n:4}', start: 1 })
  expect(sourceOf(draft, 'uom')).toEqual({ from: 'constant', value: 'PCS' })
  expect(draft.preview.map(({ cells }) => cells)).toMatchObject([
    {
      itemCode: 'R-0001',
      itemName: 'Ring 1',
      category: 'Rings',
      grams: '3.25',
      karat: '18K',
      metal: '18K yellow gold',
    },
    { itemCode: 'R-0002', price: '12' },
  ])
  expect(draft.examples[0]).toEqual(['Ring 1', 'Ring 2'])
  // A reload of the page continues the draft; other people do not see it.
  expect((await call(draft.importDraftID, 'GET')).body.data).toEqual(draft)
  expect((await call(draft.importDraftID, 'GET', '', undefined, 1)).status).toBe(404)
  expect((await as(3)('GET', '/api/v1/imports/drafts')).body.data[0]).toMatchObject({
    importDraftID: draft.importDraftID,
  })
  expect((await as(2)('GET', '/api/v1/imports/drafts')).body.data).toEqual([])

  const { status, body } = await call(draft.importDraftID, 'POST', '/check', {})
  expect([status, body.code, body.message]).toEqual([
    422,
    'import.mapping_incomplete',
    'Choose where these come from: Cost',
  ])
  expect((await call(draft.importDraftID, 'DELETE')).status).toBe(200)
  expect((await call(draft.importDraftID, 'GET')).status).toBe(404)
  expect(await db.$count(importDraftRow)).toBe(0)
})

const withCost = ({ mapping }: Pick<ImportDraftRow, 'mapping'>): Mapping => ({
  ...(mapping as Mapping),
  columns: [...(mapping as Mapping).columns, { key: 'cost', source: { from: 'share', percent: 50 } }],
})

test('groups problems by reason, applies fixes to all rows or some, and imports', async () => {
  const rows = [
    publicSet,
    piece(11),
    piece(12, { type: 'Anklets', price: '1,000' }),
    piece(13, { type: 'anklets' }),
    piece(14, { type: 'Tiaras', weight: '' }),
    piece(15, { price: '20' }),
  ]
  const draft = await draftOf('items', rows)
  const { importDraftID: id } = draft
  const mapped = await call(id, 'PUT', '/mapping', { mapping: withCost(draft) })
  expect(mapped.body.data).toMatchObject({ unmapped: [], mappingName: null })
  const { check: first } = await check(id)
  expect(first).toMatchObject({ rows: 5, wrong: 4, created: 1, leftOut: 0 })
  expect(first.reasons.map(({ message, rows: count, fixes }) => [message, count, fixes])).toEqual([
    ['Price has too many decimals in 3 rows', 3, ['round', 'leave_out']],
    ['Category is new in 3 rows', 3, ['make', 'fill', 'leave_out']],
    ['Grams is missing in 1 row', 1, ['fill', 'leave_out']],
  ])
  expect(first.reasons[1]).toMatchObject({
    cellCount: 2,
    cells: [
      { cell: 'Anklets', rows: 2 },
      { cell: 'Tiaras', rows: 1 },
    ],
    samples: [{ row: 3, cell: 'Anklets', message: 'There is no category Anklets' }, { row: 4 }, { row: 5 }],
  })
  expect((await call(id, 'GET', '/wrong-rows?reason=missing')).body).toMatchObject({
    meta: { total: 1 },
    data: [{ row: 5, cells: { itemName: 'Ring 14' } }],
  })
  expect((await call(id, 'GET', '/wrong-rows?limit=1&skip=1')).body).toMatchObject({
    meta: { total: 4 },
    data: [{ row: 3 }],
  })

  const fixes: Fix[] = [
    { reason: 'too_many_decimals', column: 'price', way: { does: 'round', way: 'up' } },
    { reason: 'unknown_name', column: 'category', cells: ['ANKLETS'], way: { does: 'make' } },
    { reason: 'unknown_name', column: 'category', cells: ['Tiaras'], way: { does: 'fill', value: 'RG' } },
    { reason: 'missing', column: 'grams', way: { does: 'fill', value: '1.5' } },
  ]
  await setFixes(id, fixes)
  const { check: second } = await check(id)
  expect(second).toMatchObject({ rows: 5, wrong: 0, created: 5, reasons: [], fixedRows: [3, 2, 1, 1] })
  expect(await data('/api/v1/categories?search=Anklets')).toEqual([])
  const done = await call(id, 'POST', '/import', {})
  expect([done.status, done.body.data]).toMatchObject([201, { rows: 5, fileName: 'file.csv' }])
  expect(await data('/api/v1/categories?search=Anklets')).toHaveLength(1)
  const byCode = async (code: string) => (await data(`/api/v1/items?code=${code}`))[0]
  expect(await byCode('R-0001')).toMatchObject({ price: 1011.51, cost: 505.76, karat: '18K', grams: 3.25 })
  expect(await byCode('R-0002')).toMatchObject({ price: 1000, categoryName: 'Anklets' })
  expect(await byCode('R-0004')).toMatchObject({ categoryName: 'Rings', grams: 1.5 })
  expect((await call(id, 'GET')).status).toBe(404)
})

test('corrects cells and leaves rows out in the draft, and imports the right rows alone', async () => {
  const header = ['Supplier name', 'Contact details', 'Email']
  const rows = [
    header,
    ['Draft A', 'x', 'a@b.example'],
    ['Draft B', 'x', 'none'],
    ['Draft C', 'x', 'no'],
    ['Draft A', 'y', 'a@b.example'],
  ]
  const { importDraftID: id } = await draftOf('suppliers', rows)
  expect((await check(id)).check).toMatchObject({ rows: 4, wrong: 3 })
  const corrections = [
    { row: 3, cells: { email: 'b@b.example' } },
    { row: 5, out: true },
  ]
  const corrected = await call(id, 'PUT', '/rows', { corrections })
  expect(corrected.body.data).toMatchObject({ correctedRows: 1, leftOutRows: 1, check: null })
  expect((await check(id)).check).toMatchObject({ rows: 3, wrong: 1, created: 2, leftOut: 1 })

  const file = await call(id, 'GET', '/wrong-rows?format=csv')
  expect(parseCsv(String(file.body))).toEqual([
    ['Supplier name', 'Contact details', 'Address', 'Email', 'Status', 'What is wrong'],
    ['Draft C', 'x', '', 'no', '', 'Enter a valid email'],
  ])
  const refused = await call(id, 'POST', '/import', {})
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Row 4, Email: Enter a valid email. Nothing was imported',
  ])
  const done = await call(id, 'POST', '/import', { leaveOutWrong: true })
  expect([done.status, done.body.data.rows]).toEqual([201, 2])
  expect((await data('/api/v2/suppliers?search=Draft')).map((one: { email: string }) => one.email)).toEqual([
    'b@b.example',
    'a@b.example',
  ])
  // The mended file comes in alone. Its last column is not taken.
  const mended = await draftOf('suppliers', String(file.body).replace(',no,', ',c@b.example,'))
  expect(mended).toMatchObject({ ignored: [], rows: 1 })
  expect((await check(mended.importDraftID)).check).toMatchObject({ wrong: 0, created: 1 })
  await call(mended.importDraftID, 'DELETE')
})

test('refuses a mapping, a fix or a correction that does not fit, in words', async () => {
  const { importDraftID: id, mapping } = await draftOf('suppliers', [
    ['Name', 'Phone', 'Email'],
    ['A', 'b', 'c'],
  ])
  const column = (position: number) => ({ from: 'column', column: position, reads: 'text' })
  const columns = (...all: [string, number][]) => ({
    mapping: { columns: all.map(([key, position]) => ({ key, source: column(position) })) },
  })
  const refusal = async (path: string, body: object) => {
    const { status, body: answered } = await call(id, 'PUT', path, body)
    return [status, answered.message]
  }
  expect(await refusal('/mapping', columns(['email', 0], ['email', 1]))).toEqual([
    422,
    'Email has two sources. Choose one of them',
  ])
  expect(await refusal('/mapping', columns(['email', 3]))).toEqual([422, 'This file has 3 columns, and no column 4'])
  expect(await refusal('/mapping', columns(['price', 0]))).toEqual([422, 'There is no column price to fill'])
  expect(await refusal('/mapping', { preset: 'shopify-products' })).toEqual([404, 'Mapping not found'])
  expect(await refusal('/mapping', {})).toEqual([400, 'Give a mapping, a preset or a saved mapping'])
  // Two of ours may read one of theirs.
  expect((await call(id, 'PUT', '/mapping', columns(['supplierName', 0], ['contactDetails', 0]))).status).toBe(200)

  const cut = { reason: 'too_long', column: 'email', way: { does: 'cut' } }
  expect(await refusal('/fixes', { fixes: [cut, cut] })).toEqual([
    422,
    'Two fixes are for the same cells. Choose one of them',
  ])
  expect(await refusal('/fixes', { fixes: [{ ...cut, reason: 'exists' }] })).toEqual([422, 'cut is no fix for exists'])
  expect(await refusal('/rows', { corrections: [{ row: 9, out: true }] })).toEqual([
    422,
    'Name each row of the file at most once',
  ])
  expect(await refusal('/rows', { corrections: [{ row: 2, cells: { price: '1' } }] })).toEqual([
    422,
    'There is no column price to correct',
  ])
  expect((await refusal('/mapping', { mapping, updatedAt: '2020-01-01T00:00:00.000Z' }))[0]).toBe(409)
})

test('saves a mapping under a name, proposes it for a like file, and refuses a file without its columns', async () => {
  const header = ['Firm', 'Tel', 'Mail', 'Town']
  const first = await draftOf('suppliers', [header, ['Named A', '1', 'a@b.example', 'x']])
  const column = (position: number) => ({ from: 'column', column: position, reads: 'text' })
  const mapping = {
    columns: [
      { key: 'supplierName', source: column(0) },
      { key: 'contactDetails', source: column(1) },
      { key: 'email', source: column(2) },
    ],
  }
  expect((await call(first.importDraftID, 'PUT', '/mapping', { mapping })).status).toBe(200)
  const save = (mappingName: string) =>
    as(3)('POST', '/api/v1/imports/mappings', { mappingName, importDraftID: first.importDraftID })
  const { status, body } = await save('From the accountant')
  expect([status, body.data.mappingName]).toEqual([201, 'From the accountant'])
  expect((await save('from the ACCOUNTANT')).body.message).toBe('Another mapping has this name')
  const { importMappingID } = body.data

  // The columns of the next file stand in another order, and one is new.
  const like = await draftOf('suppliers', [
    ['Mail', 'Firm', 'Since', 'Tel', 'Town'],
    ['b@b.example', 'Named B', '2020', '2', 'y'],
  ])
  expect(like).toMatchObject({ mappingName: 'From the accountant', unmapped: [] })
  expect(like.preview[0]!.cells).toMatchObject({ supplierName: 'Named B', contactDetails: '2', email: 'b@b.example' })

  const other = await draftOf('suppliers', [
    ['Firm', 'Mail'],
    ['Named C', 'c@b.example'],
  ])
  expect(other.mappingName).toBeNull()
  expect(other.choices[0]).toMatchObject({ importMappingID, missing: ['Tel'] })
  const refused = await call(other.importDraftID, 'PUT', '/mapping', { importMappingID })
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'From the accountant needs the columns Tel, which this file lacks',
  ])
  const renamed = await as(2)('PUT', `/api/v1/imports/mappings/${importMappingID}`, { mappingName: 'Accountant' })
  expect(renamed.body.data.mappingName).toBe('Accountant')
  const trail = (await as(1)('GET', '/api/v1/audit?entity=importMapping')).body.data
  expect(trail.map(({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`)).toEqual([
    'update Accountant',
    'create From the accountant',
  ])
  expect((await as(3)('DELETE', `/api/v1/imports/mappings/${importMappingID}`)).status).toBe(200)
  expect((await as(3)('GET', '/api/v1/imports/mappings')).body.data).toEqual([])
})

test('imports one draft once when two requests run at once', async () => {
  const header = ['Supplier name', 'Contact details', 'Email']
  const { importDraftID: id } = await draftOf('suppliers', [header, ['Once drafted', 'x', 'a@b.example']])
  const unchecked = await call(id, 'POST', '/import', {})
  expect([unchecked.status, unchecked.body.code]).toEqual([409, 'import.not_checked'])
  await check(id)
  const both = await Promise.all([call(id, 'POST', '/import', {}), call(id, 'POST', '/import', {})])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 404]))
  expect(await data('/api/v2/suppliers?search=Once drafted')).toHaveLength(1)
})

test('deletes drafts after a day, and those that name a person who is anonymised', async () => {
  const header = ['First name', 'Last name', 'Contact no', 'Email', 'Customer type']
  const row = ['Corazon', 'Lim', '0917 555 7777', 'corazon@x.example', 'Walk-in']
  const old = await draftOf('customers', [header, row])
  await db.execute(
    sql`update ${importDraft} set created_at = now() - interval '25 hours' where import_draft_id = ${old.importDraftID}`,
  )
  expect((await call(old.importDraftID, 'GET')).status).toBe(404)
  await runScheduledWork(app)
  expect(await db.$count(importDraft, sql`import_draft_id = ${old.importDraftID}`)).toBe(0)

  const kept = await draftOf('customers', [
    header,
    row.with(3, 'other@x.example').with(2, '0917 000 0000').with(1, 'Tan'),
  ])
  const named = await draftOf('customers', [header, row])
  const customer = {
    firstName: 'Corazon',
    lastName: 'Lim',
    contactNo: '0917 555 7777',
    email: 'corazon@x.example',
    customerTypeID: 1,
  }
  const { customerID } = (await as(3)('POST', '/api/v2/customers', customer)).body.data
  const anonymised = await as(1)('PUT', `/api/v2/customers/${customerID}/anonymise`, { customerName: 'Corazon Lim' })
  expect([anonymised.status, anonymised.body.code]).toEqual([200, undefined])
  expect((await call(named.importDraftID, 'GET')).status).toBe(404)
  expect((await call(kept.importDraftID, 'GET')).status).toBe(200)
})

test.each([
  ['today’s', renamedShopifyProducts],
  ['the former', shopifyProducts],
])('reads a file of Shopify with %s headings, and names what it does not take', async (_, productsOf) => {
  const draft = await draftOf('items', productsOf('SH', 'Rings'))
  expect(draft.mappingName).toBe('Shopify products')
  // The variants of a product inherit these, and none of our columns reads them.
  expect(draft.ignored).toEqual(expect.arrayContaining(['Vendor', 'Tags']))
  expect(draft.ignored).not.toContain('Status')
  expect(draft.preview.map(({ cells }) => [cells['itemCode'], cells['quantity'], cells['onSite']])).toEqual([
    ['SH-6', '2', 'yes'],
    ['SH-7', '', 'yes'],
    ['sh-pin', '', 'no'],
    ['SH-T', '1', 'no'],
  ])
})

test('says which rows have more cells than the file has headings, and names columns without a heading', async () => {
  const text =
    'Supplier name,Contact details,,Email\nGood,1,note,a@b.example\nA, Inc,2,,a@b.example,extra\nB,3,,b@b.example,,\n'
  const draft = await draftOf('suppliers', text)
  expect(draft.ignored).toEqual(['Column 3'])
  const { check: first } = await check(draft.importDraftID)
  expect(first).toMatchObject({ created: 2, wrong: 1 })
  expect(first.reasons).toMatchObject([
    {
      reason: 'surplus_cells',
      column: null,
      message: 'The row has more cells than the file has headings in 1 row',
      samples: [{ row: 3, message: 'The row has more cells than the file has headings: a@b.example, extra' }],
      fixes: ['clear', 'leave_out'],
    },
  ])
  await setFixes(draft.importDraftID, [{ reason: 'surplus_cells', column: null, way: { does: 'clear' } }])
  expect((await check(draft.importDraftID)).check).toMatchObject({ created: 3, wrong: 0, fixedRows: [1] })
  const form = formOf({ kind: 'suppliers' }, { 'a.csv': new TextEncoder().encode(text) }, 'file')
  const { status, body } = await as(3)('POST', '/api/v1/imports', form)
  expect([status, body.message]).toEqual([
    422,
    'Row 3: The row has more cells than the file has headings: a@b.example, extra. Nothing was imported',
  ])
})

test.each([
  ['empty rows', '\r\n,,\r\n"",,\r\nSupplier name,Contact details,Email\r\nGold,1,a@b.example\r\n', 'comma', 5],
  ['rows of empty cells', ';;\n;;\nSupplier name;Contact details;Email\nGold;1;a@b.example\n', 'semicolon', 4],
  ['the line for Excel', 'sep=;\r\nSupplier name;Contact, details;Email\r\nGold;1;a@b.example\r\n', 'semicolon', 2],
  [
    'the line for Excel after a mark',
    '\uFEFFsep=|\nSupplier name|Contact details|Email\nGold|1|a@b.example\n',
    'pipe',
    2,
  ],
])('finds the headings below %s', async (_, text, separator, row) => {
  const draft = await draftOf('suppliers', text)
  expect(draft).toMatchObject({ rows: 1, separator, encoding: 'UTF-8' })
  expect(draft.preview).toMatchObject([{ row, cells: { supplierName: 'Gold' }, problems: [] }])
})

test('a file without a text is empty', async () => {
  const { status, body } = await send('suppliers', ',,\n\n,\n')
  expect([status, body.message]).toEqual([422, 'This file is empty'])
})

test('the wrong rows come as a workbook, too, whose barcodes stay as they are', async () => {
  const header = ['Item code', 'Item name', 'Category', 'Barcode', 'Grams', 'UOM', 'Price', 'Cost']
  const rows = [header, ['WB-1', 'Ring', 'Rings', '0480123456789012', '1', 'PCS', 'much', '1']]
  const { importDraftID } = await draftOf('items', rows)
  await check(importDraftID)
  const answer = await app.inject({
    url: `/api/v1/imports/drafts/${importDraftID}/wrong-rows?format=xlsx`,
    headers: { authorization: `Bearer ${tokens.get(3)}` },
  })
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-rows']]).toEqual([
    200,
    workbookType,
    '1',
  ])
  const file = formOf({ kind: 'items' }, { 'items-wrong-rows.xlsx': answer.rawPayload }, 'file')
  const again = (await as(3)('POST', '/api/v1/imports/drafts', file)).body.data as ImportDraftRow
  expect(again).toMatchObject({ ignored: [], rows: 1, sheet: 'Items' })
  expect(again.preview[0]!.cells).toMatchObject({ itemCode: 'WB-1', barcode: '0480123456789012', price: 'much' })
})

// 宝石 and 東京 in the encodings of two programs, and é as old Macs write it. None of these bytes prove their encoding.
test.each([
  ['GB18030', [0xb1, 0xa6, 0xca, 0xaf], '宝石'],
  ['Shift_JIS', [0x93, 0x8c, 0x8b, 0x9e], '東京'],
  ['Mac Roman', [0x43, 0x61, 0x66, 0x8e], 'Café'],
  ['Big5', [0xc4, 0x5f, 0xa5, 0xdb], '寶石'],
] as const)('reads a file in %s where a person says so, and back', async (encoding, word, text) => {
  const ascii = (part: string) => [...new TextEncoder().encode(part)]
  const bytes = new Uint8Array([...ascii('Firm,'), ...word, ...ascii('\nGold,1\n'), ...word, ...ascii(',2\n')])
  const form = formOf({ kind: 'suppliers' }, { 'a.csv': bytes }, 'file')
  const { body } = await as(3)('POST', '/api/v1/imports/drafts', form)
  const draft = body.data as ImportDraftRow
  expect(draft.encoding).toBe('Windows-1252')
  expect(draft.encodings).toContain(encoding)
  expect(draft.header[1]).not.toBe(text)
  const id = draft.importDraftID
  const column = (position: number) => ({ from: 'column', column: position, reads: 'text' }) as const
  const columns = [
    { key: 'supplierName', source: column(0) },
    { key: 'contactDetails', source: column(1) },
  ]
  await call(id, 'PUT', '/mapping', { mapping: { columns } })
  await check(id)

  const read = (await call(id, 'PUT', '/encoding', { encoding })).body.data as ImportDraftRow
  expect(read).toMatchObject({ encoding, header: ['Firm', text], check: null })
  await call(id, 'PUT', '/mapping', { mapping: { columns } })
  const { preview } = (await check(id)) as ImportDraftRow
  expect(preview.map(({ cells }) => cells['supplierName'])).toEqual(['Gold', text])
  const back = (await call(id, 'PUT', '/encoding', { encoding: 'Windows-1252' })).body.data as ImportDraftRow
  expect([back.header, back.encoding]).toEqual([draft.header, 'Windows-1252'])
})

test('a file whose bytes prove their encoding has no other', async () => {
  const draft = await draftOf('suppliers', 'Supplier name\nばら\n')
  expect(draft.encodings).toEqual([])
  const refused = await call(draft.importDraftID, 'PUT', '/encoding', { encoding: 'Big5' })
  expect([refused.status, refused.body.message]).toEqual([422, 'This file can be read in one encoding alone'])
  expect((await call(draft.importDraftID, 'PUT', '/encoding', { encoding: 'Rot13' })).status).toBe(400)
  expect((await call(draft.importDraftID, 'PUT', '/encoding', { encoding: 'Big5' }, 2)).status).toBe(404)
})
