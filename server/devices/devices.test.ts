// Proves through HTTP who enrolls, renames and removes devices, what their cookie is, and how people set and lose PINs.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { DeviceRow } from '../../contract/devices/devices.ts'
import { browserOf, enrolledBrowser, givePins } from '../../tests/support/devices.ts'
import { makeDrawers } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { device, userPin } from '../db/schema/drawers.ts'
import { user } from '../db/schema/people.ts'
import { audit } from '../db/schema/shared.ts'
import { hashToken } from '../kernel/tokens.ts'
import { hashPassword } from '../people/passwords.ts'
import { insertUser } from '../people/users.operations.ts'

const { app, db, as, tokens, users } = await testApp()
const manager = as(2)
const staffID = users.get(3)!
const password = 'correct horse'
const pinsOf = (userID: number) => db.$count(userPin, eq(userPin.userID, userID))
const refusal = ({ status, body }: Awaited<ReturnType<typeof manager>>) => [status, body.code, body.message]

let made = 0
/** Makes a person of staff with a password, and returns the key and a browser with a fresh sign-in. */
async function makePerson(roleID: 1 | 2 | 3 = 3) {
  const email = `person${++made}@alahas.test`
  const { userID } = await insertUser(db, {
    firstName: `Person ${made}`,
    lastName: 'Reyes',
    email,
    passwordHash: await hashPassword(password),
    roleID,
  })
  const { body } = await browserOf(app).call('POST', '/api/v1/login', { email, password })
  return { userID, email, browser: browserOf(app, body.token) }
}

test('a shop without devices shows no sign of them', async () => {
  const anybody = await as(null)('GET', '/api/v1/device')
  expect([anybody.status, anybody.body.data, anybody.headers['set-cookie']]).toEqual([200, null, undefined])
  expect(refusal(await as(null)('POST', '/api/v1/device/switch', { userID: staffID, pin: '482913' }))).toEqual([
    403,
    'device.not_enrolled',
    'This browser is not enrolled: a Manager can enroll it in Settings',
  ])
})

test('a manager enrolls the own browser, whose cookie no script and no other site can use', async () => {
  const browser = browserOf(app, tokens.get(2))
  const { status, body, headers } = await browser.call('POST', '/api/v1/devices', { deviceName: ' Front counter ' })
  expect([status, body.data]).toMatchObject([
    201,
    { deviceName: 'Front counter', drawerID: null, enrolledByName: 'Test Manager', lastUsedAt: null, current: true },
  ])
  const [name, ...rules] = String(headers['set-cookie']).split('; ')
  expect(name).toMatch(/^alahas_device=[\w-]{43}$/)
  expect(rules).toEqual(['Path=/api', 'Max-Age=34560000', 'HttpOnly', 'SameSite=Strict'])
  const token = name!.split('=')[1]!
  const [stored] = await db.select().from(device).where(eq(device.deviceID, body.data.deviceID))
  expect(stored!.tokenHash).toBe(hashToken(token))
  expect(JSON.stringify([body, stored])).not.toContain(token)
  const [row] = await db.select().from(audit).where(eq(audit.entity, 'device'))
  expect(row).toMatchObject({ action: 'create', userID: users.get(2), after: { deviceName: 'Front counter' } })
  expect(JSON.stringify(row)).not.toContain(stored!.tokenHash)
  expect(refusal(await browser.call('POST', '/api/v1/devices', { deviceName: 'Again' }))).toEqual([
    409,
    'device.enrolled',
    'This browser is enrolled already, as Front counter: remove it first',
  ])
  expect((await browser.call('GET', '/api/v1/device')).body.data).toEqual({
    deviceName: 'Front counter',
    people: [],
    lockedSeconds: 0,
  })
})

test('the cookie of a shop with HTTPS travels over HTTPS alone', async () => {
  const browser = browserOf(app, tokens.get(2))
  const sent = { deviceName: 'Over HTTPS' }
  const { headers } = await browser.call('POST', '/api/v1/devices', sent, { origin: 'https://shop.example' })
  expect(String(headers['set-cookie'])).toMatch(/; Secure$/)
})

test('a device is renamed and gets a drawer, and a stale change is refused', async () => {
  const { deviceID } = await enrolledBrowser(app, tokens.get(2)!)
  const { drawerIDs } = await makeDrawers(manager, ['Front', 'Old'])
  const path = `/api/v1/devices/${deviceID}`
  const listed: DeviceRow[] = (await manager('GET', '/api/v1/devices')).body.data
  const { updatedAt } = listed.find((one) => one.deviceID === deviceID)!
  const renamed = await manager('PUT', path, { deviceName: 'Window', drawerID: drawerIDs[0], updatedAt })
  expect(renamed.body.data).toMatchObject({ deviceName: 'Window', drawerName: 'Front', current: false })
  expect((await manager('PUT', path, { deviceName: 'Stale', updatedAt })).body.code).toBe('record.stale')
  expect(refusal(await manager('PUT', path, { deviceName: 'FRONT COUNTER' }))).toEqual([
    409,
    'record.exists',
    'Another device has this name',
  ])
  await manager('PUT', `/api/v1/drawers/${drawerIDs[1]}`, { drawerName: 'Old', status: false })
  const inactive = await manager('PUT', path, { deviceName: 'Window', drawerID: drawerIDs[1] })
  expect(refusal(inactive)).toEqual([422, 'reference.inactive', 'Drawer Old is Inactive'])
  expect((await manager('PUT', path, { deviceName: 'Window', drawerID: 99_999 })).body.code).toBe('reference.missing')
})

