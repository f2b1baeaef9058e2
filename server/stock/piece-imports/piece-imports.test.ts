// Proves through HTTP that a sheet of pieces names the stock that is there or opens new stock, that each wrong row has its
// sentence, that an undo leaves the books as they were, and that an export imported again changes nothing.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ImportDraftRow } from '../../../contract/imports/drafts.ts'
import { importColumns } from '../../../contract/imports/import-columns.ts'
import { parseCsv, toCsv } from '../../../contract/shared/csv.ts'
import { findContradictionsAfter } from '../../../tests/support/contradictions.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { formOf } from '../../../tests/support/pictures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { piece } from '../../db/schema/pieces.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import { stockValue } from '../../db/schema/valuation.ts'
import { findContradictions } from '../../prove-books.ts'

const { db, as } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
type Caller = typeof manager
await db.insert(location).values({ locationName: 'Vault' })

const headings = {
  item: 'Item code',
  number: 'Tag no.',
  location: 'Branch',
  grams: 'Gross weight (g)',
  netGrams: 'Net wt',
  cost: 'Puhunan',
  laboratory: 'Lab',
  certificateNumber: 'Cert no',
  barcode: 'Barcode',
  note: '備考',
}
type Row = Partial<Record<keyof typeof headings, string>>

/** Writes a sheet as a shop might: with headings of its own, and only the columns that a row fills. */
function sheetOf(rows: readonly Row[]) {
  const keys = (Object.keys(headings) as (keyof typeof headings)[]).filter((key) => rows.some((row) => key in row))
  return toCsv([keys.map((key) => headings[key]), ...rows.map((row) => keys.map((key) => row[key] ?? ''))])
}

const path = (id: number, rest: string) => `/api/v1/imports/drafts/${id}${rest}`

/** Sends a sheet with its proposed mapping, and checks it. */
async function check(sheet: string, by: Caller = manager) {
  const file = { 'pieces.csv': new TextEncoder().encode(sheet) }
  const made = await by('POST', '/api/v1/imports/drafts', formOf({ kind: 'pieces' }, file, 'file'))
  expect(made.status).toBe(201)
  const id = (made.body.data as ImportDraftRow).importDraftID
  const { body } = await by('POST', path(id, '/check'), {})
  return { id, body, check: body.data?.check }
}
const run = (id: number, body: object = {}, by: Caller = manager) => by('POST', path(id, '/import'), body)
const undo = (importID: number) => manager('PUT', `/api/v1/imports/${importID}/undo`)

/** Imports a sheet without a wrong row, and returns the key of the import. */
async function load(rows: readonly Row[], by: Caller = manager): Promise<number> {
  const { id, check: found } = await check(sheetOf(rows), by)
  expect(found).toMatchObject({ wrong: 0, reasons: [] })
  const { status, body } = await run(id, {}, by)
  expect(status, body.message).toBe(201)
  return body.data.importID
}
/** Returns the sentences of the wrong rows of a sheet. */
async function sentences(rows: readonly Row[], by: Caller = manager): Promise<string[]> {
  const { check: found } = await check(sheetOf(rows), by)
  return found.reasons.flatMap(({ samples }: { samples: { row: number; message: string }[] }) =>
    samples.map(({ row, message }) => `${row}: ${message}`),
  )
}

