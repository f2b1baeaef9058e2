import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/index-native.js'
import fc from 'fast-check'
import readExcelFile from 'read-excel-file/universal'
import { expect, test } from 'vitest'

import { type ImportKind, listExportColumns } from '../../contract/imports/import-columns.ts'
import { parseCsv } from '../../contract/shared/csv.ts'
import { workbookType } from '../../contract/shared/workbooks.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { formOf } from '../../tests/support/pictures.ts'
import { unkeepable } from './files/file.ts'

const [shop, empty, other] = [await testApp(), await testApp(), await testApp()]

async function make(path: string, body: object) {
  const answer = await shop.as(3)('POST', path, body)
  expect(answer.status, answer.body.message).toBe(201)
  return answer.body.data
}
async function exportWorkbook({ as }: typeof shop, kind: ImportKind, filters = '') {
  const { status, body, headers } = await as(3)('GET', `/api/v1/exports/${kind}?format=xlsx${filters}`)
  expect([status, headers['content-type']]).toEqual([200, workbookType])
  return body as Buffer
}
async function exported({ as }: typeof shop, kind: ImportKind, filters = '') {
  const { status, body, headers } = await as(3)('GET', `/api/v1/exports/${kind}?format=csv${filters}`)
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const file = (body as Buffer).toString('utf8')
  expect(Number(headers['x-rows'])).toBe(parseCsv(file).length - 1)
  return file
}

/** Arbitrary text with any first character and with the characters that a cell must quote. */
const text = (maximum: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: maximum / 4 }),
      fc.string({
        unit: fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          '"',
          ',',
          ';',
          "'",
          '\n',
          '\r\n',
          '\t',
          ' ',
          'ñ',
          '指輪',
          '💍',
          '1',
          'E',
        ),
        maxLength: maximum / 4,
      }),
    )
    .map((one) => one.replaceAll('\0', '').trim().slice(0, maximum).trim())
    // An import reads ␀ as a character that cannot be kept, and refuses it.
    .filter((one) => one.isWellFormed() && !one.includes(unkeepable))
const full = (maximum: number) => text(maximum).map((one) => one || 'x')
const maybe = (maximum: number) => fc.option(text(maximum), { nil: '' })
const pesos = fc.integer({ min: 0, max: 99_999_999_999_999 }).map((centavos) => centavos / 100)

const anItem = fc.record({
  itemCode: full(40),
  itemName: full(160),
  barcode: maybe(40),
  description: maybe(400),
  grams: fc.integer({ min: 0, max: 999_999_999 }).map((milligrams) => milligrams / 1000),
  uom: fc.constantFrom('PCS', 'PAIR', 'BULK'),
  price: pesos,
  cost: pesos,
  karat: fc.constantFrom('', '24K', '10K'),
  metal: maybe(60),
  stone: maybe(60),
  size: maybe(60),
  certificateNumber: maybe(60),
  leadTimeDays: fc.option(fc.integer({ min: 0, max: 3650 })),
  status: fc.boolean(),
  onSite: fc.boolean(),
  translations: fc.constantFrom(
    [],
    [{ language: 'ja', itemName: '=指輪' }],
    [{ language: 'tl', itemName: 'A', description: '-' }],
  ),
})
const aCustomer = fc.record({
  firstName: full(100),
  middleName: maybe(100),
  lastName: full(100),
  contactNo: full(60),
  address: maybe(300),
})
const aSupplier = fc.record({
  supplierName: full(100),
  contactDetails: full(200),
  address: maybe(300),
  status: fc.boolean(),
})
const aStock = fc.record({
  quantity: fc.integer({ min: 0, max: 1000 }),
  reOrderThreshold: fc.integer({ min: 0, max: 9 }),
})

let made = 0

