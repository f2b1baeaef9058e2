import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import type { SearchHit } from '../../contract/insight/search.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { dailyCount } from '../db/schema/insight.ts'
import { purchaseOrder, supplier } from '../db/schema/purchasing.ts'
import { customer, sale } from '../db/schema/sales.ts'

const { db, as } = await testApp({ connections: 10 })
const staff = as(3)

async function find(q: string): Promise<SearchHit[]> {
  const { status, body } = await staff('GET', `/api/v1/search?q=${encodeURIComponent(q)}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const titles = async (q: string) => (await find(q)).map(({ title }) => title)
const counted = async () => {
  const rows = await db.select().from(dailyCount).where(eq(dailyCount.kind, 'search'))
  return rows.reduce((sum, { count }) => sum + count, 0)
}
const buyer = async (firstName: string, over: object = {}) => {
  const fields = { firstName, lastName: 'Reyes', contactNo: '0917', email: 'a@b.example', customerTypeID: 2 }
  const [row] = await db
    .insert(customer)
    .values({ ...fields, ...over })
    .returning()
  return row!.customerID
}
let sold = 0
const sell = async (over: Partial<typeof sale.$inferInsert> = {}) => {
  const fields = { locationID: 1, transactionTypeID: 1, orderDate: '2026-11-21', totalItems: 1, totalQuantity: 1 }
  const amounts = { subtotal: 1234.5, totalPurchase: 1234.5, status: 'Completed' as const }
  const [row] = await db
    .insert(sale)
    .values({ ...fields, ...amounts, transactionNumber: `SO-2026-${String(++sold).padStart(6, '0')}`, ...over })
    .returning()
  return row!
}
const buy = async (poNumber: string, supplierName: string) => {
  const [from] = await db
    .insert(supplier)
    .values({ supplierName, contactDetails: '+81 3 5550', email: 's@x.example', status: false })
    .returning()
  const [row] = await db
    .insert(purchaseOrder)
    .values({
      poNumber,
      supplierID: from!.supplierID,
      locationID: 1,
      orderDate: '2026-11-20',
      expectedDeliverDate: '2026-11-30',
      totalCost: 1,
      status: 'Pending',
    })
    .returning()
  return { poID: row!.poID, supplierID: from!.supplierID }
}

beforeEach(() => db.delete(dailyCount))

test('finds one record of every kind, in order, with its details and address', async () => {
  const { itemID } = await stockItem(db, {
    itemName: 'Sampaguita ring',
    itemCode: 'SG-1',
    price: 1950,
    grams: 1.5,
    karat: '10K',
  })
  const customerID = await buyer('Sampaguita', { contactNo: '0917 555', email: 's@mail.example' })
  const { poID, supplierID } = await buy('PO-2026-000001', 'Sampaguita Gold')
  const { salesTransactionID, transactionNumber } = await sell({ customerID })
  expect(await find('SAMPAGUITA')).toEqual([
    {
      kind: 'item',
      id: itemID,
      title: 'Sampaguita ring',
      margin: 69,
      detail: 'SG-1 · Rings · ₱1,950.00 · 10K 417 · 1.50 g · ₱1,300/g',
      link: `/items?id=${itemID}`,
      exact: false,
    },
    {
      kind: 'customer',
      id: customerID,
      title: 'Sampaguita Reyes',
      detail: '0917 555 · s@mail.example',
      link: `/customer?id=${customerID}`,
      exact: false,
    },
    {
      kind: 'supplier',
      id: supplierID,
      title: 'Sampaguita Gold',
      detail: '+81 3 5550 · s@x.example · Inactive',
      link: `/supplier?id=${supplierID}`,
      exact: false,
    },
    {
      kind: 'sale',
      id: salesTransactionID,
      title: transactionNumber,
      detail: 'Sampaguita Reyes · ₱1,234.50 · Completed',
      link: `/sales?id=${salesTransactionID}`,
      exact: false,
    },
    {
      kind: 'purchaseOrder',
      id: poID,
      title: 'PO-2026-000001',
      detail: 'Sampaguita Gold · 20 Nov 2026 · Pending',
      link: `/purchase-order?id=${poID}`,
      exact: false,
    },
  ])
})

test('finds a piece by its number, and by the address that its tag holds', async () => {
  const { itemID, inventoryID } = await stockItem(db, { itemName: 'Kept bangle', itemCode: 'KB-9', quantity: 1 })
  const body = { pieces: [{ inventoryID, grams: 3.25 }] }
  const kept = await as(2)('PUT', `/api/v1/items/${itemID}/pieces`, body)
  const { pieceID, number } = kept.body.data.pieces[0]
  const { code } = (await staff('GET', `/api/v1/pieces/${pieceID}`)).body.data
  const found = { kind: 'piece', id: pieceID, title: number, detail: 'Kept bangle · 3.25 g · Main', exact: true }
  for (const q of [number.toLowerCase(), `https://shop.example/p/${code}`])
    expect(await find(q)).toEqual([{ ...found, link: `/piece?id=${pieceID}` }])
  expect(await find(number.slice(0, -1))).toContainEqual({ ...found, exact: false, link: `/piece?id=${pieceID}` })
})