const codeOf = async (itemID: number) => (await itemOf(itemID)).itemCode
const itemOf = async (itemID: number) => (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!
const piecesOf = async (itemID: number) =>
  (await manager('GET', `/api/v1/pieces?itemID=${itemID}&sort=serial&pageSize=100`)).body.data
const valueOf = async (itemID: number) => {
  const [{ quantity, value } = { quantity: 0, value: 0 }] = await db
    .select()
    .from(stockValue)
    .where(eq(stockValue.itemID, itemID))
  return { quantity, value }
}
let made = 0
/** Creates an item that never had stock. */
async function newItem(more: Partial<typeof item.$inferInsert> = {}) {
  await db.insert(category).values({ categoryCode: 'RG', categoryName: 'Rings' }).onConflictDoNothing()
  const [kind] = await db.select().from(category).limit(1)
  const itemCode = `NEW-${++made}`
  const [row] = await db
    .insert(item)
    .values({
      itemCode,
      itemName: `New ${made}`,
      categoryID: kind!.categoryID,
      grams: 3.2,
      uom: 'PCS',
      price: 1000,
      averageCost: 600,
      ...more,
    })
    .returning()
  return row!
}

test('a sheet names the stock that is there, and changes no quantity and no value', async () => {
  const { itemID } = await stockItem(db, { quantity: 3, cost: 600 })
  const code = await codeOf(itemID)
  const before = await valueOf(itemID)
  const rows: Row[] = [
    {
      item: code,
      number: 'OLD-7',
      grams: '3.25 g',
      netGrams: '3.1',
      cost: '₱650.00',
      laboratory: 'GIA',
      certificateNumber: '55',
    },
    { item: code.toLowerCase(), barcode: '4801', note: 'Dent' },
  ]
  const importID = await load(rows)
  expect(await piecesOf(itemID)).toMatchObject([
    {
      number: 'OLD-7',
      grams: 3.25,
      netGrams: 3.1,
      cost: 650,
      laboratory: 'GIA',
      certificateNumber: '55',
      state: 'In stock',
      place: { locationName: 'Main' },
    },
    { number: `${code}-002`, barcode: '4801', note: 'Dent', cost: null },
    // The file names two of three: the third gets its number alone.
    { number: `${code}-003`, barcode: null, place: { locationName: 'Main' } },
  ])
  expect(await valueOf(itemID)).toEqual(before)
  expect(await itemOf(itemID)).toMatchObject({ byPiece: true, averageCost: 600 })
  const { body: found } = await manager('GET', '/api/v1/pieces?code=old-7')
  expect(found.data).toHaveLength(1)
  expect(await findContradictions(db)).toEqual([])

  expect((await undo(importID)).status).toBe(200)
  expect(await piecesOf(itemID)).toEqual([])
  expect(await itemOf(itemID)).toMatchObject({ byPiece: false })
  expect(await valueOf(itemID)).toEqual(before)
  expect(await findContradictions(db)).toEqual([])
  const again = await check(sheetOf(rows))
  expect((await run(again.id)).body.message).toBe(
    '1 piece on hand has its number alone, because the file does not describe it',
  )
  expect(await piecesOf(itemID)).toMatchObject([{ number: 'OLD-7' }, { barcode: '4801' }, {}])
  expect(await findContradictions(db)).toEqual([])
})

test('a sheet of an item without stock opens it at the costs of its pieces, and an undo takes it back to the centavo', async () => {
  const { itemID, itemCode } = await newItem({ averageCost: 33.333_333 })
  const importID = await load([
    { item: itemCode, cost: '7500' },
    { item: itemCode, cost: '8200.5', number: 'A-1' },
    { item: itemCode },
    { item: itemCode, location: 'Vault', cost: '100' },
  ])
  expect(await valueOf(itemID)).toEqual({ quantity: 4, value: 15_833.83 })
  expect(await itemOf(itemID)).toMatchObject({ byPiece: true, averageCost: 3958.4575 })
  const pieces = await piecesOf(itemID)
  expect(pieces.map(({ number, cost, place }: any) => [number, cost, place.locationName])).toEqual([
    [`${itemCode}-001`, 7500, 'Main'],
    ['A-1', 8200.5, 'Main'],
    [`${itemCode}-003`, 33.33, 'Main'],
    [`${itemCode}-004`, 100, 'Vault'],
  ])
  const { body: history } = await manager('GET', `/api/v1/pieces/${pieces[0].pieceID}/history`)
  expect(history.data.steps).toMatchObject([
    { kind: 'opening', documentType: 'import', documentID: importID, came: true },
  ])
  expect(await findContradictions(db)).toEqual([])

  expect((await undo(importID)).status).toBe(200)
  expect(await valueOf(itemID)).toEqual({ quantity: 0, value: 0 })
  expect(await itemOf(itemID)).toMatchObject({ byPiece: false, averageCost: 33.333_333 })
  expect(await findContradictions(db)).toEqual([])
  // The numbers and the places of an undone import are free again.
  await load([{ item: itemCode, number: 'A-1' }])
  expect(await piecesOf(itemID)).toMatchObject([{ number: 'A-1', state: 'In stock' }])
})

test('two imports of one item are undone one after the other, the second first', async () => {
  const { itemID, itemCode } = await newItem({ averageCost: 100 })
  const first = await load([{ item: itemCode, cost: '700', number: 'T-1' }])
  const second = await load([{ item: itemCode, cost: '900', location: 'Vault', number: 'T-2' }])
  expect(await itemOf(itemID)).toMatchObject({ averageCost: 800 })
  expect((await undo(first)).body.message).toBe(
    'T-1 is of an item whose stock has changed since the import: nothing was undone',
  )
  expect((await undo(second)).status).toBe(200)
  expect(await itemOf(itemID)).toMatchObject({ averageCost: 700, byPiece: true })
  expect((await undo(first)).status).toBe(200)
  expect(await itemOf(itemID)).toMatchObject({ averageCost: 100, byPiece: false })
  expect(await findContradictions(db)).toEqual([])
})

test('the template’s own example row is right', async () => {
  await newItem({ itemCode: 'RING-001' })
  const columns = importColumns.pieces
  const rows = [columns.map(({ label }) => label), columns.map(({ example }) => example)]
  const { check: found } = await check(toCsv(rows))
  expect(found).toMatchObject({ rows: 1, wrong: 0, created: 1 })
})

test('the proof of the books finds a piece that went without its import, and the database lets none go', async () => {
  const { itemID, itemCode } = await newItem()
  const importID = await load([{ item: itemCode }])
  const [one] = await piecesOf(itemID)
  const gone = `delete from piece where piece_id = ${one.pieceID}`
  expect(await findContradictionsAfter(db, 'alter table piece disable trigger user', gone)).toContain(
    `Import ${importID} brought piece ${one.pieceID}, which is not there any more, but took it out 0 times`,
  )
  expect(await db.execute(sql.raw(gone)).catch((error: Error) => error.cause)).toMatchObject({
    message: 'a piece is never deleted',
  })
  // A piece that was named in stock goes only with the whole item.
  const named = await stockItem(db, { quantity: 1 })
  await load([{ item: await codeOf(named.itemID) }])
  const deleted = db.delete(piece).where(eq(piece.itemID, named.itemID))
  expect(await deleted.catch((error: Error) => error.cause)).toMatchObject({
    message: 'a piece in stock is never deleted',
  })
})

test('a file of items can be undone after the import of their pieces was', async () => {
  const file = toCsv([
    ['Item code', 'Item name', 'Category', 'Grams', 'UOM', 'Price', 'Cost'],
    ['MOVE-1', 'Moved', 'RG', '3', 'PCS', '1000', '600'],
  ])
  const form = formOf({ kind: 'items' }, { 'items.csv': new TextEncoder().encode(file) }, 'file')
  const items = (await manager('POST', '/api/v1/imports', form)).body.data.importID
  const importID = await load([{ item: 'MOVE-1' }, { item: 'MOVE-1', number: 'M-1' }])
  expect((await undo(items)).body).toMatchObject({ code: 'import.in_use' })
  expect((await undo(importID)).status).toBe(200)
  expect((await undo(items)).status).toBe(200)
  expect(await db.select().from(item).where(eq(item.itemCode, 'MOVE-1'))).toEqual([])
  expect(await findContradictions(db)).toEqual([])
})

test('each row that is not right has its sentence', async () => {
  const [two, weighed, kept, held] = [
    await codeOf((await stockItem(db, { quantity: 2 })).itemID),
    (await newItem({ uom: 'BULK' })).itemCode,
    await newItem(),
    await stockItem(db, { quantity: 1 }),
  ]
  await load([{ item: kept.itemCode, number: 'K-1', certificateNumber: '1', laboratory: 'GIA', barcode: 'TAG-1' }])
  const { body: open } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: held.itemID, orderQty: 1 }],
  })
  const fresh = (await newItem()).itemCode
  const heldCode = await codeOf(held.itemID)
  expect(
    await sentences([
      { item: two, number: 'N-1' },
      { item: two, number: 'n-1' },
      { item: two, number: 'N-2' },
      { item: two, number: 'N-3' },
      { item: two, location: 'Vault' },
      { item: two, location: 'Nowhere' },
      { item: 'NONE' },
      { item: weighed },
      { item: kept.itemCode },
      { item: fresh, number: 'K-1' },
      { item: fresh, number: kept.itemCode },
      { item: fresh, barcode: 'tag-1' },
      { item: fresh, certificateNumber: '1', laboratory: 'gia' },
      { item: fresh, certificateNumber: '2' },
      { item: fresh, certificateNumber: '2' },
      { item: fresh, grams: '3', netGrams: '3.5' },
      { item: fresh, netGrams: '3.201' },
      { item: fresh, grams: '0' },
      { item: fresh, cost: '1.234' },
      { item: heldCode },
    ]),
  ).toEqual(
    expect.arrayContaining([
      '3: Number n-1 is in row 2 already',
      `5: Main, On hand has 2 of ${two} on hand, and earlier rows name them all. Count the stock first, or leave the row out`,
      `6: ${two} has none at Vault, On hand. It is on hand at Main, On hand (2)`,
      '7: There is no location Nowhere',
      '8: There is no item NONE',
      `9: ${weighed} is weighed: only an item that is counted in pieces is kept by piece`,
      `10: ${kept.itemCode} has had stock at Main, On hand, and an import only opens stock. Receive or adjust what is new, or give the number of a piece to change that piece`,
      `11: K-1 is a piece of ${kept.itemCode}`,
      `12: The code ${kept.itemCode} exists already`,
      '13: The code tag-1 exists already',
      '14: Certificate gia 1 exists already',
      '16: Certificate 2 is in row 15 already',
      '17: The piece weighs 3.00 g with its stones',
      '18: The piece weighs 3.20 g with its stones',
      '19: A weight is more than 0 g',
      '20: Amounts have at most 2 decimals',
      `21: ${open.data.transactionNumber} has ${heldCode}: complete or cancel that sale first, because its line names no piece`,
    ]),
  )
})

