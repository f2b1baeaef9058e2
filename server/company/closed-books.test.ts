// Proves that no call writes a record dated in the closed books or changes a figure of them, that work of today goes on,
// and that a closing and a late record cannot both succeed.
import { desc, eq, inArray, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { beforeEach, expect, test } from 'vitest'

import { importColumns } from '../../contract/imports/import-columns.ts'
import { formatDay } from '../../contract/shared/dates.ts'
import { LastRead } from '../../contract/shared/fields.ts'
import { z } from '../../contract/shared/zod.ts'
import { endpointGroups } from '../../scripts/contract-index.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { shopSetting } from '../db/schema/company.ts'
import { moneyEntry } from '../db/schema/money.ts'
import { purchaseOrder, receiving, supplier } from '../db/schema/purchasing.ts'
import { sale } from '../db/schema/sales.ts'
import { audit } from '../db/schema/shared.ts'
import { inventoryAdjustment, location, stockMovement, stockTransfer } from '../db/schema/stock.ts'
import { transact } from '../db/transaction.ts'
import { shopContext } from '../kernel/context.ts'
import { assertBooksOpen } from './closed-books.operations.ts'

const { app, db, as, tokens, users } = await testApp({ connections: 10 })
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/settings/closed-until'
const { itemID, inventoryID } = await stockItem(db, { quantity: 1000, price: 1000 })
const [made] = await db
  .insert(supplier)
  .values({ supplierName: 'Gold', contactDetails: '1', email: 'gold@x.example' })
  .returning()
const { supplierID } = made!
const [branch] = await db.insert(location).values({ locationName: 'Branch' }).returning()
/** The shop's day, in the time zone of a new shop. */
const today = Temporal.Now.plainDateISO('Asia/Tokyo')
const day = (days: number) => today.add({ days }).toString()
const [closed, open] = [day(-10), day(-9)]

const settings = async () => (await staff('GET', '/api/v1/settings')).body.data
const close = (closedUntil: string | null) => admin('PUT', path, { closedUntil })
const refusal = (field?: string) => ({
  status: 422,
  body: {
    success: false,
    code: 'books.closed',
    message: `The books are closed until ${formatDay(closed)}`,
    ...(field && { errors: [{ field, message: `The books are closed until ${formatDay(closed)}` }] }),
  },
})

const newSale = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }] }
const newOrder = {
  supplierID,
  locationID: 1,
  orderDate: day(0),
  expectedDeliverDate: day(90),
  purchaseOrderItems: [{ itemID, orderQty: 5, price: 5 }],
}
const line = { itemID, uom: 'PCS', receivedQty: 1, unitCost: 5 }
const newReceiving = { referenceNumber: 'DR-1', receivedDate: day(0), items: [line] }
const newCustomer = { firstName: 'Ana', lastName: 'Cruz', contactNo: '1', email: 'ana@x.example', customerTypeID: 1 }

/** Makes a call that must succeed, and returns its record. */
async function done(call: ReturnType<typeof staff>) {
  const { status, body } = await call
  expect([status, body.message]).toEqual([expect.toSatisfy((code: number) => code < 300), body.message])
  return body.data
}
const sell = async (body: object = {}) => done(manager('POST', '/api/v2/sales', { ...newSale, ...body }))
const order = async (body: object = {}) =>
  done(staff('POST', '/api/v2/po/purchase-order-items', { ...newOrder, ...body }))
const receive = async (body: object = {}) => done(manager('POST', '/api/v2/po-receiving', { ...newReceiving, ...body }))

beforeEach(async () => {
  await db.update(shopSetting).set({ closedUntil: null, timeZone: 'Asia/Tokyo' })
})

test('only an administrator closes the books, and the trail shows every day that they were closed until', async () => {
  expect((await settings()).closedUntil).toBe(null)
  for (const call of [manager, staff]) expect((await call('PUT', path, { closedUntil: closed })).status).toBe(403)
  expect((await close(day(-1))).body.data.closedUntil).toBe(day(-1))
  expect((await close(closed)).body.data.closedUntil).toBe(closed)
  expect((await close(closed)).status).toBe(200)
  expect((await settings()).closedUntil).toBe(closed)
  expect((await close(null)).body.data.closedUntil).toBe(null)
  const rows = await db.select().from(audit).where(eq(audit.entity, 'books')).orderBy(desc(audit.auditID))
  expect(rows.map((row) => [row.action, row.userID, row.before, row.after])).toEqual([
    ['reopen books', users.get(1), { closedUntil: closed }, { closedUntil: null }],
    ['reopen books', users.get(1), { closedUntil: day(-1) }, { closedUntil: closed }],
    ['close books', users.get(1), { closedUntil: null }, { closedUntil: day(-1) }],
  ])
})

