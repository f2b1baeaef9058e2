// Proves that a sale which arrives late belongs to the session in which its till made it, or else to the next one, whose
// reports say where it comes from. Without an open session nothing is made, and the till sends it again.
import { randomUUID } from 'node:crypto'

import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { countOf, makeDrawers, open } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { moneyEntry } from '../db/schema/money.ts'
import { sale } from '../db/schema/sales.ts'
import { verifyDrawers } from './verify.ts'

const { db, as } = await testApp({ connections: 10 })
const [manager, staff] = [as(2), as(3)]
const [cash, gcash] = [1, 2]
const sessions = '/api/v1/drawer-sessions'

const refusal = ({ status, body }: Awaited<ReturnType<typeof staff>>) => [status, body.code, body.message]

async function made(locationID: number, over: object = {}) {
  const { itemID } = await stockItem(db, { quantity: 5, price: 1000, locationID })
  return {
    locationID,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: cash, amount: 1200 }],
    complete: true,
    clientKey: randomUUID(),
    ...over,
  }
}
const send = (body: object, who = staff) => who('POST', '/api/v2/sales', body)
const sessionsOf = (salesTransactionID: number) =>
  db
    .select({ session: moneyEntry.drawerSessionID, late: moneyEntry.lateFromID })
    .from(moneyEntry)
    .where(eq(moneyEntry.salesTransactionID, salesTransactionID))
    .orderBy(asc(moneyEntry.entryID))

async function close(drawerSessionID: number, pesos: number) {
  const path = `${sessions}/${drawerSessionID}`
  await staff('PUT', `${path}/counting`)
  await staff('POST', `${path}/count`, countOf(pesos))
  return manager('PUT', `${path}/close`, { reason: 'unknown' })
}

test('a sale names its own session, while it is open', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Own A', 'Own B'])
  const [a, b] = [await open(staff, drawerIDs[0]!), await open(staff, drawerIDs[1]!)]
  await staff('PUT', '/api/v1/own-drawer', { drawerID: drawerIDs[1] })
  const { body } = await send(await made(locationID, { drawerSessionID: a.drawerSessionID }))
  const own = { session: a.drawerSessionID, late: null }
  expect(await sessionsOf(body.data.salesTransactionID)).toEqual([own, own])
  const other = await send(await made(locationID))
  expect((await sessionsOf(other.body.data.salesTransactionID))[0]!.session).toBe(b.drawerSessionID)
  await staff('PUT', '/api/v1/own-drawer', { drawerID: null })
})

test('a sale whose session is closed joins the next one, and its reports say from where', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Late'])
  const first = await open(staff, drawerIDs[0]!)
  const offline = await made(locationID, { drawerSessionID: first.drawerSessionID })
  const closed = await close(first.drawerSessionID, 1000)
  const refused = await send(offline)
  expect(refusal(refused)).toEqual([409, 'drawer.not_open', 'Open the drawer of Late first'])
  expect(await db.$count(sale, eq(sale.clientKey, offline.clientKey))).toBe(0)

  const second = await open(staff, drawerIDs[0]!)
  const sold = await send(offline)
  const late = { session: second.drawerSessionID, late: first.drawerSessionID }
  expect(await sessionsOf(sold.body.data.salesTransactionID)).toEqual([late, late])
  // The till sends it again, and it is not made twice.
  expect((await send(offline)).body.data.salesTransactionID).toBe(sold.body.data.salesTransactionID)
  expect(await db.$count(sale, eq(sale.clientKey, offline.clientKey))).toBe(1)

  const { data: x } = (await manager('GET', `${sessions}/${second.drawerSessionID}/x`)).body
  const row = {
    entryID: sold.body.data.payments[0].paymentID,
    transactionNumber: sold.body.data.transactionNumber,
    paymentName: 'Cash',
    amount: 1000,
    from: first.number,
  }
  expect([x.late, x.currencies[0].expected]).toEqual([[row], 2000])
  const z = (await close(second.drawerSessionID, 2000)).body.data
  expect(z.late).toEqual([row])
  // The report of its own session stays as it was.
  expect((await staff('GET', `${sessions}/${first.drawerSessionID}/z`)).body.data).toEqual(closed.body.data)
  expect(await verifyDrawers({ db })).toEqual([])
})

