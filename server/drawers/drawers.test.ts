// Proves through HTTP who makes, changes and chooses drawers, and how a session opens: its number, its counts, and what
// an opening differs from the last close.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { DrawerRow } from '../../contract/drawers/drawers.ts'
import { cashOf, countOf, makeDrawers, open } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { drawerCount, drawerSession } from '../db/schema/drawers.ts'
import { verifyDrawers } from './verify.ts'

const { db, as } = await testApp({ connections: 10 })
const [manager, staff] = [as(2), as(3)]
const path = '/api/v1/drawers'

const refusal = ({ status, body }: Awaited<ReturnType<typeof staff>>) => [status, body.code, body.message]
const numberOf = (number: string) => Number(number.slice(2))

test('a manager makes a drawer, renames it and deactivates it', async () => {
  const made = await manager('POST', path, { drawerName: 'Front', locationID: 1 })
  expect(made).toMatchObject({
    status: 201,
    body: {
      data: { drawerName: 'Front', locationID: 1, locationName: 'Main', countsYen: false, status: true, session: null },
    },
  })
  const { drawerID, updatedAt } = made.body.data
  const renamed = await manager('PUT', `${path}/${drawerID}`, { drawerName: 'Front desk', countsYen: true, updatedAt })
  expect(renamed.body.data).toMatchObject({ drawerName: 'Front desk', countsYen: true })
  expect(refusal(await manager('PUT', `${path}/${drawerID}`, { drawerName: 'Stale', updatedAt }))).toEqual([
    409,
    'record.stale',
    'This record was changed by someone else. Reload and try again.',
  ])
  const off = await manager('PUT', `${path}/${drawerID}`, { drawerName: 'Front desk', status: false })
  expect(off.body.data.status).toBe(false)
  const listed: DrawerRow[] = (await staff('GET', path)).body.data
  expect(listed.find((one) => one.drawerID === drawerID)).toEqual(off.body.data)
})

test('a shop with an active drawer loads no demo, whose cash would need a session', async () => {
  await makeDrawers(manager, ['Demo'])
  const demo = await as(1)('GET', '/api/v1/demo')
  expect(demo.body.data.obstacle).toBe(
    'The demo shop can be loaded into an empty shop only: this one has a cash drawer',
  )
})

test('a name is unique without case, and a location exists and is active', async () => {
  await makeDrawers(manager, ['Window'])
  const again = await manager('POST', path, { drawerName: 'WINDOW', locationID: 1 })
  expect(refusal(again)).toEqual([409, 'record.exists', 'Another drawer has this name'])
  expect(again.body.errors).toEqual([{ field: 'drawerName', message: 'Another drawer has this name' }])
  expect(refusal(await manager('POST', path, { drawerName: 'Nowhere', locationID: 9999 }))).toEqual([
    422,
    'reference.missing',
    'Location 9999 does not exist',
  ])
  const off = await manager('POST', '/api/v1/locations', { locationName: 'Old shop', status: false })
  const { locationID } = off.body.data
  expect((await manager('POST', path, { drawerName: 'Old', locationID })).body.code).toBe('reference.inactive')
  expect((await manager('POST', path, { drawerName: '', locationID: 1 })).body.errors[0].field).toBe('drawerName')
  expect((await manager('PUT', `${path}/999999`, { drawerName: 'Gone' })).body.code).toBe('record.not_found')
})

test('an open drawer stays active and keeps what it counts, and its name may change', async () => {
  const { drawerIDs } = await makeDrawers(manager, ['Side'])
  const { number } = await open(staff, drawerIDs[0]!)
  const inUse = [409, 'drawer.in_use', `Side is open (${number}): close it first`]
  const change = (body: object) => manager('PUT', `${path}/${drawerIDs[0]}`, { drawerName: 'Side', ...body })
  expect(refusal(await change({ status: false }))).toEqual(inUse)
  expect(refusal(await change({ countsYen: true }))).toEqual(inUse)
  expect((await change({ drawerName: 'Side door', status: true })).body.data.drawerName).toBe('Side door')
})

