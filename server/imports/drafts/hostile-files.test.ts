// Proves that a draft refuses in words, or reads in words, what a file should not hold: an archive that unpacks to too
// much, too many rows, cells that multiply, formulas, merged cells, days as numbers, and columns of other names than
// before.
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js/index-native.js'
import { expect, test } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'

import type { ImportDraftRow } from '../../../contract/imports/drafts.ts'
import { toCsv } from '../../../contract/shared/csv.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { shopifyFile } from '../../../tests/support/import-files.ts'
import { formOf } from '../../../tests/support/pictures.ts'
import { changeParts, isSheet } from '../../../tests/support/workbooks.ts'
import { importDraft, importDraftRow } from '../../db/schema/imports.ts'

const { as, db } = await testApp()
const staff = as(3)

const send = (bytes: Uint8Array, name = 'file.xlsx', kind = 'customers') =>
  staff('POST', '/api/v1/imports/drafts', formOf({ kind }, { [name]: bytes }, 'file'))
const textOf = (rows: string[][]) => new TextEncoder().encode(toCsv(rows))
const nothingKept = async () => expect([await db.$count(importDraft), await db.$count(importDraftRow)]).toEqual([0, 0])

test('an archive that unpacks to more than its limit is refused, and keeps nothing', { timeout: 120_000 }, async () => {
  const small = await writeExcelFile([[{ value: 'Item code' }]]).toBuffer()
  const archive = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const entry of await new ZipReader(new Uint8ArrayReader(small)).getEntries()) {
    if (entry.directory) continue
    const part = isSheet(entry.filename)
      ? new Uint8Array(257 * 2 ** 20)
      : await entry.getData(new Uint8ArrayWriter(), { useWebWorkers: false })
    await archive.add(entry.filename, new Uint8ArrayReader(part))
  }
  const bomb = await archive.close()
  expect(bomb.length).toBeLessThan(2 ** 20)
  const { status, body } = await send(bomb)
  expect([status, body.code, body.message]).toEqual([
    415,
    'import.unreadable',
    'Unpacked, this workbook has more than 256 MB. Please divide it',
  ])
  await nothingKept()
})

