import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type ImportKind, importColumns } from '../../contract/imports/import-columns.ts'
import type { Correction } from '../../contract/imports/imports.ts'
import { toCsv } from '../../contract/shared/csv.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'
import { audit } from '../db/schema/shared.ts'
import { verifyStock } from '../stock/ledger/verify.ts'

const { as, db } = await testApp()

type More = {
  corrections?: Correction[]
  createMissing?: boolean
  publish?: boolean
  key?: string
  roleID?: 1 | 2 | 3
  name?: string
}

/** Uploads a file as a form, to the import or to its check. */
async function send(path: '' | '/check', kind: ImportKind, file: string | Uint8Array, more: More = {}) {
  const { corrections, createMissing, publish, key, roleID = 3, name = 'from the shop.csv' } = more
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const form = formOf(
    {
      kind,
      ...(corrections && { corrections: JSON.stringify(corrections) }),
      ...(createMissing && { createMissing }),
      ...(publish !== undefined && { publish }),
    },
    { [name]: bytes },
    'file',
  )
  return as(roleID)('POST', `/api/v1/imports${path}`, form, key ? { 'idempotency-key': key } : {})
}
type Given = Parameters<typeof send> extends [unknown, ...infer Rest] ? Rest : never
const check = (...given: Given) => send('/check', ...given)
const load = (...given: Given) => send('', ...given)
const undo = (importID: number, roleID: 1 | 2 | 3 = 3) => as(roleID)('PUT', `/api/v1/imports/${importID}/undo`, {})

/**
 * Builds a file with these rows. A missing cell gets the template's example, or a unique value where rows must differ.
 */
const fileOf = (kind: ImportKind, rows: Record<string, string>[]) =>
  toCsv([
    importColumns[kind].map(({ label }) => label),
    ...rows.map((row) => importColumns[kind].map(({ key, example }) => row[key] ?? example)),
  ])
let made = 0
const itemRow = (fields: Record<string, string> = {}) => {
  const n = ++made
  return { itemCode: `IMP-${n}`, itemName: `Imported ${n}`, barcode: '', ...fields }
}
const data = async (path: string) => (await as(3)('GET', path)).body.data