test.each([
  [{ closedUntil: day(0) }, 400, 'books.date_too_late', 'The books can be closed until yesterday at the latest'],
  [{ closedUntil: day(1) }, 400, 'books.date_too_late', 'The books can be closed until yesterday at the latest'],
  [{}, 400, 'input.invalid', 'Closed until is required'],
  [{ closedUntil: '' }, 400, 'input.invalid', 'Closed until must be a date like 2026-11-20'],
  [{ closedUntil: '2026-02-30' }, 400, 'input.invalid', 'Closed until must be a date like 2026-11-20'],
  [{ closedUntil: '0026-02-03' }, 400, 'input.invalid', 'Enter a date between the years 1900 and 2999'],
  [{ closedUntil: closed, updatedAt: '2020-01-01T00:00:00Z' }, 409, 'record.stale', expect.any(String)],
])('refuses %j', async (body, status, code, message) => {
  const answer = await admin('PUT', path, body)
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message])
  expect((await settings()).closedUntil).toBe(null)
})

test('a time zone in which the last closed day is not over is refused', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
  const [first, last] = zones.map((zone) => Temporal.Now.plainDateISO(zone).subtract({ days: 1 }).toString())
  // These zones are 25 hours apart, so the earlier one is on another day.
  expect(first! > last!).toBe(true)
  await db.update(shopSetting).set({ timeZone: zones[0] })
  expect((await close(first!)).status).toBe(200)
  const change = { timeZone: zones[1], defaultLocationID: 1, holdDays: 3 }
  expect(await manager('PUT', '/api/v1/settings', change)).toMatchObject({
    status: 422,
    body: { code: 'settings.day_closed', errors: [{ field: 'timeZone' }] },
  })
  await close(last!)
  expect((await manager('PUT', '/api/v1/settings', change)).status).toBe(200)
})

/**
 * Every date in the body of a call, by its call and field. `checked` dates are refused in the closed books, as the tests
 * below prove. Any other date changes no figure of its day.
 */
const datesOfInput: Record<string, string> = {
  'sales.create orderDate': 'checked',
  'sales.update orderDate': 'checked',
  'purchaseOrders.create orderDate': 'checked',
  'purchaseOrders.update orderDate': 'checked',
  'receivings.create receivedDate': 'checked',
  'receivings.update receivedDate': 'checked',
  'receivings.complete receivedDate': 'checked',
  'sales.create expectedDeliverDate': 'A plan',
  'sales.create schedule.dueDate': 'A plan',
  'sales.update expectedDeliverDate': 'A plan',
  'sales.update schedule.dueDate': 'A plan',
  'purchaseOrders.create expectedDeliverDate': 'A plan',
  'purchaseOrders.update expectedDeliverDate': 'A plan',
  'reminders.create dueDate': 'A plan',
  'reminders.update dueDate': 'A plan',
  'lives.create plannedStart': 'A plan',
  'lives.create expectedEnd': 'A plan',
  'lives.update plannedStart': 'A plan',
  'lives.update expectedEnd': 'A plan',
  'livePaste.preview comments.writtenAt': 'The moment of a comment; its sale is of today',
  'livePaste.store comments.writtenAt': 'The moment of a comment; its sale is of today',
  'parcels.add sentOn': 'A parcel moves no figure',
  'parcels.change sentOn': 'A parcel moves no figure',
  'proofs.approve day': 'The day of a transfer; its payment is of today',
  'users.create birthday': 'A fact about a person',
  'users.update birthday': 'A fact about a person',
  'shop.ask contact': 'A phone number may be typed like a date',
  'taxes.addRate fromDate': 'Completed sales keep the tax that they have',
  'taxes.endRate untilDate': 'Completed sales keep the tax that they have',
  'taxes.update taxFrom': 'Completed sales keep the tax that they have',
  'settingsChanges.closeBooks closedUntil': 'The closed day itself',
}

