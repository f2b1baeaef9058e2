import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'

import { addDays, dayIn } from '../../contract/shared/dates.ts'
import { item } from '../../server/db/schema/catalogue.ts'
import { shopSetting } from '../../server/db/schema/company.ts'
import { goldRate } from '../../server/db/schema/pricing.ts'
import { sale } from '../../server/db/schema/sales.ts'
import { testApp } from './fixtures.ts'
import { stockItem } from './stocked.ts'

/** How the pieces of these tests are priced: 3.2 g at 6,250 come to 20,000. */
const parts = { netGrams: 3.2, markup: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 }

/**
 * Starts a shop whose least deposit is 20 % and keeps prices for 30 days, with a rate of 18K of 6,250. Returns functions
 * that price, sell, and let days pass.
 */
export async function lockShop() {
  const app = await testApp({ connections: 20 })
  const { db, as } = app
  const [admin, manager, staff] = [as(1), as(2), as(3)]
  const path = '/api/v2/sales'
  await db.update(shopSetting).set({ leastDeposit: 20, leastDepositUnit: 'percent', priceKeptDays: 30 })
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await db.insert(goldRate).values({ karat: '18K', sellPerGram: 6250, buyPerGram: 5000, fromAt: hoursAgo(1) })
  const [{ timeZone } = { timeZone: 'UTC' }] = await db.select().from(shopSetting)

  /** Enters a rate, unless it is the latest one. */
  async function enterRate(sellPerGram: number) {
    const { body: rates } = await manager('GET', '/api/v1/gold-rates/current')
    const { latest } = rates.data.find(({ karat }: { karat: string }) => karat === '18K')
    if (latest.sellPerGram === sellPerGram) return
    const given = { karat: '18K', sellPerGram, buyPerGram: 5000, latestID: latest.goldRateID, confirmed: true }
    const entered = await manager('POST', '/api/v1/gold-rates', { rates: [given] })
    expect(entered.status, entered.body.message).toBe(201)
  }

  /** Creates a piece of 20,000 at a rate of 6,250. */
  async function priced(quantity = 20) {
    await enterRate(6250)
    const stocked = await stockItem(db, { quantity, cost: 9000 })
    await db.update(item).set({ karat: '18K', grams: 3.2 }).where(eq(item.itemID, stocked.itemID))
    const { status, body } = await manager('PUT', `/api/v1/items/${stocked.itemID}/pricing`, parts)
    expect(status, body.message).toBe(200)
    return stocked
  }

  /** Enters a rate and reprices every item by it. */
  async function reprice(sellPerGram: number) {
    await enterRate(sellPerGram)
    const { ready, rates: seen } = (await manager('GET', '/api/v1/repricings/summary')).body.data
    if (ready.length === 0) return
    const keys = seen.map(({ karat, goldRateID }: { karat: string; goldRateID: number }) => ({ karat, goldRateID }))
    const applied = await manager('POST', '/api/v1/repricings', { prices: ready, rates: keys })
    expect(applied.status, applied.body.message).toBe(201)
  }

  /** Creates a sale of Staff's with a first payment. */
  async function order(items: object[], amount: number, more: object = {}) {
    const { status, body } = await staff('POST', path, {
      locationID: 1,
      transactionTypeID: 1,
      items,
      payments: [{ paymentTypeID: 1, amount }],
      ...more,
    })
    expect(status, body.message).toBe(201)
    return body.data
  }
  const pay = (id: number, amount: number) => staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount })
  const read = async (id: number) => (await staff('GET', `${path}/${id}`)).body.data
  /** Returns a day of the shop's calendar, so many days from today. */
  const daysFromNow = (days: number) => addDays(dayIn(timeZone, new Date()), days)
  /** Moves the last day of a sale's price, as if days had passed. */
  const keepUntil = (id: number, day: string) =>
    db.update(sale).set({ priceKeptUntil: day }).where(eq(sale.salesTransactionID, id))
  /** Makes the rates so many hours old. */
  async function ageRates(hours: number) {
    await db.execute(sql`alter table gold_rate disable trigger user`)
    await db.execute(sql`update gold_rate set from_at = from_at - ${`${hours} hours`}::interval`)
    await db.execute(sql`alter table gold_rate enable trigger user`)
  }
  return {
    ...app,
    admin,
    manager,
    staff,
    path,
    enterRate,
    priced,
    reprice,
    order,
    pay,
    read,
    daysFromNow,
    keepUntil,
    ageRates,
  }
}