await as(3)('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })

test('imports the template’s own example row', async () => {
  for (const kind of ['customers', 'buyers', 'suppliers', 'items', 'stock'] as const) {
    const file = fileOf(kind, [{}])
    expect((await check(kind, file)).body.data).toMatchObject({ rows: 1, wrong: 0, ignored: [], missing: [] })
    const { status, body } = await load(kind, file)
    expect([status, body]).toMatchObject([
      201,
      { data: { kind, rows: 1, fileName: 'from the shop.csv', createdByName: 'Test Staff', undoneAt: null } },
    ])
  }
  const [item] = await data('/api/v1/items?search=RING-001')
  expect(item).toMatchObject({
    itemName: 'Sampaguita ring',
    categoryName: 'Rings',
    barcode: '4801234567890',
    grams: 3.25,
    price: 12500,
    cost: 8200,
    karat: '18K',
    leadTimeDays: 14,
    status: true,
    available: 5,
    translations: [],
  })
  const [stock] = await data(`/api/v1/inventory?itemID=${item.itemID}`)
  expect(stock).toMatchObject({ quantity: 5, reOrderThreshold: 2, location: { locationName: 'Main' } })
  const [movement] = await data(`/api/v1/inventory/${stock.inventoryID}/movements`)
  expect(movement).toMatchObject({ kind: 'opening', documentType: 'import', quantity: 5, unitCost: 8200 })
  const [customer] = await data('/api/v2/customers?search=Reyes')
  expect(customer).toMatchObject({ customerName: 'Maria Santos Reyes', customerType: { TypeName: 'Walk-in' } })
  const trail = (await as(1)('GET', `/api/v1/audit?entity=item&entityID=${item.itemID}`)).body.data
  expect(trail).toMatchObject([{ action: 'create', userName: 'Test Staff', subject: 'RING-001' }])
  const [batch] = (await as(1)('GET', '/api/v1/audit?entity=import')).body.data
  expect(batch).toMatchObject({ action: 'create', subject: 'from the shop.csv' })
})

test('reports every wrong cell with its row, and imports nothing', async () => {
  const file = fileOf('items', [
    itemRow({ itemCode: 'WRONG-1' }),
    itemRow({ itemCode: '', price: '12.345', cost: 'plenty', category: 'Rngs' }),
    itemRow({ itemCode: 'wrong-1', uom: 'DOZEN', karat: '19k', status: 'Maybe' }),
    itemRow({ barcode: '4.80123E+12', grams: '-1', leadTimeDays: '1.5', category: '' }),
    itemRow({ itemCode: 'ring-001' }),
  ])
  const corrections = [{ row: 6, cells: { barcode: 'B\0' } }]
  const { body } = await check('items', file, { corrections })
  expect(body.data).toMatchObject({ rows: 5, wrong: 4, encoding: 'UTF-8', separator: 'comma' })
  const problems = body.data.wrongRows.flatMap(
    (row: { row: number; problems: { column: string; message: string }[] }) =>
      row.problems.map(({ column, message }) => `${row.row} ${column}: ${message}`),
  )
  expect(problems).toEqual([
    '3 category: There is no category Rngs',
    '3 cost: Cost must be a number like 1250.50, not plenty',
    '3 itemCode: Item code is required',
    '3 price: Amounts have at most 2 decimals',
    '4 status: Status must be one of: Active, Inactive',
    '4 uom: Unit of measurement must be one of: PCS, PAIR, BULK',
    '4 karat: Karat must be one of: 24K, 22K, 21K, 18K, 14K, 10K',
    '4 itemCode: Item code wrong-1 is in row 2 already',
    '5 barcode: The spreadsheet has shortened this number to 4.80123E+12. Enter its digits again, in a column of text',
    '5 grams: Grams must be at least 0',
    '5 leadTimeDays: Lead time days must be a whole number',
    '5 category: Category is required',
    '6 barcode: The text holds a character that cannot be kept',
    '6 itemCode: Item code ring-001 exists already',
  ])
  const { status, body: refused } = await load('items', file, { corrections })
  expect([status, refused.message]).toEqual([
    422,
    'Row 3, Category: There is no category Rngs, and 3 more rows are wrong. Nothing was imported',
  ])
  expect(await data('/api/v1/items?search=WRONG-1')).toEqual([])
})

test('reports a row that repeats another row or a stored record', async () => {
  const messages = async (kind: ImportKind, rows: Record<string, string>[]) =>
    (await check(kind, fileOf(kind, rows))).body.data.wrongRows.map(
      ({ row, problems }: { row: number; problems: { column: string; message: string }[] }) =>
        `${row} ${problems.map(({ column, message }) => `${column}: ${message}`).join('; ')}`,
    )
  expect(
    await messages('items', [
      itemRow({ itemCode: 'ring-001' }),
      itemRow({ itemCode: 'TWICE', barcode: 'b1' }),
      itemRow({ itemCode: 'twice', barcode: 'B1' }),
      itemRow({ barcode: '4801234567890' }),
    ]),
  ).toEqual([
    '2 itemCode: Item code ring-001 exists already',
    '4 itemCode: Item code twice is in row 3 already; barcode: Barcode B1 is in row 3 already',
    '5 barcode: Barcode 4801234567890 exists already',
  ])
  expect(await messages('suppliers', [{ supplierName: 'meycauayan GOLD works' }, { supplierName: 'New' }])).toEqual([
    '2 supplierName: Supplier meycauayan GOLD works exists already',
  ])
  const handles = [{ handle: 'twice' }, { platform: 'tiktok', handle: '@Twice' }, { platform: 'LINE', handle: 'twice' }]
  expect(await messages('buyers', [{ platform: 'TIKTOK', handle: 'ana.reyes' }, ...handles])).toEqual([
    '2 handle: Buyer ana.reyes on TikTok exists already',
    '4 handle: Buyer @Twice on TikTok is in row 3 already',
  ])
  expect(
    await messages('customers', [{}, { firstName: 'Ana' }, { firstName: 'Ana', email: 'Maria.Reyes@example.com' }]),
  ).toEqual([
    '2 email: Maria Santos Reyes with this email exists already',
    '4 email: Ana Santos Reyes with this email is in row 3 already',
  ])
  expect(await messages('stock', [{}, { item: 'IMP-0' }, { item: '4801234567890', quantity: '1.5' }])).toEqual([
    '2 item: Stock of this item and type at this location exists already',
    '3 item: There is no item IMP-0',
    '4 quantity: Sampaguita ring is counted in whole pieces; item: Stock of this item and type at this location exists already',
  ])
})

test('reports the rows with a tax class that only a manager gives', async () => {
  const file = fileOf('items', [itemRow(), itemRow({ itemCode: 'EXEMPT-1', taxClass: 'Exempt' })])
  const message = 'Only a manager may change the tax class of an item'
  expect((await check('items', file)).body.data).toMatchObject({
    wrong: 1,
    wrongRows: [{ row: 3, problems: [{ column: 'taxClass', message }] }],
  })
  expect(await load('items', file)).toMatchObject({
    status: 422,
    body: { code: 'import.rows_wrong', message: `Row 3, Tax class: ${message}. Nothing was imported` },
  })
  expect((await check('items', file, { roleID: 2 })).body.data.wrong).toBe(0)
  expect((await load('items', file, { roleID: 2 })).status).toBe(201)
  expect(await data('/api/v1/items?search=EXEMPT-1')).toMatchObject([{ taxClass: 'exempt' }])
})

test('imports the remaining rows after cells are corrected and rows left out', async () => {
  const file = fileOf('items', [
    itemRow({ itemCode: 'MEND-1', price: 'x' }),
    itemRow({ itemCode: 'MEND-2', category: 'Nowhere' }),
    itemRow({ itemCode: 'RING-001' }),
  ])
  const corrections = [
    { row: 2, cells: { price: '₱1,250.50' } },
    { row: 3, cells: { category: 'rg' } },
  ]
  expect((await check('items', file, { corrections })).body.data).toMatchObject({
    rows: 3,
    wrong: 1,
    wrongRows: [{ row: 4, cells: { itemCode: 'RING-001' } }],
  })
  const { status, body } = await load('items', file, { corrections: [...corrections, { row: 4, out: true }] })
  expect([status, body.data?.rows]).toEqual([201, 2])
  expect(await data('/api/v1/items?search=MEND-1')).toMatchObject([{ price: 1250.5 }])
  expect(await data('/api/v1/items?search=MEND-2')).toMatchObject([{ categoryName: 'Rings' }])
})

test('creates missing names with the import where the caller asks for it', async () => {
  const file = fileOf('items', [itemRow({ category: 'Pearls' }), itemRow({ category: 'PEARLS' }), itemRow()])
  const plain = await check('items', file)
  expect(plain.body.data).toMatchObject({ wrong: 2, missing: [{ column: 'category', names: ['Pearls'] }] })
  const asked = await check('items', file, { createMissing: true })
  expect(asked.body.data).toMatchObject({ wrong: 0, missing: [{ column: 'category', names: ['Pearls'] }] })
  expect(await data('/api/v1/categories?search=Pearls')).toEqual([])
  expect((await load('items', file, { createMissing: true })).status).toBe(201)
  expect(await data('/api/v1/categories?search=Pearls')).toMatchObject([{ categoryCode: 'Pearls', status: true }])

  // Only a manager may create a customer type.
  const people = fileOf('customers', [{ firstName: 'Typed', customerType: 'Wholesale' }])
  expect((await check('customers', people, { createMissing: true })).body.data).toMatchObject({ wrong: 1, missing: [] })
  expect((await load('customers', people, { createMissing: true, roleID: 2 })).status).toBe(201)
})

test.each([
  ['UTF-8', 'semicolon', (text: string) => new TextEncoder().encode(text.replaceAll(',', ';')), 'Niño ₱'],
  ['UTF-16', 'tab', (text: string) => Buffer.from('\uFEFF' + text.replaceAll(',', '\t'), 'utf16le'), 'Niño 指輪 💍'],
  ['UTF-16', 'tab', (text: string) => Buffer.from(text.replaceAll(',', '\t'), 'utf16le').swap16(), 'Niño'],
  ['Windows-1252', 'comma', (text: string) => Buffer.from(text.replaceAll('\r\n', '\r'), 'latin1'), 'Niño José'],
  ['Shift_JIS', 'comma', shiftJis, 'カナ'],
] as const)(
  'reads a file in %s, separated by %s, with every character intact',
  async (encoding, separator, bytes, word) => {
    const text = `supplier name,CONTACT_DETAILS,email,Colour\r\n\r\n${word} ${++made},1,a@b.example,red\r\n,,,\r\n`
    const { body } = await check('suppliers', bytes(text))
    expect(body.data).toMatchObject({ encoding, separator, rows: 1, wrong: 0, ignored: ['Colour'] })
    // The first row is empty, but the spreadsheet counts it.
    const wrong = await check('suppliers', bytes(text.replace('a@b.example', 'nothing')))
    expect(wrong.body.data.wrongRows).toMatchObject([
      {
        row: 3,
        cells: { supplierName: `${word} ${made}` },
        problems: [{ column: 'email', message: 'Enter a valid email' }],
      },
    ])
  },
)

/** Encodes a text in Shift_JIS. Only two of its characters are not ASCII. */
function shiftJis(text: string) {
  return Buffer.from(text.replace('カ', '\x83\x4a').replace('ナ', '\x83\x69'), 'latin1')
}

test('refuses a comma in a number where semicolons separate cells', async () => {
  const text = fileOf('items', [itemRow({ description: '', grams: '1,250' })])
  expect((await check('items', text)).body.data.wrong).toBe(0)
  const { body } = await check(
    'items',
    text.replaceAll('"1,250"', '1.250').replaceAll(',', ';').replace('1.250', '1,250'),
  )
  expect(body.data.wrongRows[0].problems).toEqual([
    { column: 'grams', message: 'Grams must be a number like 1250.50, not 1,250', reason: 'comma_decimal' },
  ])
})

test.each([
  ['nothing', '', 422, 'This file is empty'],
  ['a header alone', 'Supplier name,Contact details,Email\r\n', 422, 'There is nothing to import in this file'],
  [
    'columns too few',
    'Email\r\na@b.example\r\n',
    422,
    /^This file has no column Supplier name and Contact details\. Its first row/,
  ],
  [
    'a column twice',
    'Supplier name,supplierName,Contact details,Email\r\n',
    422,
    /^Two columns are called supplierName/,
  ],
  ['an open quote', 'Supplier name,Contact details,Email\r\n"x', 422, /^Row 2 opens a quote that nothing closes/],
  ['half a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0]), 415, /^This is no Excel workbook, or a damaged one/],
  ['no text', new Uint8Array([1, 2, 0, 3]), 415, /^This file is not text/],
])('refuses a file of %s with a sentence', async (_, file, status, message) => {
  const { status: answered, body } = await load('suppliers', file)
  expect(answered).toBe(status)
  expect(body.message).toMatch(message)
})

test('refuses a form without a file or with an unknown kind', async () => {
  const post = as(3)
  expect((await post('POST', '/api/v1/imports', { kind: 'items' })).body.message).toBe('Choose a file')
  expect((await post('POST', '/api/v1/imports/check', { kind: 'cats' })).status).toBe(400)
  expect((await load('items', 'x'.repeat(41 * 2 ** 20))).body.message).toBe('A file may have at most 40 MB')
})

test('reads or refuses any file with a sentence, and changes nothing in a check', async () => {
  const before = await db.$count(audit)
  const header = new TextEncoder().encode('Supplier name,Contact details,Email\n')
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .string({ unit: fc.constantFrom('"', ',', '\n', '\r', "'", '=', 'a@b.example', '\0', 'é'), maxLength: 60 })
      .map((text) => new TextEncoder().encode(text)),
  )
  const somewhere = { row: 2, cells: { supplierName: '\ud800', constructor: 'x', email: '\0' } }
  await fc.assert(
    fc.asyncProperty(fc.boolean(), noise, async (headed, bytes) => {
      const file = headed ? Buffer.concat([header, bytes]) : bytes
      const { status, body } = await check('suppliers', file, { corrections: [somewhere] })
      expect([200, 415, 422]).toContain(status)
      expect(status === 200 || /^[A-Z].{10,}/.test(body.message)).toBe(true)
    }),
    { numRuns: 60 },
  )
  expect(await db.$count(audit)).toBe(before)
})

test('publishes the rows that say so, and the others as the person answers', async () => {
  const rows = (code: string) =>
    fileOf('items', [
      itemRow({ itemCode: `${code}-said`, onSite: 'Yes' }),
      itemRow({ itemCode: `${code}-denied`, onSite: 'FALSE' }),
      itemRow({ itemCode: `${code}-open` }),
    ])
  const onSite = async (code: string) => {
    const found = await data(`/api/v1/items?search=${code}-&sort=itemID`)
    return found.map((item: { onSite: boolean }) => item.onSite)
  }
  const publics = async (code: string) => (await as(null)('GET', `/api/shop/items?search=${code}-`)).body.meta.total
  // Without an answer nothing becomes public.
  expect((await load('items', rows('PUBA'))).status).toBe(201)
  expect([await onSite('PUBA'), await publics('PUBA')]).toEqual([[true, false, false], 1])
  expect((await load('items', rows('PUBB'), { publish: true })).status).toBe(201)
  expect([await onSite('PUBB'), await publics('PUBB')]).toEqual([[true, false, true], 2])
  expect((await load('items', rows('PUBC'), { publish: false })).status).toBe(201)
  expect(await publics('PUBC')).toBe(1)
  const wrong = await check('items', fileOf('items', [itemRow({ onSite: 'soon' })]))
  expect(wrong.body.data.wrongRows[0].problems).toEqual([
    { column: 'onSite', message: 'On the site must be yes or no', reason: 'not_a_choice' },
  ])
})

test('imports once when the same request is sent twice', async () => {
  const file = fileOf('suppliers', [{ supplierName: 'Once' }])
  const first = await load('suppliers', file, { key: 'k1' })
  const second = await load('suppliers', file, { key: 'k1' })
  expect([second.status, second.body]).toEqual([first.status, first.body])
  expect((await data('/api/v2/suppliers?search=Once')).length).toBe(1)
})

test('imports the same codes for one of two callers, and reports the rows to the other', async () => {
  const file = fileOf('items', [itemRow({ itemCode: 'RACE-1' }), itemRow({ itemCode: 'RACE-2' })])
  const both = await Promise.all([load('items', file), load('items', file, { roleID: 2 })])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 422]))
  expect(both.find(({ status }) => status === 422)!.body.message).toBe(
    'Row 2, Item code: Item code RACE-1 exists already, and 1 more row is wrong. Nothing was imported',
  )
})