test('every date that a call takes is checked, or has the reason why it is not', async () => {
  const groups = await endpointGroups()
  const found = groups.flatMap(({ name, group }) =>
    Object.entries(group).flatMap(([verb, { method, body }]) =>
      method === 'GET' ? [] : findDates(body).map((field) => `${name}.${verb} ${field}`),
    ),
  )
  expect(found.toSorted(), 'Check the date with assertBooksOpen, or add the reason to datesOfInput').toEqual(
    Object.keys(datesOfInput).toSorted(),
  )
  const columns = Object.values(importColumns).flatMap((all) => all.map(({ key }) => key))
  expect(columns.filter((key) => /date|day/i.test(key) && key !== 'leadTimeDays')).toEqual([])
})

/** Returns the names of the fields that take a date or a moment. Fields of a list have its name before theirs. */
function findDates(schema: unknown, name = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findDates(schema.unwrap(), name)
  if (schema instanceof z.ZodArray) return findDates(schema.element, name)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, inner]) =>
      field in LastRead ? [] : findDates(inner, name === '' ? field : `${name}.${field}`),
    )
  const takes = (text: string) => schema instanceof z.ZodType && schema.safeParse(text).success
  return !takes('no date') && (takes('2026-01-15') || takes('2026-01-15T00:00:00Z')) ? [name] : []
}

test('a new record is dated after the closed day', async () => {
  await close(closed)
  const count = async () => [await db.$count(sale), await db.$count(purchaseOrder), await db.$count(receiving)]
  const before = await count()
  // The moment is the last of the closed day in the shop's time zone.
  for (const orderDate of [closed, day(-400), `${closed}T23:59:59+09:00`]) {
    expect(await staff('POST', '/api/v2/sales', { ...newSale, orderDate })).toMatchObject(refusal('orderDate'))
    const paid = { payments: [{ paymentTypeID: 1, amount: 1000 }], complete: true }
    expect(await staff('POST', '/api/v2/sales', { ...newSale, ...paid, orderDate })).toMatchObject(refusal('orderDate'))
    for (const address of ['/api/v2/po/purchase-order-items'])
      expect(await staff('POST', address, { ...newOrder, orderDate })).toMatchObject(refusal('orderDate'))
    for (const status of ['Pending', 'Completed'])
      expect(
        await staff('POST', '/api/v2/po-receiving', { ...newReceiving, status, receivedDate: orderDate }),
      ).toMatchObject(refusal('receivedDate'))
  }
  expect(await count()).toEqual(before)
  expect((await sell({ orderDate: open })).orderDate).toBe(open)
  expect((await order({ orderDate: `${open}T00:00:00+09:00` })).orderDate).toBe(open)
  expect((await receive({ receivedDate: open, status: 'Completed' })).receivedDate).toBe(open)
})

test('an open sale dated in the closed books keeps its date, its total and its customer', async () => {
  const { customerID } = await done(staff('POST', '/api/v2/customers', newCustomer))
  const stored = await sell({ orderDate: closed, customerID })
  const fresh = await sell({ orderDate: open, customerID })
  await close(closed)
  const put = (of: { salesTransactionID: number }, body: object) =>
    staff('PUT', `/api/v2/sales/${of.salesTransactionID}`, { ...newSale, ...body })
  const other = { ...newCustomer, email: 'other@x.example' }
  for (const wrong of [
    { orderDate: day(0) },
    { orderDate: day(-11) },
    { items: [{ itemID, orderQty: 2 }] },
    { shippingFee: 1 },
    { discount: 1 },
    { customerID: null },
    { customer: other },
  ])
    expect([wrong, await put(stored, wrong)]).toMatchObject([wrong, refusal('orderDate')])
  const kept = { orderDate: closed, customerID, expectedDeliverDate: day(5), remarks: 'Gift' }
  expect((await put(stored, kept)).body.data).toMatchObject({ remarks: 'Gift', orderDate: closed })
  expect(await put(fresh, { orderDate: closed })).toMatchObject(refusal('orderDate'))
  expect((await put(fresh, { customerID: null, items: [{ itemID, orderQty: 2 }] })).status).toBe(200)
})

