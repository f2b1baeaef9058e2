// Proves through HTTP how a PIN signs in at a device: whose session it is, what wrong PINs do, also fifty at once, and
// when a session is locked.
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import type { ThisDevice } from '../../contract/devices/device.ts'
import { enrolledBrowser, givePins } from '../../tests/support/devices.ts'
import { makeDrawers } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { createApp } from '../app.ts'
import { connect } from '../db/client.ts'
import { deviceSession, userPin } from '../db/schema/drawers.ts'
import { session } from '../db/schema/people.ts'
import { audit } from '../db/schema/shared.ts'

const { app, db, url, pictureStore, as, tokens, users } = await testApp({ connections: 10 })
const [adminID, managerID, staffID] = [users.get(1)!, users.get(2)!, users.get(3)!]
const [managersPin, staffsPin, wrongPin] = ['739201', '482913', '555001']
const refusal = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
  status,
  body.code,
  body.message,
]
const wrong = [403, 'pin.wrong', 'This PIN is wrong']

const newDevice = (drawerID: number | null = null) => enrolledBrowser(app, tokens.get(2)!, drawerID)

/** Moves the times of a device back, as if so many seconds had passed. */
const letPass = (deviceID: number, seconds: number) =>
  db.execute(sql`update device set locked_until = locked_until - make_interval(secs => ${seconds}),
    wrong_pin_at = wrong_pin_at - make_interval(secs => ${seconds}) where device_id = ${deviceID}`)

/** Moves the last activity of a device's session back. */
const idleFor = (deviceID: number, seconds: number) =>
  db.execute(
    sql`update device_session set active_at = now() - make_interval(secs => ${seconds}) where device_id = ${deviceID}`,
  )

beforeEach(() =>
  givePins(db, [
    [managerID, managersPin],
    [staffID, staffsPin],
  ]),
)

test('a device shows first names and initials of the people with a PIN, before anybody signs in', async () => {
  const { browser, deviceName } = await newDevice()
  const { body } = await browser.call('GET', '/api/v1/device')
  const { people, ...rest } = body.data as ThisDevice
  expect(rest).toEqual({ deviceName, lockedSeconds: 0 })
  expect(people.toSorted((a, b) => a.userID - b.userID)).toEqual([
    { userID: managerID, firstName: 'Test', initials: 'TM', photo: null, approves: true },
    { userID: staffID, firstName: 'Test', initials: 'TS', photo: null, approves: false },
  ])
})

test('a PIN opens a session of its person, with the drawer of the device, and ends the one before', async () => {
  const { drawerIDs } = await makeDrawers(as(2), ['Front', 'Back'])
  const { browser, deviceID } = await newDevice(drawerIDs[0])
  const signedIn = await browser.switch(staffID, staffsPin)
  expect(signedIn.body).toMatchObject({ success: true, userID: staffID, roleID: 3, byPin: true })
  expect(signedIn.headers['set-cookie']).toMatch(/^alahas_device=/)
  const staffsToken = browser.token
  expect((await browser.call('GET', '/api/users/profile')).body).toMatchObject({ userID: staffID, byPin: true })
  expect((await browser.call('GET', '/api/v1/own-drawer')).body.data).toEqual({ drawerID: drawerIDs[0] })
  await browser.call('PUT', '/api/v1/own-drawer', { drawerID: drawerIDs[1] })
  // The same person goes on with the drawer that was chosen, and another one begins with that of the device.
  await browser.switch(staffID, staffsPin)
  expect((await browser.call('GET', '/api/v1/own-drawer')).body.data).toEqual({ drawerID: drawerIDs[1] })
  await browser.switch(managerID, managersPin)
  expect((await browser.call('GET', '/api/v1/own-drawer')).body.data).toEqual({ drawerID: drawerIDs[0] })
  expect(await db.$count(deviceSession, eq(deviceSession.deviceID, deviceID))).toBe(1)
  const old = await app.inject({ url: '/api/v1/drawers', headers: { authorization: `Bearer ${staffsToken}` } })
  expect(old.statusCode).toBe(401)
  // Sessions of other browsers go on.
  expect((await as(3)('GET', '/api/v1/drawers')).status).toBe(200)
})

test('a wrong PIN, a person without one and an unknown person are refused in the same words', async () => {
  for (const userID of [staffID, adminID, users.get(0)!, 99_999]) {
    const { browser } = await newDevice()
    const answer = await browser.switch(userID, wrongPin)
    expect(refusal(answer)).toEqual(wrong)
    expect(answer.body.errors).toEqual([{ field: 'pin', message: 'This PIN is wrong' }])
  }
  await givePins(db, [[users.get(0)!, staffsPin]])
  const { browser } = await newDevice()
  // A person without a role has nothing to do at a till.
  expect(refusal(await browser.switch(users.get(0)!, staffsPin))).toEqual(wrong)
  await db.delete(userPin).where(eq(userPin.userID, users.get(0)!))
})