test('a session opens with its count, and the drawer shows it without amounts', async () => {
  const { drawerIDs } = await makeDrawers(manager, ['Corner'], true)
  const opened = await open(staff, drawerIDs[0]!, 1235.25, 3456)
  expect(opened).toMatchObject({ status: 'Open', drawerName: 'Corner', openedByName: 'Test Staff', isBlind: false })
  expect(opened.number).toMatch(/^Z-\d{4}$/)
  expect(opened.movements).toEqual([])
  expect(opened.counts.map(({ kind, currency, amount }) => [kind, currency, amount])).toEqual([
    ['opening', 'PHP', 1235.25],
    ['opening', 'JPY', 3456],
  ])
  expect(opened.counts[0]!.cash).toEqual(cashOf(1235.25))
  const { session } = (await staff('GET', path)).body.data.find((one: DrawerRow) => one.drawerID === drawerIDs[0])
  expect(session).toEqual({
    drawerSessionID: opened.drawerSessionID,
    number: opened.number,
    status: 'Open',
    openedAt: opened.createdAt,
    openedByName: 'Test Staff',
  })
  expect((await staff('GET', `/api/v1/drawer-sessions/${opened.drawerSessionID}`)).body.data).toEqual(opened)
  const listed = await staff('GET', `/api/v1/drawer-sessions?drawerID=${drawerIDs[0]}&status=Open&search=corner`)
  expect(listed.body.data).toMatchObject([{ number: opened.number }])
  expect(JSON.stringify(listed.body)).not.toContain('1235')
})

test('a drawer is opened once, also by ten people at once, and the numbers have no gaps', async () => {
  const { drawerIDs } = await makeDrawers(manager, ['Race'])
  const before = await open(staff, (await makeDrawers(manager, ['Before'])).drawerIDs[0]!)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      (n % 2 ? staff : manager)('POST', `${path}/${drawerIDs[0]}/sessions`, countOf(500)),
    ),
  )
  const [opened] = answers.filter(({ status }) => status === 201)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  const { number } = opened!.body.data
  for (const one of answers.filter(({ status }) => status === 409))
    expect(refusal(one)).toEqual([409, 'drawer.opened', `Race is open already (${number})`])
  expect(numberOf(number)).toBe(numberOf(before.number) + 1)
  const after = await open(staff, (await makeDrawers(manager, ['After'])).drawerIDs[0]!)
  expect(numberOf(after.number)).toBe(numberOf(number) + 1)
  expect(await verifyDrawers({ db })).toEqual([])
})

test('the database itself allows one session that is not closed', async () => {
  const { drawerIDs } = await makeDrawers(manager, ['Guarded'])
  await open(staff, drawerIDs[0]!)
  await expect(db.insert(drawerSession).values({ number: 'Z-X', drawerID: drawerIDs[0]! })).rejects.toMatchObject({
    cause: { constraint: 'drawer_session_one_open' },
  })
})

test('an opening counts each currency of the drawer once, in its own notes and coins', async () => {
  const { drawerIDs } = await makeDrawers(manager, ['Plain', 'Both'])
  await manager('PUT', `${path}/${drawerIDs[1]}`, { drawerName: 'Both', countsYen: true })
  const attempt = async (of: number, counts: object[]) =>
    refusal(await staff('POST', `${path}/${drawerIDs[of]}/sessions`, { counts }))
  const [pesos, yen] = [
    { currency: 'PHP', cash: [] },
    { currency: 'JPY', cash: [] },
  ]
  expect(await attempt(1, [pesos])).toEqual([422, 'drawer.currency_missing', 'Count the yen of Both too'])
  expect(await attempt(0, [yen])).toEqual([422, 'drawer.currency_missing', 'Count the pesos of Plain too'])
  expect(await attempt(0, [pesos, yen])).toEqual([422, 'drawer.currency_not_counted', 'Plain does not count the yen'])
  expect(await attempt(0, [pesos, pesos])).toEqual([422, 'drawer.currency_not_counted', 'Plain counts the pesos once'])
  const cash = (...rows: [string, number, number][]) => [
    { currency: 'PHP', cash: rows.map(([form, value, quantity]) => ({ form, value, quantity })) },
  ]
  expect(await attempt(0, cash(['note', 5, 1]))).toEqual([400, 'input.invalid', 'There is no note of 5 PHP'])
  expect(await attempt(0, cash(['note', 20, 1], ['note', 20, 2]))).toEqual([
    400,
    'input.invalid',
    'The note of 20 is here twice',
  ])
  expect((await attempt(0, cash(['coin', 20, -1])))[0]).toBe(400)
  expect((await attempt(0, cash(['coin', 20, 1.5])))[0]).toBe(400)
  expect((await attempt(0, []))[0]).toBe(400)
  expect(await db.$count(drawerSession, eq(drawerSession.drawerID, drawerIDs[0]!))).toBe(0)
  // There is a note and a coin of 20 pesos.
  const both = await staff('POST', `${path}/${drawerIDs[0]}/sessions`, {
    counts: cash(['note', 20, 2], ['coin', 20, 3]),
  })
  expect(both.body.data.counts[0].amount).toBe(100)
})

