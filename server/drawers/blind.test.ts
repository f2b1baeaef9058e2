// Proves through HTTP what Staff and Managers get before, while and after a drawer is counted blind, and that selling at
// another drawer goes on meanwhile. tests/security/blind-count.test.ts walks every call.
import { expect, onTestFinished, test } from 'vitest'

import { countOf, makeDrawers, open } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { apiToken } from '../db/schema/integrations.ts'
import { openSession } from '../http/session.ts'
import { hashToken } from '../kernel/tokens.ts'

const { db, as, users } = await testApp()
const [manager, staff] = [as(2), as(3)]
type Call = typeof staff

/** Returns a caller with a session of its own that uses this drawer. */
async function callerAt(drawerID: number, roleID: 2 | 3 = 3): Promise<Call> {
  const authorization = `Bearer ${await openSession(db, users.get(roleID)!, 'till')}`
  const call: Call = (method, path, body) => as(null)(method, path, body, { authorization })
  await call('PUT', '/api/v1/own-drawer', { drawerID })
  return call
}

/** Hands a count in and finishes it, which ends the blind count. */
async function endCount(path: string) {
  await staff('POST', `${path}/count`, countOf(1777))
  await staff('PUT', `${path}/finished`)
}

let made = 0
/** Opens two drawers of a location, sells at the first one for ₱777 in cash, and returns what its tests need. */
async function openTwo() {
  const names = ['First', 'Second'].map((name) => `${name} ${++made}`)
  const { locationID, drawerIDs } = await makeDrawers(manager, names)
  const [{ drawerSessionID }] = [await open(staff, drawerIDs[0]!), await open(staff, drawerIDs[1]!)]
  const { itemID } = await stockItem(db, { quantity: 50, price: 777, locationID })
  const { body } = await staff('POST', '/api/v2/customers', {
    firstName: 'Ana',
    lastName: `Cruz ${made}`,
    contactNo: '1',
    customerTypeID: 1,
    email: `ana${made}@x.example`,
  })
  const sell = (who: Call, type = 1, over: object = {}) =>
    who('POST', '/api/v2/sales', {
      locationID,
      transactionTypeID: 1,
      customerID: body.data.customerID,
      complete: true,
      items: [{ itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: type, amount: 777 }],
      ...over,
    })
  const [first, second] = [await callerAt(drawerIDs[0]!), await callerAt(drawerIDs[1]!)]
  const sold = (await sell(first)).body.data
  const path = `/api/v1/drawer-sessions/${drawerSessionID}`
  onTestFinished(() => endCount(path))
  return {
    first,
    second,
    sell,
    path,
    name: names[0]!,
    salesTransactionID: sold.salesTransactionID as number,
    customerID: body.data.customerID as number,
    count: () => staff('PUT', `${path}/counting`),
    finish: () => endCount(path),
    close: () => staff('PUT', `${path}/close`, {}),
  }
}

const refusal = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.code, body.message]
const blind = (name: string) => [
  409,
  'drawer.blind',
  `${name} is being counted: figures of money are shown again when the count is finished`,
]

test('figures of many records are refused to Staff while a drawer is counted, and to no Manager', async () => {
  const till = await openTwo()
  const paths = [
    '/api/v2/sales',
    '/api/v1/dashboard',
    '/api/v1/analytics',
    '/api/v1/reports/payments',
    '/api/v1/reports/payments?format=csv',
    '/api/v1/search?q=777',
    '/api/v1/proofs',
  ]
  const statuses = (who: Call) => Promise.all(paths.map(async (path) => (await who('GET', path)).status))
  expect(await statuses(staff)).toEqual(paths.map(() => 200))
  await till.count()
  for (const path of paths) expect([path, ...refusal(await staff('GET', path))]).toEqual([path, ...blind(till.name)])
  expect(await statuses(manager)).toEqual(paths.map(() => 200))
  // A report of goods shows no money of sales.
  expect((await staff('GET', '/api/v1/reports/stock')).status).toBe(200)
  await till.finish()
  expect(await statuses(staff)).toEqual(paths.map(() => 200))
  await till.close()
  expect(await statuses(staff)).toEqual(paths.map(() => 200))
})

test('going back to selling shows the figures again', async () => {
  const till = await openTwo()
  await till.count()
  expect((await staff('GET', '/api/v1/dashboard')).status).toBe(409)
  await staff('PUT', `${till.path}/selling`)
  expect((await staff('GET', '/api/v1/dashboard')).status).toBe(200)
})

test('a sale with money in the counted session is refused, with its papers and changes; other sales are not', async () => {
  const till = await openTwo()
  const other = (await till.sell(till.second, 1, { customerID: null })).body.data.salesTransactionID
  await till.count()
  const calls: Parameters<Call>[] = [
    ['GET', ''],
    ['GET', '/pdf'],
    ['POST', '/payments', { paymentTypeID: 4, amount: 1 }],
    ['PUT', '/cancel', {}],
  ]
  for (const [method, path, body] of calls) {
    const answer = await staff(method, `/api/v2/sales/${till.salesTransactionID}${path}`, body)
    expect([path, ...refusal(answer)]).toEqual([path, ...blind(till.name)])
    expect((await manager('GET', `/api/v2/sales/${till.salesTransactionID}`)).status).toBe(200)
  }
  expect((await staff('GET', `/api/v2/sales/${other}`)).status).toBe(200)
  expect((await staff('GET', `/api/v2/sales/${other}/pdf`)).status).toBe(200)
  expect((await staff('GET', '/api/v2/sales/999999')).status).toBe(404)
  await till.finish()
  expect((await staff('GET', `/api/v2/sales/${till.salesTransactionID}`)).status).toBe(200)
})