test('undoes an import whose records nobody has changed', async () => {
  const file = fileOf('items', [
    itemRow({ itemCode: 'UNDO-1', itemNameTagalog: 'Singsing', descriptionJapanese: '指輪' }),
    itemRow({ itemCode: 'UNDO-2' }),
  ])
  const { importID } = (await load('items', file)).body.data
  const [item] = await data('/api/v1/items?search=UNDO-1')
  expect(item.translations).toEqual([
    { language: 'ja', itemName: null, description: '指輪' },
    { language: 'tl', itemName: 'Singsing', description: null },
  ])
  expect((await as(3)('PUT', '/api/v1/imports/2147483647/undo', {})).status).toBe(404)
  const { status, body } = await undo(importID)
  expect([status, body]).toMatchObject([200, { message: '2 items taken back', data: { undoneByName: 'Test Staff' } }])
  expect(await data('/api/v1/items?search=UNDO-')).toEqual([])
  expect((await undo(importID)).body.message).toBe('This import has been undone already')
  const trail = (await as(1)('GET', `/api/v1/audit?entity=item&entityID=${item.itemID}`)).body.data
  expect(trail.map(({ action }: { action: string }) => action)).toEqual(['delete', 'create'])
  // Undo makes the codes available again.
  expect((await load('items', file)).status).toBe(201)
})

