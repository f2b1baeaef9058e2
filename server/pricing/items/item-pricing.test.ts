// Proves through HTTP that an item's price by the gold rate follows from the rate alone, that no other way sets it, and that
// a sale keeps the rate, refuses an old one, and knows the floor of the metal.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { reckonPrice } from '../../../contract/pricing/price-rules.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { locks } from '../../db/locks.ts'
import { item } from '../../db/schema/catalogue.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { goldRate, itemPrice } from '../../db/schema/pricing.ts'
import { saleItem } from '../../db/schema/sales.ts'

const { db, as, users } = await testApp({ connections: 12 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const at = (itemID: number) => `/api/v1/items/${itemID}/pricing`
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const insertRate = async (karat: Karat, sellPerGram: number, buyPerGram: number, hours = 1) =>
  (
    await db
      .insert(goldRate)
      .values({ karat, sellPerGram, buyPerGram, fromAt: hoursAgo(hours) })
      .returning()
  )[0]!
await insertRate('18K', 6710, 6260)
await insertRate('22K', 8150, 7600, 30)

const plain = { netGrams: 2, markup: 10, makingPerGram: 100, makingPerPiece: 500, stones: 0, roundTo: 50 }
/** Creates an item of a karat with stock. */
async function make(karat: Karat | null = '18K', more: Partial<typeof item.$inferInsert> = {}) {
  const stocked = await stockItem(db, { quantity: 50, cost: 100 })
  const set = { karat, grams: 2.5, price: 900, ...more }
  const [row] = await db.update(item).set(set).where(eq(item.itemID, stocked.itemID)).returning()
  return { ...stocked, ...row! }
}
const stored = async (itemID: number) => (await db.select().from(item).where(eq(item.itemID, itemID)))[0]!
const sell = (who: typeof staff, itemID: number, price?: number, more: object = {}) =>
  who('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1, ...(price !== undefined && { price }) }],
    ...more,
  })
const linePrice = async (salesTransactionID: number) =>
  (await db.select().from(saleItem).where(eq(saleItem.salesTransactionID, salesTransactionID)))[0]!

test('a manager prices an item by the rate, and the item keeps the price and what it was reckoned from', async () => {
  const { itemID } = await make()
  expect((await staff('GET', at(itemID))).body.data).toMatchObject({
    karat: '18K',
    netGrams: null,
    price: 900,
    byRate: null,
    rate: { sellPerGram: 6710, buyPerGram: 6260 },
  })
  const { status, body } = await manager('PUT', at(itemID), plain)
  // 2 g × 6,710 × 1.1 + 2 × 100 + 500 = 15,462, up to 50.
  expect([status, body.data]).toMatchObject([
    200,
    { price: 15_500, netGrams: 2, byRate: { ...plain, price: 15_500, karat: '18K', sellPerGram: 6710 } },
  ])
  expect((await staff('GET', `/api/v1/items/${itemID}`)).body.data.price).toBe(15_500)
  const { itemPriceID } = await stored(itemID)
  expect((await db.select().from(itemPrice).where(eq(itemPrice.itemPriceID, itemPriceID!)))[0]).toMatchObject({
    itemID,
    markupBasis: 1000,
    createdByID: users.get(2),
  })
})

test('only a manager changes the karat or the unit that the floor of a fixed price follows from', async () => {
  const { itemID, itemCode } = await make()
  await manager('PUT', at(itemID), plain)
  expect((await manager('DELETE', at(itemID))).status).toBe(200)
  const { data } = (await manager('GET', `/api/v1/items/${itemID}`)).body
  const message = `Only a manager may change the karat or the unit of ${itemCode}: its gold sets the lowest price`
  for (const change of [{ karat: '10K' }, { karat: null }, { uom: 'PAIR' }]) {
    const refused = await staff('PUT', `/api/v1/items/${itemID}`, { ...data, ...change })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'item.price_change_denied',
      message,
    ])
  }
  expect((await manager('PUT', `/api/v1/items/${itemID}`, { ...data, karat: '14K' })).status).toBe(200)
})