test('a file changes only the fields that it gives, of a sold piece too, and an undo gives the former values back', async () => {
  const { itemID, itemCode } = await newItem()
  await load([
    { item: itemCode, number: 'C-1', grams: '3', note: 'Old', certificateNumber: 'C 9' },
    { item: itemCode, number: 'C-2', grams: '4' },
  ])
  const [one, other] = await piecesOf(itemID)
  const sold = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1, pieceID: other.pieceID }],
    complete: true,
    payments: [{ paymentTypeID: 1, amount: 1000 }],
  })
  expect(sold.status).toBe(201)
  const importID = await load([
    { number: 'c-1', note: 'New', grams: '' },
    { number: 'C-2', note: 'Sold with a box', grams: '4' },
  ])
  expect(await piecesOf(itemID)).toMatchObject([
    { note: 'New', grams: 3, certificateNumber: 'C 9', cost: one.cost },
    { note: 'Sold with a box', state: 'Sold' },
  ])
  expect(
    await sentences([
      { item: itemCode, number: 'C-1', location: 'Vault' },
      { item: itemCode, number: 'C-2', location: 'Main' },
      { number: 'C-1', netGrams: '3.5' },
    ]),
  ).toEqual([
    '2: C-1 is at Main, On hand. A file moves no piece',
    `3: C-2 is sold in ${sold.body.data.transactionNumber}. A file moves no piece`,
    '4: The piece weighs 3.00 g with its stones',
    '4: Number C-1 is in row 2 already',
  ])
  expect((await undo(importID)).status).toBe(200)
  expect(await piecesOf(itemID)).toMatchObject([{ note: 'Old' }, { note: null, state: 'Sold' }])
  expect(await findContradictions(db)).toEqual([])
})