test('lets a manager, but not staff, undo another user’s import', async () => {
  const { importID } = (await load('suppliers', fileOf('suppliers', [{ supplierName: 'Theirs' }]), { roleID: 2 })).body
    .data
  expect([(await undo(importID, 3)).status, (await undo(importID, 1)).status]).toEqual([403, 200])
})

test('refuses to undo an import after any change or use of its records', async () => {
  const codes = ['sold', 'ordered', 'stocked', 'changed', 'alone'].map((word) => `WAY-${word}`)
  const { importID } = (
    await load(
      'items',
      fileOf(
        'items',
        codes.map((itemCode) => itemRow({ itemCode })),
      ),
    )
  ).body.data
  const [sold, ordered, stocked, changed] = await Promise.all(
    codes.map(async (code) => (await data(`/api/v1/items?code=${code}`))[0]),
  )
  const day = '2026-11-20'
  const done = async (answer: Promise<{ status: number; body: { message?: string } }>) => {
    const { status, body } = await answer
    expect(status, body.message).toBeLessThan(300)
  }
  const refusal = async () => {
    const { status, body } = await undo(importID)
    expect(status).toBe(409)
    return body.message
  }
  const { categoryID, itemName, updatedAt: _, ...fields } = changed
  await done(as(3)('PUT', `/api/v1/items/${changed.itemID}`, { ...fields, categoryID, itemName: `${itemName}!` }))
  expect(await refusal()).toBe('WAY-changed has been changed since the import: nothing was undone')
  await done(
    as(3)('POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 4,
      orderDate: day,
      items: [{ itemID: sold.itemID, orderQty: 1, price: sold.price }],
    }),
  )
  expect(await refusal()).toBe(
    'WAY-sold has been sold, WAY-changed has been changed since the import: nothing was undone',
  )
  const [supplier] = await data('/api/v2/suppliers?search=Meycauayan')
  await done(
    as(3)('POST', '/api/v2/po/purchase-order-items', {
      supplierID: supplier.supplierID,
      locationID: 1,
      orderDate: day,
      expectedDeliverDate: day,
      purchaseOrderItems: [{ itemID: ordered.itemID, orderQty: 1, price: 1 }],
    }),
  )
  const stock = { itemID: stocked.itemID, locationID: 1, inventoryTypeID: 1, quantity: 0, reOrderThreshold: 0 }
  await done(as(3)('POST', '/api/v1/inventory', stock))
  expect(await refusal()).toBe(
    'WAY-sold has been sold, WAY-ordered has been ordered, WAY-stocked has stock, and 1 more stand in the way since the import: nothing was undone',
  )
  expect((await data('/api/v1/items?search=WAY-')).length).toBe(5)
})