test('a sale with a payment on a closed day keeps its customer', async () => {
  const { customerID } = await done(staff('POST', '/api/v2/customers', newCustomer))
  const stored = await sell({ orderDate: open, customerID, payments: [{ paymentTypeID: 1, amount: 100 }] })
  await db.execute(sql`alter table money_entry disable trigger user`)
  await db
    .update(moneyEntry)
    .set({ at: new Date(`${closed}T12:00:00+09:00`), day: closed })
    .where(eq(moneyEntry.salesTransactionID, stored.salesTransactionID))
  await db.execute(sql`alter table money_entry enable trigger user`)
  await close(closed)
  const put = (body: object) => staff('PUT', `/api/v2/sales/${stored.salesTransactionID}`, { ...newSale, ...body })
  expect(await put({ customerID: null })).toMatchObject(refusal('orderDate'))
  expect((await put({ customerID, items: [{ itemID, orderQty: 2 }] })).status).toBe(200)
})

test('an open sale dated in the closed books is paid, corrected, completed and canceled with records of today', async () => {
  const paid = await sell({ orderDate: closed })
  const canceled = await sell({ orderDate: closed, payments: [{ paymentTypeID: 1, amount: 100 }] })
  await close(day(-1))
  const at = `/api/v2/sales/${paid.salesTransactionID}`
  const { payments } = await done(staff('POST', `${at}/payments`, { paymentTypeID: 1, amount: 1000 }))
  const { paymentID } = payments[0]
  await done(staff('POST', `${at}/payments/${paymentID}/corrections`, { paymentTypeID: 2, reason: 'Card' }))
  await done(staff('PUT', `${at}/complete`))
  await done(
    manager('PUT', `/api/v2/sales/${canceled.salesTransactionID}/cancel`, { deposit: 'refund', reason: 'No answer' }),
  )
  const ofBoth = inArray(moneyEntry.salesTransactionID, [paid.salesTransactionID, canceled.salesTransactionID])
  expect((await db.select().from(moneyEntry).where(ofBoth)).map((entry) => entry.day)).toEqual(Array(5).fill(day(0)))
})

test('a payment of a closed day is corrected by entries of today', async () => {
  const stored = await sell({ payments: [{ paymentTypeID: 1, amount: 1000 }], complete: true })
  const of = eq(moneyEntry.salesTransactionID, stored.salesTransactionID)
  await db.execute(sql`alter table money_entry disable trigger user`)
  await db
    .update(moneyEntry)
    .set({ at: new Date(`${closed}T12:00:00+09:00`), day: closed })
    .where(of)
  await db.execute(sql`alter table money_entry enable trigger user`)
  await close(closed)
  const { paymentID } = stored.payments[0]
  const at = `/api/v2/sales/${stored.salesTransactionID}/payments/${paymentID}/corrections`
  await done(manager('POST', at, { paymentTypeID: 2, reason: 'Card, not cash' }))
  expect((await db.select().from(moneyEntry).where(of)).map((entry) => [entry.day, entry.amount])).toEqual([
    [closed, 1000],
    [day(0), -1000],
    [day(0), 1000],
  ])
})

test('a sale completed on a closed day is refunded today, and the figures of its day stay', async () => {
  const complete = { payments: [{ paymentTypeID: 1, amount: 1000 }], complete: true }
  const [old, fresh] = [await sell(complete), await sell(complete)]
  const completeOn = (id: number, at: string) =>
    db
      .update(sale)
      .set({ completedAt: new Date(at) })
      .where(eq(sale.salesTransactionID, id))
  await completeOn(old.salesTransactionID, `${closed}T23:59:59+09:00`)
  await completeOn(fresh.salesTransactionID, `${open}T00:00:00+09:00`)
  const salesOf = async (date: string) =>
    (await staff('GET', `/api/v1/dashboard?from=${date}&to=${date}`)).body.data.totalSales.value
  const before = [await salesOf(closed), await salesOf(open), await salesOf(day(0))]
  await close(closed)
  for (const { salesTransactionID } of [old, fresh])
    await done(
      manager('POST', `/api/v2/sales/${salesTransactionID}/refunds`, { paymentTypeID: 1, reason: 'Too small' }),
    )
  expect([await salesOf(closed), await salesOf(open), await salesOf(day(0))]).toEqual([
    before[0],
    before[1],
    before[2] - 2000,
  ])
})

