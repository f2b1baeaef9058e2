import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { endpoints } from '../../contract/index.ts'
import { operationOf, operations } from '../../contract/operations.ts'
import { toCsv } from '../../contract/shared/csv.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { formOf } from '../../tests/support/pictures.ts'
import { apiToken } from '../db/schema/integrations.ts'
import { session, user } from '../db/schema/people.ts'
import { audit } from '../db/schema/shared.ts'
import { hashPassword } from '../people/passwords.ts'

const { app, db, as, users } = await testApp()

const path = '/api/v1/api-tokens'
const create = (more: object = {}) =>
  as(1)('POST', path, { tokenName: 'Bookkeeping', operations: ['itemsList'], days: 30, ...more })

/** Creates a token and returns its key and a function that calls the API with it. */
async function issue(more: object = {}) {
  const { status, body } = await create(more)
  expect(status).toBe(201)
  const { token, tokenID } = body.data as { token: string; tokenID: number }
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  return { tokenID, token, call }
}

test('a token makes the calls that it is allowed, and no other call of the contract', async () => {
  const { call } = await issue()
  expect((await call('GET', '/api/v1/items')).json()).toMatchObject({ success: true })
  for (const e of endpoints.filter(({ access }) => access !== 'public')) {
    if (operationOf(e)?.operationID === 'itemsList') continue
    const response = await call(e.method, e.path.replaceAll(/:\w+/g, '1'))
    expect([e.path, response.statusCode, response.json().code]).toEqual([e.path, 403, 'access.not_for_token'])
  }
})

test('a token writes with the rights of its administrator, and the audit trail names it', async () => {
  const { call } = await issue({ tokenName: 'Web shop', operations: ['categoriesCreate'] })
  const made = await call('POST', '/api/v1/categories', { categoryCode: 'TK', categoryName: 'Tokens' })
  expect(made.statusCode).toBe(201)
  const { data } = (await as(1)('GET', '/api/v1/audit?entity=category')).body
  expect(data[0]).toMatchObject({ action: 'create', userID: users.get(1), apiTokenName: 'Web shop' })
  await as(1)('POST', '/api/v1/categories', { categoryCode: 'TL', categoryName: 'By hand' })
  expect((await as(1)('GET', '/api/v1/audit?entity=category')).body.data[0]).toMatchObject({ apiTokenName: null })
})

test('the audit trail names the token on each of many records that one call writes', async () => {
  const { token } = await issue({ tokenName: 'Migration', operations: ['importsCreate'] })
  const header = { authorization: `Bearer ${token}` }
  const file = new TextEncoder().encode(
    toCsv([
      ['Platform', 'Handle'],
      ['TikTok', '@first'],
      ['TikTok', '@second'],
    ]),
  )
  const payload = formOf({ kind: 'buyers' }, { 'buyers.csv': file }, 'file')
  const made = await app.inject({ method: 'POST', url: '/api/v1/imports', headers: header, payload })
  expect(made.statusCode).toBe(201)
  const { data } = (await as(1)('GET', '/api/v1/audit?entity=buyer')).body
  expect(data.map((one: { apiTokenName: string }) => one.apiTokenName)).toEqual(['Migration', 'Migration'])
})

test('a token loses what its administrator loses', async () => {
  const { call } = await issue({ operations: ['auditTrailList', 'itemsList'] })
  const id = users.get(1)!
  expect((await call('GET', '/api/v1/audit')).statusCode).toBe(200)
  await db.update(user).set({ roleID: 3 }).where(eq(user.userID, id))
  expect((await call('GET', '/api/v1/audit')).json()).toMatchObject({ code: 'access.denied' })
  expect((await call('GET', '/api/v1/items')).statusCode).toBe(200)
  await db.update(user).set({ roleID: 1, status: false }).where(eq(user.userID, id))
  expect((await call('GET', '/api/v1/items')).json()).toMatchObject({ code: 'auth.token_ended' })
  await db.update(user).set({ status: true }).where(eq(user.userID, id))
  expect((await call('GET', '/api/v1/items')).statusCode).toBe(200)
})