test('a late sale waits while its drawer is counted, and other money does not', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Waits'])
  const { drawerSessionID } = await open(staff, drawerIDs[0]!)
  await staff('PUT', `${sessions}/${drawerSessionID}/counting`)
  expect((await send(await made(locationID, { drawerSessionID }))).body.code).toBe('drawer.counting')
  const byPhone = { drawerSessionID, payments: [{ paymentTypeID: gcash, amount: 1000 }] }
  const sold = await send(await made(locationID, byPhone))
  expect(await sessionsOf(sold.body.data.salesTransactionID)).toEqual([{ session: drawerSessionID, late: null }])
  await close(drawerSessionID, 1000)
  const later = await send(await made(locationID, byPhone))
  expect(await sessionsOf(later.body.data.salesTransactionID)).toEqual([{ session: null, late: null }])
})

test('a late sale of a drawer that is inactive now belongs to the drawer of who sends it', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Gone', 'Stays'])
  const gone = await open(staff, drawerIDs[0]!)
  const offline = await made(locationID, { drawerSessionID: gone.drawerSessionID })
  await close(gone.drawerSessionID, 1000)
  expect((await manager('PUT', `/api/v1/drawers/${drawerIDs[0]}`, { drawerName: 'Gone', status: false })).status).toBe(
    200,
  )
  const stays = await open(staff, drawerIDs[1]!)
  const sold = await send(offline)
  const late = { session: stays.drawerSessionID, late: gone.drawerSessionID }
  expect(await sessionsOf(sold.body.data.salesTransactionID)).toEqual([late, late])
})

test('a shop that has no active drawer any more takes a late sale without one', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Last'])
  const { drawerSessionID } = await open(staff, drawerIDs[0]!)
  const offline = await made(locationID, { drawerSessionID })
  await close(drawerSessionID, 1000)
  await manager('PUT', `/api/v1/drawers/${drawerIDs[0]}`, { drawerName: 'Last', status: false })
  const sold = await send(offline)
  expect((await sessionsOf(sold.body.data.salesTransactionID))[0]).toEqual({ session: null, late: null })
})

test('an unknown session is refused', async () => {
  const { status, body } = await send(await made(1, { drawerSessionID: 999_999 }))
  expect([status, body.code, body.errors[0].field]).toEqual([422, 'reference.missing', 'drawerSessionID'])
  expect((await send(await made(1, { drawerSessionID: 0 }))).status).toBe(400)
})

test('late sales that meet a close are in one session each', async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Meets'])
  const first = await open(staff, drawerIDs[0]!)
  const path = `${sessions}/${first.drawerSessionID}`
  await staff('PUT', `${path}/counting`)
  await staff('POST', `${path}/count`, countOf(1000))
  const bodies = await Promise.all(
    Array.from({ length: 6 }, () => made(locationID, { drawerSessionID: first.drawerSessionID })),
  )
  const sending = bodies.map((body) => send(body))
  const closing = manager('PUT', `${path}/close`, {})
  const answers = await Promise.all(sending)
  expect((await closing).body.data.currencies[0]).toMatchObject({ payments: 0, expected: 1000 })
  for (const { body } of answers) expect(['drawer.counting', 'drawer.not_open']).toContain(body.code)
  const second = await open(staff, drawerIDs[0]!)
  for (const { status } of await Promise.all(bodies.map((body) => send(body)))) expect(status).toBe(201)
  const { data } = (await manager('GET', `${sessions}/${second.drawerSessionID}/x`)).body
  expect([data.late.length, data.currencies[0].payments]).toEqual([6, 7200])
  expect(await verifyDrawers({ db })).toEqual([])
})
