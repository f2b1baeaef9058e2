import { connect } from 'node:net'

import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'

import { emptyDatabase } from '../support/databases.ts'
import { until } from '../support/server.ts'
import { admin, shop, signIn } from './shop.ts'

const database = await emptyDatabase()
const { start, clean } = await shop()
const owner = new pg.Client(database.url)
await owner.connect()
owner.on('error', () => {})
afterAll(async () => {
  await clean()
  await owner.end().catch(() => {})
  await database.drop()
})

/** Values that no log line may contain; each is sent in many ways. */
const canaries = {
  password: 'canary-password-7f3a',
  email: 'canary-mail-91bd@shop.example',
  query: 'canary-query-5c20',
  referrer: 'canary-referrer-e6d1',
  form: 'canary-form-0b94',
  token: 'canary-token-'.padEnd(43, 'x'),
  key: 'canary-key-44ae',
}

test('no log line contains a token, a password, an e-mail address or a query', { timeout: 90_000 }, async () => {
  const server = await start({ DATABASE_URL: database.url, LOG_LEVEL: 'trace' })
  const token = await signIn(server.url)
  const headers = {
    authorization: `Bearer ${token}`,
    referer: `${server.url}/customer?search=${canaries.referrer}`,
    'content-type': 'application/json',
    'idempotency-key': canaries.key,
  }
  const call = async (
    method: string,
    path: string,
    body?: object | string,
    given: Record<string, string> = headers,
  ) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: given,
      ...(body && { body: typeof body === 'object' ? JSON.stringify(body) : body }),
    })
    return response.status
  }
  const { email, password } = canaries
  const customer = { firstName: 'Ana', lastName: 'Cruz', contactNo: '1', email, customerTypeID: 1 }
  const everything = async () => [
    await call('POST', '/api/v1/login', { email, password }),
    await call('POST', '/api/v1/login', `{"email": "${email}", "password": "${password}`),
    await call('POST', '/api/v1/sign-in-link', { token: canaries.token }),
    await call('GET', `/api/v2/customers?search=${canaries.query}&sort=-customerID`),
    await call('GET', `/api/v2/customers?${canaries.query}=1`),
    await call('GET', `/nowhere/at/all?${canaries.query}`),
    await call('GET', `/api/v2/customers/%zz?${canaries.query}`),
    await call('GET', `/shop?search=${canaries.query}`),
    await call('GET', '/api/users/profile', undefined, { authorization: `Bearer ${canaries.token}` }),
    await call('POST', '/shop/1', `name=${canaries.form}&email=${email}`, {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    await call('PUT', '/api/users/updateProfile', { name: 'Admin', email, password, currentPassword: password }),
    await call('POST', '/api/v2/customers', customer),
  ]

  expect(await everything()).toEqual([401, 400, 401, 200, 400, 404, 400, 200, 401, 400, 200, 401])
  const headersAgain = { ...headers, authorization: `Bearer ${await signIn(server.url, email, password)}` }
  expect(await call('POST', '/api/v2/customers', customer, headersAgain)).toBe(201)

  const another = { ...headersAgain, 'idempotency-key': `${canaries.key} again` }

  // Cause unexpected errors: the statements name columns that no longer exist.
  await owner.query('alter table customer rename column email to mail')
  await owner.query('alter table user_account rename column password_hash to hash')
  expect(await call('GET', `/api/v2/customers?search=${canaries.query}`, undefined, headersAgain)).toBe(500)
  expect(await call('POST', '/api/v1/login', { email, password })).toBe(500)
  expect(await call('POST', '/api/v2/customers', { ...customer, contactNo: canaries.form }, another)).toBe(500)
  await owner.query('alter table customer rename column mail to email')
  await owner.query('alter table user_account rename column hash to password_hash')

  await notHttp(server.url, `GET /?${canaries.query} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nBad Header\r\n\r\n`)

  // The database is unavailable.
  const name = new URL(database.url).pathname.slice(1)
  const beside = new pg.Client(inject('database').replace('NAME', 'postgres'))
  await beside.connect()
  await beside.query(`alter database ${name} allow_connections false`)
  await beside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await beside.end()
  const away = new Set(await everything())
  expect(away).toContain(503)

  await until(() => server.output().includes('"msg":"client error"'))
  const log = server.output()
  const secrets = [...Object.values(canaries), token, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD]
  const readings = secrets.flatMap((text) => [text, encodeURIComponent(text), bytesOf(text)])
  expect(readings.filter((text) => log.includes(text))).toEqual([])
  // These lines prove that the log was written.
  for (const told of ['"route":"/api/v1/login"', '"statusCode":500', '"statusCode":503', '42703', 'DrizzleQueryError'])
    expect(log).toContain(told)
})

/** Returns the bytes as a Buffer is written in JSON. */
const bytesOf = (text: string) => [...Buffer.from(text)].join(',')

/** Sends data that is no HTTP, and waits until the server closes the connection. */
function notHttp(url: string, text: string) {
  const { hostname, port } = new URL(url)
  return new Promise<void>((done) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text))
    socket.resume()
    socket.once('close', () => done())
  })
}