test('a revoked, expired or invented token is refused with 401, on every call', async () => {
  const { call, tokenID } = await issue()
  const revoked = await as(1)('DELETE', `${path}/${tokenID}`)
  expect(revoked.body.data).toMatchObject({ tokenID, revokedAt: expect.any(String) })
  for (const url of ['/api/v1/items', '/api/v1/items/1', '/api/shop/items'])
    expect([(await call('GET', url)).statusCode, (await call('GET', url)).json()]).toMatchObject([
      401,
      { code: 'auth.token_ended', message: 'This API token is unknown, has expired or was revoked' },
    ])
  expect(await as(1)('DELETE', `${path}/${tokenID}`)).toMatchObject({ status: 404 })

  const other = await issue()
  await db
    .update(apiToken)
    .set({ createdAt: new Date('2020-01-01'), expiresAt: new Date('2020-02-01') })
    .where(eq(apiToken.tokenID, other.tokenID))
  expect((await other.call('GET', '/api/v1/items')).statusCode).toBe(401)
  const authorization = `Bearer alahas_${'A'.repeat(43)}`
  expect((await app.inject({ url: '/api/v1/items', headers: { authorization } })).statusCode).toBe(401)
})

test('the token is shown once and stored nowhere; its use is shown', async () => {
  const { token, tokenID, call } = await issue({ tokenName: 'Shown once' })
  const listed = async () =>
    (await as(1)('GET', path)).body.data.find((row: { tokenID: number }) => row.tokenID === tokenID)
  expect(await listed()).toMatchObject({ tokenName: 'Shown once', operations: ['itemsList'], lastUsedAt: null })
  await call('GET', '/api/v1/items')
  expect(await listed()).toMatchObject({ lastUsedAt: expect.any(String) })
  const [stored] = await db.select().from(apiToken).where(eq(apiToken.tokenID, tokenID))
  const trail = await db.select().from(audit).where(eq(audit.entity, 'apiToken'))
  expect(JSON.stringify([stored, trail, await listed()])).not.toContain(token)
  expect(JSON.stringify([trail, await listed()])).not.toContain(stored!.tokenHash)
  expect(trail.map(({ action }) => action)).toContain('create')
})

test('a token needs a recent sign-in or the password, which cannot be guessed', async () => {
  await db.update(user).set({ passwordHash: await hashPassword('right as rain') })
  await db.update(session).set({ createdAt: new Date(Date.now() - 16 * 60_000) })
  const before = await db.$count(apiToken)
  expect(await create()).toMatchObject({ status: 403, body: { code: 'auth.password_required' } })
  expect(await create({ currentPassword: 'wrong' })).toMatchObject({
    status: 403,
    body: { code: 'auth.password_wrong', errors: [{ field: 'currentPassword' }] },
  })
  expect((await create({ currentPassword: 'right as rain' })).status).toBe(201)
  for (let guess = 0; guess < 9; guess++) await create({ currentPassword: `wrong ${guess}` })
  expect(await create({ currentPassword: 'wrong' })).toMatchObject({ status: 429 })
  expect(await db.$count(apiToken)).toBe(before + 1)
  await db.update(session).set({ createdAt: new Date() })
  expect((await create()).status).toBe(201)
})

test.each([
  [{ tokenName: ' ' }, 400, 'Name is required'],
  [{ operations: [] }, 400, 'Choose at least one call'],
  [{ operations: ['nothing'] }, 422, 'No API token may call nothing'],
  [{ operations: ['itemsList', 'usersCreateSignInLink'] }, 422, 'No API token may call usersCreateSignInLink'],
  [{ operations: ['apiTokensCreate'] }, 422, 'No API token may call apiTokensCreate'],
  [{ operations: ['accountProfile'] }, 422, 'No API token may call accountProfile'],
  [{ days: 0 }, 400, 'Days must be at least 1'],
  [{ days: 367 }, 400, 'Days must be at most 366'],
  [{ days: 1.5 }, 400, 'Days must be a whole number'],
])('refuses %j', async (more, status, message) => {
  const before = await db.$count(apiToken)
  const { body, ...answer } = await create(more)
  expect(answer.status).toBe(status)
  expect(JSON.stringify(body)).toContain(message)
  expect(await db.$count(apiToken)).toBe(before)
})

test('the calls that a token can be allowed are named as in the OpenAPI document', async () => {
  const { data } = (await as(1)('GET', `${path}/calls`)).body as { data: { operationID: string; isRead: boolean }[] }
  const document = (await app.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const documented = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(documented).size).toBe(operations.length)
  expect(documented).toEqual(expect.arrayContaining(data.map(({ operationID }) => operationID)))
  expect(data.find(({ operationID }) => operationID === 'salesList')).toMatchObject({ isRead: true })
})