test('finds text in any part and any case of every column that a list searches', async () => {
  const given = { itemCode: 'XX-COLUMN', barcode: '4900000000017', description: 'A pendant of Larimar', status: false }
  await stockItem(db, { itemName: 'Columns', ...given })
  for (const q of ['x-col', '00000001', 'larimar', 'RINGS'])
    expect(await find(q)).toContainEqual(
      expect.objectContaining({ title: 'Columns', detail: expect.stringMatching(/Inactive$/) }),
    )
  await buyer('Middle', { middleName: 'Dela', lastName: 'Cruz', email: 'Zed@mail.example', address: 'Ōsu, Nagoya' })
  for (const q of ['middle dela cruz', 'zed@', 'ōSU', 'onlin']) expect(await titles(q)).toContain('Middle Dela Cruz')
  await db.update(customer).set({ customerTypeID: 1 })
  expect(await titles('onlin')).toEqual([])
})

test('lists and marks an exact code, barcode or document number first', async () => {
  await stockItem(db, { itemName: 'The one', itemCode: 'EXACT-1', barcode: '4901234567894' })
  for (let n = 0; n < 7; n++) await stockItem(db, { itemName: `Another ${n}`, itemCode: `EXACT-1${n}` })
  const [first, second] = await find('exact-1')
  expect([first, second]).toEqual([
    expect.objectContaining({ title: 'The one', exact: true }),
    expect.objectContaining({ title: 'Another 6', exact: false }),
  ])
  expect(await find('4901234567894')).toEqual([expect.objectContaining({ title: 'The one', exact: true })])
  const { transactionNumber } = await sell()
  expect(await find(transactionNumber.toLowerCase())).toEqual([
    expect.objectContaining({ title: transactionNumber, exact: true, detail: 'Walk-in · ₱1,234.50 · Completed' }),
  ])
})

test('returns at most the five newest of each kind', async () => {
  for (let n = 1; n <= 7; n++) {
    await stockItem(db, { itemName: `Manyfold ${n}` })
    await sell({ customerID: await buyer(`Manyfold ${n}`) })
  }
  const hits = await find('manyfold')
  expect(hits.filter(({ kind }) => kind === 'item').map(({ title }) => title)).toEqual(
    [7, 6, 5, 4, 3].map((n) => `Manyfold ${n}`),
  )
  expect(hits.filter(({ kind }) => kind === 'sale').map(({ detail }) => detail.split(' · ')[0])).toEqual(
    [7, 6, 5, 4, 3].map((n) => `Manyfold ${n} Reyes`),
  )
  expect(hits).toHaveLength(15)
})

test('finds the same sales for many customers and for a few', async () => {
  const fields = { lastName: 'Santos', contactNo: '1', email: 'm@x.example', customerTypeID: 1 }
  const rows = await db
    .insert(customer)
    .values(Array.from({ length: 250 }, (_, n) => ({ ...fields, firstName: n < 20 ? `Few Crowd ${n}` : `Crowd ${n}` })))
    .returning()
  for (const { customerID } of rows.slice(0, 30)) await sell({ customerID })
  const buyersOf = async (q: string) =>
    (await find(q)).filter(({ kind }) => kind === 'sale').map(({ detail }) => detail.split(' · ')[0])
  expect(await buyersOf('crowd')).toEqual([29, 28, 27, 26, 25].map((n) => `Crowd ${n} Santos`))
  expect(await buyersOf('few crowd')).toEqual([19, 18, 17, 16, 15].map((n) => `Few Crowd ${n} Santos`))
})

test('treats %, _ and \\ as plain text, and the query never as a pattern or SQL', async () => {
  const { itemID } = await stockItem(db, { itemName: String.raw`100% gold_wire C:\tray`, itemCode: 'ESC-1' })
  for (const q of ['0% g', 'd_w', String.raw`:\t`]) expect((await find(q)).map(({ id }) => id)).toEqual([itemID])
  for (const q of ['1%gold', 'gold%wire', 'g_ld', String.raw`\%`, "' or 1=1 --", '"', '%%%', '___'])
    expect(await find(q)).toEqual([])
})

test.each([
  ['', 'Type what to search for'],
  ['q=', 'Type what to search for'],
  ['q=%20%20', 'Type what to search for'],
  [`q=${'x'.repeat(101)}`, 'Search for at most 100 characters'],
  ['q=x&limit=100', 'Unknown parameter: limit'],
  ['q=a%00b', 'The text holds a character that cannot be kept'],
])('refuses ?%s without counting a search: %s', async (query, message) => {
  const { status, body } = await staff('GET', `/api/v1/search?${query}`)
  expect([status, body.message]).toEqual([400, message])
  expect(await counted()).toBe(0)
})

test('ignores spaces around the text, and accepts 100 characters', async () => {
  const itemName = randomUUID().repeat(3).slice(0, 100)
  await stockItem(db, { itemName })
  expect(await titles(`  ${itemName}  `)).toEqual([itemName])
})

test('counts each of two hundred concurrent searches once', async () => {
  await Promise.all(Array.from({ length: 200 }, (_, n) => find(`nothing ${n}`)))
  expect(await db.select().from(dailyCount)).toEqual([
    { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), kind: 'search', subject: 'back-office', count: 200 },
  ])
})