test('an undo is refused once a piece or the stock of its item was used', async () => {
  const { itemID, itemCode } = await newItem()
  const importID = await load([{ item: itemCode }, { item: itemCode }])
  const [one, other] = await piecesOf(itemID)
  const { body: sold } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1, pieceID: one.pieceID }],
  })
  const refused = async () => (await undo(importID)).body.message
  expect(await refused()).toBe(`${one.number} is held for a sale since the import: nothing was undone`)
  await staff('POST', `/api/v2/sales/${sold.data.salesTransactionID}/payments`, { paymentTypeID: 1, amount: 1000 })
  expect((await manager('PUT', `/api/v2/sales/${sold.data.salesTransactionID}/complete`, {})).status).toBe(200)
  expect(await refused()).toBe(
    `${one.number} has been sold, ${other.number} is of an item whose stock has changed since the import: nothing was undone`,
  )
  const again = await newItem()
  const second = await load([{ item: again.itemCode, number: 'U-1' }])
  const [changed] = await piecesOf(again.itemID)
  await staff('PUT', `/api/v1/pieces/${changed.pieceID}`, { note: 'Seen', updatedAt: changed.updatedAt })
  expect((await undo(second)).body.message).toBe('U-1 has been changed since the import: nothing was undone')
  // Nothing but its own undo deletes a piece.
  const deleted = await db
    .delete(piece)
    .where(eq(piece.pieceID, changed.pieceID))
    .catch((error: Error) => error.cause)
  expect(deleted).toMatchObject({ message: 'a piece is never deleted' })
})

