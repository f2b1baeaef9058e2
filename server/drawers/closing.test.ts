// Proves through HTTP how cash comes in and goes out of a drawer, how it is counted blind and closed, what its reports
// say, and that each of these steps may meet another at once.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { DrawerReportRow } from '../../contract/drawers/drawer-reports.ts'
import type { DrawerSessionRow } from '../../contract/drawers/drawer-sessions.ts'
import { countOf, makeDrawers, open } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { createApp } from '../app.ts'
import { shopSetting } from '../db/schema/company.ts'
import { drawerCount, drawerMovement, drawerReport, drawerSession } from '../db/schema/drawers.ts'
import { moneyEntry } from '../db/schema/money.ts'
import { audit } from '../db/schema/shared.ts'
import { verifyDrawers } from './verify.ts'

const { db, as, tokens, pictureStore } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
const sessions = '/api/v1/drawer-sessions'
type Call = typeof staff

const refusal = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.code, body.message]

/** Makes and opens a drawer with ₱1,000, and returns what its tests need. */
async function openNew(drawerName: string, yen?: number) {
  const { locationID, drawerIDs } = await makeDrawers(manager, [drawerName], yen !== undefined)
  const session = await open(staff, drawerIDs[0]!, 1000, yen)
  const path = `${sessions}/${session.drawerSessionID}`
  const move = (who: Call, body: object) => who('POST', `${path}/movements`, body)
  const step = (what: 'counting' | 'selling', who = staff) => who('PUT', `${path}/${what}`)
  const count = (kind: 'count' | 'recount', pesos: number, inYen = yen) =>
    staff('POST', `${path}/${kind}`, countOf(pesos, inYen))
  const finish = (who = staff) => who('PUT', `${path}/finished`)
  const close = (who: Call, body: object = {}) => who('PUT', `${path}/close`, body)
  const read = async (who = manager): Promise<DrawerSessionRow> => (await who('GET', path)).body.data
  const sell = async (payments: object[], who = staff) => {
    const { itemID } = await stockItem(db, { quantity: 5, price: 1000, locationID })
    const items = [{ itemID, orderQty: 1 }]
    return who('POST', '/api/v2/sales', { locationID, transactionTypeID: 1, items, payments, complete: true })
  }
  return { ...session, path, locationID, drawerID: drawerIDs[0]!, move, step, count, finish, close, read, sell }
}
const bank = { kind: 'cash_in', reason: 'bank', amount: 500 }
const toSafe = { kind: 'cash_out', reason: 'float_to_safe', amount: 200 }

test('cash comes in and goes out for a reason of the list, and the rows say who and when', async () => {
  const till = await openNew('Movements', 5000)
  expect((await till.move(staff, bank)).status).toBe(201)
  await till.move(staff, { ...toSafe, note: 'Evening' })
  const yen = await till.move(manager, { kind: 'cash_in', reason: 'change_money', currency: 'JPY', amount: 3000 })
  expect(yen.body.data.movements).toMatchObject([
    {
      kind: 'cash_in',
      reason: 'bank',
      currency: 'PHP',
      amount: 500,
      note: null,
      correctsID: null,
      byName: 'Test Staff',
    },
    { kind: 'cash_out', reason: 'float_to_safe', currency: 'PHP', amount: 200, note: 'Evening' },
    { kind: 'cash_in', reason: 'change_money', currency: 'JPY', amount: 3000, byName: 'Test Manager' },
  ])
})

