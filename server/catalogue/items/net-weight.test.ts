// Proves through HTTP that an item has its net weight without a price by the gold rate: in the form, in a file and in the
// audit trail; that it is never above the weight with stones; and that it changes a price by the rate with itself.
import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { parseCsv, toCsv } from '../../../contract/shared/csv.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { formOf } from '../../../tests/support/pictures.ts'
import { item } from '../../db/schema/catalogue.ts'
import { goldRate, itemPrice } from '../../db/schema/pricing.ts'
import { audit } from '../../db/schema/shared.ts'

const { db, as } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
await staff('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const insertRate = async (karat: Karat, sellPerGram: number, buyPerGram: number, hours: number) =>
  (
    await db
      .insert(goldRate)
      .values({ karat, sellPerGram, buyPerGram, fromAt: hoursAgo(hours) })
      .returning()
  )[0]!
const rate18 = await insertRate('18K', 6710, 6260, 1)
await insertRate('14K', 5200, 4850, 73)

let made = 0
const given = (over: object = {}) => ({
  itemCode: `NW-${++made}`,
  itemName: 'Band',
  categoryID: 1,
  grams: 2.5,
  uom: 'PCS',
  price: 900,
  cost: 60,
  karat: '18K',
  ...over,
})
const create = (over: object = {}, who = staff) => who('POST', '/api/v1/item-inventory', given(over))
async function make(over: object = {}) {
  const { status, body } = await create(over)
  expect(status, body.message).toBe(201)
  return body.data
}
type Fields = Record<string, unknown> & { itemID: number; itemCode: string; itemPriceID: number | null }
const update = (before: Fields, change: object, who = manager) =>
  who('PUT', `/api/v1/items/${before.itemID}`, { ...before, ...change })
const stored = async (itemID: number) => (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!
const read = async (itemID: number): Promise<Fields> => (await staff('GET', `/api/v1/items/${itemID}`)).body.data
const trailOf = async (itemID: number) =>
  db
    .select()
    .from(audit)
    .where(sql`${audit.entity} = 'item' and ${audit.entityID} = ${itemID}`)
    .orderBy(desc(audit.auditID))
const parts = { netGrams: 2, markup: 10, makingPerGram: 100, makingPerPiece: 500, stones: 0, roundTo: 50 }
async function makeByRate(over: object = {}) {
  const { itemID } = await make(over)
  const priced = await manager('PUT', `/api/v1/items/${itemID}/pricing`, parts)
  expect(priced.status, priced.body.message).toBe(200)
  return read(itemID)
}

test('a new item may have a net weight, which the form changes and removes, exact to the milligram', async () => {
  const one = await make({ netGrams: 2.001 })
  expect(one.netGrams).toBe(2.001)
  expect((await make()).netGrams).toBeNull()
  // A multipart form sends text, and an empty field sends none.
  expect((await make({ netGrams: '' })).netGrams).toBeNull()
  const { itemID } = await make({ netGrams: '2.499' })
  const before = await read(itemID)
  expect((await update(before, { netGrams: 2.5 })).body.data.netGrams).toBe(2.5)
  const [trail] = await trailOf(itemID)
  expect([trail!.before, trail!.after]).toMatchObject([{ netGrams: 2.499 }, { netGrams: 2.5 }])
  // A program that does not know the field leaves it.
  const { netGrams: _, ...older } = await read(itemID)
  expect((await update(older as Fields, { itemName: 'Other' })).body.data.netGrams).toBe(2.5)
  expect((await update(await read(itemID), { netGrams: null })).body.data.netGrams).toBeNull()
})

test.each([
  ['nothing', { netGrams: 0 }, 400, 'input.invalid', 'The net weight is more than 0 g'],
  ['less than nothing', { netGrams: -1 }, 400, 'input.invalid', 'The net weight is more than 0 g'],
  ['four decimals', { netGrams: 1.2345 }, 400, 'input.invalid', 'A weight has at most 3 decimals'],
  ['text', { netGrams: 'two' }, 400, 'input.invalid', 'Enter the net weight: the grams without stones'],
  ['too much', { netGrams: 100_000_000, grams: 0 }, 400, 'input.invalid', 'The net weight is too large'],
  [
    'more than the weight with stones',
    { netGrams: 2.501 },
    422,
    'price.net_above_gross',
    'C weighs 2.50 g with its stones: its net weight cannot be 2.501 g',
  ],
  [
    'goods by the gram',
    { netGrams: 1, uom: 'BULK' },
    422,
    'item.net_weight_bulk',
    'C is sold by the gram: it has no net weight of one piece',
  ],
])('refuses %s, in a new item and in one that exists', async (_, change, status, code, message) => {
  const refused = await create({ ...change, itemCode: 'C' })
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([status, code, message])
  expect(await db.$count(item, eq(item.itemCode, 'C'))).toBe(0)
  const before = await make({ netGrams: 2 })
  const again = await update(before, { ...change, itemCode: 'C' })
  expect([again.status, again.body.code, again.body.message]).toEqual([status, code, message])
  expect(await read(before.itemID)).toEqual(before)
})

test('a lower weight with stones is refused, and a weight of 0 g is unknown', async () => {
  const before = await make({ netGrams: 2 })
  const lowered = await update(before, { grams: 1.999 })
  expect([lowered.status, lowered.body]).toMatchObject([
    422,
    {
      code: 'price.net_above_gross',
      message: `${before.itemCode} weighs 1.999 g with its stones: its net weight cannot be 2.00 g`,
      errors: [{ field: 'grams' }],
    },
  ])
  expect((await update(before, { grams: 0 })).status).toBe(200)
  // Weights that a shop has already leave the rest of the item free.
  await db.update(item).set({ grams: 1 }).where(eq(item.itemID, before.itemID))
  expect((await update(await read(before.itemID), { itemName: 'Renamed' })).status).toBe(200)
  expect((await update(await read(before.itemID), { grams: 1.5 })).body.code).toBe('price.net_above_gross')
})

test('Staff enter a net weight, and only a manager changes one, because its gold sets the lowest price', async () => {
  const { itemID, itemCode } = await make()
  expect((await update(await read(itemID), { netGrams: 2 }, staff)).status).toBe(200)
  const before = await read(itemID)
  for (const netGrams of [1, null]) {
    const denied = await update(before, { netGrams }, staff)
    expect([denied.status, denied.body.code, denied.body.message]).toEqual([
      403,
      'item.price_change_denied',
      `Only a manager may change the net weight of ${itemCode}: its gold sets the lowest price`,
    ])
  }
  expect((await update(before, { itemName: 'Other' }, staff)).status).toBe(200)
  expect((await update(await read(itemID), { netGrams: 1 })).status).toBe(200)
})

test('another net weight of an item by the rate changes its price with it, in one entry of the audit trail', async () => {
  const before = await makeByRate()
  const entries = (await trailOf(before.itemID)).length
  const { status, body } = await update(before, { netGrams: 2.4, goldRateID: rate18.goldRateID })
  // 2.4 g × 6,710 × 1.1 + 2.4 × 100 + 500 = 18,454.40, up to 50.
  expect([status, body.data]).toMatchObject([200, { netGrams: 2.4, price: 18_500 }])
  const after = await stored(before.itemID)
  const [reckoned] = await db.select().from(itemPrice).where(eq(itemPrice.itemPriceID, after.itemPriceID!))
  expect(reckoned).toMatchObject({ netGrams: 2.4, price: 18_500, markupBasis: 1000, makingPerPiece: 500, roundTo: 50 })
  const trail = await trailOf(before.itemID)
  expect(trail.length).toBe(entries + 1)
  expect([trail[0]!.before, trail[0]!.after]).toMatchObject([
    { netGrams: 2, price: 15_500, itemPriceID: before.itemPriceID },
    { netGrams: 2.4, price: 18_500, itemPriceID: after.itemPriceID },
  ])
  // Both weights may change at once, and the same net weight reckons nothing.
  const wider = await update(await read(before.itemID), { grams: 3.1, netGrams: 3 })
  expect(wider.body.data).toMatchObject({ grams: 3.1, netGrams: 3, price: 22_950 })
  const { itemPriceID } = await stored(before.itemID)
  expect((await update(await read(before.itemID), { netGrams: 3, itemName: 'Same' })).status).toBe(200)
  expect((await stored(before.itemID)).itemPriceID).toBe(itemPriceID)
})

test('refuses a net weight that an item by the rate cannot be priced by, and changes nothing', async () => {
  const before = await makeByRate()
  const trail = (await trailOf(before.itemID)).length
  const refused = async (change: object, who = manager) => {
    const { status, body } = await update(before, { itemName: 'Other', ...change }, who)
    return [status, body.code]
  }
  const { body } = await update(before, { netGrams: null })
  expect([body.code, body.message]).toEqual([
    'price.net_grams_missing',
    `Enter the net weight of ${before.itemCode} before pricing it by the rate`,
  ])
  expect(await refused({ netGrams: 1 }, staff)).toEqual([403, 'item.price_change_denied'])
  expect(await refused({ netGrams: 2.501 })).toEqual([422, 'price.net_above_gross'])
  expect(await refused({ netGrams: 2.1, price: 1 })).toEqual([422, 'price.by_rate'])
  expect(await refused({ netGrams: 2.1, updatedAt: hoursAgo(1) })).toEqual([409, 'record.stale'])
  const newer = await insertRate('18K', 6720, 6260, 0)
  expect(await refused({ netGrams: 2.1, goldRateID: rate18.goldRateID })).toEqual([409, 'rate.outrun'])
  await db.execute(sql`alter table gold_rate disable trigger user`)
  await db
    .update(goldRate)
    .set({ fromAt: hoursAgo(73) })
    .where(eq(goldRate.goldRateID, newer.goldRateID))
  await db
    .update(goldRate)
    .set({ fromAt: hoursAgo(80) })
    .where(eq(goldRate.goldRateID, rate18.goldRateID))
  expect(await refused({ netGrams: 2.1 })).toEqual([422, 'rate.too_old'])
  await db
    .update(goldRate)
    .set({ fromAt: hoursAgo(1) })
    .where(eq(goldRate.goldRateID, newer.goldRateID))
  await db.execute(sql`alter table gold_rate enable trigger user`)
  expect(await read(before.itemID)).toEqual(before)
  expect((await trailOf(before.itemID)).length).toBe(trail)
})

test('of two net weights at once one is kept, with the price that follows from it', async () => {
  const before = await makeByRate()
  const answers = await Promise.all([2.1, 2.2].map((netGrams) => update(before, { netGrams })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { netGrams, price, itemPriceID } = await stored(before.itemID)
  const [reckoned] = await db.select().from(itemPrice).where(eq(itemPrice.itemPriceID, itemPriceID!))
  expect(reckoned).toMatchObject({ netGrams, price })
})

const headings = ['Item code', 'Item name', 'Category', 'Grams', 'Net weight', 'UOM', 'Price', 'Cost', 'Karat']
const row = (code: string, grams: string, net: string, uom = 'PCS') => [
  code,
  'Band',
  'Rings',
  grams,
  net,
  uom,
  '900',
  '60',
  '18K',
]
async function checkRows(rows: string[][], who = manager) {
  const file = { 'a.csv': new TextEncoder().encode(toCsv(rows)) }
  const { body } = await who('POST', '/api/v1/imports/drafts', formOf({ kind: 'items' }, file, 'file'))
  const path = `/api/v1/imports/drafts/${body.data.importDraftID}`
  const mapped = await who('PUT', `${path}/mapping`, { mapping: body.data.mapping })
  expect(mapped.status, mapped.body.message).toBe(200)
  const { check } = (await who('POST', `${path}/check`, {})).body.data
  const findings = async () =>
    (await who('GET', `${path}/wrong-rows?limit=100`)).body.data.flatMap(
      ({ problems }: { problems: { column: string; message: string }[] }) => problems,
    ) as { column: string; message: string }[]
  return { check, findings, run: () => who('POST', `${path}/import`, {}) }
}
const exportRows = async (filters: string) => {
  const { body } = await staff('GET', `/api/v1/exports/items?format=csv&${filters}`)
  return parseCsv((body as Buffer).toString('utf8').replace(/^\uFEFF/, ''))
}

test('a file has a column for it, which the export writes and the import accepts unchanged', async () => {
  const { check, run } = await checkRows([headings, row('F-1', '2.5 g', '2.001 g'), row('F-2', '2', '')])
  expect(check).toMatchObject({ rows: 2, wrong: 0, created: 2 })
  const done = await run()
  expect(done.status).toBe(201)
  const [first] = await db.select().from(item).where(eq(item.itemCode, 'F-1'))
  expect(first).toMatchObject({ grams: 2.5, netGrams: 2.001 })
  const rows = await exportRows('search=F-')
  const column = rows[0]!.indexOf('Net weight')
  expect(rows.slice(1).map((cells) => cells[column])).toEqual(['2.001', ''])
  expect((await checkRows(rows)).check).toMatchObject({ rows: 2, wrong: 0, created: 0, changed: 0, same: 2 })
  const changed = await checkRows([headings, row('F-2', '2', '1.9')])
  expect(changed.check).toMatchObject({ wrong: 0, changed: 1 })
  expect((await changed.run()).status).toBe(201)
  const { importID } = done.body.data
  expect((await manager('PUT', `/api/v1/imports/${importID}/undo`)).body.code).toBe('import.in_use')
})

test('a wrong net weight in a file is a wrong row with its sentence', async () => {
  await make({ itemCode: 'G-1', netGrams: 2 })
  const byRate = await makeByRate({ itemCode: 'G-2' })
  const { check, findings } = await checkRows([
    headings,
    row('H-1', '2', '2.001'),
    row('H-2', '2', '0'),
    row('H-3', '2', '1.2345'),
    row('H-4', '2', 'much'),
    row('H-5', '1', '1', 'BULK'),
    row('G-1', '1.5', ''),
    row('G-2', '2.5', '2.2'),
  ])
  expect(check).toMatchObject({ rows: 7, wrong: 7 })
  expect((await findings()).map(({ column, message }) => [column, message])).toEqual([
    ['netGrams', 'H-1 weighs 2.00 g with its stones: its net weight cannot be 2.001 g'],
    ['netGrams', 'The net weight is more than 0 g'],
    ['netGrams', 'A weight has at most 3 decimals'],
    ['netGrams', 'Net weight must be a number like 1250.50, not much'],
    ['netGrams', 'H-5 is sold by the gram: it has no net weight of one piece'],
    ['grams', 'G-1 weighs 1.50 g with its stones: its net weight cannot be 2.00 g'],
    ['price', 'G-2 is priced by the gold rate: change its pricing instead'],
    ['netGrams', 'G-2 is priced by the gold rate: change its pricing instead'],
  ])
  expect(await read(byRate.itemID)).toEqual(byRate)
  const denied = await checkRows([headings, row('G-1', '2.5', '1')], staff)
  expect((await denied.findings())[0]).toMatchObject({
    column: 'netGrams',
    message: 'Only a manager may change the net weight of G-1: its gold sets the lowest price',
  })
})