test('imports an export into an empty shop without any difference', async () => {
  const category = await make('/api/v1/categories', { categoryCode: '=C', categoryName: '-Rings, "fine"' })
  const place = await make('/api/v1/locations', { locationName: '@Vault, 1st' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anItem, aCustomer, aSupplier, aStock), { minLength: 5, maxLength: 10 }),
      async (records) => {
        for (const [item, customer, supplier, stock] of records) {
          const n = ++made
          const { itemCode, barcode, translations, ...fields } = item
          // Inactive items have no stock, so at least one item is active: otherwise the stock file would be empty.
          const status = item.status || n === 1
          const { itemID } = await make('/api/v1/item-inventory', {
            ...fields,
            itemCode: `${itemCode}${n}`,
            barcode: barcode && `${barcode}${n}`,
            status,
            translations,
            categoryID: category.categoryID,
          })
          await make('/api/v2/customers', { ...customer, email: `c${n}@x.example`, customerTypeID: (n % 3) + 1 })
          await make('/api/v1/buyers', {
            platform: 'LINE',
            handle: `${customer.firstName} ${n}`,
            remarks: customer.address,
          })
          await make('/api/v2/suppliers', {
            ...supplier,
            supplierName: `${supplier.supplierName}${n}`,
            email: 's@x.example',
          })
          const { locationID } = place
          if (status) await make('/api/v1/inventory', { ...stock, itemID, locationID, inventoryTypeID: 1 })
        }
        const imported: number[] = []
        for (const kind of ['items', 'customers', 'buyers', 'suppliers', 'stock'] as const) {
          const file = await exported(shop, kind)
          expect(parseCsv(file)[0]).toEqual(listExportColumns(kind, true).map(({ label }) => label))
          const form = formOf({ kind, createMissing: true }, { 'all.csv': new TextEncoder().encode(file) }, 'file')
          const { status, body } = await empty.as(2)('POST', '/api/v1/imports', form)
          expect([status, body.message]).toEqual([201, undefined])
          imported.push(body.data.importID)
          expect(await exported(empty, kind)).toBe(file)
          // A workbook holds the same rows: another empty shop imports it, and exports the same CSV bytes.
          const book = formOf({ kind, createMissing: true }, { 'all.xlsx': await exportWorkbook(shop, kind) }, 'file')
          const fromBook = await other.as(2)('POST', '/api/v1/imports', book)
          expect([fromBook.status, fromBook.body.message]).toEqual([201, undefined])
          expect(await exported(other, kind)).toBe(file)
        }
        // Undo empties the shop again, except for items that had stock, whose ledger stays.
        const [items, customers, buyers, suppliers, stock] = imported
        for (const id of [stock, suppliers, buyers, customers])
          expect((await empty.as(2)('PUT', `/api/v1/imports/${id}/undo`, {})).status).toBe(200)
        expect(parseCsv(await exported(empty, 'customers')).length).toBe(1)
        expect(items).toBeDefined()
      },
    ),
    // One run without shrinking, because every run leaves records for the next.
    { numRuns: 1, endOnFailure: true },
  )
})

/** Returns the XML of the only sheet. */
async function sheetOf(workbook: Buffer) {
  const entries = await new ZipReader(new Uint8ArrayReader(workbook)).getEntries()
  const sheet = entries.find(({ filename }) => filename === 'xl/worksheets/sheet1.xml')
  return sheet!.directory ? '' : sheet!.getData(new TextWriter())
}

test('a workbook keeps texts as texts and numbers as numbers, and computes nothing', async () => {
  const category = await make('/api/v1/categories', { categoryCode: 'XL', categoryName: 'Workbooks <&>' })
  await make('/api/v1/item-inventory', {
    itemCode: '00123',
    itemName: '=1+1',
    barcode: '0480000000017',
    description: 'One\r\ntwo\ttabs, _x0041_ and "quotes" 💍',
    categoryID: category.categoryID,
    grams: 3.25,
    uom: 'PCS',
    price: 12500.5,
    cost: 0,
  })
  const workbook = await exportWorkbook(shop, 'items', '&search=00123')
  const [{ sheet, data } = { sheet: '', data: [] }] = await readExcelFile(new Blob([new Uint8Array(workbook)]))
  const cells = Object.fromEntries(data[0]!.map((label, column) => [label, data[1]![column]]))
  expect([sheet, data.length]).toEqual(['Items', 2])
  expect(cells).toMatchObject({
    'Item code': '00123',
    'Item name': '=1+1',
    Category: 'Workbooks <&>',
    Barcode: '0480000000017',
    Description: 'One\r\ntwo\ttabs, _x0041_ and "quotes" 💍',
    Grams: 3.25,
    Price: 12500.5,
    Cost: 0,
    Karat: null,
    'On the site': 'yes',
  })
  const xml = await sheetOf(workbook)
  expect(xml).not.toContain('<f>')
  expect(xml).toContain('<c r="A2" s="1" t="inlineStr"><is><t xml:space="preserve">00123</t></is></c>')
})

test('a workbook without rows has the names of the columns, and hides costs as the CSV does', async () => {
  const read = async (workbook: Buffer) => (await readExcelFile(new Blob([new Uint8Array(workbook)])))[0]!.data
  const labels = listExportColumns('items', true).map(({ label }) => label)
  expect(await read(await exportWorkbook(shop, 'items', '&search=nothing%20like%20this'))).toEqual([labels])
  expect((await shop.as(1)('PUT', '/api/v1/settings/hide-costs', { hideCosts: true })).status).toBe(200)
  expect(await read(await exportWorkbook(shop, 'items', '&search=nothing%20like%20this'))).toEqual([
    labels.filter((label) => label !== 'Cost'),
  ])
  await shop.as(1)('PUT', '/api/v1/settings/hide-costs', { hideCosts: false })
})

test('exports the rows that the list’s filters leave, and states their number', async () => {
  await make('/api/v2/suppliers', { supplierName: 'Narrow one', contactDetails: '1', email: 'n@x.example' })
  await make('/api/v2/suppliers', {
    supplierName: 'Narrow two',
    contactDetails: '1',
    email: 'n@x.example',
    status: false,
  })
  expect(parseCsv(await exported(shop, 'suppliers', '&search=narrow&status=false'))).toEqual([
    ['Supplier name', 'Contact details', 'Address', 'Email', 'Status'],
    ['Narrow two', '1', '', 'n@x.example', 'Inactive'],
  ])
  const { body } = await shop.as(3)('GET', '/api/v1/exports/suppliers?search=narrow')
  expect(body.data).toEqual({ rows: 2 })
  expect((await shop.as(3)('GET', '/api/v1/exports/suppliers?page=2')).status).toBe(400)
})
