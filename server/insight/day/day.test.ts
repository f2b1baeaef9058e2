// Proves through HTTP what a day in the shop shows: the lines whose goods left the house, their figures, and what is due
// on the next day.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { ShopDayRow } from '../../../contract/insight/shop-day.ts'
import { addDays, dayIn } from '../../../contract/shared/dates.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { sale } from '../../db/schema/sales.ts'

const { db, as } = await testApp()
const [manager, staff] = [as(2), as(3)]
const path = '/api/v1/shop-day'
const today = dayIn('Asia/Tokyo', new Date())
const tomorrow = addDays(today, 1)

/** Makes a location, so that each test has a day of its own. */
async function newShop() {
  const { body } = await manager('POST', '/api/v1/locations', { locationName: `Shop ${Math.random()}` })
  const { locationID } = body.data as { locationID: number }
  const read = async (query = ''): Promise<ShopDayRow> =>
    (await staff('GET', `${path}?locationID=${locationID}${query}`)).body.data
  const save = async (over: object) => {
    const { status, body: made } = await staff('POST', '/api/v2/sales', { locationID, transactionTypeID: 1, ...over })
    expect(status).toBe(201)
    return made.data as { salesTransactionID: number; transactionNumber: string }
  }
  return { locationID, read, save }
}

const paid = (amount: number) => ({ payments: [{ paymentTypeID: 1, amount }], complete: true })

test('the lines of completed sales count on the day on which they left', async () => {
  const { locationID, read, save } = await newShop()
  const ring = await stockItem(db, { quantity: 5, price: 1000, grams: 3.2, karat: '18K', locationID })
  const chain = await stockItem(db, { quantity: 50, price: 100, uom: 'BULK', karat: '24K', locationID })
  const stone = await stockItem(db, { quantity: 5, price: 70.1, locationID })
  const lines = [
    { itemID: ring.itemID, orderQty: 2 },
    { itemID: chain.itemID, orderQty: 12.5 },
    { itemID: stone.itemID, orderQty: 3 },
  ]
  const { transactionNumber } = await save({ items: lines, ...paid(5000) })
  // A sale that is not handed over has not left.
  await save({ items: [{ itemID: ring.itemID, orderQty: 1 }] })
  const day = await read()
  expect(day.lines.map((line) => [line.transactionNumber, line.orderQty, line.uom, line.lineTotal])).toEqual([
    [transactionNumber, 2, 'PCS', 2000],
    [transactionNumber, 12.5, 'BULK', 1250],
    [transactionNumber, 3, 'PCS', 210.3],
  ])
  expect(day).toMatchObject({
    date: today,
    lineCount: 3,
    pieceCount: 6,
    gold: [
      { karat: '24K', grams: 12.5 },
      { karat: '18K', grams: 6.4 },
    ],
    total: 3460.3,
  })
  expect((await read(`&date=${addDays(today, -1)}`)).lines).toEqual([])
  expect(await read(`&date=${today}`)).toEqual(day)
})

test('a day ends at midnight of the shop', async () => {
  const { locationID, read, save } = await newShop()
  const { itemID } = await stockItem(db, { quantity: 9, price: 1000, locationID })
  for (const completedAt of ['2026-03-01T14:59:59.999Z', '2026-03-01T15:00:00Z', '2026-03-02T15:00:00Z']) {
    const { salesTransactionID: id } = await save({ items: [{ itemID, orderQty: 1 }], ...paid(1000) })
    await db
      .update(sale)
      .set({ completedAt: new Date(completedAt) })
      .where(eq(sale.salesTransactionID, id))
  }
  const counted = async (date: string) => (await read(`&date=${date}`)).lineCount
  expect([await counted('2026-03-01'), await counted('2026-03-02'), await counted('2026-03-03')]).toEqual([1, 1, 1])
})

test('what is due on the next day: holds, promises, instalments, lives and reminders, by their times', async () => {
  const { locationID, read, save } = await newShop()
  const { itemID } = await stockItem(db, { quantity: 20, price: 3000, itemName: 'Solitaire ring', locationID })
  const { itemID: other } = await stockItem(db, { quantity: 20, price: 500, locationID })
  const at = (time: string) => new Date(`${tomorrow}T${time}:00+09:00`)
  const held = await save({
    items: [
      { itemID, orderQty: 1 },
      { itemID: other, orderQty: 1 },
    ],
    expectedDeliverDate: tomorrow,
  })
  await db
    .update(sale)
    .set({ holdUntil: at('10:00') })
    .where(eq(sale.salesTransactionID, held.salesTransactionID))
  const promised = await save({ items: [{ itemID, orderQty: 1 }], expectedDeliverDate: tomorrow })
  const layaway = await save({
    transactionTypeID: 6,
    items: [{ itemID, orderQty: 1 }],
    schedule: [
      { dueDate: today, amount: 1000 },
      { dueDate: tomorrow, amount: 1500 },
      { dueDate: addDays(today, 30), amount: 500 },
    ],
    payments: [{ paymentTypeID: 2, amount: 1200 }],
  })
  const live = await staff('POST', '/api/v1/lives', {
    liveName: 'Tray 3',
    platforms: ['Facebook'],
    plannedStart: at('20:00').toISOString(),
    expectedEnd: at('22:00').toISOString(),
    locationID,
    transactionTypeID: 1,
  })
  const reminder = await staff('POST', '/api/v1/reminders', {
    text: 'Call the bank',
    dueDate: tomorrow,
    dueTime: '09:30',
  })
  expect([live.status, reminder.status]).toEqual([201, 201])
  const { due, dueCount, nextDay } = await read()
  expect([nextDay, dueCount]).toEqual([tomorrow, 5])
  expect(due).toMatchObject([
    { kind: 'reminder', name: 'Call the bank', time: '09:30' },
    { kind: 'hold', recordID: held.salesTransactionID, name: 'Solitaire ring', others: 1, time: '10:00' },
    { kind: 'live', recordID: live.body.data.liveID, name: 'Tray 3', time: '20:00' },
    {
      kind: 'promise',
      recordID: promised.salesTransactionID,
      transactionNumber: promised.transactionNumber,
      time: null,
    },
    { kind: 'instalment', recordID: layaway.salesTransactionID, amount: 1300, place: { n: 2, of: 3 } },
  ])
  // A paid instalment and a reminder that is done are due no more.
  const rest = await staff('POST', `/api/v2/sales/${layaway.salesTransactionID}/payments`, {
    paymentTypeID: 2,
    amount: 1300,
  })
  expect(rest.status).toBe(201)
  await manager('PUT', `/api/v1/reminders/${reminder.body.data.reminderID}`, { text: 'Call the bank', done: true })
  expect((await read()).due.map(({ kind }) => kind)).toEqual(['hold', 'live', 'promise'])
})

test('a wrong day or location is refused with a sentence', async () => {
  expect((await staff('GET', `${path}?date=yesterday`)).body).toMatchObject({ code: 'input.invalid' })
  expect((await staff('GET', `${path}?date=9999-01-01`)).status).toBe(400)
  expect((await staff('GET', `${path}?locationID=x`)).status).toBe(400)
})