test('an inactive and an unknown drawer do not open', async () => {
  const { drawerIDs } = await makeDrawers(manager, ['Sleeping'])
  await manager('PUT', `${path}/${drawerIDs[0]}`, { drawerName: 'Sleeping', status: false })
  expect(refusal(await staff('POST', `${path}/${drawerIDs[0]}/sessions`, countOf(1)))).toEqual([
    422,
    'reference.inactive',
    'Drawer Sleeping is Inactive',
  ])
  expect(refusal(await staff('POST', `${path}/999999/sessions`, countOf(1)))).toEqual([
    404,
    'record.not_found',
    'Drawer not found',
  ])
})

test('what an opening differs from the last close is a movement of its own', async () => {
  const { drawerIDs } = await makeDrawers(manager, ['Till'], true)
  const drawerID = drawerIDs[0]!
  const first = await open(staff, drawerID, 1000, 5000)
  expect(first.movements).toEqual([])
  const close = async (id: number, counts: [string, string, number][]) => {
    const at = new Date()
    await db.insert(drawerCount).values(
      counts.map(([kind, currency, amount]) => ({
        drawerSessionID: id,
        kind: kind as 'first',
        currency: currency as 'PHP',
        cash: [],
        amount,
        countedAt: at,
      })),
    )
    await db
      .update(drawerSession)
      .set({ status: 'Closed', countingAt: at, closedAt: at })
      .where(eq(drawerSession.drawerSessionID, id))
  }
  // The recount counts, and not the first count.
  await close(first.drawerSessionID, [
    ['first', 'PHP', 900],
    ['recount', 'PHP', 1000],
    ['first', 'JPY', 5000],
  ])
  const second = await open(staff, drawerID, 950.5, 5000)
  expect(second.movements).toMatchObject([
    { kind: 'opening_difference', currency: 'PHP', amount: -49.5, reason: null, byName: 'Test Staff' },
  ])
  await close(second.drawerSessionID, [
    ['first', 'PHP', 950.5],
    ['first', 'JPY', 5000],
  ])
  const third = await open(staff, drawerID, 950.5, 6000)
  expect(third.movements.map(({ currency, amount }) => [currency, amount])).toEqual([['JPY', 1000]])
})

test('a person’s session chooses a drawer, which ends with the drawer', async () => {
  const { drawerIDs } = await makeDrawers(manager, ['Mine'])
  const own = '/api/v1/own-drawer'
  expect((await staff('GET', own)).body.data).toEqual({ drawerID: null })
  expect((await staff('PUT', own, { drawerID: drawerIDs[0] })).body.data).toEqual({ drawerID: drawerIDs[0] })
  expect((await staff('GET', own)).body.data).toEqual({ drawerID: drawerIDs[0] })
  expect((await manager('GET', own)).body.data).toEqual({ drawerID: null })
  expect(refusal(await staff('PUT', own, { drawerID: 999999 }))).toEqual([
    422,
    'reference.missing',
    'Drawer 999999 does not exist',
  ])
  await manager('PUT', `${path}/${drawerIDs[0]}`, { drawerName: 'Mine', status: false })
  expect((await staff('GET', own)).body.data).toEqual({ drawerID: null })
  expect(refusal(await staff('PUT', own, { drawerID: drawerIDs[0] }))).toEqual([
    422,
    'reference.inactive',
    'Drawer Mine is Inactive',
  ])
  expect((await staff('PUT', own, { drawerID: null })).body.data).toEqual({ drawerID: null })
})
