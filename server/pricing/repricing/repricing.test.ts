// Proves through HTTP that a repricing shows what it will do, replaces all prices or none, is refused when a rate or a price
// came between, and is undone only while nothing was sold at it.
import { asc, eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { costFloor, goldFloor, reckonPrice } from '../../../contract/pricing/price-rules.ts'
import type { RepriceRowData, RepriceSummaryData } from '../../../contract/pricing/repricing.ts'
import { readCsv } from '../../../tests/support/csv-reader.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item } from '../../db/schema/catalogue.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { event } from '../../db/schema/events.ts'
import { goldRate, itemPrice, repricing } from '../../db/schema/pricing.ts'
import { audit } from '../../db/schema/shared.ts'
import { findContradictions } from '../../prove-books.ts'

const { db, as, users } = await testApp({ connections: 12 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/repricings'

const afterAll = sql`(select coalesce(max(from_at), now() - interval '40 hours') + interval '1 second' from gold_rate)`
/** Inserts a rate after all others, so that every test begins with its own. */
const insertRate = async (karat: Karat, sellPerGram: number, buyPerGram = sellPerGram - 500) =>
  (await db.insert(goldRate).values({ karat, sellPerGram, buyPerGram, fromAt: afterAll }).returning())[0]!

const plain = { netGrams: 2, markup: 10, makingPerGram: 100, makingPerPiece: 500, stones: 0, roundTo: 50 }
/** Creates an item that is priced by the latest rate of its karat. */
async function price(karat: Karat = '18K', parts: object = {}) {
  const { itemID } = await stockItem(db, { quantity: 5, cost: 100 })
  await db.update(item).set({ karat, grams: 9 }).where(eq(item.itemID, itemID))
  const priced = await manager('PUT', `/api/v1/items/${itemID}/pricing`, { ...plain, ...parts })
  expect(priced.status).toBe(200)
  return stored(itemID)
}
const stored = async (itemID: number) => (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!
const preview = async (query = ''): Promise<RepriceRowData[]> =>
  (await manager('GET', `${path}/preview?pageSize=100${query}`)).body.data
const summary = async (query = ''): Promise<RepriceSummaryData> =>
  (await manager('GET', `${path}/summary?search=${query}`)).body.data
const ratesNow = async () => (await summary()).rates.map(({ karat, goldRateID }) => ({ karat, goldRateID }))
const apply = async (prices: number[], more: object = {}, who = manager) =>
  who('POST', path, { prices, rates: await ratesNow(), ...more })
const undo = (id: number, body: object = {}) => manager('PUT', `${path}/${id}/undo`, body)
const sell = (itemID: number, at?: number, who = staff) =>
  who('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1, ...(at !== undefined && { price: at }) }],
  })
/** What the database holds of prices, for tests that nothing has changed. */
const everything = async () => ({
  items: await db.select().from(item).orderBy(asc(item.itemID)),
  prices: await db.select().from(itemPrice).orderBy(asc(itemPrice.itemPriceID)),
  batches: await db.select().from(repricing).orderBy(asc(repricing.repricingID)),
})

beforeEach(async () => {
  // Items of earlier tests keep a fixed price, so that each test sees its own alone.
  await db.update(item).set({ itemPriceID: null })
  await insertRate('18K', 6710)
  await insertRate('22K', 8150)
})

test('shows old and new price, what is against it, and the figures of all', async () => {
  const [up, down, same, poor] = [
    await price(),
    await price('22K'),
    await price('18K', { netGrams: 0.001, markup: 0, makingPerGram: 0, makingPerPiece: 10, roundTo: 10 }),
    await price('18K', { markup: 0, makingPerGram: 0, makingPerPiece: 0, roundTo: 10 }),
  ]
  await db.update(shopSetting).set({ leastMargin: 10 })
  await db.update(item).set({ averageCost: 14_000 }).where(eq(item.itemID, poor.itemID))
  const fresh = await insertRate('18K', 6810)
  await insertRate('22K', 8100)
  const hold = await sell(up.itemID)
  const rows = await preview()
  expect(rows.map(({ itemID, state }) => [itemID, state])).toEqual([
    [poor.itemID, 'below_floor'],
    [up.itemID, 'ready'],
    [down.itemID, 'ready'],
    [same.itemID, 'same'],
  ])
  const parts = { netGrams: 2, markup: 10, makingPerGram: 100, makingPerPiece: 500, stones: 0, roundTo: 50 } as const
  expect(rows[1]).toMatchObject({
    ...parts,
    itemCode: up.itemCode,
    karat: '18K',
    itemPriceID: up.itemPriceID,
    price: 15_500,
    newPrice: reckonPrice({ ...parts, sellPerGram: 6810 }),
    goldFloor: goldFloor(2, 6310) / 100,
    costFloor: costFloor(100, 10) / 100,
    oldRate: { sellPerGram: 6710 },
    newRate: { goldRateID: fresh.goldRateID, sellPerGram: 6810 },
    stock: 5,
    held: { sales: 1, quantity: 1, transactionNumber: hold.body.data.transactionNumber, price: 15_500 },
  })
  expect(rows[0]).toMatchObject({ newPrice: 13_620, costFloor: 15_400, held: null })
  const [risen, fallen] = [rows[1]!, rows[2]!]
  expect(await summary()).toMatchObject({
    items: 4,
    up: 1,
    down: 1,
    same: 1,
    belowFloor: 1,
    notReckoned: 0,
    held: 1,
    stockValue: 5 * (risen.newPrice! + fallen.newPrice!),
    stockDifference: 5 * (risen.newPrice! - risen.price + fallen.newPrice! - fallen.price),
  })
  // The file has all rows of the list, in its order, and names who keeps a price.
  await staff('PUT', '/api/v1/carts', {
    cartKey: '0193a000-0000-7000-8000-000000000001',
    lines: [{ itemID: down.itemID, quantity: 1, price: down.price }],
  })
  const { headers, body } = await manager('GET', `${path}/preview?format=csv&pageSize=1`)
  expect(headers['content-type']).toContain('text/csv')
  const seller = (await preview())[2]!.inCart!.seller
  expect(readCsv(String(body)).map((cells) => cells.slice(1))).toEqual([
    ['Item Code', 'Karat', 'Net grams', 'Old', 'New', 'Floor', 'To know', 'Held by', 'In a cart of'],
    [poor.itemCode, '18K', '2', '13420', '13620', '15400', 'Below its floor', '', ''],
    [up.itemCode, '18K', '2', '15500', String(risen.newPrice), '12620', '', hold.body.data.transactionNumber, ''],
    [down.itemCode, '22K', '2', String(fallen.price), String(fallen.newPrice), '15200', '', '', seller],
    [same.itemCode, '18K', '0.001', '20', '20', '110', '', '', ''],
  ])
  expect(readCsv(String((await manager('GET', `${path}/preview?format=csv&change=up`)).body))).toHaveLength(2)
  expect((await staff('GET', `${path}/preview?format=csv`)).status).toBe(403)
  expect((await summary()).ready.toSorted((a, b) => a - b)).toEqual([up.itemPriceID, down.itemPriceID])
  // Filters, the order and the pages.
  const codes = async (query: string) => (await preview(query)).map(({ itemID }) => itemID)
  expect(await codes('&change=up')).toEqual([up.itemID])
  expect(await codes('&change=down')).toEqual([down.itemID])
  expect(await codes('&change=same')).toEqual([same.itemID])
  expect(await codes('&change=decide')).toEqual([poor.itemID])
  expect(await codes('&karat=22K')).toEqual([down.itemID])
  expect(await codes(`&search=${up.itemCode}`)).toEqual([up.itemID])
  expect(await codes(`&categoryID=${up.categoryID}&sort=difference`)).toEqual([
    poor.itemID,
    down.itemID,
    up.itemID,
    same.itemID,
  ])
  const page = await manager('GET', `${path}/preview?pageSize=2&page=2`)
  expect([page.body.data.map((row: RepriceRowData) => row.itemID), page.body.meta.total]).toEqual([
    [down.itemID, same.itemID],
    4,
  ])
  expect((await manager('GET', `${path}/preview?pageSize=2&page=9`)).body).toMatchObject({
    data: [],
    meta: { total: 4 },
  })
  await db.update(shopSetting).set({ leastMargin: null })
})

test('applies all at once, with the trail of each item, and one event', async () => {
  const priced = [await price(), await price('22K'), await price()]
  await insertRate('18K', 6810)
  await insertRate('22K', 8100)
  const rows = await preview()
  const began = await db.$count(event)
  const { status, body } = await apply((await summary()).ready)
  const difference = rows.reduce((sum, { price: old, newPrice }) => sum + newPrice! - old, 0)
  expect([status, body.data]).toMatchObject([
    201,
    { items: 3, difference, karats: ['18K', '22K'], createdBy: { name: 'Test Manager' }, sold: 0, replaced: 0 },
  ])
  for (const { itemID, newPrice, itemPriceID } of rows) {
    const after = await stored(itemID)
    expect([after.price, after.modifiedByID]).toEqual([newPrice, users.get(2)])
    expect(after.itemPriceID).toBeGreaterThan(itemPriceID)
    const trail = await db
      .select()
      .from(audit)
      .where(sql`entity = 'item' and entity_id = ${itemID}`)
      .orderBy(asc(audit.auditID))
    expect(trail.at(-1)).toMatchObject({
      action: 'update',
      userID: users.get(2),
      before: { itemPriceID, price: priced.find((one) => one.itemID === itemID)!.price },
      after: { itemPriceID: after.itemPriceID, price: newPrice },
    })
  }
  const told = await db.select().from(event).offset(began).orderBy(asc(event.eventID))
  expect(told.map(({ type, entityID }) => [type, entityID])).toEqual([
    ['item.changed', null],
    ['repricing.created', body.data.repricingID],
  ])
  const items = await manager('GET', `${path}/${body.data.repricingID}/items?sort=itemPriceID`)
  expect(items.body.data).toMatchObject(
    rows
      .toSorted((a, b) => a.itemID - b.itemID)
      .map(({ itemCode, price: oldPrice, newPrice }) => ({
        itemCode,
        oldPrice,
        newPrice,
        difference: newPrice! - oldPrice,
        stock: 5,
      })),
  )
  const list = await manager('GET', `${path}?search=22K`)
  expect(list.body.data[0]).toEqual(body.data)
  expect((await summary()).ready).toEqual([])
  expect((await apply([(await stored(priced[0]!.itemID)).itemPriceID!])).body).toMatchObject({
    code: 'repricing.nothing',
    message: 'None of these prices changes by the latest rates',
  })
})

test('a newer rate or another price in between refuses all, and says which', async () => {
  const [one, other] = [await price(), await price('22K')]
  await insertRate('18K', 6810)
  await insertRate('22K', 8200)
  const { ready } = await summary()
  const rates = await ratesNow()
  const entered = await staff('POST', '/api/v1/gold-rates', {
    rates: [
      { karat: '18K', sellPerGram: 6820, buyPerGram: 6310, latestID: rates.find((r) => r.karat === '18K')!.goldRateID },
    ],
  })
  expect(entered.status).toBe(201)
  const before = await everything()
  const outrun = await apply(ready, { rates })
  expect([outrun.status, outrun.body]).toMatchObject([
    409,
    {
      code: 'rate.outrun',
      message:
        'A 18K rate was entered by Test Staff meanwhile: sell ₱6,820.00, buy ₱6,310.00. Look at it before you apply the prices',
    },
  ])
  expect(await everything()).toEqual(before)
  // A rate of a karat that the batch has not is none of its business.
  expect((await apply([other.itemPriceID!], { rates })).status).toBe(201)
  await manager('PUT', `/api/v1/items/${one.itemID}/pricing`, { ...plain, makingPerPiece: 700 })
  const changed = await apply(ready)
  expect([changed.status, changed.body]).toMatchObject([
    409,
    {
      code: 'repricing.outrun',
      message: `The price of ${one.itemCode} and ${other.itemCode} was set by somebody else meanwhile. Look at the prices again`,
    },
  ])
  expect((await apply([one.itemPriceID!, 2_000_000])).body.code).toBe('repricing.outrun')
  expect((await apply([2_000_000])).body.message).toBe('An item was deleted meanwhile. Look at the prices again')
})

test.each<[string, object, number, string]>([
  ['no price', { prices: [] }, 400, 'input.invalid'],
  ['a price twice', { prices: [1, 1] }, 400, 'input.invalid'],
  ['a text', { prices: ['1'] }, 400, 'input.invalid'],
  ['an unknown karat', { rates: [{ karat: '9K', goldRateID: 1 }] }, 400, 'input.invalid'],
  ['no rate', { rates: [] }, 409, 'rate.outrun'],
])('refuses %s and changes nothing', async (_, change, status, code) => {
  const { itemPriceID } = await price()
  await insertRate('18K', 6810)
  const before = await everything()
  const answer = await apply([itemPriceID!], change)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await everything()).toEqual(before)
})

test('a rate of more than 72 hours ago, and a price that no column holds, are never applied', async () => {
  const large = await price()
  await db.execute(sql`alter table gold_rate disable trigger user`)
  const [rate] = await db
    .insert(goldRate)
    .values({ karat: '14K', sellPerGram: 5200, buyPerGram: 4800, fromAt: new Date(Date.now() - 60 * 3_600_000) })
    .returning()
  const aged = await price('14K')
  await db
    .update(goldRate)
    .set({ fromAt: new Date(Date.now() - 74 * 3_600_000) })
    .where(eq(goldRate.goldRateID, rate!.goldRateID))
  await db
    .insert(goldRate)
    .values({ karat: '14K', sellPerGram: 5400, buyPerGram: 5000, fromAt: new Date(Date.now() - 73 * 3_600_000) })
  await db.execute(sql`alter table gold_rate enable trigger user`)
  await manager('PUT', `/api/v1/items/${large.itemID}/pricing`, { ...plain, markup: 0, stones: 999_999_900_000 })
  await insertRate('18K', 9_999_999.99)
  const rows = await preview('&change=decide')
  expect(rows.map(({ itemID, state, newPrice }) => [itemID, state, newPrice])).toEqual([
    [large.itemID, 'too_large', null],
    [aged.itemID, 'rate_old', null],
  ])
  expect(await summary()).toMatchObject({ notReckoned: 2, ready: [] })
  const refused = await apply([aged.itemPriceID!])
  expect([refused.status, refused.body.code]).toEqual([422, 'rate.too_old'])
  expect(refused.body.message).toMatch(/^The 14K rate is of .+: enter today’s rate first$/)
  const huge = await apply([(await stored(large.itemID)).itemPriceID!])
  expect([huge.status, huge.body.message]).toEqual([422, `The price of ${large.itemCode} is too large`])
})

test('a manager may allow a price below its floor, and staff see and do nothing here', async () => {
  const poor = await price('18K', { markup: 0, makingPerGram: 0, makingPerPiece: 0, roundTo: 10 })
  await db.update(shopSetting).set({ leastMargin: 0 })
  await db.update(item).set({ averageCost: 20_000 }).where(eq(item.itemID, poor.itemID))
  await insertRate('18K', 6810)
  expect((await summary()).ready).toEqual([])
  for (const [method, url] of [
    ['GET', `${path}/preview`],
    ['GET', `${path}/summary`],
    ['GET', path],
    ['POST', path],
    ['PUT', `${path}/1/undo`],
  ] as const)
    expect((await staff(method, url, method === 'GET' ? undefined : { prices: [1], rates: [] })).body.code).toBe(
      'access.denied',
    )
  expect((await apply([poor.itemPriceID!])).status).toBe(201)
  expect((await stored(poor.itemID)).price).toBe(13_620)
  await db.update(shopSetting).set({ leastMargin: null })
})

test('undoing restores every price, and the prices of the batch are sold no more', async () => {
  const [one, other] = [await price(), await price('22K')]
  await insertRate('18K', 6810)
  await insertRate('22K', 8100)
  const { body } = await apply((await summary()).ready)
  const undoneID = (await stored(one.itemID)).itemPriceID!
  const undone = await undo(body.data.repricingID, { reason: 'wrong rate' })
  expect([undone.status, undone.body.data]).toMatchObject([
    200,
    { items: 2, undoneBy: { name: 'Test Manager' }, undoReason: 'wrong rate' },
  ])
  for (const before of [one, other]) {
    const { itemPriceID, price: old, karat, netGrams } = before
    expect(await stored(before.itemID)).toMatchObject({ itemPriceID, price: old, karat, netGrams })
  }
  expect((await undo(body.data.repricingID)).body).toMatchObject({
    code: 'repricing.undone',
    message: 'This batch is undone already',
  })
  expect((await undo(99_999)).status).toBe(404)
  // A till that still shows the undone price sells at the present one, from which it differs.
  const sold = await sell(one.itemID, 15_750)
  expect(sold.status).toBe(201)
  await expect(
    Promise.resolve(db.execute(sql`update sales_item set item_price_id = ${undoneID} where item_id = ${one.itemID}`)),
  ).rejects.toMatchObject({ cause: { constraint: 'sales_item_price_holds' } })
  expect(await findContradictions(db)).toEqual([])
})

test('what was sold, or priced again, keeps its batch', async () => {
  const [one, other] = [await price(), await price()]
  await insertRate('18K', 6810)
  const { body } = await apply((await summary()).ready)
  const batch = body.data.repricingID
  expect((await sell(one.itemID)).status).toBe(201)
  const sold = await undo(batch)
  expect([sold.status, sold.body]).toMatchObject([
    409,
    { code: 'repricing.sold', message: '1 piece was sold at these prices' },
  ])
  expect((await manager('GET', path)).body.data[0]).toMatchObject({ sold: 1, replaced: 0 })
  await insertRate('18K', 6910)
  const next = await apply([(await stored(other.itemID)).itemPriceID!])
  expect((await manager('GET', path)).body.data[1]).toMatchObject({ sold: 1, replaced: 1 })
  await insertRate('18K', 7010)
  await apply([(await stored(other.itemID)).itemPriceID!])
  expect((await undo(next.body.data.repricingID)).body).toMatchObject({
    code: 'repricing.replaced',
    message: '1 item has been priced again since',
  })
  expect(await findContradictions(db)).toEqual([])
})

test('two people who apply at once replace each price once', async () => {
  await Promise.all([price(), price(), price()])
  await insertRate('18K', 6810)
  const { ready } = await summary()
  const answers = await Promise.all([manager, admin, manager, admin].map((who) => apply(ready, {}, who)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.code).toBe('repricing.outrun')
  expect(await findContradictions(db)).toEqual([])
})

test('a rate that is entered during an apply comes before or after all of it', async () => {
  for (let round = 0; round < 4; round++) {
    const rate = await insertRate('18K', 6810 + round)
    const priced = await Promise.all([price(), price()])
    const seen = await insertRate('18K', 6910 + round)
    const { ready } = await summary()
    const [applied, entered] = await Promise.all([
      apply(ready),
      staff('POST', '/api/v1/gold-rates', {
        rates: [{ karat: '18K', sellPerGram: 6999, buyPerGram: 6400, latestID: seen.goldRateID }],
      }),
    ])
    expect(entered.status).toBe(201)
    expect([201, 409]).toContain(applied.status)
    const prices = await db
      .select({ goldRateID: itemPrice.goldRateID })
      .from(itemPrice)
      .innerJoin(item, eq(item.itemPriceID, itemPrice.itemPriceID))
      .where(
        inArray(
          item.itemID,
          priced.map(({ itemID }) => itemID),
        ),
      )
    const expected = applied.status === 201 ? seen.goldRateID : rate.goldRateID
    expect(prices.map(({ goldRateID }) => goldRateID)).toEqual([expected, expected])
    await db.update(item).set({ itemPriceID: null })
  }
})

test('a sale during an apply has the old price with its rate, or the new one with its own', async () => {
  const priced = await Promise.all(Array.from({ length: 6 }, () => price()))
  const before = new Map(priced.map(({ itemID, itemPriceID }) => [itemID, itemPriceID]))
  await insertRate('18K', 6810)
  const { ready } = await summary()
  const [applied, ...sales] = await Promise.all([apply(ready), ...priced.map(({ itemID }) => sell(itemID))])
  expect(applied.status).toBe(201)
  expect(sales.map(({ status }) => status)).toEqual(priced.map(() => 201))
  const { rows } = await db.execute<{ item_id: number; price: number; item_price_id: number; named: number }>(sql`
    select l.item_id, l.price::float8 as price, l.item_price_id, p.price::float8 as named
      from sales_item l join item_price p using (item_price_id)
      where l.item_id in ${priced.map(({ itemID }) => itemID)}`)
  expect(rows).toHaveLength(6)
  for (const { item_id, price: at, item_price_id, named } of rows) {
    expect(at).toBe(named)
    expect([before.get(item_id), (await stored(item_id)).itemPriceID]).toContain(item_price_id)
  }
  expect(await findContradictions(db)).toEqual([])
})

test('of an undo and sales at once, the undo or the sales win, and no line is at an undone price', async () => {
  for (let round = 0; round < 5; round++) {
    const priced = await Promise.all([price(), price()])
    await insertRate('18K', 6810 + round * 50)
    const { body } = await apply(priced.map(({ itemPriceID }) => itemPriceID!))
    const [undone, ...sales] = await Promise.all([
      undo(body.data.repricingID),
      ...priced.map(({ itemID }) => sell(itemID)),
    ])
    expect([200, 409]).toContain(undone.status)
    const refused = sales.filter(({ status }) => status !== 201).map((answer) => answer.body.code)
    expect(refused.filter((code) => code !== 'price.undone')).toEqual([])
    expect(await findContradictions(db)).toEqual([])
  }
})

test('any order of rates, batches and undoings restores exactly the prices before', async () => {
  const priced = await Promise.all([price(), price('22K'), price('18K', { roundTo: 10 })])
  const pricesNow = async () =>
    (await Promise.all(priced.map(({ itemID }) => stored(itemID)))).map((one) => [one.itemPriceID, one.price])
  const rates = fc.array(
    fc.record({ karat: fc.constantFrom<Karat>('18K', '22K'), by: fc.integer({ min: -900, max: 900 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  await fc.assert(
    fc.asyncProperty(rates, async (steps) => {
      const began = await pricesNow()
      const done: { id: number; before: unknown }[] = []
      for (const { karat, by } of steps) {
        await insertRate(karat, 7000 + by)
        const { ready } = await summary()
        if (ready.length === 0) continue
        const before = await pricesNow()
        const applied = await apply(ready)
        expect(applied.status).toBe(201)
        done.push({ id: applied.body.data.repricingID, before })
      }
      for (const { id, before } of done.toReversed()) {
        expect((await undo(id)).status).toBe(200)
        expect(await pricesNow()).toEqual(before)
      }
      expect(await pricesNow()).toEqual(began)
    }),
    { numRuns: 12 },
  )
  expect(await findContradictions(db)).toEqual([])
})