test('staff change pieces, and open stock on the first day of an item that is kept by piece', async () => {
  const pooled = await newItem()
  const kept = await newItem({ byPiece: true })
  const old = await newItem({ byPiece: true, createdAt: new Date('2026-01-02T03:00:00Z') })
  expect(
    await sentences([{ item: pooled.itemCode }, { item: kept.itemCode, cost: '5' }, { item: old.itemCode }], staff),
  ).toEqual(
    expect.arrayContaining([
      `2: ${pooled.itemCode} is not kept by piece, and only managers change that`,
      '3: Only managers decide what a piece costs when it comes into stock. It costs what its item does',
      `4: Only managers bring ${old.itemCode} into stock after its first day`,
    ]),
  )
  await load([{ item: kept.itemCode, number: 'S-1' }], staff)
  await load([{ number: 'S-1', note: 'Seen' }], staff)
  expect(await piecesOf(kept.itemID)).toMatchObject([{ number: 'S-1', cost: 600, note: 'Seen' }])
  expect(await findContradictions(db)).toEqual([])
})

const exported = async (filters = '') =>
  ((await manager('GET', `/api/v1/exports/pieces?format=csv${filters}`)).body as Buffer).toString('utf8')

test('an export that is imported again changes nothing', async () => {
  const text = fc.stringMatching(/^[A-Za-z0-9ñ指,";\- ]{0,12}$/)
  const grams = fc.option(fc.integer({ min: 1, max: 9_999_999 }), { nil: null })
  const drawn = fc.record({
    grams,
    less: fc.integer({ min: 0, max: 500 }),
    hasNet: fc.boolean(),
    cost: fc.option(fc.integer({ min: 0, max: 99_999_999 }), { nil: null }),
    note: text,
    laboratory: fc.constantFrom('', 'GIA', 'HRD'),
    hasNumber: fc.boolean(),
    hasCode: fc.boolean(),
  })
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 6 }), fc.boolean(), async (all, isStocked) => {
      const { itemID, itemCode } = isStocked
        ? await itemOf((await stockItem(db, { quantity: all.length + 1, grams: 0 })).itemID)
        : await newItem({ grams: 0 })
      const before = await valueOf(itemID)
      const importID = await load(
        all.map((one) => ({
          item: itemCode,
          number: one.hasNumber ? `P-${++n}` : '',
          grams: one.grams === null ? '' : String(one.grams / 1000),
          netGrams: one.grams !== null && one.hasNet ? String(Math.max(1, one.grams - one.less) / 1000) : '',
          cost: one.cost === null ? '' : String(one.cost / 100),
          note: one.note.trim(),
          laboratory: one.laboratory,
          certificateNumber: one.hasCode ? `CERT ${++n}` : '',
          barcode: one.hasCode ? `BAR-${++n}` : '',
        })),
      )
      const pieces = await piecesOf(itemID)
      const file = await exported(`&itemID=${itemID}`)
      expect(parseCsv(file)).toHaveLength(pieces.length + 1)
      const { id, check: found } = await check(file)
      expect(found).toMatchObject({ rows: pieces.length, wrong: 0, created: 0, changed: 0, same: pieces.length })
      expect((await run(id)).body.code).toBe('import.empty')
      expect(await piecesOf(itemID)).toEqual(pieces)
      expect(await findContradictions(db)).toEqual([])
      expect((await undo(importID)).status).toBe(200)
      expect(await valueOf(itemID)).toEqual(before)
      // The same file opens or names the same pieces again.
      const again = await check(file)
      expect(again.check).toMatchObject({ wrong: 0, created: pieces.length })
      expect((await run(again.id)).status).toBe(201)
      expect(await exported(`&itemID=${itemID}`)).toBe(file)
      expect(await findContradictions(db)).toEqual([])
    }),
    { numRuns: 8 },
  )
}, 60_000)

test('the export has the filtered pieces, and its last column of costs only for people who see them', async () => {
  const { itemID, itemCode } = await newItem()
  await load([
    { item: itemCode, number: 'E-1' },
    { item: itemCode, number: 'E-2', location: 'Vault' },
  ])
  const [header, row, ...rest] = parseCsv(await exported(`&itemID=${itemID}&locationID=2`))
  expect([header, row, rest]).toEqual([
    [
      'Item',
      'Number',
      'Location',
      'Inventory type',
      'Grams',
      'Net weight',
      'Cost',
      'Laboratory',
      'Certificate number',
      'Barcode',
      'Note',
    ],
    [itemCode, 'E-2', 'Vault', 'On hand', '', '', '600', '', '', '', ''],
    [],
  ])
})

