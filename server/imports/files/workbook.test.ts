// Proves that Excel workbooks are read like CSV files, cell by cell, and that damaged and huge ones are refused with a
// sentence. tests/process/forged-workbook.test.ts fills the memory.
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/index-native.js'
import { expect, test } from 'vitest'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'

import { testApp } from '../../../tests/support/fixtures.ts'
import { formOf } from '../../../tests/support/pictures.ts'
import { changeParts, isSheet } from '../../../tests/support/workbooks.ts'

const { as } = await testApp()
const staff = as(3)
await staff('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })

async function send(path: '' | '/check', file: Uint8Array, kind = 'items') {
  return staff('POST', `/api/v1/imports${path}`, formOf({ kind }, { 'pieces.xlsx': file }, 'file'))
}
const toBytes = (rows: SheetData) => writeExcelFile(rows).toBuffer()

const headings = ['Item code', 'Item name', 'Category', 'Barcode', 'Grams', 'UOM', 'Price', 'Cost', 'Size']
const headingRow = headings.map((value) => ({ value }))
const text = (value: string) => ({ value, type: String })
const number = (value: number) => ({ value, type: Number })
const piece = (code: string, barcode = 4801234567890) => [
  text(code),
  text('Sampaguita ばら'),
  text('Rings'),
  number(barcode),
  number(0.1 + 0.2),
  text('PCS'),
  number(12500.5),
  number(8200),
  text('007'),
]

test('imports a workbook: numbers as typed, texts with their zeros, and the row numbers of the sheet', async () => {
  const rows = [headingRow, piece('XL-1'), [], piece('XL-1')]
  const { status, body } = await send('/check', await toBytes(rows))
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ rows: 2, wrong: 1, encoding: null, separator: null, sheet: 'Sheet1' })
  expect(body.data.wrongRows).toMatchObject([
    { row: 4, cells: { barcode: '4801234567890', grams: '0.3', price: '12500.5', size: '007' } },
  ])
  const done = await send('', await toBytes([headingRow, piece('XL-1')]))
  expect([done.status, done.body.data]).toMatchObject([201, { rows: 1, fileName: 'pieces.xlsx' }])
  const [item] = (await staff('GET', '/api/v1/items?search=XL-1')).body.data
  expect(item).toMatchObject({ itemName: 'Sampaguita ばら', barcode: '4801234567890', grams: 0.3, price: 12500.5 })
})

test('reads the value of a formula, the first of merged cells, and days as days', async () => {
  const customer = ['First name', 'Last name', 'Contact no', 'Email', 'Customer type'].map(text)
  const row = [text('Ana'), text('Cruz'), { value: new Date('2026-11-24'), type: Date, format: 'yyyy-mm-dd' }]
  const bytes = await changeParts(
    await toBytes([customer, [...row, text('ana@x.example'), number(1)]]),
    (part, sheet) =>
      isSheet(part)
        ? sheet
            .replace('<c r="E2"', '<c r="E2" t="str"')
            .replace(/(r="E2"[^>]*>)<v>1<\/v>/, '$1<f>UPPER("walk-in")</f><v>Walk-in</v>')
            .replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>')
        : sheet,
  )
  const { body } = await send('/check', bytes, 'customers')
  expect(body.data).toMatchObject({ rows: 1, wrong: 0 })
  expect((await send('', bytes, 'customers')).status).toBe(201)
  const [made] = (await staff('GET', '/api/v2/customers?search=ana@x.example')).body.data
  expect(made).toMatchObject({ contactNo: '2026-11-24', customerType: { TypeName: 'Walk-in' } })
})

test('each row has a text that is merged over several rows, and only the first a number', async () => {
  const rows = [headingRow, piece('MG-1', 4801234567801), piece('MG-2', 4801234567802), piece('MG-3', 4801234567803)]
  const others = [
    { data: [[]], sheet: 'Notes' },
    { data: rows, sheet: 'Pieces' },
  ]
  const bytes = await changeParts(await writeExcelFile(others).toBuffer(), (part, sheet) =>
    part.endsWith('worksheets/sheet2.xml')
      ? sheet
          .replaceAll(/<c r="[CG][34]"[^>]*>.*?<\/c>/g, '')
          .replace(
            '</sheetData>',
            '</sheetData><mergeCells count="2"><mergeCell ref="C2:C4"/><mergeCell ref="G2:G9999"/></mergeCells>',
          )
      : sheet,
  )
  const { body } = await send('/check', bytes)
  const problems = body.data.wrongRows.map(
    ({ row, problems: all }: { row: number; problems: { column: string }[] }) => [row, all.map(({ column }) => column)],
  )
  expect([body.data.rows, problems]).toEqual([
    3,
    [
      [3, ['price']],
      [4, ['price']],
    ],
  ])
})

test('skips sheets without cells', async () => {
  const bytes = await writeExcelFile([
    { data: [[]], sheet: 'Notes' },
    { data: [headingRow, piece('XL-2', 4801234567891)], sheet: 'Pieces' },
  ]).toBuffer()
  expect((await send('/check', bytes)).body.data).toMatchObject({ rows: 1, wrong: 0, sheet: 'Pieces' })
  expect((await send('/check', await toBytes([[]]))).body.message).toBe('This file is empty')
})

const whole = await toBytes([headingRow, piece('XL-3', 4801234567892)])
const zipOf = async (name: string) => {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  await zip.add(name, new Uint8ArrayReader(new Uint8Array(9)))
  return zip.close()
}
const damaged = /^This is no Excel workbook, or a damaged one\. Save it again/
const unreadable = /^This workbook is damaged or has a password\. Save it again/

test.each([
  ['the beginning of a workbook', whole.subarray(0, 900), damaged],
  ['another archive', await zipOf('ring.jpg'), damaged],
  ['a workbook of nothing', await zipOf('xl/workbook.xml'), unreadable],
  [
    'cells that are no XML',
    await changeParts(whole, (part, sheet) => (isSheet(part) ? '<worksheet><sheetData><row><c' : sheet)),
    unreadable,
  ],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0]), /^This is an old workbook \(\.xls\)/],
])('refuses %s with a sentence', async (_, file, message) => {
  const { status, body } = await send('', file)
  expect([status, body.code]).toEqual([415, 'import.unreadable'])
  expect(body.message).toMatch(message)
})

test('refuses a workbook that unpacks to too much, without unpacking it', async () => {
  // The directory at the archive's end says how large each part is. The sheet is the one that says 300 MB here.
  const bomb = new Uint8Array(whole)
  const view = new DataView(bomb.buffer)
  const isEntry = (at: number) => view.getUint32(at, true) === 0x02014b50
  for (let at = 0; at < bomb.length - 46; at++) if (isEntry(at)) view.setUint32(at + 24, 300 * 2 ** 20, true)
  const { status, body } = await send('/check', bomb)
  expect([status, body.message]).toEqual([415, 'Unpacked, this workbook has more than 256 MB. Please divide it'])
})
