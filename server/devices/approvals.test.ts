// Proves through HTTP how a Manager approves what a cashier may not do alone: for which call, how often and for how long,
// and that the audit trail keeps both.
import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { approvableCalls, approvalHeader } from '../../contract/devices/approvals.ts'
import { operations } from '../../contract/operations.ts'
import { browserOf, enrolledBrowser, givePins } from '../../tests/support/devices.ts'
import { countOf, makeDrawers, open } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { approval, drawerMovement } from '../db/schema/drawers.ts'
import { user } from '../db/schema/people.ts'
import { saleRefund } from '../db/schema/refunds.ts'
import { audit } from '../db/schema/shared.ts'

const { app, db, as, tokens, users } = await testApp({ connections: 10 })
const [managerID, staffID] = [users.get(2)!, users.get(3)!]
const [managersPin, staffsPin] = ['739201', '482913']
const refundCall = 'POST /api/v2/sales/:id/refunds'
const saleCall = 'POST /api/v2/sales'
type Answer = { status: number; body: { code: string; message: string } }
const refusal = ({ status, body }: Answer) => [status, body.code, body.message]
const ended = [403, 'approval.ended', 'This approval was used or has ended: ask the Manager again']

await givePins(db, [
  [managerID, managersPin],
  [staffID, staffsPin],
])
const { browser: till } = await enrolledBrowser(app, tokens.get(2)!)
beforeAll(() => till.switch(staffID, staffsPin))

/** Lets the manager approve a call at a till, and returns the header with the key. */
async function approve(call: string, at = till) {
  const { status, body } = await at.call('POST', '/api/v1/device/approvals', {
    userID: managerID,
    pin: managersPin,
    call,
  })
  expect([status, body.data?.approvedByName]).toEqual([200, 'Test Manager'])
  return { [approvalHeader]: body.data.key as string }
}

async function newSale(over: object = {}) {
  const { itemID } = await stockItem(db, { quantity: 5, price: 1000 })
  return {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
    ...over,
  }
}
const sold = async () => {
  const { body } = await as(3)('POST', '/api/v2/sales', await newSale())
  return body.data.salesTransactionID as number
}
const refundOf = (id: number, headers = {}, at = till) =>
  at.call('POST', `/api/v2/sales/${id}/refunds`, { paymentTypeID: 1, reason: 'Too small' }, headers)

/** The last row of the audit trail as an Admin sees it. */
const lastRow = async (action: string) => {
  const { body } = await as(1)('GET', `/api/v1/audit?action=${encodeURIComponent(action)}&sort=-auditID`)
  return body.data[0]
}