test('a movement needs a fitting reason, a note for another one, and a currency of the drawer', async () => {
  const till = await openNew('Refusals')
  const attempt = async (over: object) => refusal(await till.move(staff, { ...bank, ...over }))
  expect(await attempt({ reason: 'supplier' })).toEqual([
    400,
    'input.invalid',
    'This reason is for the other direction',
  ])
  expect(await attempt({ reason: 'other' })).toEqual([400, 'input.invalid', 'Write down the reason'])
  expect(await attempt({ reason: 'other', note: '  ' })).toEqual([400, 'input.invalid', 'Write down the reason'])
  expect(await attempt({ currency: 'JPY' })).toEqual([
    422,
    'drawer.currency_not_counted',
    'Refusals does not count the yen',
  ])
  expect(await attempt({ currency: 'JPY', amount: 0.5 })).toEqual([400, 'input.invalid', 'Yen have no decimals'])
  expect((await attempt({ amount: 0 }))[0]).toBe(400)
  expect((await attempt({ amount: 0.001 }))[0]).toBe(400)
  expect((await attempt({ reason: 'gift' }))[0]).toBe(400)
  expect((await attempt({ reason: 'other', note: 'Found it' }))[0]).toBe(201)
  expect((await till.read()).movements).toHaveLength(1)
  expect(refusal(await staff('POST', `${sessions}/999999/movements`, bank))).toEqual([
    404,
    'record.not_found',
    'Drawer session not found',
  ])
})

test('more cash out than the setting says needs a Manager, in yen two and a half times as much', async () => {
  const till = await openNew('Much', 5000)
  const out = (amount: number, over: object = {}) => till.move(staff, { ...toSafe, amount, ...over })
  expect((await out(5000)).status).toBe(201)
  const refused = await out(5000.01)
  expect(refusal(refused)).toEqual([403, 'drawer.approval_required', 'More than ₱5,000.00 out needs a Manager'])
  expect(refused.body.errors).toEqual([{ field: 'amount', message: 'More than ₱5,000.00 out needs a Manager' }])
  expect((await out(12_500, { currency: 'JPY' })).status).toBe(201)
  expect((await out(12_501, { currency: 'JPY' })).body.message).toBe('More than ¥12,500 out needs a Manager')
  expect((await till.move(manager, { ...toSafe, amount: 9000 })).status).toBe(201)
  // Taking a movement in back lessens the drawer as cash out does.
  const big = await till.move(staff, { ...bank, amount: 6000 })
  const { movementID } = big.body.data.movements.at(-1)
  const back = (who: Call) => who('POST', `/api/v1/drawer-movements/${movementID}/corrections`, { note: 'Typed twice' })
  expect(refusal(await back(staff))[1]).toBe('drawer.approval_required')
  expect((await back(manager)).status).toBe(201)
  const limit = '/api/v1/settings/cash-out'
  expect((await staff('PUT', limit, { cashOutLimit: 9999 })).status).toBe(403)
  expect((await manager('PUT', limit, { cashOutLimit: -1 })).status).toBe(400)
  expect((await manager('PUT', limit, { cashOutLimit: 100 })).body.data.cashOutLimit).toBe(100)
  expect((await out(100.25)).body.message).toBe('More than ₱100.00 out needs a Manager')
  await manager('PUT', limit, { cashOutLimit: 5000 })
})

test('a wrong movement is taken back once by a counter-row, while the drawer is open', async () => {
  const till = await openNew('Wrong')
  const { movementID } = (await till.move(staff, toSafe)).body.data.movements[0]
  const back = (id: number, who = staff) =>
    who('POST', `/api/v1/drawer-movements/${id}/corrections`, { note: 'Typed twice' })
  const [first, ...rest] = (await Promise.all([1, 2, 3, 4].map(() => back(movementID)))).toSorted(
    (a, b) => a.status - b.status,
  )
  expect(first!.body.data.movements.at(-1)).toMatchObject({
    kind: 'cash_out',
    reason: 'float_to_safe',
    amount: -200,
    correctsID: movementID,
    note: 'Typed twice',
  })
  for (const one of rest)
    expect(refusal(one)).toEqual([409, 'drawer.movement_corrected', 'This movement is taken back already'])
  const counter = (await till.read()).movements.at(-1)!
  expect(refusal(await back(counter.movementID))).toEqual([
    422,
    'drawer.movement_final',
    'This row takes a movement back already: enter the movement again',
  ])
  expect((await back(999_999)).status).toBe(404)
  await till.step('counting')
  expect((await back(movementID)).body.code).toBe('drawer.counting')
})

