import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { createApp } from '../app.ts'
import { notification } from '../db/schema/messages.ts'
import { attempt, session, user } from '../db/schema/people.ts'

const { app, db, as, users, pictureStore } = await testApp()
const liza = { name: 'Liza Marie Reyes', email: 'Liza@shop.example', password: 'secret1' }
const post = async (url: string, body: object, headers = {}) => {
  const response = await app.inject({ method: 'POST', url, payload: body, headers })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const profile = async (token: string) =>
  (await app.inject({ url: '/api/users/profile', headers: { authorization: `Bearer ${token}` } })).statusCode

const registered = await post('/api/users/register', { ...liza, roleID: 1, status: false })

test('registers an account without a role, signs it in, and responds with a flat object', async () => {
  expect(registered).toMatchObject({ status: 201 })
  expect(registered.body).toEqual({
    success: true,
    token: expect.stringMatching(/^[\w-]{43}$/),
    userID: expect.any(Number),
    roleID: 0,
    roleName: 'Unassigned',
    name: 'Liza Marie Reyes',
    email: 'Liza@shop.example',
    photo: null,
  })
  const [row] = await db.select().from(user).where(eq(user.userID, registered.body.userID))
  expect(row).toMatchObject({ firstName: 'Liza Marie', lastName: 'Reyes', username: 'liza', status: true })
  expect(row!.passwordHash).toMatch(/^\$argon2id\$/)
  expect(await profile(registered.body.token)).toBe(200)
})

test('notifies the users who can assign a role of an account without one', async () => {
  const link = `/users?id=${registered.body.userID}`
  const told = await db.select().from(notification).where(eq(notification.link, link))
  const people = told.map(({ userID }) => userID)
  expect(people).toEqual(expect.arrayContaining([users.get(1), users.get(2)]))
  expect(people).not.toContain(users.get(3))
  expect(people).not.toContain(registered.body.userID)
  expect(new Set(told.map(({ kind, message }) => `${kind}: ${message}`))).toEqual(
    new Set(['accountWaiting: Liza Marie Reyes has registered: the account waits for a role']),
  )
})

test('a role that is given marks the message read for everybody, and no other message', async () => {
  const paz = await post('/api/users/register', { ...liza, name: 'Paz Cruz', email: 'paz@shop.example' })
  const id: number = paz.body.userID
  const unread = async () => {
    const rows = await db
      .select({ link: notification.link })
      .from(notification)
      .where(sql`${notification.kind} = 'accountWaiting' and ${notification.readAt} is null`)
    return (userID: number) => rows.filter(({ link }) => link === `/users?id=${userID}`).length
  }
  const before = await unread()
  expect(before(id)).toBeGreaterThan(1)
  const change = async (more: object) => {
    const { data } = (await as(1)('GET', `/api/v1/users/${id}`)).body
    const { status, body } = await as(1)('PUT', `/api/v1/users/${id}`, { ...data, ...more })
    expect(status, body.message).toBe(200)
  }
  await change({ lastName: 'Cruz-Santos' })
  expect((await unread())(id)).toBe(before(id))
  await change({ roleID: 3 })
  const after = await unread()
  expect([after(id), after(registered.body.userID)]).toEqual([0, before(registered.body.userID)])
})

test('stores no token in the database', async () => {
  const rows = await db.select().from(session)
  expect(JSON.stringify(rows)).not.toContain(registered.body.token)
})

test('allows one account for an e-mail in any case, and creates distinct user names', async () => {
  const again = await post('/api/users/register', { ...liza, email: 'LIZA@SHOP.example' })
  expect([again.status, again.body.message]).toEqual([409, 'Email already exists'])
  const other = await post('/api/users/register', { ...liza, email: 'liza@other.example', name: 'Cher' })
  const [row] = await db.select().from(user).where(eq(user.userID, other.body.userID))
  expect(row).toMatchObject({ firstName: 'Cher', lastName: '', username: 'liza2' })
})

test('registers five people with the same local part at the same time', async () => {
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => post('/api/users/register', { ...liza, email: `same@${n}.example` })),
  )
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
})