test('every call that can be approved is one of the contract, stores an answer and no file', () => {
  const byName = new Map(operations.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
  for (const call of approvableCalls) expect(byName.get(call), call).toBeDefined()
  expect(approvableCalls.filter((call) => byName.get(call)!.file || byName.get(call)!.stream)).toEqual([])
})

test('a cashier refunds with the word of a manager, and the trail keeps both', async () => {
  const id = await sold()
  expect((await refundOf(id)).body.code).toBe('access.denied')
  const { status } = await refundOf(id, await approve(refundCall))
  expect(status).toBe(201)
  const [row] = await db.select().from(audit).where(eq(audit.action, 'refund')).orderBy(desc(audit.auditID)).limit(1)
  expect(row).toMatchObject({ userID: staffID, approvedByID: managerID, entityID: id })
  expect(await lastRow('refund')).toMatchObject({ userName: 'Test Staff', approvedByName: 'Test Manager' })
  const [stored] = await db.select().from(saleRefund).where(eq(saleRefund.salesTransactionID, id))
  expect(stored).toMatchObject({ createdByID: staffID })
  // Without an approval the trail names the user alone.
  expect(await lastRow('create')).toMatchObject({ userName: 'Test Staff', approvedByName: null })
})

test('a price below and a high discount take one approval of the sale', async () => {
  const cheap = await newSale({ payments: [], complete: false })
  cheap.items = cheap.items.map((line) => ({ ...line, price: 700 }))
  const body = { ...cheap, discount: 200 }
  expect((await till.call('POST', '/api/v2/sales', body)).body.code).toBe('sale.price_below')
  expect((await till.call('POST', '/api/v2/sales', body, await approve(saleCall))).status).toBe(201)
  expect(await lastRow('create')).toMatchObject({ userName: 'Test Staff', approvedByName: 'Test Manager' })
})

test('much cash out and a large difference at the close take a manager’s word each', async () => {
  const { drawerIDs } = await makeDrawers(as(2), ['Counter'])
  const { drawerSessionID: id } = await open(as(3), drawerIDs[0]!, 20_000)
  const out = { kind: 'cash_out', reason: 'bank', currency: 'PHP', amount: 6000 }
  const path = `/api/v1/drawer-sessions/${id}`
  const takeOut = (headers = {}) => till.call('POST', `${path}/movements`, out, headers)
  expect((await takeOut()).body.code).toBe('drawer.approval_required')
  const forCash = await approve('POST /api/v1/drawer-sessions/:id/movements')
  expect((await takeOut(forCash)).status).toBe(201)
  expect(refusal(await takeOut(forCash))).toEqual(ended)
  expect(await db.$count(drawerMovement, eq(drawerMovement.drawerSessionID, id))).toBe(1)

  await till.call('PUT', `${path}/counting`)
  await till.call('POST', `${path}/count`, countOf(10_000))
  await till.call('PUT', `${path}/finished`)
  const close = (headers = {}) => till.call('PUT', `${path}/close`, { reason: 'wrong_change', note: 'Short' }, headers)
  expect((await close()).body.code).toBe('drawer.approval_required')
  expect((await close(await approve('PUT /api/v1/drawer-sessions/:id/close'))).status).toBe(200)
  expect(await lastRow('finish')).toMatchObject({ userName: 'Test Staff', approvedByName: 'Test Manager' })
})

test('an approval works once, also when two calls use it at once', async () => {
  const [one, two] = [await sold(), await sold()]
  const key = await approve(refundCall)
  const both = await Promise.all([refundOf(one, key), refundOf(two, key)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
  expect(refusal(both.find(({ status }) => status === 403)!)).toEqual(ended)
})

test('a refused action leaves the approval, and a repeated one gets its stored answer', async () => {
  const id = await sold()
  const key = await approve(refundCall)
  const wrong = await till.call('POST', `/api/v2/sales/${id}/refunds`, { paymentTypeID: 999, reason: 'x' }, key)
  expect([wrong.status, wrong.body.code]).toEqual([422, 'reference.missing'])
  const headers = { ...key, 'idempotency-key': 'refund once' }
  const first = await refundOf(id, headers)
  const again = await refundOf(id, headers)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expect(await db.$count(saleRefund, eq(saleRefund.salesTransactionID, id))).toBe(1)
})

test('an approval is for one call of one session', async () => {
  const id = await sold()
  const forSale = await approve(saleCall)
  expect((await refundOf(id, forSale)).body.code).toBe('access.denied')
  const forRefund = await approve(refundCall)
  const cheap = await newSale()
  cheap.items = cheap.items.map((line) => ({ ...line, price: 700 }))
  expect(refusal(await till.call('POST', '/api/v2/sales', cheap, forRefund))).toEqual(ended)
  const { browser: other } = await enrolledBrowser(app, tokens.get(2)!)
  await other.switch(staffID, staffsPin)
  expect((await refundOf(id, forRefund, other)).body.code).toBe('access.denied')
  expect((await refundOf(id, forRefund)).status).toBe(201)
  // The same person in another session has no part in it.
  const bySession = await approve(refundCall)
  await till.switch(staffID, staffsPin)
  expect((await refundOf(await sold(), bySession)).body.code).toBe('access.denied')
})

test('an approval ends after two minutes, and with the rights of its manager', async () => {
  const id = await sold()
  const old = await approve(refundCall)
  await db.update(approval).set({ createdAt: sql`now() - interval '121 seconds'` })
  expect(refusal(await refundOf(id, old))).toEqual(ended)
  const still = await approve(refundCall)
  await db.update(approval).set({ createdAt: sql`now() - interval '115 seconds'` })
  expect((await refundOf(id, still)).status).toBe(201)
  const next = await sold()
  for (const change of [{ roleID: 3 as const }, { status: false }]) {
    const key = await approve(refundCall)
    await db.update(user).set(change).where(eq(user.userID, managerID))
    expect(refusal(await refundOf(next, key))).toEqual(ended)
    await db.update(user).set({ roleID: 2, status: true }).where(eq(user.userID, managerID))
  }
})

test('only a manager approves, only with the PIN, and only at a device', async () => {
  const ask = (body: object, at = till) => at.call('POST', '/api/v1/device/approvals', { call: refundCall, ...body })
  expect(refusal(await ask({ userID: staffID, pin: staffsPin }))).toEqual([
    403,
    'access.denied',
    'Only a Manager can approve this',
  ])
  expect((await ask({ userID: managerID, pin: staffsPin })).body.code).toBe('pin.wrong')
  expect((await ask({ userID: managerID, pin: managersPin, call: 'PUT /api/v1/settings' })).status).toBe(400)
  const elsewhere = browserOf(app, tokens.get(3))
  expect((await ask({ userID: managerID, pin: managersPin }, elsewhere)).body.code).toBe('device.not_enrolled')
  expect((await ask({ userID: managerID, pin: managersPin }, browserOf(app))).body.code).toBe('auth.required')
  // The token of a till's session is worth nothing at another device.
  const { browser: other } = await enrolledBrowser(app, tokens.get(2)!)
  const stolen = await other.call(
    'POST',
    '/api/v1/device/approvals',
    { userID: managerID, pin: managersPin, call: refundCall },
    { authorization: `Bearer ${till.token}` },
  )
  expect(stolen.body.code).toBe('device.not_enrolled')
})

test('a cashier who signed in with a password at a device gets an approval too', async () => {
  const { browser, deviceID } = await enrolledBrowser(app, tokens.get(2)!)
  const headers = { authorization: `Bearer ${tokens.get(3)}` }
  const body = { userID: managerID, pin: managersPin, call: refundCall }
  const { status, body: answer } = await browser.call('POST', '/api/v1/device/approvals', body, headers)
  expect(status).toBe(200)
  const refunded = await refundOf(await sold(), { ...headers, [approvalHeader]: answer.data.key }, browser)
  expect([deviceID > 0, refunded.status]).toEqual([true, 201])
})

test('wrong PINs at an approval lock the device', async () => {
  const { browser } = await enrolledBrowser(app, tokens.get(2)!)
  await browser.switch(staffID, staffsPin)
  const guess = (pin: string) =>
    browser.call('POST', '/api/v1/device/approvals', { userID: managerID, pin, call: refundCall })
  for (let n = 0; n < 5; n++) expect((await guess(`60100${n}`)).body.code).toBe('pin.wrong')
  expect((await guess(managersPin)).body.code).toBe('pin.locked')
  expect((await browser.switch(staffID, staffsPin)).body.code).toBe('pin.locked')
})

test('an approval opens no read and no call that nobody approves', async () => {
  const key = await approve(refundCall)
  for (const [method, url] of [
    ['GET', '/api/v1/drawer-sessions/1/x'],
    ['GET', '/api/v1/repricings'],
    ['PUT', '/api/v1/settings'],
    ['POST', '/api/v1/customers/1/credit'],
  ] as const) {
    const { status, body } = await till.call(method, url, method === 'GET' ? undefined : {}, key)
    expect([url, status, body.code]).toEqual([url, 403, 'access.denied'])
  }
  const made = await till.call('POST', '/api/v2/sales', await newSale(), { [approvalHeader]: 'nothing' })
  expect(refusal(made)).toEqual(ended)
})
