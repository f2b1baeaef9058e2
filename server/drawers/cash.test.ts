// Proves that every entry of the money ledger gets the session of its drawer, that cash needs an open one, and that
// counting and cash wait for each other.
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { makeDrawers, open } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { until } from '../../tests/support/server.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { customerOf } from '../../tests/support/trade-ins.ts'
import { drawerSession } from '../db/schema/drawers.ts'
import { moneyEntry } from '../db/schema/money.ts'
import { paymentType, sale } from '../db/schema/sales.ts'
import { inventory } from '../db/schema/stock.ts'
import { transact } from '../db/transaction.ts'
import type { Db, Tx } from '../kernel/database.ts'

const { db, as } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
const [cash, gcash] = [1, 2]
const sales = '/api/v2/sales'

test('payment type 1 is cash', async () => {
  const [first] = await db.select().from(paymentType).where(eq(paymentType.paymentTypeID, cash))
  const [second] = await db.select().from(paymentType).where(eq(paymentType.paymentTypeID, gcash))
  expect([first!.code, second!.code]).toEqual(['cash', null])
})

const soldAt = async (locationID: number, paymentTypeID: number, amount = 1000, over: object = {}) => {
  const { itemID } = await stockItem(db, { quantity: 5, price: 1000, locationID })
  return {
    locationID,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID, amount }],
    complete: amount >= 1000,
    ...over,
  }
}
const sell = async (who: typeof staff, ...given: Parameters<typeof soldAt>) =>
  who('POST', sales, await soldAt(...given))
const refusal = ({ status, body }: Awaited<ReturnType<typeof staff>>) => [status, body.code, body.message]
const entriesOf = (salesTransactionID: number) =>
  db
    .select({ kind: moneyEntry.kind, amount: moneyEntry.amount, session: moneyEntry.drawerSessionID })
    .from(moneyEntry)
    .where(eq(moneyEntry.salesTransactionID, salesTransactionID))
    .orderBy(asc(moneyEntry.entryID))

test('a shop without drawers takes cash without a session', async () => {
  const { status, body } = await sell(staff, 1, cash)
  expect(status).toBe(201)
  expect(await entriesOf(body.data.salesTransactionID)).toEqual([{ kind: 'payment', amount: 1000, session: null }])
})

test('cash needs an open drawer at its location, and a refused sale leaves nothing', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Counter 1'])
  const before = await db.$count(sale)
  const body = await soldAt(locationID, cash)
  const refused = await staff('POST', sales, body)
  expect(refusal(refused)).toEqual([409, 'drawer.not_open', 'Open the drawer of Counter 1 first'])
  expect(await db.$count(sale)).toBe(before)
  const [stock] = await db.select().from(inventory).where(eq(inventory.itemID, body.items[0]!.itemID))
  expect([stock!.quantity, stock!.reserved]).toEqual([5, 0])
  const { drawerSessionID } = await open(staff, drawerIDs[0]!)
  // The payment and its change belong to the session.
  const sold = await staff('POST', sales, { ...body, payments: [{ paymentTypeID: cash, amount: 1500 }] })
  expect(await entriesOf(sold.body.data.salesTransactionID)).toEqual([
    { kind: 'payment', amount: 1500, session: drawerSessionID },
    { kind: 'change', amount: -500, session: drawerSessionID },
  ])
  // Another location has no drawer, so nothing changes there.
  expect((await sell(staff, 1, cash)).status).toBe(201)
})

test('other payment types are never refused, and belong to the open session', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Counter 2'])
  const early = await sell(staff, locationID, gcash)
  expect(await entriesOf(early.body.data.salesTransactionID)).toEqual([
    { kind: 'payment', amount: 1000, session: null },
  ])
  const { drawerSessionID } = await open(staff, drawerIDs[0]!)
  const late = await sell(staff, locationID, gcash)
  expect(await entriesOf(late.body.data.salesTransactionID)).toMatchObject([{ session: drawerSessionID }])
})

test('with several drawers the person chooses one, and a manager at another till another', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Left', 'Right'])
  const sessions = [await open(staff, drawerIDs[0]!), await open(staff, drawerIDs[1]!)]
  expect(refusal(await sell(staff, locationID, cash))).toEqual([
    409,
    'drawer.not_chosen',
    'Choose the drawer of this till first',
  ])
  const byPhone = await sell(staff, locationID, gcash)
  expect(await entriesOf(byPhone.body.data.salesTransactionID)).toMatchObject([{ session: null }])
  await staff('PUT', '/api/v1/own-drawer', { drawerID: drawerIDs[1] })
  await manager('PUT', '/api/v1/own-drawer', { drawerID: drawerIDs[0] })
  for (const [who, n] of [
    [staff, 1],
    [manager, 0],
  ] as const) {
    const { body } = await sell(who, locationID, cash)
    expect(await entriesOf(body.data.salesTransactionID)).toMatchObject([{ session: sessions[n]!.drawerSessionID }])
  }
  // The cash of a chosen drawer stays in it, also for a sale of another location.
  const elsewhere = await sell(staff, 1, cash)
  expect(await entriesOf(elsewhere.body.data.salesTransactionID)).toMatchObject([
    { session: sessions[1]!.drawerSessionID },
  ])
  await staff('PUT', '/api/v1/own-drawer', { drawerID: null })
  await manager('PUT', '/api/v1/own-drawer', { drawerID: null })
})