test('no other way sets the price, the karat or the unit of an item by the rate', async () => {
  const { itemID, itemCode } = await make()
  await manager('PUT', at(itemID), plain)
  const before = await stored(itemID)
  const message = `${itemCode} is priced by the gold rate: change its pricing instead`
  const { data } = (await manager('GET', `/api/v1/items/${itemID}`)).body
  for (const change of [{ price: 16_000 }, { karat: '22K' }, { karat: null }, { uom: 'PAIR' }]) {
    const refused = await manager('PUT', `/api/v1/items/${itemID}`, { ...data, ...change })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([422, 'price.by_rate', message])
  }
  const bulk = await manager('PUT', '/api/v1/item-changes', {
    items: [{ itemID }],
    change: { field: 'price', percent: 10, rounding: 'peso' },
  })
  expect(bulk.body.data.rows).toMatchObject([{ outcome: 'refused', message }])
  expect(await stored(itemID)).toEqual(before)
  // The rest of the item changes as before.
  const renamed = await staff('PUT', `/api/v1/items/${itemID}`, { ...data, itemName: 'Renamed' })
  expect([renamed.status, renamed.body.data.price]).toEqual([200, 15_500])
  // The database refuses what no call does.
  for (const set of [{ price: 1 }, { karat: '22K' as const }, { netGrams: 3 }, { karat: null }, { netGrams: null }])
    await expect(Promise.resolve(db.update(item).set(set).where(eq(item.itemID, itemID)))).rejects.toMatchObject({
      cause: { code: expect.stringMatching('23503|23514') },
    })
})

test('without a net weight the refusal names the item, and a known one is taken', async () => {
  const { itemID, itemCode } = await make()
  const { netGrams: _, ...rest } = plain
  const refused = await manager('PUT', at(itemID), rest)
  expect(refused.body.message).toBe(`Enter the net weight of ${itemCode} before pricing it by the rate`)
  await manager('PUT', at(itemID), plain)
  expect((await manager('PUT', at(itemID), { ...rest, makingPerPiece: 0 })).body.data).toMatchObject({
    netGrams: 2,
    price: 15_000,
  })
})

test('a fixed price stays what it was, and may be changed again', async () => {
  const { itemID, itemCode } = await make()
  await manager('PUT', at(itemID), plain)
  expect((await manager('DELETE', at(itemID))).body.data).toMatchObject({ price: 15_500, netGrams: 2, byRate: null })
  const again = await manager('DELETE', at(itemID))
  expect([again.status, again.body]).toMatchObject([
    409,
    { code: 'price.fixed', message: `${itemCode} has a fixed price already` },
  ])
  const { data } = (await manager('GET', `/api/v1/items/${itemID}`)).body
  expect((await manager('PUT', `/api/v1/items/${itemID}`, { ...data, price: 16_000 })).status).toBe(200)
})

test.each<[string, object, number, string]>([
  ['no net weight', { netGrams: undefined }, 422, 'price.net_grams_missing'],
  ['a net weight of nothing', { netGrams: 0 }, 400, 'input.invalid'],
  ['four decimals of a gram', { netGrams: 1.2345 }, 400, 'input.invalid'],
  ['a markup below nothing', { markup: -1 }, 400, 'input.invalid'],
  ['a rounding to 20', { roundTo: 20 }, 400, 'input.invalid'],
  ['a net weight above the gross one', { netGrams: 2.501 }, 422, 'price.net_above_gross'],
  ['a price that no column holds', { stones: 999_999_999_999.99 }, 422, 'price.too_large'],
  ['another version', { updatedAt: '2020-01-01T00:00:00.000Z' }, 409, 'record.stale'],
])('refuses %s and changes nothing', async (_, change, status, code) => {
  const { itemID } = await make()
  const before = await stored(itemID)
  const answer = await manager('PUT', at(itemID), { ...plain, ...change })
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await stored(itemID)).toEqual(before)
  expect(await db.$count(itemPrice, eq(itemPrice.itemID, itemID))).toBe(0)
})