test('a Pending purchase order dated in the closed books is moved out of them before its approval', async () => {
  const stored = await order({ orderDate: closed })
  const dropped = await order({ orderDate: closed })
  const approved = await order({ orderDate: closed })
  await done(manager('PUT', `/api/v2/purchase-orders/${approved.poID}/approve`))
  await close(closed)
  const at = `/api/v2/purchase-orders/${stored.poID}`
  const { poItemID } = stored.purchaseOrderItems[0]
  const lines = '/api/v2/purchase-order-items'
  const orderLine = { poID: stored.poID, itemID, uom: 'PCS', unitCost: 5, orderQty: 6 }
  expect(await staff('PUT', at, { ...newOrder, orderDate: closed })).toMatchObject(refusal('orderDate'))
  expect(await staff('POST', lines, orderLine)).toMatchObject(refusal())
  expect(await staff('PUT', `${lines}/${poItemID}`, orderLine)).toMatchObject(refusal())
  expect(await manager('PUT', `${at}/approve`)).toMatchObject(refusal())
  await done(staff('PUT', at, { ...newOrder, orderDate: open }))
  expect(await staff('PUT', at, { ...newOrder, orderDate: closed })).toMatchObject(refusal('orderDate'))
  await done(staff('PUT', `${lines}/${poItemID}`, orderLine))
  await done(manager('PUT', `${at}/approve`))
  // The end of an order is no figure of its order date.
  await done(manager('PUT', `/api/v2/purchase-orders/${dropped.poID}/cancel`))
  await receive({ poID: approved.poID, status: 'Completed', items: [{ ...line, receivedQty: 2 }] })
  const rest = approved.purchaseOrderItems.map((one: { poItemID: number }) => one.poItemID)
  await done(manager('PUT', `/api/v2/purchase-orders/${approved.poID}/close`, { poItemIDs: rest, reason: 'Sold out' }))
})

test('a Pending receiving dated in the closed books is moved out of them before its completion', async () => {
  const stored = await receive({ receivedDate: closed })
  const dropped = await receive({ receivedDate: closed })
  await close(closed)
  const at = `/api/v2/po-receiving/${stored.poReceivingID}`
  const lines = '/api/v2/po-receiving-items'
  expect(await manager('PUT', `${at}/complete`)).toMatchObject(refusal('receivedDate'))
  expect(await manager('PUT', `${at}/complete`, { receivedDate: closed })).toMatchObject(refusal('receivedDate'))
  expect(await staff('PUT', at, { ...newReceiving, receivedDate: closed })).toMatchObject(refusal('receivedDate'))
  expect(await staff('POST', lines, { ...line, poReceivingID: stored.poReceivingID })).toMatchObject(refusal())
  const own = stored.items[0].poReceivingItemID
  expect(await staff('PUT', `${lines}/${own}`, { ...line, receivedQty: 2 })).toMatchObject(refusal())
  const moved = await done(staff('PUT', at, { ...newReceiving, receivedDate: open }))
  expect(moved.receivedDate).toBe(open)
  const now = moved.items[0].poReceivingItemID
  await done(staff('PUT', `${lines}/${now}`, { ...line, receivedQty: 2 }))
  expect(await manager('PUT', `${at}/complete`, { receivedDate: closed })).toMatchObject(refusal('receivedDate'))
  await done(manager('PUT', `${at}/complete`))
  await done(staff('PUT', `/api/v2/po-receiving/${dropped.poReceivingID}/cancel`))
})

test('records without a date of their own are dated today, so that closed books never stop them', async () => {
  await close(day(-1))
  const began = new Date()
  const { adjustmentID } = await done(
    staff('POST', '/api/v1/inventory-adjustment', { inventoryID, adjustmentReasonID: 1, quantityAdjusted: -1 }),
  )
  await done(admin('PUT', `/api/v1/inventory-adjustment/${inventoryID}/approve/${adjustmentID}`))
  await done(
    staff('POST', '/api/v1/stock-transfers', {
      fromLocationID: 1,
      toLocationID: branch!.locationID,
      items: [{ itemID, quantity: 1 }],
    }),
  )
  await done(staff('POST', '/api/v2/po-receiving-items', line))
  await sell({ payments: [{ paymentTypeID: 1, amount: 1000 }], complete: true })
  await sell({ orderDate: day(0) })
  const [{ itemID: fresh }] = [await stockItem(db, {})]
  const form = (text: string) => {
    const mark = 'mark'
    const part = (name: string, value: string) =>
      `--${mark}\r\ncontent-disposition: form-data; ${name}\r\n\r\n${value}\r\n`
    return {
      payload: `${part('name="kind"', 'stock')}${part('name="file"; filename="stock.csv"', text)}--${mark}--\r\n`,
      type: `multipart/form-data; boundary=${mark}`,
    }
  }
  const items = await db.execute<{ code: string }>(sql`select item_code as code from item where item_id = ${fresh}`)
  const { payload, type } = form(`Item,Location,Inventory Type,Quantity\n${items.rows[0]!.code},Branch,On hand,3\n`)
  const imported = await app.inject({
    method: 'POST',
    url: '/api/v1/imports',
    headers: { authorization: `Bearer ${tokens.get(2)}`, 'content-type': type },
    payload,
  })
  expect([imported.statusCode, imported.json().message]).toEqual([201, imported.json().message])
  const late = await db
    .select()
    .from(stockMovement)
    .where(sql`${stockMovement.at} >= ${began.toISOString()}`)
  expect(new Set(late.map(({ kind }) => kind))).toEqual(new Set(['adjustment', 'transfer', 'sale', 'opening']))
  expect(await db.$count(inventoryAdjustment)).toBe(1)
  expect(await db.$count(stockTransfer)).toBe(1)
})