test('five wrong PINs lock the device, and nothing else', async () => {
  const { browser, deviceID, deviceName } = await newDevice()
  for (const userID of [staffID, managerID, staffID, 99_999, managerID])
    expect(refusal(await browser.switch(userID, wrongPin))).toEqual(wrong)
  const locked = await browser.switch(staffID, staffsPin)
  expect(refusal(locked)).toEqual([
    429,
    'pin.locked',
    `Too many wrong PINs: ${deviceName} takes no PIN for now. Wait, or sign in with your password`,
  ])
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(290)
  expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(300)
  expect((await browser.call('GET', '/api/v1/device')).body.data.lockedSeconds).toBeGreaterThan(290)
  const other = await newDevice()
  expect((await other.browser.switch(staffID, staffsPin)).status).toBe(200)
  const listed = (await as(2)('GET', '/api/v1/devices')).body.data
  expect(listed.find((one: { deviceID: number }) => one.deviceID === deviceID).lockedUntil).not.toBeNull()
  const [row] = await db.select().from(audit).where(eq(audit.action, 'lock'))
  expect(row).toMatchObject({ entity: 'device', entityID: deviceID, userID: null, after: { deviceName } })
  await letPass(deviceID, 301)
  expect((await browser.switch(staffID, staffsPin)).status).toBe(200)
})

test('each further lock is twice as long, up to a day, until the PIN was right', async () => {
  const { browser, deviceID } = await newDevice()
  const lengthOfNextLock = async () => {
    for (let n = 0; n < 5; n++) await browser.switch(staffID, wrongPin)
    const { lockedSeconds } = (await browser.call('GET', '/api/v1/device')).body.data
    await letPass(deviceID, lockedSeconds + 1)
    return Math.round(lockedSeconds / 60)
  }
  const lengths = []
  for (let n = 0; n < 11; n++) lengths.push(await lengthOfNextLock())
  expect(lengths).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440])
  expect((await browser.switch(staffID, staffsPin)).status).toBe(200)
  expect(await lengthOfNextLock()).toBe(5)
  // A day without a wrong PIN ends the doubling too.
  await letPass(deviceID, 24 * 60 * 60)
  expect(await lengthOfNextLock()).toBe(5)
}, 60_000)

test('a right PIN clears the wrong ones of its person, and not those of another', async () => {
  const { browser } = await newDevice()
  for (let n = 0; n < 4; n++) await browser.switch(staffID, wrongPin)
  expect((await browser.switch(staffID, staffsPin)).status).toBe(200)
  for (let n = 0; n < 4; n++) expect(refusal(await browser.switch(managerID, wrongPin))).toEqual(wrong)
  // A cashier who guesses the manager's PIN cannot begin anew by the own one.
  expect((await browser.switch(staffID, staffsPin)).status).toBe(200)
  expect(refusal(await browser.switch(managerID, wrongPin))).toEqual(wrong)
  expect((await browser.switch(managerID, managersPin)).body.code).toBe('pin.locked')
})

test('of fifty guesses at once at most five are tested', async () => {
  const { browser } = await newDevice()
  const guesses = Array.from({ length: 50 }, (_, n) => browser.switch(staffID, n === 25 ? staffsPin : `60${1000 + n}`))
  const codes = (await Promise.all(guesses)).map(({ status, body }) => (status === 200 ? 'right' : body.code))
  const tested = codes.filter((code) => code !== 'pin.locked').length
  expect(tested).toBeGreaterThan(0)
  // A right PIN among the first five clears its own, so that the rest may be tested once more up to five.
  expect(tested).toBeLessThanOrEqual(codes.includes('right') ? 10 : 5)
}, 30_000)

test('of fifty wrong guesses at once five are tested', async () => {
  const { browser } = await newDevice()
  const guesses = Array.from({ length: 50 }, (_, n) => browser.switch(managerID, `60${1000 + n}`))
  const codes = (await Promise.all(guesses)).map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'pin.wrong')).toHaveLength(5)
  expect(codes.filter((code) => code === 'pin.locked')).toHaveLength(45)
})