test.each([
  [{ name: undefined }, 'Name is required'],
  [{ name: '' }, 'Name is required'],
  [{ name: '   ' }, 'Name length must be at least 1 character'],
  [{ name: 'a'.repeat(201) }, 'Name length must be at most 200 characters'],
  [{ email: '' }, 'Email is required'],
  [{ email: 'liza' }, 'Enter a valid email'],
  [{ password: '' }, 'Password is required'],
  [{ password: '12345' }, 'Password length must be at least 6 characters'],
])('refuses a registration with %j', async (wrong, message) => {
  const { status, body } = await post('/api/users/register', { ...liza, email: 'new@x.example', ...wrong })
  expect([status, body.message]).toEqual([400, message])
})

test('responds the same to an unknown e-mail and a wrong password', async () => {
  const good = await post('/api/v1/login', { email: 'liza@SHOP.example', password: 'secret1' })
  expect(good).toMatchObject({ status: 200, body: { roleID: 0, name: 'Liza Marie Reyes' } })
  const wrong = await post('/api/v1/login', { email: liza.email, password: 'secret2' })
  const unknown = await post('/api/v1/login', { email: 'nobody@shop.example', password: 'secret2' })
  expect([wrong.status, wrong.body]).toEqual([
    401,
    { success: false, code: 'auth.invalid', message: 'Invalid email or password' },
  ])
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
})

test('reveals an inactive account only to a correct password, and ends its sessions at once', async () => {
  const made = await post('/api/users/register', { ...liza, email: 'gone@shop.example' })
  await db.update(user).set({ status: false }).where(eq(user.userID, made.body.userID))
  expect(await profile(made.body.token)).toBe(401)
  const right = await post('/api/v1/login', { email: 'gone@shop.example', password: 'secret1' })
  expect([right.status, right.body.message]).toEqual([403, 'This account is inactive'])
  const wrong = await post('/api/v1/login', { email: 'gone@shop.example', password: 'secret2' })
  expect(wrong.body.message).toBe('Invalid email or password')
})

test('revokes only the token that logs out', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => post('/api/v1/login', liza)))
  const authorization = `Bearer ${one!.body.token}`
  expect((await post('/api/v1/logout', {}, { authorization })).status).toBe(200)
  expect([await profile(one!.body.token), await profile(two!.body.token)]).toEqual([401, 200])
})

test('lists and ends only the user’s own sessions', async () => {
  const signedIn = await post('/api/v1/login', liza, { 'user-agent': 'Firefox' })
  const headers = { authorization: `Bearer ${signedIn.body.token}` }
  const list = (await app.inject({ url: '/api/v1/sessions', headers })).json().data
  expect(list.filter((row: { current: boolean }) => row.current)).toMatchObject([{ agent: 'Firefox' }])
  const { sessionID } = list.find((row: { current: boolean }) => row.current)
  expect((await as(2)('DELETE', `/api/v1/sessions/${sessionID}`)).status).toBe(404)
  const ended = await app.inject({ method: 'DELETE', url: `/api/v1/sessions/${sessionID}`, headers })
  expect(ended.statusCode).toBe(200)
  expect(await profile(signedIn.body.token)).toBe(401)
})

test('a session ends 30 days after its last use', async () => {
  const { token } = (await post('/api/v1/login', liza)).body
  await db.update(session).set({ expiresAt: sql`now() - interval '1 second'` })
  expect(await profile(token)).toBe(401)
})

