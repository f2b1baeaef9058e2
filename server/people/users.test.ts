import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'
import { session, signInLink, user } from '../db/schema/people.ts'
import { audit } from '../db/schema/shared.ts'

const { app, db, as, users } = await testApp()
const admin = as(1)
const manager = as(2)
const path = '/api/v1/users'
const ana = {
  firstName: 'Ana',
  middleName: 'B',
  lastName: 'Cruz',
  username: 'ana',
  email: 'ana@shop.example',
  roleID: 3,
  password: 'secret1',
  phoneNumber: '+81 90 5550 0142',
  address: 'Nagoya',
  birthday: '1990-05-01T15:30:00Z',
}
const photo = await drawPicture('gold', { width: 40, height: 30 })
const { password: _, ...anaWithoutPassword } = ana
const ended = [401, 'This link was used before or has expired. Ask for a new one']
let next = 0
const somebody = (over = {}) => ({ ...ana, username: `u${++next}`, email: `u${next}@shop.example`, ...over })
const login = async (email: string, password = ana.password) =>
  (await app.inject({ method: 'POST', url: '/api/v1/login', payload: { email, password } })).json()
const profile = async (token: string) =>
  (await app.inject({ url: '/api/users/profile', headers: { authorization: `Bearer ${token}` } })).statusCode
/** Returns the token of a new sign-in link for that user. */
const linkFor = async (userID: number): Promise<string> =>
  (await admin('POST', `${path}/${userID}/sign-in-link`)).body.data.link.split('link=')[1]
/** Signs in with a link's token. Returns the status with the message or the e-mail. */
const use = async (token: string) => {
  const response = await app.inject({ method: 'POST', url: '/api/v1/sign-in-link', payload: { token } })
  return [response.statusCode, response.json().message ?? response.json().email]
}

test('lets a manager create a user with a picture, as a form', async () => {
  const form = formOf({ ...ana, createdByID: 1, modifiedByID: 1 }, { 'ana.png': photo }, 'image_url')
  const response = await manager('POST', path, form)
  expect(response.status).toBe(201)
  expect(response.body.data).toMatchObject({
    ...anaWithoutPassword,
    // 15:30 UTC is after midnight in the shop.
    birthday: '1990-05-02',
    roleName: 'Staff',
    status: true,
    image_url: expect.stringMatching(/^\/pictures\/[0-9a-f]{32}\.webp$/),
    createdByID: users.get(2),
  })
  expect(JSON.stringify(response.body)).not.toContain('passwordHash')
  const rows = await db.select().from(audit).where(eq(audit.entity, 'user'))
  expect(JSON.stringify(rows)).not.toMatch(/argon2|passwordHash/)
  expect(await login(ana.email)).toMatchObject({ success: true, roleID: 3 })
})

test.each([
  [{ firstName: '' }, 'First name is required'],
  [{ lastName: '' }, 'Last name is required'],
  [{ username: '' }, 'Username is required'],
  [{ email: 'x' }, 'Enter a valid email'],
  [{ password: '12345' }, 'Password length must be at least 6 characters'],
  [{ roleID: 4 }, 'Choose a role'],
  [{ birthday: 'yesterday' }, 'Enter a date like 2026-11-20'],
])('refuses a user with %j', async (wrong, message) => {
  const { status, body } = await admin('POST', path, somebody(wrong))
  expect([status, body.message]).toEqual([400, message])
})

test('treats user names and e-mails as equal in any case', async () => {
  expect((await admin('POST', path, somebody({ username: 'ANA' }))).body.message).toBe('Username already exists')
  expect((await admin('POST', path, somebody({ email: 'ANA@shop.example' }))).body.message).toBe('Email already exists')
})

test('refuses a manager who creates, changes or promotes an administrator', async () => {
  const refused = {
    status: 403,
    body: { success: false, code: 'account.admin_only', message: 'Only an administrator may do this' },
  }
  expect(await manager('POST', path, somebody({ roleID: 1 }))).toMatchObject(refused)
  const made = (await manager('POST', path, somebody())).body.data
  expect(await manager('PUT', `${path}/${made.userID}`, { ...made, roleID: 1 })).toMatchObject(refused)
  const boss = (await admin('GET', `${path}/${users.get(1)}`)).body.data
  expect(await manager('PUT', `${path}/${boss.userID}`, { ...boss, firstName: 'X' })).toMatchObject(refused)
  expect((await admin('PUT', `${path}/${made.userID}`, { ...made, roleID: 1 })).body.data.roleName).toBe('Admin')
})