test('while a drawer is counted nothing moves, and selling goes on only before the first count', async () => {
  const till = await openNew('Counting')
  expect(refusal(await till.count('count', 1000))).toEqual([
    409,
    'drawer.not_counting',
    'Counting is not being counted: start counting first',
  ])
  expect((await till.close(manager)).body.code).toBe('drawer.not_counting')
  expect((await till.step('counting')).body.data.status).toBe('Counting')
  expect((await till.step('counting')).body.data.status).toBe('Counting')
  expect(refusal(await till.move(staff, bank))).toEqual([
    409,
    'drawer.counting',
    'Counting is being counted: enter cash again after it is closed',
  ])
  expect((await till.sell([{ paymentTypeID: 1, amount: 1000 }])).body.code).toBe('drawer.counting')
  expect(refusal(await till.close(manager))).toEqual([409, 'drawer.not_counted', 'Count Counting first'])
  expect(refusal(await till.count('recount', 1000))).toEqual([409, 'drawer.not_counted', 'Count Counting first'])
  const selling = await till.step('selling')
  expect([selling.body.data.status, selling.body.data.countingAt]).toEqual(['Open', null])
  expect((await till.step('selling')).status).toBe(200)
  expect((await till.sell([{ paymentTypeID: 1, amount: 1000 }])).status).toBe(201)
  await till.step('counting')
  expect((await till.count('count', 2000)).status).toBe(201)
  expect(refusal(await till.step('selling'))).toEqual([409, 'drawer.counted', 'Counting is counted: close it'])
  expect(refusal(await till.count('count', 2000))).toEqual([409, 'drawer.counted', 'Counting is counted already'])
  expect((await till.count('recount', 1999)).status).toBe(201)
  expect(refusal(await till.count('recount', 1999))).toEqual([
    409,
    'drawer.counted',
    'Counting is counted twice already',
  ])
  expect((await till.close(staff)).status).toBe(200)
  for (const again of [
    till.move(manager, bank),
    till.step('counting'),
    till.step('selling'),
    till.count('count', 1),
    till.count('recount', 1),
    till.close(manager),
  ])
    expect(refusal(await again)).toEqual([409, 'drawer.closed', `Counting is closed already (${till.number})`])
})

test('Staff who count see no opening and no movement, and a Manager sees all', async () => {
  const till = await openNew('Blind')
  await till.move(staff, { ...bank, amount: 777 })
  expect((await till.read(staff)).movements).toHaveLength(1)
  await till.step('counting')
  const blind = await till.read(staff)
  expect([blind.isBlind, blind.counts, blind.movements]).toEqual([true, [], []])
  const listed = await staff('GET', `${sessions}?drawerID=${till.drawerID}`)
  const drawers = await staff('GET', '/api/v1/drawers')
  const started = await till.step('counting')
  // The times of the answers may have these digits too.
  for (const { body } of [listed, drawers, started]) expect(JSON.stringify(body)).not.toMatch(/[:₱](777|1,?000)\b/)
  expect((await staff('GET', `${till.path}/x`)).status).toBe(403)
  expect((await staff('GET', `${till.path}/z`)).body.code).toBe('drawer.blind')
  expect((await manager('GET', `${till.path}/z`)).status).toBe(404)
  expect((await till.read(manager)).movements).toHaveLength(1)
  // The counts that Staff hand in stay visible, and nothing says how far off they are before the count is finished.
  const counted = await till.count('count', 1200)
  expect(counted.body.data.counts).toMatchObject([{ kind: 'first', amount: 1200 }])
  expect(counted.body.data.movements).toEqual([])
  const notFinished = [409, 'drawer.not_finished', 'Finish counting Blind first']
  expect(refusal(await till.close(staff, { reason: 'unknown' }))).toEqual(notFinished)
  expect(refusal(await staff('GET', `${till.path}/comparison`))).toEqual(notFinished)
  expect((await manager('GET', `${till.path}/comparison`)).body.data.currencies).toMatchObject([{ expected: 1777 }])
  const finished = await till.finish()
  expect(finished.body.data).toMatchObject({ isBlind: false, status: 'Counting', finishedAt: expect.any(String) })
  expect(finished.body.data.movements).toHaveLength(1)
  expect((await staff('GET', `${till.path}/comparison`)).body.data.currencies).toMatchObject([
    { expected: 1777, firstCount: 1200, difference: -577 },
  ])
  expect(refusal(await till.close(staff))).toEqual([
    422,
    'drawer.reason_missing',
    'Blind is more than ₱200.00 off: say why',
  ])
})