test('refuses to undo an import after a picture, a question or a delivery', async () => {
  const rows = ['pictured', 'asked', 'received'].map((word) => itemRow({ itemCode: `MORE-${word}` }))
  // Only an item on the site can be asked about.
  const { importID } = (await load('items', fileOf('items', rows), { publish: true })).body.data
  const [received, asked, pictured] = await data('/api/v1/items?search=MORE-')
  const form = formOf({}, { 'a.png': await drawPicture('teal') })
  expect((await as(3)('POST', `/api/v1/item-images/${pictured.itemID}`, form)).status).toBe(201)
  const question = { itemID: asked.itemID, name: 'Ana', email: 'ana@x.example', text: 'How old?', language: 'en' }
  expect((await as(null)('POST', '/api/shop/questions', question)).status).toBe(201)
  const delivery = { itemID: received.itemID, uom: 'PCS', receivedQty: 1, unitCost: 1 }
  expect((await as(3)('POST', '/api/v2/po-receiving-items', delivery)).status).toBe(201)
  expect((await undo(importID)).body.message).toBe(
    'MORE-pictured has been changed, MORE-asked has been asked about, MORE-received has been received since the import: nothing was undone',
  )
})

test('undoes customers and suppliers, unless they were used', async () => {
  const people = (await load('customers', fileOf('customers', [{ firstName: 'Undone' }, { firstName: 'Undone too' }])))
    .body.data
  const firms = (await load('suppliers', fileOf('suppliers', [{ supplierName: 'Undone firm' }]))).body.data
  const [customer] = await data('/api/v2/customers?search=Undone too')
  const { updatedAt: _, ...fields } = customer
  await as(3)('PUT', `/api/v2/customers/${customer.customerID}`, { ...fields, address: 'Moved' })
  expect((await undo(people.importID)).body.message).toBe(
    'Undone too Santos Reyes has been changed since the import: nothing was undone',
  )
  expect((await data('/api/v2/customers?search=Undone')).length).toBe(2)
  expect((await undo(firms.importID)).body.message).toBe('1 supplier taken back')
  expect(await data('/api/v2/suppliers?search=Undone firm')).toEqual([])
})

