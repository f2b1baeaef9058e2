// Proves that the log says which user from which address was refused (401, 403, 429), without a name, an e-mail address
// or a token.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { createApp } from '../app.ts'

const { db, pictureStore, tokens, users } = await testApp()
let lines: string[] = []
let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  const logStream = { write: (line: string) => void lines.push(line) }
  app = await createApp({ db, pictureStore, logLevel: 'warn', logStream, trustProxy: 'loopback' })
})
afterAll(() => app.close())
beforeEach(() => {
  lines = []
})

const call = (method: 'GET' | 'POST' | 'PUT', url: string, roleID: 1 | 3 | null, payload?: object) =>
  app.inject({
    method,
    url,
    remoteAddress: '127.0.0.1',
    headers: {
      'x-forwarded-for': '203.0.113.9',
      ...(roleID && { authorization: `Bearer ${tokens.get(roleID)}` }),
    },
    ...(payload && { payload }),
  })
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const address = '203.0.113.9'

test('a call without a sign-in is logged with its address and no user', async () => {
  expect((await call('GET', '/api/v2/customers?search=ana', null)).statusCode).toBe(401)
  expect(logged()).toMatchObject([
    { level: 40, msg: 'refused', url: '/api/v2/customers', code: 'auth.required', userID: null, address },
  ])
})

test('a call without the access is logged with its user', async () => {
  expect((await call('GET', '/api/v1/system', 3)).statusCode).toBe(403)
  // The handler of one record awaits its caller itself.
  expect((await call('GET', '/api/v1/audit/1', 3)).statusCode).toBe(403)
  expect(logged()).toMatchObject([
    { msg: 'refused', url: '/api/v1/system', code: 'access.denied', userID: users.get(3), address },
    { msg: 'refused', url: '/api/v1/audit/:id', code: 'access.denied', userID: users.get(3), address },
  ])
})

test('wrong passwords and too many of them are logged', async () => {
  const wrong = { email: 'ana@shop.example', password: 'a wrong password' }
  const statuses = []
  for (let n = 0; n < 11; n++) statuses.push((await call('POST', '/api/v1/login', null, wrong)).statusCode)
  expect(statuses.slice(-2)).toEqual([401, 429])
  expect(logged()).toHaveLength(11)
  expect(logged().at(-1)).toMatchObject({ url: '/api/v1/login', code: 'attempts.too_many', userID: null, address })
  expect(lines.join('')).not.toMatch(/ana@|wrong password|Bearer/)
})

test('other refusals and successes are not logged', async () => {
  expect((await call('GET', '/api/v2/customers?sort=nothing', 3)).statusCode).toBe(400)
  expect((await call('GET', '/api/v2/suppliers/999', 3)).statusCode).toBe(404)
  expect((await call('GET', '/api/v1/system', 1)).statusCode).toBe(200)
  expect(lines).toEqual([])
})