test('selling goes on at another drawer, and without cash at the counted one', async () => {
  const till = await openTwo()
  await till.count()
  for (const [who, type] of [
    [till.second, 1],
    [till.first, 4],
  ] as const) {
    const made = await till.sell(who, type, { customerID: null })
    expect([made.status, made.body.message]).toEqual([201, undefined])
    const path = `/api/v2/sales/${made.body.data.salesTransactionID}`
    expect((await who('GET', path)).body.data).toMatchObject({ totalPurchase: 777, status: 'Completed' })
  }
  expect(refusal(await till.sell(till.first))[1]).toBe('drawer.counting')
  for (const path of [
    '/api/v1/items',
    '/api/v2/customers',
    `/api/v2/customers/${till.customerID}`,
    '/api/v1/inventory',
  ])
    expect([path, (await staff('GET', path)).status]).toEqual([path, 200])
  const open = await till.sell(till.second, 1, { customerID: null, complete: false, payments: [] })
  const path = `/api/v2/sales/${open.body.data.salesTransactionID}`
  expect((await till.second('POST', `${path}/payments`, { paymentTypeID: 1, amount: 800 })).body.data.change).toBe(23)
  expect((await till.second('PUT', `${path}/complete`)).status).toBe(200)
})

test('the credit and the statement of a customer of the counted session are refused, those of others are not', async () => {
  const [till, other] = [await openTwo(), await openTwo()]
  await till.count()
  for (const path of [
    `/api/v1/customers/${till.customerID}/credit`,
    `/api/v2/customers/${till.customerID}/statement`,
    `/api/v2/customers/${till.customerID}/summary`,
  ])
    expect([path, ...refusal(await staff('GET', path))]).toEqual([path, ...blind(till.name)])
  expect((await staff('GET', `/api/v1/customers/${other.customerID}/credit`)).status).toBe(200)
  // Paying would say how much credit is left.
  const credit = (await staff('GET', '/api/v3/transaction/payment-types')).body.data.find(
    ({ code }: { code: string }) => code === 'store_credit',
  ).paymentTypeID
  expect(refusal(await till.sell(till.second, credit))).toEqual(blind(till.name))
  expect(refusal(await other.sell(other.second, credit))[1]).toBe('credit.short')
})

test('a sale that was sent before is not told again while its drawer is counted', async () => {
  const till = await openTwo()
  const clientKey = '01890000-0000-7000-8000-000000000001'
  const first = await till.sell(till.first, 1, { clientKey })
  await till.count()
  expect(refusal(await till.sell(till.first, 1, { clientKey }))).toEqual(blind(till.name))
  await till.finish()
  const again = await till.sell(till.first, 1, { clientKey })
  expect(again.body.data.salesTransactionID).toBe(first.body.data.salesTransactionID)
})

test('the sessions of a counted drawer have no amounts for Staff, those of another drawer do', async () => {
  const till = await openTwo()
  await till.count()
  await till.finish()
  await till.close()
  const earlier = till.path
  const { body } = await staff('GET', earlier)
  const { drawerID } = body.data
  const { drawerSessionID } = await open(staff, drawerID, 1777)
  await staff('PUT', `/api/v1/drawer-sessions/${drawerSessionID}/counting`)
  onTestFinished(() => endCount(`/api/v1/drawer-sessions/${drawerSessionID}`))
  expect((await staff('GET', earlier)).body.data).toMatchObject({ isBlind: true, counts: [], movements: [] })
  expect(refusal(await staff('GET', `${earlier}/z`))).toEqual(blind(till.name))
  expect(refusal(await staff('GET', `${earlier}/comparison`))[1]).toBe('drawer.not_finished')
  expect((await manager('GET', `${earlier}/z`)).status).toBe(200)
  // Another drawer is closed at the same time.
  const other = await openTwo()
  await other.count()
  await other.finish()
  expect((await other.close()).status).toBe(200)
  expect((await staff('GET', `${other.path}/z`)).status).toBe(200)
})

test('an API token sees what its user may see', async () => {
  const till = await openTwo()
  const token = 'alahas_of_staff'
  await db.insert(apiToken).values({
    tokenName: 'Reports',
    tokenHash: hashToken(token),
    userID: users.get(3)!,
    operations: ['salesList'],
    createdAt: new Date(),
    expiresAt: new Date('2999-01-01'),
  })
  const read = () => as(null)('GET', '/api/v2/sales', null, { authorization: `Bearer ${token}` })
  expect((await read()).status).toBe(200)
  await till.count()
  expect(refusal(await read())).toEqual(blind(till.name))
  await till.finish()
  expect((await read()).status).toBe(200)
})

test('two drawers that are counted are both named', async () => {
  const [one, other] = [await openTwo(), await openTwo()]
  await one.count()
  await other.count()
  expect(refusal(await staff('GET', '/api/v1/dashboard'))[2]).toBe(
    `${one.name} and ${other.name} are being counted: figures of money are shown again when the counts are finished`,
  )
  await one.finish()
  expect(refusal(await staff('GET', '/api/v1/dashboard'))).toEqual(blind(other.name))
  await other.finish()
})

test('while counting begins, each answer is one of before or is refused', async () => {
  const till = await openTwo()
  const path = `/api/v2/sales/${till.salesTransactionID}`
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => staff('GET', path)),
    till.count(),
    ...Array.from({ length: 8 }, () => staff('GET', path)),
  ])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const started = answers[8]!
  expect(started.body.data).toMatchObject({ isBlind: true, counts: [], movements: [] })
  expect((await staff('GET', path)).status).toBe(409)
})