test('undoes neither a customer with a buyer nor a buyer that was joined', async () => {
  const undone = { firstName: 'Joined', email: 'joined@x.example' }
  const people = (await load('customers', fileOf('customers', [undone]))).body.data
  const handles = (await load('buyers', fileOf('buyers', [{ platform: 'viber', handle: 'Joined' }]))).body.data
  const [customer] = await data('/api/v2/customers?search=joined@x.example')
  const [buyer] = await data('/api/v1/buyers?search=Joined')
  expect(buyer).toMatchObject({ platform: 'Viber', customerID: null })
  const { customerID } = customer
  expect((await as(3)('PUT', `/api/v1/buyers/${buyer.buyerID}/customer`, { customerID })).status).toBe(200)
  expect((await undo(people.importID)).body.message).toBe(
    'Joined Santos Reyes is joined to a buyer since the import: nothing was undone',
  )
  expect((await undo(handles.importID)).body.message).toBe(
    'Joined has been changed since the import: nothing was undone',
  )
})

test('undoes opening stock through the ledger, and allows the import again', async () => {
  const items = (
    await load(
      'items',
      fileOf('items', [itemRow({ itemCode: 'OPEN-1' }), itemRow({ itemCode: 'OPEN-2', uom: 'BULK', netGrams: '' })]),
    )
  ).body.data
  const file = fileOf('stock', [
    { item: 'OPEN-1', location: 'main', quantity: '7', reOrderThreshold: '3', inventoryType: '' },
    { item: 'open-2', quantity: '12.5', reOrderThreshold: '' },
    { item: 'OPEN-2', location: 'Vault', quantity: '0' },
  ])
  expect((await check('stock', file)).body.data.missing).toEqual([{ column: 'location', names: ['Vault'] }])
  const first = (await load('stock', file, { createMissing: true })).body.data
  expect(first.rows).toBe(3)
  const [item] = await data('/api/v1/items?code=OPEN-1')
  const stockOf = async () => (await data(`/api/v1/inventory?itemID=${item.itemID}`))[0]
  expect(await stockOf()).toMatchObject({ quantity: 7, reOrderThreshold: 3 })
  expect((await undo(items.importID)).body.message).toMatch(/^OPEN-1 has stock, OPEN-2 has stock since the import/)

  const before = (await as(3)('GET', '/api/v1/notifications')).body.meta.total
  // The location of the row without a movement goes, too: the import had made it.
  expect((await undo(first.importID)).body.message).toBe('3 rows of stock taken back; 1 location taken back')
  expect((await as(3)('GET', '/api/v1/notifications')).body.meta.total).toBe(before)
  const { inventoryID, ...emptied } = await stockOf()
  expect(emptied).toMatchObject({ quantity: 0, reOrderThreshold: 0 })
  const movements = await data(`/api/v1/inventory/${inventoryID}/movements`)
  expect(movements).toMatchObject([
    { kind: 'correction', documentType: 'import', quantity: -7, unitCost: 8200 },
    { kind: 'opening', documentType: 'import', quantity: 7, unitCost: 8200 },
  ])
  expect((await data('/api/v1/inventory?search=Vault')).length).toBe(0)

  const again = (await load('stock', file, { createMissing: true })).body.data
  expect(await stockOf()).toMatchObject({ inventoryID, quantity: 7, reOrderThreshold: 3 })
  expect((await undo(first.importID)).status).toBe(409)
  // A quantity that an administrator sets later blocks the undo.
  const { updatedAt: _, ...row } = await stockOf()
  await as(1)('PUT', `/api/v1/inventory/${inventoryID}`, { ...row, quantity: 6 })
  expect((await undo(again.importID)).body.message).toBe(
    'OPEN-1 at Main has been sold or moved since the import: nothing was undone',
  )
  expect((await check('stock', file)).body.data.wrong).toBe(3)
  expect(await verifyStock({ db })).toEqual([])
})