test('a finished count stays: no recount, no selling, and finishing again changes nothing', async () => {
  const till = await openNew('Finished')
  expect((await till.finish()).body.code).toBe('drawer.not_counting')
  expect(refusal(await staff('GET', `${till.path}/comparison`))[1]).toBe('drawer.not_counting')
  await till.step('counting')
  expect((await till.finish()).body.code).toBe('drawer.not_counted')
  await till.count('count', 900)
  // Ten who finish and ten who recount at once: either the recount is kept, or it is refused.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? till.finish() : till.count('recount', 1000))),
  )
  const recounts = answers.filter(({ status }) => status === 201).length
  expect(recounts).toBeLessThanOrEqual(1)
  for (const { body } of answers.filter(({ status }) => status >= 400)) expect(body.code).toBe('drawer.counted')
  const { counts, finishedAt } = await till.read(staff)
  expect(counts.map(({ kind }) => kind)).toEqual(['opening', 'first', ...(recounts ? ['recount'] : [])])
  expect(finishedAt).toEqual(expect.any(String))
  expect((await till.finish()).body.data.finishedAt).toBe(finishedAt)
  expect((await till.step('selling')).body.code).toBe('drawer.counted')
  expect((await till.count('recount', 1000)).body.code).toBe('drawer.counted')
  expect((await till.close(staff)).status).toBe(200)
})

test('a drawn signature is kept in the report, and one out of its field is refused', async () => {
  const till = await openNew('Signed')
  await till.step('counting')
  await till.count('count', 1000)
  await till.finish()
  const lines = [
    [
      [0, 0],
      [320, 96],
    ],
    [[12, 40]],
  ]
  for (const signature of [
    [],
    [[]],
    [[[321, 0]]],
    [[[0.5, 0]]],
    [[[-1, 0]]],
    'Joy',
    Array.from({ length: 61 }, () => [[1, 1]]),
  ])
    expect((await till.close(staff, { signature })).body.code).toBe('input.invalid')
  expect((await till.close(staff, { signature: lines })).body.data.signature).toEqual(lines)
  expect((await staff('GET', `${till.path}/z`)).body.data.signature).toEqual(lines)
})

/** The refusals of a drawer whose count is so far off, by Staff without a reason, with one, and by a Manager without. */
const reasonMissing = 'drawer.reason_missing'
const managerMissing = 'drawer.approval_required'

