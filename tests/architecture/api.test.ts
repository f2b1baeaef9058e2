import { expect, test } from 'vitest'

import { endpoints } from '../../contract/index.ts'
import { version } from '../../server/kernel/version.ts'
import { testApp } from '../support/fixtures.ts'

const { app, as, tokens } = await testApp()

test('the OpenAPI document lists every endpoint and whether it needs a sign-in', async () => {
  const { status, body } = await as(null)('GET', '/api/openapi.json')
  expect(status).toBe(200)
  expect(body.openapi).toBe('3.1.1')
  expect(body.info.version).toBe(version)
  const described = Object.entries(body.paths as Record<string, Record<string, { security?: unknown[] }>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, { security }]) => `${method} ${path} ${!!security}`),
  )
  expect(described.toSorted()).toEqual(
    endpoints
      .map((e) => `${e.method.toLowerCase()} ${e.path.replaceAll(/:(\w+)/g, '{$1}')} ${e.access !== 'public'}`)
      .toSorted(),
  )
})

test('every call of the document has an operationId of its own', async () => {
  const { body } = await as(null)('GET', '/api/openapi.json')
  const paths = Object.values(body.paths as Record<string, Record<string, { operationId?: string }>>)
  const ids = paths.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  expect(ids).toHaveLength(endpoints.length)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]\w+$/i)
  expect(body.paths['/api/v2/suppliers'].post.operationId).toBe('suppliersCreate')
})

test('the document describes the fields of a supplier and the form of a refusal', async () => {
  const { body } = await as(null)('GET', '/api/openapi.json')
  expect(body.components.schemas.Supplier.properties).toMatchObject({ supplierID: { type: 'integer' } })
  expect(body.components.schemas.Failure.required).toEqual(expect.arrayContaining(['success', 'message']))
  const create = body.paths['/api/v2/suppliers'].post
  expect(create.requestBody.content['application/json'].schema.required).toEqual([
    'supplierName',
    'contactDetails',
    'email',
  ])
  expect(Object.keys(create.responses)).toEqual(['201', '4XX'])
})

test('the page of the document obeys the Content-Security-Policy', async () => {
  const page = await app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toMatch(/<script(?![^>]*src=)/)
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
})

test('an unknown endpoint responds 404 in JSON to every role', async () => {
  for (const roleID of [null, 1] as const)
    expect(await as(roleID)('GET', '/api/v1/nothing')).toMatchObject({
      status: 404,
      body: { success: false, code: 'route.unknown', message: expect.any(String) },
    })
  expect((await as(1)('DELETE', '/api/v2/suppliers')).status).toBe(404)
})

test.each(['/api/v2/suppliers', '/%61pi/v2/suppliers', '/api/nothing'])(
  'no cache may store the response of %s',
  async (url) => {
    expect((await as(3)('GET', url)).headers['cache-control']).toBe('no-store')
  },
)

test.each([
  ['{"supplierName": ', 'application/json', 400, 'The body is not valid JSON'],
  ['', 'application/json', 400, 'Nothing was sent: fill in what is required'],
  ['[]', 'application/json', 400, 'The body must be an object'],
  ['"text"', 'application/json', 400, 'The body must be an object'],
  ['{"__proto__": {"status": false}}', 'application/json', 400, 'The body is not valid JSON'],
  ['a=b', 'application/x-www-form-urlencoded', 415, 'Send the body as JSON'],
  ['<a/>', 'text/xml', 415, 'Send the body as JSON'],
  [`{"supplierName": "${'x'.repeat(2 ** 20)}"}`, 'application/json', 413, 'This is too much at once (at most 1 MB)'],
])('the body %.30s sent as %s gets %i', async (payload, type, status, message) => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/v2/suppliers',
    payload,
    headers: { 'content-type': type, authorization: `Bearer ${tokens.get(3)}` },
  })
  expect([response.statusCode, response.json().success, response.json().message]).toEqual([status, false, message])
})

test.each([
  '/api/v2/suppliers/%zz',
  '/api/v2/suppliers/%00',
  `/api/v2/suppliers/${'9'.repeat(500)}`,
  '/%ff',
  '/api/v2/suppliers?search=%ff',
])('the address %.40s is refused with a sentence', async (path) => {
  const { status, body } = await as(3)('GET', path)
  expect(status).toBeGreaterThanOrEqual(path.includes('?') ? 200 : 400)
  expect(status).toBeLessThan(500)
  expect(path.includes('?') || typeof body.message === 'string').toBe(true)
})

test('/healthz and /readyz succeed, and /readyz fails once the server is stopping', async () => {
  expect(await as(null)('GET', '/healthz')).toMatchObject({ status: 200, body: { success: true, version } })
  expect((await as(null)('GET', '/readyz')).status).toBe(200)
  app.stopTakingWork()
  expect((await as(null)('GET', '/readyz')).status).toBe(503)
  expect((await as(null)('GET', '/healthz')).status).toBe(200)
})