/** Imports items with stock at two locations, and undoes the import of the stock. */
async function importStockedAndUndo(codes: string[], category = 'Rings') {
  const file = fileOf(
    'items',
    codes.map((itemCode) => itemRow({ itemCode, barcode: `${itemCode}-bar`, cost: '33.33', category })),
  )
  const items = (await load('items', file)).body.data
  const rows = codes.flatMap((item) => [
    { item, quantity: '3' },
    { item, location: 'Vault', quantity: '4' },
  ])
  const stock = (await load('stock', fileOf('stock', rows), { createMissing: true })).body.data
  const { message } = (await undo(stock.importID)).body
  expect(message.split('; ')[0]).toBe(`${rows.length} rows of stock taken back`)
  return { file, items, stock }
}

test('undoes opening stock and then its items, which frees their codes and barcodes', async () => {
  const { file, items } = await importStockedAndUndo(['FREE-1', 'FREE-2'])
  expect((await check('items', file)).body.data.wrong).toBe(2)
  const [item] = await data('/api/v1/items?search=FREE-1')
  const [row] = await data(`/api/v1/inventory?itemID=${item.itemID}`)
  expect((await undo(items.importID)).body.message).toBe('2 items taken back')
  expect(await data('/api/v1/items?search=FREE-')).toEqual([])
  expect((await as(3)('GET', `/api/v1/inventory/${row.inventoryID}`)).status).toBe(404)
  const trail = (await as(1)('GET', `/api/v1/audit?entity=inventory&entityID=${row.inventoryID}`)).body.data
  expect(trail[0]).toMatchObject({ action: 'delete', userName: 'Test Staff' })
  expect(await verifyStock({ db })).toEqual([])
  expect((await load('items', file)).status).toBe(201)
})

test('deactivates items of an undone import that something else refers to, and says what', async () => {
  const { items } = await importStockedAndUndo(['KEEP-1', 'KEEP-2'], 'Pearls')
  const [{ itemID, categoryID }] = await data('/api/v1/items?search=KEEP-2')
  const sheet = (await as(3)('POST', '/api/v1/stock-counts', { locationID: 1, categoryID })).body.data
  // The sheet has both items, and one of them leaves it.
  await db.execute(sql`delete from stock_count_line where count_id = ${sheet.countID}
    and inventory_id in (select inventory_id from inventory where item_id = ${itemID})`)
  expect((await undo(items.importID)).body.message).toBe(
    '1 item taken back; 1 made Inactive: KEEP-1 is on a count sheet',
  )
  expect(await data('/api/v1/items?search=KEEP-')).toMatchObject([{ itemCode: 'KEEP-1', status: false }])
})