test('a lost device ends its session at once', async () => {
  await givePins(db, [[staffID, '482913']])
  const { browser, deviceID } = await enrolledBrowser(app, tokens.get(2)!)
  await browser.switch(staffID, '482913')
  expect((await browser.call('GET', '/api/v1/drawers')).status).toBe(200)
  expect((await manager('DELETE', `/api/v1/devices/${deviceID}`)).status).toBe(200)
  expect((await browser.call('GET', '/api/v1/drawers')).body.code).toBe('auth.required')
  expect((await browser.call('GET', '/api/v1/device')).body.data).toBeNull()
  expect((await browser.switch(staffID, '482913')).body.code).toBe('device.not_enrolled')
  expect((await manager('DELETE', `/api/v1/devices/${deviceID}`)).body.code).toBe('record.not_found')
  expect((await as(3)('GET', '/api/v1/drawers')).status).toBe(200)
})

test('a person sets the own PIN with the password, and nobody can read it', async () => {
  const { userID, browser } = await makePerson()
  expect((await browser.call('GET', '/api/v1/own-pin')).body.data).toEqual({ setAt: null })
  // The sign-in a moment ago is not enough.
  expect((await browser.call('PUT', '/api/v1/own-pin', { pin: '482913' })).body.code).toBe('auth.password_required')
  const wrong = await browser.call('PUT', '/api/v1/own-pin', { pin: '482913', currentPassword: 'wrong password' })
  expect([wrong.status, wrong.body.code, await pinsOf(userID)]).toEqual([403, 'auth.password_wrong', 0])
  const set = await browser.call('PUT', '/api/v1/own-pin', { pin: '482913', currentPassword: password })
  expect([set.status, Object.keys(set.body.data)]).toEqual([200, ['setAt']])
  const [stored] = await db.select().from(userPin).where(eq(userPin.userID, userID))
  expect(stored!.pinHash).toMatch(/^\$argon2id\$/)
  const rows = await db.select().from(audit).where(eq(audit.entityID, userID))
  expect(rows.map(({ action }) => action)).toContain('set pin')
  expect(JSON.stringify(rows)).not.toMatch(/482913|argon2id/)
  expect((await browser.call('DELETE', '/api/v1/own-pin')).body.data).toEqual({ setAt: null })
  expect(await pinsOf(userID)).toBe(0)
})

test.each(['111111', '000000', '123456', '654321', '012345', '987654'])(
  'refuses %s, which people guess',
  async (pin) => {
    const { body, status } = await as(3)('PUT', '/api/v1/own-pin', { pin, currentPassword: password })
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'pin', message: 'This PIN is easy to guess: choose another one' }],
    ])
  },
)

test.each(['48291', '4829133', 'abcdef', '48 913', '４８２９１３'])(
  'refuses %s, which is not six digits',
  async (pin) => {
    const { body, status } = await as(3)('PUT', '/api/v1/own-pin', { pin, currentPassword: password })
    expect([status, body.errors]).toEqual([400, [{ field: 'pin', message: 'A PIN has six digits' }]])
  },
)

test('a manager removes a PIN, which ends the sessions that it opened and no other', async () => {
  const { userID, browser: own } = await makePerson()
  await givePins(db, [[userID, '482913']])
  const { browser } = await enrolledBrowser(app, tokens.get(2)!)
  await browser.switch(userID, '482913')
  const listed = await manager('GET', '/api/v1/pins')
  expect(listed.body.data).toContainEqual({ userID, name: `Person ${made} Reyes`, setAt: expect.any(String) })
  expect((await as(3)('DELETE', `/api/v1/users/${userID}/pin`)).status).toBe(403)
  expect((await manager('DELETE', `/api/v1/users/${userID}/pin`)).status).toBe(200)
  expect((await browser.call('GET', '/api/v1/drawers')).status).toBe(401)
  expect((await own.call('GET', '/api/v1/drawers')).status).toBe(200)
  expect((await browser.switch(userID, '482913')).body.code).toBe('pin.wrong')
  expect((await manager('DELETE', `/api/v1/users/${userID}/pin`)).body).toMatchObject({
    code: 'record.not_found',
    message: 'PIN not found',
  })
  expect((await manager('DELETE', '/api/v1/users/99999/pin')).body.message).toBe('User not found')
})

test('a new password, a sign-out everywhere and a deactivation each take the PIN away', async () => {
  const { userID, email, browser: own } = await makePerson()
  const admin = as(1)
  const profile = { name: 'Person Reyes', email, password: 'another horse', currentPassword: password }
  const ways = [
    () => own.call('PUT', '/api/users/updateProfile', profile),
    () => admin('PUT', `/api/v1/users/${userID}/password`, { password: 'third horse' }),
    () => admin('DELETE', `/api/v1/users/${userID}/sessions`),
    async () => {
      const { body } = await admin('GET', `/api/v1/users/${userID}`)
      return admin('PUT', `/api/v1/users/${userID}`, { ...body.data, image_url: undefined, status: false })
    },
  ]
  const { browser } = await enrolledBrowser(app, tokens.get(2)!)
  for (const way of ways) {
    await givePins(db, [[userID, '482913']])
    expect((await browser.switch(userID, '482913')).status).toBe(200)
    expect((await way()).status).toBe(200)
    expect(await pinsOf(userID)).toBe(0)
    expect((await browser.call('GET', '/api/v1/drawers')).status).toBe(401)
    expect((await browser.switch(userID, '482913')).body.code).toBe('pin.wrong')
  }
  // A person who becomes active again sets a new PIN first.
  await db.update(user).set({ status: true }).where(eq(user.userID, userID))
  expect((await browser.switch(userID, '482913')).body.code).toBe('pin.wrong')
})