test('a rate that was entered after the one that the person saw is refused, however close', async () => {
  const { itemID } = await make('21K')
  const seen = await insertRate('21K', 7780, 7250)
  const next = { karat: '21K', sellPerGram: 7790, buyPerGram: 7250, latestID: seen.goldRateID }
  const [priced, entered] = await Promise.all([
    manager('PUT', at(itemID), { ...plain, goldRateID: seen.goldRateID }),
    staff('POST', '/api/v1/gold-rates', { rates: [next] }),
  ])
  expect(entered.status).toBe(201)
  expect([200, 409]).toContain(priced.status)
  const before = await stored(itemID)
  const late = await manager('PUT', at(itemID), { ...plain, goldRateID: seen.goldRateID })
  expect([late.status, late.body.code, late.body.message]).toEqual([
    409,
    'rate.outrun',
    'A 21K rate was entered by Test Staff meanwhile: sell ₱7,790.00, buy ₱7,250.00. Look at it before you set the price',
  ])
  expect(await stored(itemID)).toEqual(before)
})

test('no rate is entered between the look at the latest one and the price', async () => {
  const { itemID } = await make('21K')
  const { rate } = (await manager('GET', at(itemID))).body.data
  const { promise: priced, resolve: finish } = Promise.withResolvers<void>()
  let entered: Awaited<ReturnType<typeof staff>> | undefined
  const open = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${locks.goldRates})`)
    await priced
  })
  const next = { karat: '21K', sellPerGram: 7800, buyPerGram: 7250, latestID: rate.goldRateID }
  const entering = staff('POST', '/api/v1/gold-rates', { rates: [next] }).then((answer) => (entered = answer))
  // Prices share the lock, and the rate waits for them.
  const waiting = sql`select 1 as one from pg_locks where locktype = 'advisory' and objid = ${locks.goldRates} and not granted`
  await vi.waitUntil(async () => (await db.execute<{ one: number }>(waiting)).rows.length === 1)
  expect(entered).toBeUndefined()
  finish()
  await open
  expect((await entering).status).toBe(201)
  expect((await manager('PUT', at(itemID), { ...plain, goldRateID: rate.goldRateID })).body.code).toBe('rate.outrun')
})

test('a price is fixed only as the person has seen it', async () => {
  const { itemID } = await make()
  const seen = (await manager('PUT', at(itemID), plain)).body.data.updatedAt
  await manager('PUT', at(itemID), { ...plain, makingPerPiece: 400 })
  const fix = (updatedAt: string) => manager('DELETE', `${at(itemID)}?updatedAt=${encodeURIComponent(updatedAt)}`)
  const stale = await fix(seen)
  expect([stale.status, stale.body.code]).toEqual([409, 'record.stale'])
  expect((await fix((await manager('GET', at(itemID))).body.data.updatedAt)).status).toBe(200)
})

test('refuses staff, an unknown item, one without a karat, one by the gram, and a karat without a fresh rate', async () => {
  await insertRate('14K', 5200, 4850, 73)
  const code = async (who: typeof staff, itemID: number) => (await who('PUT', at(itemID), plain)).body.code
  expect(await code(staff, (await make()).itemID)).toBe('access.denied')
  expect(await code(manager, 99_999)).toBe('record.not_found')
  expect(await code(manager, (await make(null)).itemID)).toBe('price.karat_missing')
  expect(await code(manager, (await make('18K', { uom: 'BULK' })).itemID)).toBe('price.bulk')
  expect(await code(manager, (await make('10K')).itemID)).toBe('rate.missing')
  expect(await code(manager, (await make('14K')).itemID)).toBe('rate.too_old')
})

test('a sale keeps the price that it was made at, with its rate', async () => {
  const { itemID } = await make()
  await manager('PUT', at(itemID), plain)
  const first = (await stored(itemID)).itemPriceID
  const sold = await sell(staff, itemID)
  expect([sold.status, sold.body.data.items[0].price]).toEqual([201, 15_500])
  const id = sold.body.data.salesTransactionID
  await manager('PUT', at(itemID), { ...plain, makingPerPiece: 400 })
  const second = (await stored(itemID)).itemPriceID
  expect(second).not.toBe(first)
  // A till that still shows the former price sells at it, and the line names it.
  const former = await sell(staff, itemID, 15_500)
  expect((await linePrice(former.body.data.salesTransactionID)).itemPriceID).toBe(first)
  const present = await sell(staff, itemID)
  expect(await linePrice(present.body.data.salesTransactionID)).toMatchObject({ itemPriceID: second, price: 15_400 })
  // More of the same line keeps it, and another price names the present one.
  const line = sold.body.data.items[0]
  const change = (who: typeof staff, body: object) => who('PUT', `/api/v2/sales/${id}/lines/${line.salesItemID}`, body)
  expect((await change(staff, { orderQty: 2 })).status).toBe(200)
  expect(await linePrice(id)).toMatchObject({ itemPriceID: first, price: 15_500, orderQty: 2 })
  expect((await change(manager, { orderQty: 2, price: 15_450 })).status).toBe(200)
  expect(await linePrice(id)).toMatchObject({ itemPriceID: second, price: 15_450 })
  // An item with a fixed price names none.
  const fixed = await sell(staff, (await make(null)).itemID)
  expect((await linePrice(fixed.body.data.salesTransactionID)).itemPriceID).toBeNull()
})

test('a rate of more than 72 hours ago refuses sales by it, and what a sale has already stays', async () => {
  const { itemID } = await make('22K')
  const priced = await manager('PUT', at(itemID), plain)
  expect(priced.status).toBe(200)
  const sold = await sell(staff, itemID)
  const { salesTransactionID: id, items } = sold.body.data
  await db.execute(sql`alter table gold_rate disable trigger user`)
  const old = hoursAgo(73)
  await db.update(goldRate).set({ fromAt: old }).where(eq(goldRate.karat, '22K'))
  await db.execute(sql`alter table gold_rate enable trigger user`)
  const day = formatDay(
    (
      await db.execute<{ day: string }>(
        sql`select (${old.toISOString()}::timestamptz at time zone time_zone)::date::text as day from shop_setting`,
      )
    ).rows[0]!.day,
  )
  for (const who of [staff, admin]) {
    const refused = await sell(who, itemID)
    expect([refused.status, refused.body.code]).toEqual([422, 'rate.too_old'])
    expect([day, day.slice(0, -5)].map((text) => `The 22K rate is of ${text}: enter today’s rate first`)).toContain(
      refused.body.message,
    )
  }
  const more = await staff('PUT', `/api/v2/sales/${id}/lines/${items[0].salesItemID}`, { orderQty: 2 })
  expect(more.body.code).toBe('rate.too_old')
  const remarks = await staff('PUT', `/api/v2/sales/${id}`, {
    locationID: 1,
    transactionTypeID: 1,
    items,
    remarks: 'Wait',
  })
  expect(remarks.status).toBe(200)
  // Today's rate lets it be sold again.
  await insertRate('22K', 8200, 7650, 0)
  expect((await sell(staff, itemID)).status).toBe(201)
})

test('below the gold in a piece, a manager must allow a sale, also by a discount', async () => {
  const { itemID } = await make()
  await manager('PUT', at(itemID), { ...plain, markup: 0, makingPerGram: 0, makingPerPiece: 0, roundTo: 10 })
  // The price is 2 g × 6,710; the gold is bought for 2 g × 6,260.
  expect((await stored(itemID)).price).toBe(13_420)
  const message = 'Below the gold in it (₱12,520.00): a Manager must allow this'
  const discounted = await sell(staff, itemID, undefined, { discount: 900.01 })
  expect([discounted.status, discounted.body.code, discounted.body.message]).toEqual([
    403,
    'price.below_floor',
    message,
  ])
  expect((await sell(staff, itemID, undefined, { discount: 900 })).status).toBe(201)
  expect((await sell(manager, itemID, 12_000)).status).toBe(201)
  // A fixed price with a known net weight has the floor too, when the metal has become dearer.
  await manager('DELETE', at(itemID))
  await db.update(item).set({ price: 12_000 }).where(eq(item.itemID, itemID))
  expect((await sell(staff, itemID)).body.message).toBe(message)
  const allowed = await sell(manager, itemID)
  expect(allowed.status).toBe(201)
  // A price that a manager allowed stays when staff change the rest of the sale.
  const { salesTransactionID, items } = allowed.body.data
  const kept = await staff('PUT', `/api/v2/sales/${salesTransactionID}`, { locationID: 1, transactionTypeID: 1, items })
  expect(kept.status).toBe(200)
})

test('below the cost and the least margin, a manager must allow a sale, and no sentence shows the cost', async () => {
  // Its stock cost 100 a piece.
  const { itemID, itemName } = await make(null, { price: 130 })
  expect((await sell(staff, itemID, undefined, { discount: 13 })).status).toBe(201)
  await db.update(shopSetting).set({ leastMargin: 20 })
  const refused = await sell(staff, itemID, undefined, { discount: 10.01 })
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    403,
    'price.below_floor',
    `Below the least price of ${itemName}: a Manager must allow this`,
  ])
  expect((await sell(staff, itemID, undefined, { discount: 10 })).status).toBe(201)
  expect((await sell(manager, itemID, undefined, { discount: 20 })).status).toBe(201)
  await db.update(shopSetting).set({ leastMargin: null })
})

test('the database reckons as the contract does, and refuses any other price', async () => {
  const amount = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((centavos) => centavos / 100)
  const given = fc.sample(
    fc.record({
      netGrams: fc.integer({ min: 1, max: 9_999_999 }).map((milligrams) => milligrams / 1000),
      sellPerGram: fc.integer({ min: 1, max: 9_999_999 }).map((centavos) => centavos / 100),
      markup: fc.integer({ min: 0, max: 100_000 }).map((basis) => basis / 100),
      makingPerGram: amount(100_000),
      makingPerPiece: amount(1_000_000),
      stones: amount(10_000_000),
      roundTo: fc.constantFrom(10 as const, 50 as const),
    }),
    5000,
  )
  const { rows } = await db.execute<{ price: string }>(sql`
    select reckon_price("netGrams", "sellPerGram", (markup * 100)::int, "makingPerGram", "makingPerPiece", stones,
        "roundTo")::text as price
      from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as element (value, n),
        jsonb_to_record(value) as one ("netGrams" numeric, "sellPerGram" numeric, markup numeric, "makingPerGram" numeric,
        "makingPerPiece" numeric, stones numeric, "roundTo" int) order by n`)
  const wrong = given.filter((one, n) => Number(rows[n]!.price) !== reckonPrice(one))
  expect(wrong).toEqual([])
  const { itemID } = await make()
  await manager('PUT', at(itemID), plain)
  const [priced] = await db.select().from(itemPrice).where(eq(itemPrice.itemID, itemID))
  const { itemPriceID: _, ...row } = priced!
  for (const other of [{ price: 15_450 }, { sellPerGram: 6700, price: 15_450 }, { karat: '22K' as const }])
    await expect(Promise.resolve(db.insert(itemPrice).values({ ...row, ...other }))).rejects.toMatchObject({
      cause: { code: expect.stringMatching('23503|23514') },
    })
  for (const attempt of [
    db.update(itemPrice).set({ stones: 1 }).where(eq(itemPrice.itemID, itemID)),
    db.delete(itemPrice).where(eq(itemPrice.itemID, itemID)),
    db.execute(sql`truncate item_price cascade`),
  ])
    await expect(Promise.resolve(attempt)).rejects.toMatchObject({ cause: { code: '23001' } })
})