test('a small workbook whose cells share one long text is refused, and keeps nothing', async () => {
  const text = { value: 'Item code', type: String }
  const row = (n: number) =>
    `<row r="${n}">${'ABCDEFGHIJKLMNOPQRST'
      .split('')
      .map((name) => `<c r="${name}${n}" t="s"><v>0</v></c>`)
      .join('')}</row>`
  const rows = Array.from({ length: 1001 }, (_, n) => row(n + 1)).join('')
  const bomb = await changeParts(await writeExcelFile([[text]]).toBuffer(), (part, xml) => {
    if (isSheet(part)) return xml.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows}</sheetData>`)
    return part.endsWith('sharedStrings.xml') ? xml.replace('Item code', 'x'.repeat(30_000)) : xml
  })
  expect(bomb.length).toBeLessThan(100_000)
  const { status, body } = await send(bomb)
  expect([status, body.code, body.message]).toEqual([
    415,
    'import.unreadable',
    'The cells of this workbook hold more than 100 MB of text. Please divide it',
  ])
  await nothingKept()
})

test('a cell that is longer than in Excel is refused with its row, and keeps nothing', async () => {
  const { status, body } = await send(
    textOf([['Supplier name'], ['Short'], ['x'.repeat(32_768)]]),
    'a.csv',
    'suppliers',
  )
  expect([status, body.code, body.message]).toEqual([
    422,
    'import.file_invalid',
    'Row 3 has a cell of more than 32,767 characters. Please shorten it',
  ])
  await nothingKept()
})

test('two million rows are refused, and keep nothing', { timeout: 120_000 }, async () => {
  const { status, body } = await send(new TextEncoder().encode(`Supplier name\n${'a\n'.repeat(2_000_000)}`), 'a.csv')
  expect([status, body.code, body.message]).toEqual([
    422,
    'import.file_invalid',
    'A file has at most 100,000 rows. Please divide this one',
  ])
  await nothingKept()
})

test('reads the values of formulas, the first of merged cells, and days as days; a formula stays text in a CSV', async () => {
  const cells = (...texts: string[]) => texts.map((value) => ({ value, type: String }))
  const day = { value: new Date('2026-11-24'), type: Date, format: 'yyyy-mm-dd' }
  const rows: SheetData = [
    cells('First name', 'Last name', 'Contact no', 'Customer type', 'Address'),
    [...cells('Ana', 'Cruz'), day, ...cells('x', 'left of a merged one')],
  ]
  const bytes = await changeParts(await writeExcelFile(rows).toBuffer(), (part, sheet) =>
    isSheet(part)
      ? sheet
          .replace(/<c r="D2"[^>]*>.*?<\/c>/, '<c r="D2" t="str"><f>UPPER("walk-in")</f><v>Walk-in</v></c>')
          .replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="E2:F2"/></mergeCells>')
      : sheet,
  )
  const { status, body } = await send(bytes)
  expect(status).toBe(201)
  expect(body.data.preview).toEqual([
    {
      row: 2,
      cells: {
        firstName: 'Ana',
        lastName: 'Cruz',
        contactNo: '2026-11-24',
        customerType: 'Walk-in',
        address: 'left of a merged one',
      },
      problems: [],
    },
  ])
  const csv = await send(
    textOf([
      ['First name', 'Last name', 'Contact no', 'Customer type'],
      ['=HYPERLINK("http://x")', 'Cruz', '1', 'Walk-in'],
    ]),
    'a.csv',
  )
  expect(csv.body.data.preview[0].cells.firstName).toBe('=HYPERLINK("http://x")')
})

test('a file whose columns are called otherwise than at the last time is mapped anew, and never by place', async () => {
  const rows = [
    ['Firm', 'Phone', 'Mail'],
    ['Renamed works', '0917 555 0001', 'a@b.example'],
  ]
  const first = (await send(textOf(rows), 'a.csv', 'suppliers')).body.data as ImportDraftRow
  const column = (position: number) => ({ from: 'column', column: position, reads: 'text' })
  const keys = ['supplierName', 'contactDetails', 'email']
  const mapping = { columns: keys.map((key, n) => ({ key, source: column(n) })) }
  const path = (id: number, rest: string) => `/api/v1/imports/drafts/${id}${rest}`
  expect((await staff('PUT', path(first.importDraftID, '/mapping'), { mapping })).status).toBe(200)
  const saved = { mappingName: 'Ours', importDraftID: first.importDraftID }
  const { importMappingID } = (await staff('POST', '/api/v1/imports/mappings', saved)).body.data

  const changed = [
    ['Mail', 'Firm', 'Telephone'],
    ['b@b.example', 'Other works', '1'],
  ]
  const second = (await send(textOf(changed), 'a.csv', 'suppliers')).body.data as ImportDraftRow
  const refused = await staff('PUT', path(second.importDraftID, '/mapping'), { importMappingID })
  expect([refused.status, refused.body.message]).toEqual([422, 'Ours needs the columns Phone, which this file lacks'])
  // The first draft still holds its own file, whatever became of the file on the disk.
  const checked = await staff('POST', path(first.importDraftID, '/check'), {})
  expect(checked.body.data.check).toMatchObject({ created: 1 })
  const twice = { columns: [...mapping.columns, { key: 'email', source: column(1) }] }
  const double = await staff('PUT', path(first.importDraftID, '/mapping'), { mapping: twice })
  expect([double.status, double.body.message]).toEqual([422, 'Email has two sources. Choose one of them'])
})

test('long cells are read, filled and checked in words, whatever multiplies them', { timeout: 120_000 }, async () => {
  const long = 'x'.repeat(32_767)
  const path = (id: number, rest: string) => `/api/v1/imports/drafts/${id}${rest}`
  const { body } = await send(
    textOf([
      ['Firm', 'Phone'],
      [long, ''],
    ]),
    'a.csv',
    'suppliers',
  )
  const id = (body.data as ImportDraftRow).importDraftID
  const column = (position: number) => ({ from: 'column', column: position, reads: 'text' })
  const columns = [
    { key: 'supplierName', source: column(0) },
    { key: 'contactDetails', source: column(1) },
  ]
  expect((await staff('PUT', path(id, '/mapping'), { mapping: { columns } })).status).toBe(200)
  const repeated = await staff('PUT', path(id, '/mapping'), {
    mapping: { columns, appended: Array.from({ length: 300 }, () => 0) },
  })
  expect([repeated.status, repeated.body.message]).toEqual([400, expect.stringContaining('Name each column once')])
  // One of our columns could multiply the cell by itself, too.
  const pattern = { from: 'pattern', pattern: '{cell}'.repeat(10), column: 0 }
  const patterned = [columns[0], { key: 'contactDetails', source: pattern }]
  const mapped = await staff('PUT', path(id, '/mapping'), { mapping: { columns: patterned } })
  expect([mapped.status, mapped.body.data.preview[0].cells.contactDetails.length]).toEqual([200, 6000])
  // A word that is no status is filled with itself again and again.
  const withStatus = [...columns, { key: 'status', source: column(0) }]
  await staff('PUT', path(id, '/mapping'), { mapping: { columns: withStatus } })
  const fixes = [{ reason: 'not_a_choice', column: 'status', way: { does: 'fill', value: '{cell}'.repeat(800) } }]
  expect((await staff('PUT', path(id, '/fixes'), { fixes })).status).toBe(200)
  expect((await staff('POST', path(id, '/check'), {})).status).toBe(200)
  const wrong = (await staff('GET', path(id, '/wrong-rows'))).body.data
  expect(wrong[0].cells.status).toBe('x'.repeat(6000))
})

test('a text that is cut for a message may end within a sign of two units', async () => {
  const name = `${'x'.repeat(58)}😀${'y'.repeat(240)}😀z`
  const rows = [
    ['Item code', 'Item name', 'Category', 'Grams', 'UOM', 'Price', 'Cost'],
    ['A', 'A', name, '1', 'PCS', '1', '1'],
  ]
  const { body } = await send(textOf(rows), 'a.csv', 'items')
  const id = (body.data as ImportDraftRow).importDraftID
  const { status, body: checked } = await staff('POST', `/api/v1/imports/drafts/${id}/check`, {})
  expect([status, checked.data.check.wrong]).toEqual([200, 1])
})

test(
  'a product of Shopify with a long text and a thousand wrong variants is checked',
  { timeout: 120_000 },
  async () => {
    const variants = Array.from({ length: 1000 }, (_, n) => ({
      Handle: 'ring',
      'Variant SKU': `V-${n}`,
      'Variant Price': '',
    }))
    const text = shopifyFile([
      { ...variants[0], Title: 'Ring', 'Body (HTML)': 'x'.repeat(32_000), Vendor: 'y'.repeat(32_000), Type: 'Rings' },
      ...variants.slice(1),
    ])
    const { status, body } = await send(new TextEncoder().encode(text), 'products.csv', 'items')
    expect(status).toBe(201)
    const id = (body.data as ImportDraftRow).importDraftID
    const checked = await staff('POST', `/api/v1/imports/drafts/${id}/check`, {})
    expect([checked.status, checked.body.data.check.wrong]).toEqual([200, 1000])
  },
)
