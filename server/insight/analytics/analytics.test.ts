import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { beforeEach, expect, test } from 'vitest'

import type { AnalyticsData } from '../../../contract/insight/analytics.ts'
import { profitLines } from '../../../contract/insight/profit.ts'
import { computeLineNets } from '../../../contract/sales/refunds.ts'
import type { SaleRow } from '../../../contract/sales/sales.ts'
import { scaleHalfUp, toCentavos } from '../../../contract/shared/money.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { onLedger } from '../../../tests/support/ledger.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { dailyCount } from '../../db/schema/insight.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { saleRefund, saleRefundItem } from '../../db/schema/refunds.ts'
import { paymentType, sale, saleItem } from '../../db/schema/sales.ts'
import { inventory, location } from '../../db/schema/stock.ts'
import { stockValue } from '../../db/schema/valuation.ts'

const { db, as } = await testApp()
const [staff, manager] = [as(3), as(2)]

/** Returns pseudo-random numbers that are the same in every run. */
let state = 20261121
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}
const pick = <T>(of: readonly T[]): T => of[random(of.length)]!
const chance = (percent: number) => random(100) < percent

async function read(query: Record<string, string> = {}): Promise<AnalyticsData> {
  const { status, body } = await staff('GET', `/api/v1/analytics?${new URLSearchParams(query).toString()}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}
const zone = (timeZone: string) => db.update(shopSetting).set({ timeZone })
const completedAt = (salesTransactionID: number, at: string) =>
  db
    .update(sale)
    .set({ completedAt: new Date(at) })
    .where(eq(sale.salesTransactionID, salesTransactionID))

beforeEach(() => zone('Asia/Tokyo'))

test('shows only today, without sales, for a shop without any history', async () => {
  const found = await read()
  const today = Temporal.Now.plainDateISO('Asia/Tokyo').toString()
  expect(found).toEqual({
    from: today,
    to: today,
    step: 'day',
    totals: {
      orders: 0,
      items: 0,
      discount: 0,
      refunded: 0,
      shipping: 0,
      total: 0,
      cost: 0,
      scrapped: 0,
      profit: 0,
      averageOrder: null,
    },
    statement: Object.fromEntries(profitLines.map(({ key }) => [key, 0])),
    sales: [{ day: today, total: 0, orders: 0 }],
    categories: [],
    transactionTypes: [],
    paymentTypes: [],
    storeCredit: { used: 0, returned: 0 },
    bestByMoney: [],
    bestByQuantity: [],
    stock: [],
    visits: [{ day: today, count: 0 }],
    pages: [],
    searches: [{ day: today, count: 0 }],
  })
})

test.each([
  ['from=2026-11-20&to=2026-11-19', 'The period ends before it begins', 'to'],
  ['from=2026-02-30', 'Enter a date like 2026-11-20', 'from'],
  ['to=yesterday', 'Enter a date like 2026-11-20', 'to'],
  ['from=3000-01-01', 'Enter a date between the years 1900 and 2999', 'from'],
  ['from=2026-11-01&per=day', 'Unknown parameter: per', ''],
])('refuses %s: %s', async (query, message, field) => {
  const { status, body } = await staff('GET', `/api/v1/analytics?${query}`)
  expect([status, body.message, body.errors[0].field]).toEqual([400, message, field])
})

test('uses days up to a quarter, months up to ten years, then years, including days in the future', async () => {
  expect(await read({ from: '2999-12-01' })).toMatchObject({ from: '2999-12-01', to: '2999-12-01', step: 'day' })
  const days = await read({ from: '2026-01-01', to: '2026-04-02' })
  expect([days.step, days.sales.length, days.sales[0]!.day, days.sales.at(-1)!.day]).toEqual([
    'day',
    92,
    '2026-01-01',
    '2026-04-02',
  ])
  const months = await read({ from: '2026-01-31', to: '2026-05-03' })
  expect([months.step, months.sales.map(({ day }) => day)]).toEqual([
    'month',
    ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'],
  ])
  const years = await read({ from: '1900-01-01', to: '2999-12-31' })
  expect([years.step, years.sales.length, years.visits.length, years.searches.length]).toEqual([
    'year',
    1100,
    1100,
    1100,
  ])
})

/** Makes fifty sales of every kind, and spreads them over the days before 21 November 2026. */
async function busyShop() {
  await db.insert(location).values({ locationName: 'Annex' })
  const categories = await db
    .insert(category)
    .values(['Chains', 'Stones', 'Pins'].map((name, n) => ({ categoryCode: `K${n}`, categoryName: name })))
    .returning()
  const goods: { itemID: number; uom: 'PCS' | 'PAIR' | 'BULK' }[] = []
  for (const [n, uom] of (['PCS', 'PAIR', 'BULK', 'PCS', 'PCS', 'BULK', 'PAIR'] as const).entries()) {
    const over = { categoryID: pick(categories).categoryID, price: 333.33 * (n + 1), cost: 100.123457 * (n + 1), uom }
    const { itemID } = await stockItem(db, { quantity: 5000, ...over, price: Math.round(over.price * 100) / 100 })
    goods.push({ itemID, uom })
  }
  for (let n = 0; n < 50; n++) await sellSomehow(goods)
  // Shifts every moment of a sale by the same time, across the summer and winter time of New York.
  const ids = await db.select({ id: sale.salesTransactionID }).from(sale)
  for (const { id } of ids) {
    const shift = `interval '${random(100)} days ${random(1440)} minutes'`
    const back = sql.raw(shift)
    await db.execute(sql`update sales_transaction set completed_at = timestamptz '2026-11-21 12:00Z' - ${back},
      transaction_date = timestamptz '2026-11-21 11:00Z' - ${back} where sales_transaction_id = ${id}
      and completed_at is not null`)
    await db.execute(
      sql.raw(
        onLedger(`update money_entry set at = case kind when 'refund' then timestamptz '2026-11-21 13:00Z' + interval '2 days'
          else timestamptz '2026-11-21 12:00Z' end - ${shift} where sales_transaction_id = ${id}`),
      ),
    )
    await db.execute(
      sql.raw(
        onLedger(
          `update sales_refund set created_at = timestamptz '2026-11-21 13:00Z' - ${shift} + interval '2 days'
            where sales_transaction_id = ${id}`,
          'sales_refund',
        ),
      ),
    )
  }
  for (let n = 0; n < 80; n++)
    await db
      .insert(dailyCount)
      .values({
        day: Temporal.PlainDate.from('2026-08-01')
          .add({ days: random(110) })
          .toString(),
        kind: pick(['visit', 'search'] as const),
        subject: pick(['/', '/shop', '/about', `/shop/item-${random(20)}`]),
        count: 1 + random(30),
      })
      .onConflictDoNothing()
}

async function sellSomehow(goods: readonly { itemID: number; uom: string }[]) {
  const items = Array.from({ length: 1 + random(5) }, () => {
    const { itemID, uom } = pick(goods)
    return {
      itemID,
      orderQty: uom === 'BULK' ? (1 + random(9999)) / 1000 : 1 + random(4),
      price: random(200_000) / 100,
    }
  })
  const whole = items.reduce((sum, { orderQty, price }) => sum + Math.round(orderQty * price * 100), 0)
  const way = random(10)
  const made = await manager('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1 + random(5),
    items,
    discount: chance(60) ? random(Math.floor(whole / 3)) / 100 : 0,
    shippingFee: chance(40) ? random(50_000) / 100 : 0,
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  const stored: SaleRow = made.body.data
  const path = `/api/v2/sales/${stored.salesTransactionID}`
  const pay = (paymentTypeID: number, amount: number) =>
    manager('POST', `${path}/payments`, { paymentTypeID, amount: Math.round(amount * 100) / 100 })
  if (way === 0) return
  if (stored.totalPurchase > 1) await pay(2 + random(3), Math.floor(stored.totalPurchase * 30) / 100)
  if (way === 1) return
  if (way === 2) await manager('PUT', `${path}/cancel`, { deposit: 'refund', paymentTypeID: 1, reason: 'Not wanted' })
  if (way === 3) await manager('PUT', `${path}/cancel`, { deposit: 'forfeit', reason: 'Not wanted' })
  if (way <= 3) return
  await pay(1, stored.totalPurchase + random(3) * 50)
  await manager('PUT', `${path}/complete`)
  const refund = (parts?: object[]) =>
    manager('POST', `${path}/refunds`, { paymentTypeID: 1 + random(4), reason: 'Too small', items: parts })
  const [line] = stored.items
  if (way === 4) await refund()
  if (way >= 5 && way <= 7 && line!.orderQty > 1)
    await refund([{ salesItemID: line!.salesItemID, qty: 1, disposition: pick(['restock', 'repair', 'scrap']) }])
  const grams = stored.items.find(({ uom }) => uom === 'BULK')
  if (way >= 7 && grams) await refund([{ salesItemID: grams.salesItemID, qty: 0.001 }])
}

/** Recomputes every figure from the bare rows, in whole centavos and without SQL sums. */
async function recomputed(from: string, to: string, timeZone: string) {
  const dayOf = (at: Date) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const inPeriod = (at: Date | null) => at !== null && dayOf(at) >= from && dayOf(at) <= to
  const [sales, lines, entries, back] = [
    await db.select().from(sale),
    await db.select().from(saleItem).orderBy(asc(saleItem.salesItemID)),
    await db.select().from(moneyEntry),
    await db.select().from(saleRefundItem),
  ]
  const refunds = await db.select().from(saleRefund)
  const items = new Map((await db.select().from(item)).map((row) => [row.itemID, row]))
  const tally = () => {
    const map = new Map<string, number>()
    return { map, add: (name: string | number, n: number) => map.set(String(name), (map.get(String(name)) ?? 0) + n) }
  }
  const [byDay, byType, byCategory, byItem, sold] = [tally(), tally(), tally(), tally(), tally()]
  const [taken, change, refunded] = [tally(), tally(), tally()]
  let [total, orders, shipping, cost, scrapped] = [0, 0, 0, 0, 0]
  const lineOf = new Map(lines.map((line) => [line.salesItemID, line]))
  const saleOf = new Map(sales.map((one) => [one.salesTransactionID, one]))
  for (const one of sales.filter(({ completedAt: at }) => inPeriod(at))) {
    const own = lines.filter(({ salesTransactionID }) => salesTransactionID === one.salesTransactionID)
    const came = toCentavos(one.totalPurchase)
    total += came
    orders++
    shipping += toCentavos(one.shippingFee)
    byDay.add(dayOf(one.completedAt!), came)
    byType.add(one.transactionTypeID, came)
    const nets = computeLineNets(own, one.discount)
    for (const [n, line] of own.entries()) {
      byCategory.add(items.get(line.itemID)!.categoryID, nets[n]!)
      byItem.add(line.itemID, nets[n]!)
      sold.add(line.itemID, Math.round(line.orderQty * 1000))
      cost += toCentavos(line.cost!)
    }
  }
  // A refund counts on its own day, whenever its sale was completed.
  for (const refund of refunds.filter(({ createdAt }) => inPeriod(createdAt))) {
    const paidBack = toCentavos(refund.amount)
    total -= paidBack
    // The refund that returned the last goods takes the order away.
    const last = Math.max(
      ...refunds.filter((one) => one.salesTransactionID === refund.salesTransactionID).map(({ refundID }) => refundID),
    )
    if (saleOf.get(refund.salesTransactionID)!.status === 'Refunded' && refund.refundID === last) orders--
    byDay.add(dayOf(refund.createdAt), -paidBack)
    byType.add(saleOf.get(refund.salesTransactionID)!.transactionTypeID, -paidBack)
    for (const part of back.filter(({ refundID }) => refundID === refund.refundID)) {
      const { itemID } = lineOf.get(part.salesItemID)!
      byCategory.add(items.get(itemID)!.categoryID, -toCentavos(part.amount))
      byItem.add(itemID, -toCentavos(part.amount))
      sold.add(itemID, -Math.round(part.qty * 1000))
      cost -= toCentavos(part.cost)
      if (part.disposition === 'scrap') scrapped += toCentavos(part.cost)
    }
  }
  for (const { kind, paymentTypeID, amount, at } of entries) {
    // A kept deposit has no payment type: it moves no money.
    if (!inPeriod(at) || paymentTypeID === null) continue
    if (kind === 'payment') taken.add(paymentTypeID, toCentavos(amount))
    else if (kind === 'change') change.add(paymentTypeID, -toCentavos(amount))
    else refunded.add(paymentTypeID, -toCentavos(amount))
  }
  return {
    total,
    orders,
    shipping,
    cost,
    scrapped,
    byDay: byDay.map,
    byType: byType.map,
    byCategory: byCategory.map,
    byItem: byItem.map,
    sold: sold.map,
    taken: taken.map,
    change: change.map,
    refunded: refunded.map,
  }
}

/** Sums the amounts by key, in centavos, and drops the keys whose sum is zero. */
const sums = (rows: readonly (readonly [key: string | number, pesos: number])[]) =>
  withoutNothing(new Map(rows.map(([key, pesos]) => [String(key), toCentavos(pesos)])))
const withoutNothing = (map: ReadonlyMap<string, number>) => new Map([...map].filter(([, n]) => n !== 0))
const together = (map: ReadonlyMap<string, number>) => [...map.values()].reduce((sum, n) => sum + n, 0)

test('creates sales of every kind in a busy shop', async () => {
  await busyShop()
  const statuses = new Set((await db.select({ status: sale.status }).from(sale)).map(({ status }) => status))
  expect(statuses).toEqual(new Set(['Pending', 'Processing', 'Completed', 'Canceled', 'Refunded']))
  const ways = new Set((await db.select().from(saleRefundItem)).map(({ disposition }) => disposition))
  expect(ways).toEqual(new Set(['restock', 'repair', 'scrap']))
  const discounted = await db.select().from(sale).where(gt(sale.discount, 0))
  expect(discounted.length).toBeGreaterThan(15)
})

test.each([
  ['2026-08-01', '2026-10-31', 'Asia/Tokyo', 'day'],
  ['2026-11-01', '2026-11-21', 'Asia/Tokyo', 'day'],
  ['2026-10-25', '2026-11-07', 'America/New_York', 'day'],
  ['2026-11-10', '2026-11-10', 'Asia/Manila', 'day'],
  ['2026-08-15', '2026-11-30', 'Asia/Tokyo', 'month'],
] as const)('matches every figure from %s to %s in %s with the bare rows, by %s', async (from, to, timeZone, step) => {
  await zone(timeZone)
  const [found, expected] = [await read({ from, to }), await recomputed(from, to, timeZone)]
  const { totals } = found
  const [items, discount, refunded, shipping, total, cost, scrapped, profit] = [
    totals.items,
    totals.discount,
    totals.refunded,
    totals.shipping,
    totals.total,
    totals.cost!,
    totals.scrapped!,
    totals.profit!,
  ].map(toCentavos) as [number, number, number, number, number, number, number, number]
  expect(found.step).toBe(step)
  expect([total, totals.orders, shipping]).toEqual([expected.total, expected.orders, expected.shipping])
  expect([cost, scrapped]).toEqual([expected.cost, expected.scrapped])
  expect(profit).toBe(expected.total - expected.shipping - expected.cost - expected.scrapped)
  expect(totals.averageOrder).toBe(expected.orders <= 0 ? null : Math.round(total / totals.orders) / 100)

  const categories = sums(found.categories.map((row) => [row.categoryID, row.total]))
  const types = sums(found.transactionTypes.map((row) => [row.transactionTypeID, row.total]))
  const steps = sums(found.sales.map((row) => [row.day, row.total]))
  expect([categories, types]).toEqual([withoutNothing(expected.byCategory), withoutNothing(expected.byType)])
  const perStep = new Map<string, number>()
  for (const [day, n] of expected.byDay) {
    const first = step === 'day' ? day : `${day.slice(0, 7)}-01`
    perStep.set(first, (perStep.get(first) ?? 0) + n)
  }
  expect(steps).toEqual(withoutNothing(perStep))
  // The parts add up to the total without a remainder.
  expect(items - discount - refunded + shipping).toBe(total)
  expect([together(categories) + shipping, together(types), together(steps)]).toEqual([total, total, total])
  expect(found.sales.reduce((sum, { orders }) => sum + orders, 0)).toBe(totals.orders)

  const money = (of: 'taken' | 'change' | 'refunded') =>
    sums(found.paymentTypes.map((row) => [row.paymentTypeID, row[of]]))
  expect([money('taken'), money('change'), money('refunded')]).toEqual(
    [expected.taken, expected.change, expected.refunded].map(withoutNothing),
  )
  for (const row of found.paymentTypes)
    expect(toCentavos(row.kept)).toBe(toCentavos(row.taken) - toCentavos(row.change) - toCentavos(row.refunded))

  const best = [...withoutNothing(expected.byItem)].toSorted(([, one], [, other]) => other - one)
  expect(found.bestByMoney.map(({ itemID, total: pesos }) => [String(itemID), toCentavos(pesos)])).toEqual(best)
  const weighed = await db.select().from(item).where(eq(item.uom, 'BULK'))
  const pieces = [...withoutNothing(expected.sold)].filter(
    ([id]) => !weighed.some(({ itemID }) => String(itemID) === id),
  )
  expect(found.bestByQuantity.map(({ quantity }) => quantity * 1000)).toEqual(
    pieces.map(([, n]) => n).toSorted((one, other) => other - one),
  )
  for (const { itemID, quantity, total: pesos } of found.bestByQuantity)
    expect([quantity * 1000, toCentavos(pesos)]).toEqual([
      expected.sold.get(String(itemID)),
      expected.byItem.get(String(itemID)),
    ])
})

test('counts visits and searches on the shop’s days, and lists the most visited pages', async () => {
  const rows = await db.select().from(dailyCount)
  const found = await read({ from: '2026-09-01', to: '2026-09-30' })
  const own = rows.filter(({ day }) => day >= '2026-09-01' && day <= '2026-09-30')
  const perDay = (kind: string) =>
    found.visits.map(({ day }) => ({
      day,
      count: own.filter((row) => row.kind === kind && row.day === day).reduce((sum, { count }) => sum + count, 0),
    }))
  expect(found.visits).toHaveLength(30)
  expect([found.visits, found.searches]).toEqual([perDay('visit'), perDay('search')])
  const pages = Map.groupBy(
    own.filter(({ kind }) => kind === 'visit'),
    ({ subject }) => subject,
  )
  const most = [...pages]
    .map(([path, days]) => ({ path, count: days.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
  expect(found.pages).toEqual(most.slice(0, 10))
})

test('values the stock of every location at average cost, regardless of the period', async () => {
  const [first] = await db.select().from(item)
  await stockItem(db, { quantity: 7, cost: 0.333333, locationID: 2, categoryID: first!.categoryID })
  const rows = await db.select().from(inventory).orderBy(asc(inventory.inventoryID))
  const stocks = new Map((await db.select().from(stockValue)).map((row) => [row.itemID, row]))
  const worth = Map.groupBy(rows, ({ locationID }) => locationID)
  const places = new Map((await db.select().from(location)).map((row) => [row.locationID, row.locationName]))
  /** The row's share of its item's value: that of all rows up to it, less that of the rows before it. */
  const centavos = (row: (typeof rows)[number]) => {
    const stock = stocks.get(row.itemID)!
    const own = rows.filter(({ itemID }) => itemID === row.itemID)
    const upTo = (end: number) => {
      const part = own.slice(0, end).reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0)
      return scaleHalfUp(toCentavos(stock.value), part, Math.round(stock.quantity * 1000))
    }
    return upTo(own.indexOf(row) + 1) - upTo(own.indexOf(row))
  }
  const expected = [...worth]
    .map(([locationID, own]) => ({
      locationID,
      locationName: places.get(locationID),
      value: own.reduce((sum, row) => sum + centavos(row), 0) / 100,
    }))
    .toSorted((a, b) => b.value - a.value)
  expect(expected.map(({ locationName, value }) => [locationName, value > 0])).toEqual([
    ['Main', true],
    ['Annex', true],
  ])
  expect((await read({ from: '2020-01-01', to: '2020-01-01' })).stock).toEqual(expected)
})

test('starts all time on the first day with a sale, a visit or a search', async () => {
  const { from, to, totals, sales } = await read()
  const { total, orders } = await recomputed('1900-01-01', '2999-12-31', 'Asia/Tokyo')
  expect([toCentavos(totals.total), totals.orders]).toEqual([total, orders])
  expect(together(sums(sales.map((row) => [row.day, row.total])))).toBe(total)
  expect(from < '2026-09-01' && to === Temporal.Now.plainDateISO('Asia/Tokyo').toString()).toBe(true)
  expect((await read({ to: '2026-09-15' })).from).toBe(from)
  expect(await read({ to: '2019-12-31' })).toMatchObject({ from: '2019-12-31', to: '2019-12-31' })
})

test.each([
  ['Asia/Tokyo', '2026-03-01', '2026-02-28T15:00:00.000Z', '2026-03-01T14:59:59.999Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'], // 23 hours
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'], // 25 hours
])('starts the day in %s, %s, at %s and ends it at %s', async (timeZone, day, begins, ends) => {
  await zone(timeZone)
  const { itemID } = await stockItem(db, { quantity: 1 })
  const { body } = await manager('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1, price: 777 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  })
  const id = body.data.salesTransactionID
  const before = (await read({ from: day, to: day })).totals
  const moved = async (at: string) => {
    await completedAt(id, at)
    const { totals, sales } = await read({ from: day, to: day })
    expect(sales).toEqual([{ day, total: totals.total, orders: totals.orders }])
    return toCentavos(totals.total) - toCentavos(before.total)
  }
  const just = (at: string, milliseconds: number) => new Date(Date.parse(at) + milliseconds).toISOString()
  expect(await moved(begins)).toBe(77_700)
  expect(await moved(ends)).toBe(77_700)
  expect(await moved(just(begins, -1))).toBe(0)
  expect(await moved(just(ends, 1))).toBe(0)
})

test('assigns change to the payment that it was given for', async () => {
  const { itemID } = await stockItem(db, { quantity: 1 })
  const { body } = await manager('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1, price: 400 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
  })
  const path = `/api/v2/sales/${body.data.salesTransactionID}`
  await manager('PUT', path, { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1, price: 500 }] })
  await manager('POST', `${path}/payments`, { paymentTypeID: 1, amount: 100 })
  const payments = await db
    .select()
    .from(moneyEntry)
    .where(and(eq(moneyEntry.salesTransactionID, body.data.salesTransactionID), eq(moneyEntry.kind, 'payment')))
    .orderBy(asc(moneyEntry.entryID))
  for (const [n, { entryID }] of payments.entries())
    await db.execute(
      sql.raw(
        onLedger(
          `update money_entry set at = '2021-05-0${n + 1}T03:00:00Z' where ${entryID} in (entry_id, payment_entry_id)`,
        ),
      ),
    )
  const [kind] = await db.select().from(paymentType).where(eq(paymentType.paymentTypeID, 1))
  const cash = { paymentTypeID: 1, paymentName: kind!.paymentName, refunded: 0 }
  expect((await read({ from: '2021-05-01', to: '2021-05-02' })).paymentTypes).toEqual([
    { ...cash, taken: 1100, change: 600, kept: 500 },
  ])
  expect((await read({ from: '2021-05-01', to: '2021-05-01' })).paymentTypes).toEqual([
    { ...cash, taken: 1000, change: 600, kept: 400 },
  ])
  expect((await read({ from: '2021-05-02', to: '2021-05-02' })).paymentTypes).toEqual([
    { ...cash, taken: 100, change: 0, kept: 100 },
  ])
})
