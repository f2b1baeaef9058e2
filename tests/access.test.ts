import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { endpoints } from '../contract/index.ts'
import { may, roleIDs } from '../contract/permissions.ts'
import { refuseUnservedRoutes } from '../server/app.ts'
import { testApp } from './fixtures.ts'

const { as } = await testApp()

test('the contract is walked', () => {
  expect(endpoints.length).toBeGreaterThan(30)
})

test.each(endpoints.map((e) => [`${e.method} ${e.path}`, e] as const))('%s keeps out who may not', async (_, e) => {
  const path = e.path.replace(/:\w+/g, '2147483647')
  for (const roleID of [null, ...roleIDs]) {
    if (may(roleID, e.access)) continue
    const { status, body } = await as(roleID)(e.method, path, e.method === 'GET' ? null : {})
    expect([status, body]).toEqual(
      roleID === null
        ? [401, { success: false, message: 'Please sign in' }]
        : [403, { success: false, message: 'You may not do this' }],
    )
  }
})

// Not signing out: that would end the session the other calls stand on.
const open = endpoints.filter((e) => !e.path.endsWith('/logout'))
test.each(open.map((e) => [`${e.method} ${e.path}`, e] as const))('%s lets in who may', async (_, e) => {
  const path = e.path.replace(/:\w+/g, '2147483647')
  for (const roleID of [null, ...roleIDs]) {
    if (!may(roleID, e.access)) continue
    const { status, body } = await as(roleID)(e.method, path, e.method === 'GET' ? null : {})
    expect(status).not.toBe(401)
    expect(status).not.toBe(403)
    expect(status).toBeLessThan(500)
    expect(body.success).toBe(status < 400)
  }
})

test('a route that nobody guards stops the server', async () => {
  const app = Fastify()
  refuseUnservedRoutes(app)
  expect(() => app.get('/api/v1/planted', async () => 'open')).toThrow('GET /api/v1/planted is not made with serve')
})