test('extends a session on use, but never past 90 days from its start', async () => {
  const { token } = (await post('/api/v1/login', liza)).body
  const [row] = await db
    .select()
    .from(session)
    .orderBy(sql`${session.sessionID} desc`)
    .limit(1)
  const mine = eq(session.sessionID, row!.sessionID)
  await db
    .update(session)
    .set({
      createdAt: sql`now() - interval '80 days'`,
      lastUsedAt: sql`now() - interval '1 day'`,
      expiresAt: sql`now() + interval '1 day'`,
    })
    .where(mine)
  expect(await profile(token)).toBe(200)
  const [after] = await db.select().from(session).where(mine)
  const days = (after!.expiresAt.getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(9.9)
  expect(days).toBeLessThan(10.1)
})

test('limits failures for each address: the eleventh attempt waits, even with the correct password', async () => {
  const from = (remoteAddress: string, password: string) =>
    app.inject({ method: 'POST', url: '/api/v1/login', payload: { ...liza, password }, remoteAddress })
  await db.delete(attempt)
  for (let n = 0; n < 10; n++) expect((await from('10.0.0.1', 'wrong-one')).statusCode).toBe(401)
  const refused = await from('10.0.0.1', liza.password)
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'Too many attempts. Please wait a while and try again',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(890)
  expect((await from('10.0.0.2', liza.password)).statusCode).toBe(200)
  await db.update(attempt).set({ at: sql`now() - interval '16 minutes'` })
  expect((await from('10.0.0.1', liza.password)).statusCode).toBe(200)
})

test('counts concurrent guesses one by one', async () => {
  await db.delete(attempt)
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => post('/api/v1/login', { ...liza, password: 'wrong-one' })),
  )
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
})

test('limits failures to 100 for each address across all accounts', async () => {
  await db.delete(attempt)
  await db.insert(attempt).values(Array.from({ length: 100 }, () => ({ bucket: 'login 10.9.9.9' })))
  const refused = await app.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: { email: 'fresh@shop.example', password: 'secret1' },
    remoteAddress: '10.9.9.9',
  })
  expect(refused.statusCode).toBe(429)
})

test('limits registrations to 20 an hour for each address', async () => {
  await db.delete(attempt)
  await db.insert(attempt).values(Array.from({ length: 20 }, () => ({ bucket: 'register 127.0.0.1' })))
  expect((await post('/api/users/register', { ...liza, email: 'late@shop.example' })).status).toBe(429)
})

test('counts a guess in full, with any other field or header in the request', async () => {
  await db.delete(attempt)
  const guesses = [
    {},
    { attempts: 0, bucket: 'x', address: '10.0.0.9', ip: '10.0.0.9' },
    { email: 'LIZA@SHOP.EXAMPLE' },
    { email: ' liza@shop.example ' },
    { email: 'Liza@Shop.Example', remember: true },
    { roleID: 1, userID: 1, token: 'x' },
    { email: '\tliza@shop.example\n' },
  ]
  const forwarded = (n: number) => ({
    'x-forwarded-for': `10.1.0.${n}, 10.2.0.${n}`,
    'x-real-ip': `10.1.0.${n}`,
    forwarded: `for=10.1.0.${n}`,
    'x-client-ip': `10.1.0.${n}`,
    'user-agent': `Agent ${n}`,
    'idempotency-key': String(n),
  })
  const answers: number[] = []
  for (let n = 0; n < 12; n++) {
    const guess = { ...liza, password: 'wrong-one', ...guesses[n % guesses.length] }
    answers.push((await post(`/api/v1/login?n=${n}`, guess, forwarded(n))).status)
  }
  expect(answers).toEqual([...Array(10).fill(401), 429, 429])
})

test('believes a forwarded address only from a trusted proxy', async () => {
  await db.delete(attempt)
  const behind = await createApp({ db, pictureStore, trustProxy: '10.0.0.1' })
  onTestFinished(() => behind.close())
  const guess = async (remoteAddress: string, forwarded: string) =>
    (
      await behind.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload: { ...liza, password: 'wrong-one' },
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
      })
    ).statusCode
  for (let n = 0; n < 10; n++) expect(await guess('10.0.0.1', '203.0.113.5')).toBe(401)
  expect(await guess('10.0.0.1', '203.0.113.5')).toBe(429)
  // The visitor's own header value stands before the address that the proxy adds.
  expect(await guess('10.0.0.1', '198.51.100.7, 203.0.113.5')).toBe(429)
  expect(await guess('10.0.0.1', '203.0.113.6')).toBe(401)
  // An untrusted client counts by its own address, even if it pretends to be a proxy.
  for (let n = 0; n < 10; n++) expect(await guess('203.0.113.9', `198.51.100.${n}`)).toBe(401)
  expect(await guess('203.0.113.9', '198.51.100.99')).toBe(429)
})