test('keeps movements of the closed books and of stock in use, also against a direct deletion', async () => {
  const { items } = await importStockedAndUndo(['SHUT-1'])
  await db.execute(sql`update shop_setting set closed_until = current_date + 1`)
  expect((await undo(items.importID)).body.message).toBe(
    '0 items taken back; 1 made Inactive: SHUT-1 has stock movements in the closed books',
  )
  const deleteOf = (code: string) =>
    db.execute(sql`delete from stock_movement where inventory_id in (
      select inventory_id from inventory join item using (item_id) where item_code = ${code})`)
  await expect(deleteOf('SHUT-1')).rejects.toMatchObject({ cause: { code: '23001' } })
  await db.execute(sql`update shop_setting set closed_until = null`)

  // Opening stock of an import that is not undone is stock, even when it was imported.
  await load('items', fileOf('items', [itemRow({ itemCode: 'USED-1' })]))
  await load('stock', fileOf('stock', [{ item: 'USED-1', quantity: '2' }]))
  await expect(deleteOf('USED-1')).rejects.toMatchObject({ cause: { code: '23001' } })
  expect(await verifyStock({ db })).toEqual([])
})

test('lists imports, and shows the progress of a running import', async () => {
  const { body } = await as(3)('GET', '/api/v1/imports?kind=stock&sort=fileName&search=shop')
  expect(body.meta.total).toBeGreaterThan(2)
  expect((await data(`/api/v1/imports/${body.data[0].importID}`)).kind).toBe('stock')
  expect(await data('/api/v1/imports/progress')).toBeNull()
  const many = fileOf(
    'suppliers',
    Array.from({ length: 3000 }, (_, n) => ({ supplierName: `Many ${n}` })),
  )
  const running = load('suppliers', many)
  const seen = new Set<string>()
  const over = new AbortController()
  void running.finally(() => over.abort())
  while (!over.signal.aborted) {
    const progress = await data('/api/v1/imports/progress')
    if (progress) seen.add(`${progress.doing} of ${progress.of}`)
  }
  expect((await running).status).toBe(201)
  expect([...seen]).toContain('importing of 3000')
  expect(await data('/api/v1/imports/progress')).toBeNull()
})

test('finds the items of pictures by file name', async () => {
  const names = [
    'ring-001.JPG',
    'a/b/RING-001 (2).png',
    'RING-001-3.webp',
    'RING-002.jpg',
    'MEND-1.jpg',
    'MEND-2-1.jpg',
  ]
  const { body } = await as(3)('POST', '/api/v1/imports/picture-names', { names })
  expect(
    body.data.map(({ item, place }: { item: { itemCode: string } | null; place: number }) => [item?.itemCode, place]),
  ).toEqual([
    ['RING-001', 1],
    ['RING-001', 2],
    ['RING-001', 3],
    [undefined, 1],
    ['MEND-1', 1],
    ['MEND-2', 1],
  ])
})

test('a person from whom costs are hidden imports and exports items without them', async () => {
  const hide = async (hideCosts: boolean) =>
    expect((await as(1)('PUT', '/api/v1/settings/hide-costs', { hideCosts })).status).toBe(200)
  await hide(true)
  try {
    const row = itemRow({ cost: '777.13' })
    const file = fileOf('items', [row])
    expect((await check('items', file)).body.data).toMatchObject({ wrong: 0, ignored: ['Cost'] })
    expect((await load('items', file)).status).toBe(201)
    const [made] = (await as(2)('GET', `/api/v1/items?code=${row.itemCode}`)).body.data
    expect(made.cost).toBe(0)
    const header = async (roleID: 2 | 3) =>
      String((await as(roleID)('GET', '/api/v1/exports/items?format=csv')).body).split('\n')[0]
    expect(await header(3)).not.toContain('Cost')
    expect(await header(2)).toContain('Cost')
    // A manager's file still needs the column, and a value in each of its cells.
    expect((await check('items', fileOf('items', [itemRow({ cost: '' })]), { roleID: 2 })).body.data).toMatchObject({
      wrong: 1,
      wrongRows: [{ problems: [{ column: 'cost', message: 'Cost is required' }] }],
    })
  } finally {
    await hide(false)
  }
})