test.each([
  [1200.25, reasonMissing, undefined, reasonMissing],
  [799.75, reasonMissing, undefined, reasonMissing],
  [2000, reasonMissing, undefined, reasonMissing],
  [0, reasonMissing, undefined, reasonMissing],
  [2000.25, managerMissing, managerMissing, reasonMissing],
])('a drawer of ₱1,000 that counts ₱%s needs a reason or a Manager', async (pesos, plain, withReason, byManager) => {
  const till = await openNew(`Off ${pesos}`)
  await till.step('counting')
  await till.count('count', pesos)
  await till.finish()
  expect((await till.close(staff)).body.code).toBe(plain)
  expect((await till.close(manager)).body.code).toBe(byManager)
  expect((await till.close(staff, { reason: 'other' })).body.message).toBe('Write down the reason')
  expect((await till.read()).status).toBe('Counting')
  expect(await db.$count(drawerReport, eq(drawerReport.drawerSessionID, till.drawerSessionID))).toBe(0)
  const reason = { reason: 'other', note: 'A coin fell' }
  const [byStaff, last] = [await till.close(staff, reason), await till.close(manager, reason)]
  expect(byStaff.body.code).toBe(withReason)
  expect([byStaff.status, last.status]).toEqual(withReason ? [403, 200] : [200, 409])
  const { data: z } = (await staff('GET', `${till.path}/z`)).body
  expect(z.currencies).toMatchObject([{ expected: 1000, firstCount: pesos, difference: pesos - 1000 }])
  expect(await till.read(staff)).toMatchObject({ status: 'Closed', reason: 'other', note: 'A coin fell' })
})

test('a drawer that is ₱200 off closes without a reason, and the recount decides', async () => {
  const till = await openNew('Near')
  await till.step('counting')
  await till.count('count', 3000)
  await till.count('recount', 1200)
  expect((await till.close(staff)).body.data).toMatchObject({ reason: null, currencies: [{ difference: 200 }] })
})

test('yen have limits of their own', async () => {
  const till = await openNew('Yen', 5000)
  await till.step('counting')
  await till.count('count', 1000, 5501)
  expect((await till.close(manager)).body.message).toBe('Yen is more than ¥500 off: say why')
  await till.count('recount', 1000, 7501)
  expect((await till.close(staff, { reason: 'unknown' })).body.message).toBe(
    'Yen is more than ¥2,500 off: a Manager closes it',
  )
  const closed = await till.close(manager, { reason: 'unknown' })
  expect(closed.body.data.currencies).toMatchObject([
    { currency: 'PHP', difference: 0, firstCount: 1000, recount: 1000 },
    { currency: 'JPY', opening: 5000, payments: 0, expected: 5000, firstCount: 5501, recount: 7501, difference: 2501 },
  ])
})

test('the reports add up payments, change, refunds, payouts and movements; Z is kept as X was', async () => {
  const till = await openNew('Reports')
  await till.sell([{ paymentTypeID: 1, amount: 1500 }])
  await till.sell([{ paymentTypeID: 2, amount: 1000 }])
  await till.sell([
    { paymentTypeID: 2, amount: 400 },
    { paymentTypeID: 1, amount: 600 },
  ])
  const { data: sold } = (await till.sell([{ paymentTypeID: 1, amount: 1000 }])).body
  const refunded = await manager('POST', `/api/v2/sales/${sold.salesTransactionID}/refunds`, {
    items: [{ salesItemID: sold.items[0].salesItemID, qty: 1 }],
    reason: 'Too small',
    paymentTypeID: 1,
  })
  expect(refunded.status).toBe(201)
  await till.move(staff, bank)
  await till.move(staff, toSafe)
  const wrong = (await till.move(staff, { ...bank, amount: 50 })).body.data.movements.at(-1)
  await staff('POST', `/api/v1/drawer-movements/${wrong.movementID}/corrections`, { note: 'Twice' })
  const pesos = {
    currency: 'PHP',
    opening: 1000,
    openingDifference: 0,
    payments: 3100,
    change: 500,
    corrections: 0,
    refunds: 1000,
    payouts: 0,
    cashIn: 500,
    cashOut: 200,
    expected: 2900,
    firstCount: null,
    recount: null,
    difference: null,
  }
  const x: DrawerReportRow = (await manager('GET', `${till.path}/x`)).body.data
  expect(x.currencies).toEqual([pesos])
  expect(x.paymentTypes).toEqual([
    { paymentTypeID: 1, paymentName: 'Cash', entries: 4, amount: 1600 },
    { paymentTypeID: 2, paymentName: expect.any(String), entries: 2, amount: 1400 },
  ])
  expect(x.movements.map(({ kind, reason, amount }) => [kind, reason, amount])).toEqual([
    ['cash_in', 'bank', 500],
    ['cash_out', 'float_to_safe', 200],
    ['cash_in', 'bank', 50],
    ['cash_in', 'bank', -50],
  ])
  expect([x.closedAt, x.late]).toEqual([null, []])
  await till.step('counting')
  await till.count('count', 2890.5)
  await till.finish()
  const { body } = await till.close(staff)
  const z: DrawerReportRow = body.data
  expect(z).toEqual({
    ...x,
    currencies: [{ ...pesos, firstCount: 2890.5, difference: -9.5 }],
    countedByName: 'Test Staff',
    closedAt: expect.any(String),
    closedByName: 'Test Staff',
  })
  expect((await staff('GET', `${till.path}/z`)).body.data).toEqual(z)
  const report = await manager('GET', `/api/v1/reports/payments?locationID=${till.locationID}&paymentTypeID=1`)
  const ofSession = await manager('GET', `/api/v1/reports/payments?drawerSessionID=${till.drawerSessionID}`)
  expect(ofSession.body.data).toHaveLength(6)
  expect(ofSession.body.totals.net).toBe(1600 + 1400)
  const net = report.body.data.reduce((sum: number, row: { net: number }) => sum + row.net, 0)
  expect(net).toBe(pesos.payments - pesos.change - pesos.refunds)
  expect(await verifyDrawers({ db })).toEqual([])
})