test('refuses users to staff, but lists active staff by name', async () => {
  expect((await as(3)('GET', path)).status).toBe(403)
  const { body } = await as(3)('GET', '/api/v1/staff')
  expect(Object.keys(body.data[0])).toEqual(['userID', 'username', 'name'])
  expect(body.data.map((row: { userID: number }) => row.userID)).not.toContain(users.get(0))
})

test('applies a new role or a deactivated account to the next request', async () => {
  const made = (await admin('POST', path, somebody())).body.data
  const { token } = await login(made.email)
  const list = async () =>
    (await app.inject({ url: '/api/v2/suppliers', headers: { authorization: `Bearer ${token}` } })).statusCode
  expect(await list()).toBe(200)
  await admin('PUT', `${path}/${made.userID}`, { ...made, roleID: 0, updatedAt: undefined })
  expect(await list()).toBe(403)
  const link = await linkFor(made.userID)
  await admin('PUT', `${path}/${made.userID}`, { ...made, status: false, updatedAt: undefined })
  expect(await list()).toBe(401)
  await admin('PUT', `${path}/${made.userID}`, { ...made, status: true, updatedAt: undefined })
  expect(await list()).toBe(401)
  expect(await use(link)).toEqual(ended)
})

test('keeps one of two administrators who deactivate each other at the same time', async () => {
  // All other administrators lose the role first.
  const [one, two] = await Promise.all(
    [1, 2].map(async () => (await admin('POST', path, somebody({ roleID: 1 }))).body.data),
  )
  const tokens = await Promise.all([one, two].map(async ({ email }) => (await login(email)).token))
  await db
    .update(user)
    .set({ roleID: 3 })
    .where(sql`role_id = 1 and user_id not in (${one.userID}, ${two.userID})`)
  const answers = await Promise.all(
    [two, one].map(({ updatedAt: _updatedAt, ...other }, n) =>
      app.inject({
        method: 'PUT',
        url: `${path}/${other.userID}`,
        headers: { authorization: `Bearer ${tokens[n]}` },
        payload: { ...other, roleID: 3 },
      }),
    ),
  )
  expect(await db.$count(user, sql`role_id = 1 and status`)).toBe(1)
  expect(answers.map((answer) => answer.statusCode).filter((status) => status === 200)).toHaveLength(1)
  const refused = answers.find((answer) => answer.statusCode !== 200)!
  expect([403, 409]).toContain(refused.statusCode)
  await db
    .update(user)
    .set({ roleID: 1 })
    .where(eq(user.userID, users.get(1)!))
})

test('refuses to demote or deactivate the last active administrator', async () => {
  await db
    .update(user)
    .set({ roleID: 3 })
    .where(sql`role_id = 1 and user_id <> ${users.get(1)}`)
  const { updatedAt: __, ...me } = (await admin('GET', `${path}/${users.get(1)}`)).body.data
  for (const change of [{ roleID: 2 }, { status: false }]) {
    const { status, body } = await admin('PUT', `${path}/${me.userID}`, { ...me, ...change })
    expect([status, body.message]).toEqual([409, 'This is the last active administrator: make another one first'])
  }
})

test('ends the user’s sessions and sign-in link when an administrator sets a password', async () => {
  const made = (await admin('POST', path, somebody())).body.data
  const { token } = await login(made.email)
  expect((await manager('PUT', `${path}/${made.userID}/password`, { password: 'another1' })).status).toBe(403)
  const link = await linkFor(made.userID)
  expect((await admin('PUT', `${path}/${made.userID}/password`, { password: 'another1' })).status).toBe(200)
  expect(await profile(token)).toBe(401)
  expect(await use(link)).toEqual(ended)
  expect((await login(made.email, 'another1')).success).toBe(true)
})

test('accepts only the newest sign-in link, once, within a day', async () => {
  const made = (await admin('POST', path, somebody())).body.data
  const old = await linkFor(made.userID)
  const token = await linkFor(made.userID)
  expect(await db.select().from(signInLink)).not.toContainEqual(expect.objectContaining({ tokenHash: token }))
  expect(await use(old)).toEqual(ended)
  const uses = await Promise.all([1, 2, 3].map(() => use(token)))
  expect(uses.filter(([status]) => status === 200)).toEqual([[200, made.email]])
  const late = await linkFor(made.userID)
  await db.update(signInLink).set({ expiresAt: sql`now() - interval '1 second'` })
  expect(await use(late)).toEqual(ended)
  expect(await use('x')).toEqual([400, 'This link is not valid'])
})