test('stock stays right when a piece is sold while a file names it, and one of two equal files wins', async () => {
  for (let round = 0; round < 5; round++) {
    const { itemID, inventoryID } = await stockItem(db, { quantity: 2 })
    const code = await codeOf(itemID)
    const rows = [
      { item: code, number: `R-${round}-1` },
      { item: code, number: `R-${round}-2` },
    ]
    const [first, second] = [await check(sheetOf(rows)), await check(sheetOf(rows))]
    const sell = () =>
      staff('POST', '/api/v2/sales', {
        locationID: 1,
        transactionTypeID: 1,
        items: [{ itemID, orderQty: 1 }],
        complete: true,
        payments: [{ paymentTypeID: 1, amount: 1000 }],
      })
    const [one, other, sold] = await Promise.all([run(first.id), run(second.id), sell()])
    const imported = [one, other].filter(({ status }) => status === 201)
    expect(imported.length).toBeLessThanOrEqual(1)
    for (const { status } of [one, other, sold]) expect([201, 409, 422]).toContain(status)
    // Either the sale came first and the file names more than is left, or the sale names no piece.
    expect(imported.length + (sold.status === 201 ? 1 : 0)).toBe(1)
    const [{ quantity } = { quantity: -1 }] = await db
      .select()
      .from(inventory)
      .where(eq(inventory.inventoryID, inventoryID))
    expect(quantity).toBe(sold.status === 201 ? 1 : 2)
    expect(await findContradictions(db)).toEqual([])
  }
})

test('pieces are sold while a file changes them, or their import is undone: never both', async () => {
  const { itemID, itemCode } = await newItem()
  const importID = await load(Array.from({ length: 4 }, (_, n) => ({ item: itemCode, number: `S2-${n}` })))
  const pieces = await piecesOf(itemID)
  // Each import keeps two connections, so that these stay below the number that the app has.
  const drafts = await Promise.all(
    pieces.slice(2).map(({ number }: { number: string }) => check(sheetOf([{ number, note: 'While sold' }]))),
  )
  const outcomes = await Promise.all([
    ...pieces.map(({ pieceID }: { pieceID: number }) =>
      staff('POST', '/api/v2/sales', {
        locationID: 1,
        transactionTypeID: 1,
        items: [{ itemID, orderQty: 1, pieceID }],
        complete: true,
        payments: [{ paymentTypeID: 1, amount: 1000 }],
      }),
    ),
    ...drafts.map(({ id }) => run(id)),
    undo(importID),
  ])
  for (const { status } of outcomes) expect(status).toBeLessThan(500)
  const sales = outcomes.slice(0, 4).filter(({ status }) => status === 201).length
  const isUndone = outcomes.at(-1)!.status === 200
  expect(sales).toBe(isUndone ? 0 : 4)
  expect(await valueOf(itemID)).toMatchObject({ quantity: 0 })
  expect(await findContradictions(db)).toEqual([])
})

test('ten thousand pieces of a thousand items come in one file', async () => {
  const [kind] = await db.select().from(category).limit(1)
  await db.execute(sql`insert into item (item_code, item_name, category_id, grams, uom, price, average_cost)
    select 'BIG-' || n, 'Big ' || n, ${kind!.categoryID}, 3, 'PCS', 1000, 600 from generate_series(1, 1000) n`)
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    // The pieces of an item are in several batches.
    item: `BIG-${(n % 1000) + 1}`,
    number: n < 5000 ? `B-${n}` : '',
    grams: ((2000 + (n % 900)) / 1000).toFixed(3),
    certificateNumber: `G ${n}`,
    barcode: `BB${n}`,
  }))
  const importID = await load(rows)
  const [{ count } = { count: 0 }] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(piece)
    .where(sql`${piece.barcode} like 'BB%' and ${piece.inventoryID} is not null`)
  expect(count).toBe(10_000)
  expect(await findContradictions(db)).toEqual([])
  expect((await undo(importID)).status).toBe(200)
  expect(await findContradictions(db)).toEqual([])
}, 120_000)