test('a closed session and its report never change', async () => {
  const till = await openNew('Final')
  await till.step('counting')
  await till.count('count', 1000)
  await till.close(manager)
  const id = till.drawerSessionID
  for (const statement of [
    sql`update ${drawerSession} set reason = 'unknown' where drawer_session_id = ${id}`,
    sql`delete from ${drawerSession} where drawer_session_id = ${id}`,
    sql`update ${drawerReport} set figures = '{}' where drawer_session_id = ${id}`,
    sql`delete from ${drawerCount} where drawer_session_id = ${id}`,
  ])
    await expect(db.execute(statement)).rejects.toMatchObject({ cause: { code: '23001' } })
})

test('two people who close at once close it once, and ten who count hand in one count', async () => {
  const till = await openNew('At once')
  await till.step('counting')
  const counted = await Promise.all(Array.from({ length: 10 }, () => till.count('count', 1000)))
  expect(counted.filter(({ status }) => status === 201)).toHaveLength(1)
  await till.finish()
  const closed = await Promise.all(Array.from({ length: 6 }, (_, n) => till.close(n % 2 ? staff : manager)))
  expect(closed.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const one of closed.filter(({ status }) => status !== 200)) expect(one.body.code).toBe('drawer.closed')
  expect(await db.$count(drawerCount, eq(drawerCount.drawerSessionID, till.drawerSessionID))).toBe(2)
})

test('sales and movements that meet a counting are in its report, or are refused', async () => {
  const till = await openNew('Rush')
  const cash = [{ paymentTypeID: 1, amount: 1000 }]
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => till.sell(cash)),
    ...Array.from({ length: 3 }, () => till.move(staff, bank)),
    till.step('counting', manager),
    ...Array.from({ length: 5 }, () => till.sell(cash)),
    ...Array.from({ length: 3 }, () => till.move(staff, bank)),
  ])
  for (const { body } of answers.filter(({ status }) => status >= 400)) expect(body.code).toBe('drawer.counting')
  const entries = await db.$count(moneyEntry, eq(moneyEntry.drawerSessionID, till.drawerSessionID))
  const moved = await db.$count(drawerMovement, eq(drawerMovement.drawerSessionID, till.drawerSessionID))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(entries + moved)
  await till.count('count', 1000 + entries * 1000 + moved * 500)
  const closed = await till.close(manager)
  expect(closed.body.data.currencies[0]).toMatchObject({ payments: entries * 1000, cashIn: moved * 500, difference: 0 })
  expect(await verifyDrawers({ db })).toEqual([])
})

