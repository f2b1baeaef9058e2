import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { session, signInLink } from '../db/schema/people.ts'
import { audit } from '../db/schema/shared.ts'
import { openSession } from '../http/session.ts'
import { hashToken } from '../kernel/tokens.ts'

const { app, db, as, users, tokens } = await testApp()
const staffID = users.get(3)!

/** Opens another session of a user, and returns a function that sends requests with it. */
async function signedIn(userID: number, agent = 'tests') {
  const token = await openSession(db, userID, agent)
  const [{ sessionID } = { sessionID: 0 }] = await db
    .select()
    .from(session)
    .where(eq(session.tokenHash, hashToken(token)))
  const call = async (method: 'GET' | 'DELETE', url: string) => {
    const response = await app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
    return { status: response.statusCode, body: response.json() }
  }
  return { sessionID, call, status: async () => (await call('GET', '/api/users/profile')).status }
}

test('lists sessions without anything that identifies a token', async () => {
  const other = await signedIn(staffID, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  const { body } = await other.call('GET', '/api/v1/sessions')
  expect(body.data.map((row: { current: boolean }) => row.current).toSorted()).toEqual([false, true])
  const mine = body.data.find((row: { current: boolean }) => row.current)
  expect(Object.keys(mine).toSorted()).toEqual([
    'agent',
    'createdAt',
    'current',
    'expiresAt',
    'lastUsedAt',
    'sessionID',
  ])
  expect(mine).toMatchObject({ sessionID: other.sessionID, agent: expect.stringContaining('Firefox/140.0') })
  expect(JSON.stringify(body)).not.toContain(hashToken(tokens.get(3)!))
  await other.call('DELETE', `/api/v1/sessions/${other.sessionID}`)
  expect(await other.status()).toBe(401)
})

test('lets only an administrator end another user’s session', async () => {
  const other = await signedIn(staffID)
  for (const roleID of [0, 2] as const)
    expect((await as(roleID)('DELETE', `/api/v1/sessions/${other.sessionID}`)).body).toEqual({
      success: false,
      code: 'record.not_found',
      message: 'Session not found',
    })
  expect(await other.status()).toBe(200)
  expect((await as(1)('DELETE', `/api/v1/sessions/${other.sessionID}`)).status).toBe(200)
  expect(await other.status()).toBe(401)
  const [row] = await db.select().from(audit).where(eq(audit.action, 'end session'))
  expect(row).toMatchObject({ entity: 'user', entityID: staffID, userID: users.get(1), before: null, after: null })
  expect((await as(1)('DELETE', `/api/v1/sessions/${other.sessionID}`)).status).toBe(404)
})

test('ends all of the user’s other sessions, and no other user’s', async () => {
  const [one, two, managers] = await Promise.all([signedIn(staffID), signedIn(staffID), signedIn(users.get(2)!)])
  expect((await one.call('DELETE', '/api/v1/sessions')).status).toBe(200)
  expect([await one.status(), await two.status(), await managers.status()]).toEqual([200, 401, 200])
  tokens.set(3, await openSession(db, staffID, 'tests'))
})

test('lets an administrator list a user’s sessions and end them all', async () => {
  const there = await signedIn(staffID, 'Somewhere')
  await db.insert(signInLink).values({ tokenHash: 'x', userID: staffID, expiresAt: new Date(Date.now() + 3_600_000) })
  const path = `/api/v1/users/${staffID}/sessions`
  expect((await as(2)('GET', path)).status).toBe(403)
  const { body } = await as(1)('GET', path)
  expect(body.data[0]).toMatchObject({ sessionID: there.sessionID, agent: 'Somewhere', current: false })
  expect((await as(2)('DELETE', path)).status).toBe(403)
  expect((await as(1)('DELETE', path)).body.message).toBe('The user is signed out everywhere')
  expect(await there.status()).toBe(401)
  expect(await db.$count(session, eq(session.userID, staffID))).toBe(0)
  expect(await db.$count(signInLink, eq(signInLink.userID, staffID))).toBe(0)
  const [row] = await db.select().from(audit).where(eq(audit.action, 'end sessions'))
  expect(row).toMatchObject({ entityID: staffID, userID: users.get(1) })
  for (const method of ['GET', 'DELETE'] as const)
    expect((await as(1)(method, '/api/v1/users/99999/sessions')).body.message).toBe('User not found')
})