test('a refund, a returned deposit, a correction and money of store credit belong to the session', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Back'])
  const { drawerSessionID } = await open(staff, drawerIDs[0]!)
  const { data: sold } = (await sell(staff, locationID, cash)).body
  await manager('POST', `${sales}/${sold.salesTransactionID}/refunds`, {
    items: [{ salesItemID: sold.items[0].salesItemID, qty: 1 }],
    reason: 'Too small',
    paymentTypeID: cash,
  })
  const { data: deposit } = (await sell(staff, locationID, cash, 300)).body
  const corrected = await manager(
    'POST',
    `${sales}/${deposit.salesTransactionID}/payments/${deposit.payments[0].paymentID}/corrections`,
    { amount: 200, reason: 'Typed wrong' },
  )
  expect(corrected.status).toBe(201)
  await manager('PUT', `${sales}/${deposit.salesTransactionID}/cancel`, { deposit: 'refund', reason: 'Changed mind' })
  const credit = await staff('POST', `/api/v1/customers/${await customerOf(db, 'Ana')}/credit/payments`, {
    locationID,
    paymentTypeID: cash,
    amount: 50,
    reason: 'Paid too much',
  })
  expect(credit.status).toBe(201)
  const kinds = await db
    .select({ kind: moneyEntry.kind, amount: moneyEntry.amount })
    .from(moneyEntry)
    .where(eq(moneyEntry.drawerSessionID, drawerSessionID))
    .orderBy(asc(moneyEntry.entryID))
  expect(kinds.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['payment', 1000],
    ['refund', -1000],
    ['payment', 300],
    ['payment', -300],
    ['payment', 200],
    ['deposit_returned', -200],
    ['credit_paid_in', 50],
  ])
})

test('a kept deposit moves no money and needs no drawer', async () => {
  const { locationID } = await makeDrawers(manager, ['Kept'])
  const { data } = (await sell(staff, locationID, gcash, 300)).body
  const kept = await manager('PUT', `${sales}/${data.salesTransactionID}/cancel`, {
    deposit: 'forfeit',
    reason: 'Gone',
  })
  expect(kept.status).toBe(200)
  expect(await entriesOf(data.salesTransactionID)).toMatchObject([
    { session: null },
    { kind: 'deposit_kept', session: null },
  ])
})

/** Waits until a statement of this database waits for a lock. */
const waitForLock = () =>
  until(async () => {
    const { rows } = await db.execute<{ waiting: boolean }>(sql`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waiting`)
    return rows[0]!.waiting
  })

const setStatus = (on: Db | Tx, id: number, status: 'Counting' | 'Open') =>
  on
    .update(drawerSession)
    .set({ status, countingAt: status === 'Counting' ? new Date() : null })
    .where(eq(drawerSession.drawerSessionID, id))

test('while a drawer is counted it takes no cash, and other money still belongs to it', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Busy $& 1'])
  const { drawerSessionID } = await open(staff, drawerIDs[0]!)
  await setStatus(db, drawerSessionID, 'Counting')
  expect(refusal(await sell(staff, locationID, cash))).toEqual([
    409,
    'drawer.counting',
    'Busy $& 1 is being counted: take cash again after it is closed',
  ])
  const other = await sell(staff, locationID, gcash)
  expect(await entriesOf(other.body.data.salesTransactionID)).toMatchObject([{ session: drawerSessionID }])
})

test('cash that meets a counting waits, and is refused once the counting has begun', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Meeting'])
  const { drawerSessionID } = await open(staff, drawerIDs[0]!)
  const body = await soldAt(locationID, cash)
  let selling: ReturnType<typeof staff> | undefined
  let isDone = false
  await transact(db, async (tx) => {
    await setStatus(tx, drawerSessionID, 'Counting')
    selling = staff('POST', sales, body)
    void selling.then(() => (isDone = true))
    await waitForLock()
    expect(isDone).toBe(false)
  })
  expect((await selling!).body.code).toBe('drawer.counting')
})

test('a counting that meets cash waits, and sees its entry', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Waiting'])
  const { drawerSessionID } = await open(staff, drawerIDs[0]!)
  const customerID = await customerOf(db, 'Bea')
  let counting: Promise<unknown> | undefined
  let isDone = false
  let wasDone = true
  const rolledBack = transact(db, async (tx) => {
    await tx.insert(moneyEntry).values({
      day: '2026-11-20',
      locationID,
      kind: 'credit_paid_in',
      customerID,
      paymentTypeID: cash,
      amount: 5,
      reason: 'Paid too much',
    })
    counting = setStatus(db, drawerSessionID, 'Counting').then(() => (isDone = true))
    await waitForLock()
    wasDone = isDone
    throw new Error('Rolled back')
  })
  await expect(rolledBack).rejects.toThrow('Rolled back')
  expect(wasDone).toBe(false)
  await counting
  expect(isDone).toBe(true)
})