test('a count survives a crash: another server closes the drawer', async () => {
  const till = await openNew('Crash')
  await till.sell([{ paymentTypeID: 1, amount: 1000 }])
  await till.step('counting')
  await till.count('count', 2000)
  const other = await createApp({ db, pictureStore })
  const headers = { authorization: `Bearer ${tokens.get(3)}` }
  const read = await other.inject({ url: till.path, headers })
  expect(read.json().data).toMatchObject({ status: 'Counting', counts: [{ kind: 'first', amount: 2000 }] })
  await other.inject({ method: 'PUT', url: `${till.path}/finished`, headers })
  const closed = await other.inject({ method: 'PUT', url: `${till.path}/close`, headers, payload: {} })
  expect(closed.json().data.currencies).toMatchObject([{ expected: 2000, difference: 0 }])
  await other.close()
})

test('a session knows no midnight and no time zone: after three days it has all of its cash', async () => {
  let now = new Date('2027-03-01T12:00:00Z')
  const late = await createApp({ db, pictureStore, clock: () => now })
  const headers = { authorization: `Bearer ${tokens.get(3)}` }
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Three days'])
  const call = async (method: 'POST' | 'PUT', url: string, payload: object) =>
    (await late.inject({ method, url, headers, payload })).json().data
  const session = await call('POST', `/api/v1/drawers/${drawerIDs[0]}/sessions`, countOf(1000))
  const sell = async () => {
    const { itemID } = await stockItem(db, { quantity: 1, price: 1000, locationID })
    const sold = { locationID, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }], complete: true }
    await call('POST', '/api/v2/sales', { ...sold, payments: [{ paymentTypeID: 1, amount: 1000 }] })
  }
  // A second before midnight in Tokyo, a second after it, and two days later.
  for (const at of ['2027-03-01T14:59:59Z', '2027-03-01T15:00:01Z', '2027-03-03T15:00:00Z']) {
    now = new Date(at)
    await sell()
  }
  // The shop moves to another continent before it counts: the same moments are on other days there.
  await db.update(shopSetting).set({ timeZone: 'America/Los_Angeles' })
  const path = `${sessions}/${session.drawerSessionID}`
  await call('PUT', `${path}/counting`, {})
  await call('POST', `${path}/count`, countOf(4000))
  await call('PUT', `${path}/finished`, {})
  const z = await call('PUT', `${path}/close`, {})
  expect(z.currencies).toMatchObject([{ payments: 3000, expected: 4000, difference: 0 }])
  expect([z.openedAt, z.closedAt]).toEqual(['2027-03-01T12:00:00.000Z', '2027-03-03T15:00:00.000Z'])
  await db.update(shopSetting).set({ timeZone: 'Asia/Tokyo' })
  await late.close()
})

test('each step is in the audit trail', async () => {
  const till = await openNew('Trail')
  const { movementID } = (await till.move(staff, toSafe)).body.data.movements[0]
  await staff('POST', `/api/v1/drawer-movements/${movementID}/corrections`, { note: 'Twice' })
  await till.move(staff, bank)
  await till.step('counting')
  await till.count('count', 1500)
  await till.count('recount', 1500)
  await till.close(staff)
  const rows = await db
    .select({ action: audit.action })
    .from(audit)
    .where(sql`${audit.entity} = 'drawerSession' and ${audit.entityID} = ${till.drawerSessionID}`)
    .orderBy(audit.auditID)
  expect(rows.map(({ action }) => action)).toEqual([
    'create',
    'pay out',
    'take back',
    'pay in',
    'status',
    'count',
    'count',
    'finish',
  ])
})
