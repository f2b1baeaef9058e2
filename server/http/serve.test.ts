import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { anyCodeOf, testApp } from '../../tests/support/fixtures.ts'
import { session, user } from '../db/schema/people.ts'
import { supplier } from '../db/schema/purchasing.ts'
import { hashToken } from '../kernel/tokens.ts'
import { openSession } from './session.ts'

const { app, db, users, tokens } = await testApp()
const [{ supplierID } = { supplierID: 0 }] = await db
  .insert(supplier)
  .values({ supplierName: 'Ginza Gold', contactDetails: '+81 3-0000-0000', email: 'gold@example.com' })
  .returning()
const record = `/api/v2/suppliers/${supplierID}`
const missing = '/api/v2/suppliers/999999999'
const noKey = '/api/v2/suppliers/ring'

async function get(url: string, token?: string) {
  const response = await app.inject({ url, ...(token && { headers: { authorization: `Bearer ${token}` } }) })
  return { status: response.statusCode, body: response.json() }
}

test('returns a record to a user who may read it', async () => {
  expect(await get(record, tokens.get(3))).toMatchObject({ status: 200, body: { data: { supplierID } } })
  expect(await get(missing, tokens.get(3))).toMatchObject({ status: 404, body: { message: 'Supplier not found' } })
  expect((await get(noKey, tokens.get(3))).status).toBe(400)
})

test('refuses a caller without access alike for an existing, a missing and a malformed key', async () => {
  const unknown = 'x'.repeat(43)
  const ended = await openSession(db, users.get(3)!, 'tests')
  await db.delete(session).where(eq(session.tokenHash, hashToken(ended)))
  for (const [token, status, message] of [
    [undefined, 401, 'Please sign in'],
    [unknown, 401, 'Please sign in'],
    [ended, 401, 'Please sign in'],
    [tokens.get(0)!, 403, 'You may not do this'],
  ] as const)
    for (const url of [record, missing, noKey])
      expect([url, await get(url, token)]).toEqual([
        url,
        { status, body: { success: false, code: anyCodeOf(status), message } },
      ])
})

test('identifies each of many concurrent callers', async () => {
  const rest = { lastName: 'Cruz', passwordHash: 'none', roleID: 3 } as const
  const names = Array.from({ length: 40 }, (_, n) => `Caller ${n}`)
  const ownTokens = await Promise.all(
    names.map(async (firstName, n) => {
      const [{ userID } = { userID: 0 }] = await db
        .insert(user)
        .values({ ...rest, firstName, username: `caller${n}`, email: `caller${n}@alahas.test` })
        .returning()
      return openSession(db, userID, 'tests')
    }),
  )
  const answers = await Promise.all(
    ownTokens.map((token, n) =>
      Promise.all([
        get('/api/users/profile', token),
        get(record, token),
        get('/api/users/profile', `${n}`.padStart(43, 'x')),
      ]),
    ),
  )
  for (const [n, [own, found, strangers]] of answers.entries()) {
    expect(own.body.name).toBe(`${names[n]} Cruz`)
    expect([found.status, strangers.status]).toEqual([200, 401])
  }
})

test('refuses the next request of a session that ended while others send requests', async () => {
  const token = await openSession(db, users.get(3)!, 'tests')
  const others = Array.from({ length: 20 }, () => get('/api/users/profile', tokens.get(3)))
  await db.delete(session).where(eq(session.tokenHash, hashToken(token)))
  expect((await get('/api/users/profile', token)).status).toBe(401)
  for (const { status } of await Promise.all(others)) expect(status).toBe(200)
})