test('changes the own name, e-mail and password; a new password ends other sessions and the sign-in link', async () => {
  const made = (await admin('POST', path, somebody())).body.data
  const [one, two] = [await login(made.email), await login(made.email)]
  const put = async (token: string, body: object) => {
    const response = await app.inject({
      method: 'PUT',
      url: '/api/users/updateProfile',
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    })
    return { status: response.statusCode, body: response.json() }
  }
  const renamed = await put(one.token, { name: 'Ana Maria Reyes', email: made.email, password: '' })
  expect(renamed.body).toMatchObject({ success: true, token: one.token, name: 'Ana Maria Reyes' })
  const link = await linkFor(made.userID)
  const changed = await put(one.token, { name: 'Ana', email: made.email, password: 'another1' })
  expect(changed.body.token).not.toBe(one.token)
  expect(await Promise.all([one.token, two.token, changed.body.token].map(profile))).toEqual([401, 401, 200])
  expect(await use(link)).toEqual(ended)

  await db.update(session).set({ createdAt: sql`now() - interval '16 minutes'` })
  const { token } = changed.body
  const moved = { name: 'Ana', email: 'moved@shop.example' }
  expect(await put(token, moved)).toMatchObject({
    status: 403,
    body: { message: 'Please confirm your current password' },
  })
  expect((await put(token, { ...moved, currentPassword: 'wrong-one' })).body.message).toBe(
    'Your current password is wrong',
  )
  expect((await put(token, { ...moved, currentPassword: 'another1' })).body.email).toBe('moved@shop.example')
  expect((await put(token, { ...moved, name: 'Bea' })).status).toBe(200)
  expect((await put(token, { ...moved, email: 'ANA@shop.example', currentPassword: 'another1' })).body.message).toBe(
    'Email already exists',
  )
})

test('keeps the division of a name that is sent back unchanged', async () => {
  const made = (await admin('POST', path, somebody({ firstName: 'Maria', lastName: 'dela Cruz' }))).body.data
  const { token } = await login(made.email)
  const save = async (token: string, body: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const url = '/api/users/updateProfile'
    const answer = (await app.inject({ method: 'PUT', url, headers, payload: { email: made.email, ...body } })).json()
    const { firstName, lastName } = (await admin('GET', `${path}/${made.userID}`)).body.data
    return { token: answer.token, name: answer.name, stored: [firstName, lastName] }
  }
  const changed = await save(token, { name: 'Maria dela Cruz', password: 'another1' })
  expect(changed).toMatchObject({ name: 'Maria dela Cruz', stored: ['Maria', 'dela Cruz'] })
  expect((await save(changed.token, { name: 'Maria Luz dela Cruz' })).stored).toEqual(['Maria Luz dela', 'Cruz'])
})

test.each([
  ['', 'Name is required'],
  [undefined, 'Name is required'],
  ['  ', 'Name length must be at least 1 character'],
])('refuses a profile with the name %j', async (name, message) => {
  const { status, body } = await as(0)('PUT', '/api/users/updateProfile', { name, email: 'own@shop.example' })
  expect([status, body]).toEqual([400, expect.objectContaining({ message, errors: [{ field: 'name', message }] })])
})

test('sets the own picture, and removes it when none is sent', async () => {
  const put = (fields: object, files: Record<string, Uint8Array> = {}) =>
    as(0)('PUT', '/api/users/updateProfilePicture', formOf({ ...fields }, files, 'profilePicture'))
  const set = await put({}, { 'me.png': photo })
  expect(set.body).toMatchObject({ success: true, token: expect.any(String), photo: expect.stringMatching(/webp$/) })
  expect((await app.inject(set.body.photo)).headers['content-type']).toBe('image/webp')
  expect((await put({ profilePicture: '' })).body.photo).toBeNull()
  const refused = await put({}, { 'me.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
  expect(refused.status).toBe(415)
})

test('keeps, replaces and removes a user’s picture by update', async () => {
  const made = (await admin('POST', path, formOf(somebody(), { 'a.png': photo }, 'image_url'))).body.data
  const put = async (body: object) => (await admin('PUT', `${path}/${made.userID}`, body)).body.data.image_url
  const { updatedAt: _updatedAt, image_url, ...rest } = made
  expect(image_url).toMatch(/webp$/)
  // Old clients send back the whole record.
  expect(await put({ ...rest, image_url })).toBe(image_url)
  expect(await put(rest)).toBe(image_url)
  const fields = { ...ana, username: rest.username, email: rest.email }
  const another = formOf(fields, { 'b.png': await drawPicture('teal') }, 'image_url')
  const replaced = await put(another)
  expect(replaced).toMatch(/webp$/)
  expect(replaced).not.toBe(image_url)
  expect(await put(formOf({ ...fields, image_url: '' }))).toBeNull()
  expect(await put(another)).toBe(replaced)
  expect(await put({ ...rest, image_url: null })).toBeNull()
})