test('two people who switch at once leave one session', async () => {
  const { browser, deviceID } = await newDevice()
  const both = await Promise.all([browser.switch(staffID, staffsPin), browser.switch(managerID, managersPin)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await db.$count(deviceSession, eq(deviceSession.deviceID, deviceID))).toBe(1)
  const stillOpen = await Promise.all(
    both.map(({ body }) => app.inject({ url: '/api/v1/drawers', headers: { authorization: `Bearer ${body.token}` } })),
  )
  expect(stillOpen.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('a device that is removed during a switch opens no session', async () => {
  const { browser, deviceID } = await newDevice()
  const [switched, removed] = await Promise.all([
    browser.switch(staffID, staffsPin),
    as(2)('DELETE', `/api/v1/devices/${deviceID}`),
  ])
  expect(removed.status).toBe(200)
  expect([undefined, 'device.not_enrolled']).toContain(switched.body.code)
  expect((await browser.call('GET', '/api/v1/drawers')).status).toBe(401)
})

test('a session is locked after two minutes without activity, until the PIN', async () => {
  const { browser, deviceID } = await newDevice()
  await browser.switch(staffID, staffsPin)
  await idleFor(deviceID, 119)
  expect((await browser.call('GET', '/api/v1/drawers')).status).toBe(200)
  await idleFor(deviceID, 121)
  for (const [method, url] of [
    ['GET', '/api/v1/drawers'],
    ['GET', '/api/v2/sales/1'],
    ['GET', '/api/users/profile'],
    ['GET', '/api/v1/events'],
    ['POST', '/api/v1/device/activity'],
    ['PUT', '/api/v1/own-drawer'],
  ] as const)
    expect(refusal(await browser.call(method, url, method === 'PUT' ? { drawerID: null } : undefined))).toEqual([
      401,
      'session.locked',
      'This screen is locked: enter your PIN',
    ])
  // Calls without a sign-in work, such as the choice of people.
  expect((await browser.call('GET', '/api/v1/device')).status).toBe(200)
  expect((await browser.switch(staffID, wrongPin)).body.code).toBe('pin.wrong')
  expect((await browser.call('GET', '/api/v1/drawers')).body.code).toBe('session.locked')
  expect((await browser.switch(staffID, staffsPin)).status).toBe(200)
  expect((await browser.call('GET', '/api/v1/drawers')).status).toBe(200)
})

test('writes and the word of the screen are activity; reads are none', async () => {
  const { browser, deviceID } = await newDevice()
  await browser.switch(staffID, staffsPin)
  const secondsIdle = async () => {
    const { rows } = await db.execute<{ seconds: number }>(
      sql`select extract(epoch from now() - active_at)::float8 as seconds from device_session where device_id = ${deviceID}`,
    )
    return rows[0]!.seconds
  }
  await idleFor(deviceID, 100)
  await browser.call('GET', '/api/v1/drawers')
  await browser.call('GET', '/api/v1/notifications')
  expect(await secondsIdle()).toBeGreaterThan(99)
  await browser.call('PUT', '/api/v1/own-drawer', { drawerID: null })
  expect(await secondsIdle()).toBeLessThan(10)
  await idleFor(deviceID, 100)
  expect((await browser.call('POST', '/api/v1/device/activity')).status).toBe(200)
  expect(await secondsIdle()).toBeLessThan(10)
})

test('a person locks the screen at once', async () => {
  const { browser } = await newDevice()
  await browser.switch(staffID, staffsPin)
  expect((await browser.call('POST', '/api/v1/device/lock')).status).toBe(200)
  expect((await browser.call('GET', '/api/v1/drawers')).body.code).toBe('session.locked')
})

test('a session with a password is never locked', async () => {
  await db.update(session).set({ lastUsedAt: sql`now() - interval '3 days'` })
  expect((await as(3)('POST', '/api/v1/device/lock')).status).toBe(200)
  expect((await as(3)('GET', '/api/v1/drawers')).status).toBe(200)
})

test('a clock that is set back locks a session', async () => {
  const { browser, deviceID } = await newDevice()
  await browser.switch(staffID, staffsPin)
  // The database was an hour ahead when the person was active.
  await idleFor(deviceID, -3600)
  expect((await browser.call('GET', '/api/v1/drawers')).body.code).toBe('session.locked')
})

test.each([
  ['Pacific/Kiritimati', '2026-11-27T23:59:59.999+09:00'],
  ['Pacific/Niue', '2026-11-28T00:00:00.000+09:00'],
  ['Asia/Tokyo', '2031-01-01T00:00:00.000+09:00'],
])('with the database in %s and the clock of the server at %s only the time that passed counts', async (zone, at) => {
  const there = connect(`${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c TimeZone=${zone}`)}`, 2)
  const other = await createApp({ db: there.db, pictureStore, clock: () => new Date(at) })
  const { browser, deviceID } = await enrolledBrowser(other, tokens.get(2)!)
  const statusAfter = async (seconds: number) => {
    await idleFor(deviceID, seconds)
    return (await browser.call('GET', '/api/v1/drawers')).status
  }
  try {
    expect((await there.pool.query('show timezone')).rows).toEqual([{ TimeZone: zone }])
    await browser.switch(staffID, staffsPin)
    expect([await statusAfter(118), await statusAfter(122)]).toEqual([200, 401])
    for (let n = 0; n < 5; n++) await browser.switch(managerID, wrongPin)
    await letPass(deviceID, 295)
    expect((await browser.switch(staffID, staffsPin)).body.code).toBe('pin.locked')
    await letPass(deviceID, 6)
    expect((await browser.switch(staffID, staffsPin)).status).toBe(200)
  } finally {
    await other.close()
    await there.pool.end()
  }
})