test('a closing waits for a record that is being saved, and a record that comes later is refused', async () => {
  // Neither the record nor the closing knows of the other, in 20 rounds at once.
  for (let round = 0; round < 20; round++) {
    await close(null)
    const dated = () => staff('POST', '/api/v2/sales', { ...newSale, orderDate: closed })
    const answers = await Promise.all([dated(), close(closed), dated(), dated()])
    const after = await db.$count(sale, eq(sale.orderDate, closed))
    expect(answers[1].status).toBe(200)
    for (const { status } of answers.filter((_, n) => n !== 1)) expect([201, 422]).toContain(status)
    expect((await dated()).status).toBe(422)
    expect(await db.$count(sale, eq(sale.orderDate, closed))).toBe(after)
  }
  await close(null)
  // The transaction has checked its day and is not saved yet.
  let answered = false
  let closing: Promise<void> = Promise.resolve()
  await transact(db, async (tx) => {
    await assertBooksOpen(shopContext(tx, new Date()), 'Asia/Tokyo', [closed])
    closing = close(closed).then(() => void (answered = true))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(answered).toBe(false)
  })
  await closing
  expect((await settings()).closedUntil).toBe(closed)
})

test('a day is closed only when the work that began on it is saved', async () => {
  // In this zone the day began less than a minute ago, as far as the server's clock knows.
  const clock = app.clock
  try {
    app.clock = () => new Date(Date.parse(`${day(0)}T00:00:30+09:00`))
    expect(await close(day(-1))).toMatchObject({ status: 503, body: { code: 'books.busy' } })
    expect((await close(day(-2))).status).toBe(200)
  } finally {
    app.clock = clock
  }
  // This transaction began before the end of the closed day, as far as its zone knows.
  await transact(db, async (tx) => {
    await tx.execute(sql`select 1`)
    app.clock = () => new Date(Date.now() + 2 * 86_400_000)
    try {
      expect(await close(day(0))).toMatchObject({ status: 503, body: { code: 'books.busy' } })
      expect((await close(day(-1))).status).toBe(200)
    } finally {
      app.clock = clock
    }
  })
})

test('the database refuses rows in the closed books by itself', async () => {
  const [stored, ordered, received] = [await sell({}), await order({}), await receive({})]
  const paid = await sell({ payments: [{ paymentTypeID: 1, amount: 100 }] })
  await close(closed)
  const tries = [
    db.update(sale).set({ orderDate: closed }).where(eq(sale.salesTransactionID, stored.salesTransactionID)),
    db.update(purchaseOrder).set({ orderDate: closed }).where(eq(purchaseOrder.poID, ordered.poID)),
    db.update(receiving).set({ receivedDate: closed }).where(eq(receiving.poReceivingID, received.poReceivingID)),
    db.execute(sql`insert into money_entry (day, location_id, kind, sales_transaction_id, payment_type_id, amount)
      values (${closed}, 1, 'payment', ${paid.salesTransactionID}, 1, 1)`),
    db.execute(sql`insert into money_entry (day, location_id, kind, customer_id, payment_type_id, amount, reason)
      select ${closed}::date, 1, 'credit_paid_in', min(customer_id), 1, 1, 'More than owed' from customer`),
  ]
  for (const one of await Promise.allSettled(tries))
    expect(one).toMatchObject({ reason: { cause: { message: expect.stringContaining(`closed until ${closed}`) } } })
  await db.update(sale).set({ orderDate: open }).where(eq(sale.salesTransactionID, stored.salesTransactionID))
})
