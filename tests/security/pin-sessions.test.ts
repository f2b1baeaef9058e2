// Proves with every call of the contract that a session opened by a PIN reaches no users, accounts, exports, imports and
// settings, also of a Manager and an Admin, and that it reaches all the rest.
import { expect, test } from 'vitest'

import { endpoints } from '../../contract/index.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { may } from '../../contract/shared/permissions.ts'
import { enrolledBrowser, givePins } from '../support/devices.ts'
import { testApp } from '../support/fixtures.ts'

const { app, db, tokens, users } = await testApp()
const pins = { 1: '902741', 2: '739201', 3: '482913' } as const

await givePins(
  db,
  ([1, 2, 3] as const).map((roleID) => [users.get(roleID)!, pins[roleID]] as const),
)

/**
 * The calls that need a password, stated independently of the contract. A call that is in no line here is open to a PIN,
 * so that a new call of one of these kinds belongs in this list.
 */
const refused = `
  PUT /api/users/updateProfile
  PUT /api/users/updateProfilePicture
  GET DELETE /api/v1/sessions
  DELETE /api/v1/sessions/:id
  GET PUT DELETE /api/v1/own-pin
  GET POST /api/v1/devices
  PUT DELETE /api/v1/devices/:id
  GET /api/v1/pins
  GET POST /api/v1/users
  GET PUT /api/v1/users/:id
  DELETE /api/v1/users/:id/pin
  PUT /api/v1/users/:id/password
  GET DELETE /api/v1/users/:id/sessions
  POST /api/v1/users/:id/sign-in-link
  GET /api/v1/user-role
  GET POST /api/v1/pay-accounts
  PUT /api/v1/pay-accounts/order
  GET PUT /api/v1/pay-accounts/:id
  GET /api/v1/pay-accounts/:id/qr
  GET POST /api/v1/api-tokens
  GET /api/v1/api-tokens/calls
  DELETE /api/v1/api-tokens/:id
  GET POST /api/v1/webhooks
  GET PUT DELETE /api/v1/webhooks/:id
  POST /api/v1/webhooks/:id/secret
  POST /api/v1/webhooks/:id/test
  GET /api/v1/webhooks/:id/deliveries
  POST /api/v1/webhook-deliveries/:id/send-again
  GET /api/v1/audit
  GET /api/v1/audit/:id
  GET /api/v2/customers/:id/data
  PUT /api/v2/customers/:id/anonymise
  PUT /api/v1/buyers/:id/anonymise
  GET POST /api/v1/demo
  POST /api/v1/demo/clear
  POST /api/v1/empty-shop
  GET /api/v1/system
  POST /api/v1/system/jobs/retry
  POST /api/v1/system/jobs/give-up
  POST PUT /api/v2/company-profile
  POST /api/v1/terms
  PUT /api/v1/tax
  POST /api/v1/tax/rates
  PUT DELETE /api/v1/tax/rates/:id
  POST /api/v1/drawers
  PUT /api/v1/drawers/:id`
const listed = new Set(
  refused
    .trim()
    .split(/\n\s*/)
    .flatMap((line) => {
      const words = line.split(' ')
      const path = words.pop()!
      return words.map((method) => `${method} ${path}`)
    }),
)

/** Whether a PIN is not enough: the list, every export and import, and every change of a setting. */
const needsPassword = ({ method, path }: Endpoint) =>
  listed.has(`${method} ${path}`) ||
  /^\/api\/v1\/(imports|exports)\b/.test(path) ||
  (path.startsWith('/api/v1/settings') && !(method === 'GET' && path === '/api/v1/settings'))

const callOf = ({ method, path }: Endpoint) => `${method} ${path}`
const addressOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, '2147483647')
// Signing out and locking would end the walk, and a stream does not end by itself.
const walked = endpoints.filter((e) => !/\/(logout|device\/lock|device\/switch)$/.test(e.path) && !e.live)

test('the list names calls of the contract', () => {
  const there = new Set(endpoints.map(callOf))
  expect([...listed].filter((call) => !there.has(call))).toEqual([])
})

test.each<[string, keyof typeof pins]>([
  ['an Admin', 1],
  ['a Manager', 2],
  ['Staff', 3],
])(
  'the PIN of %s opens no users, accounts, exports, imports and settings, and all the rest',
  async (_, roleID) => {
    const { browser } = await enrolledBrowser(app, tokens.get(2)!)
    expect((await browser.switch(users.get(roleID)!, pins[roleID])).status).toBe(200)
    const counts = { refused: 0, open: 0 }
    for (const e of walked) {
      const { status, body } = await browser.call(e.method, addressOf(e), e.method === 'GET' ? undefined : {})
      const code = status >= 400 ? body.code : null
      const wanted = !may(roleID, e.access) ? 'access.denied' : needsPassword(e) ? 'pin.not_enough' : null
      const isRefused = [401, 403].includes(status)
      expect([callOf(e), isRefused ? code : null]).toEqual([callOf(e), wanted])
      if (wanted === 'pin.not_enough') counts.refused++
      if (wanted === null) counts.open++
    }
    expect(counts.refused).toBeGreaterThan(roleID === 3 ? 30 : 50)
    expect(counts.open).toBeGreaterThan(200)
  },
  60_000,
)

test('the PIN of an Admin downloads no rows, and reads them on the screen', async () => {
  const { browser } = await enrolledBrowser(app, tokens.get(2)!)
  await browser.switch(users.get(1)!, pins[1])
  for (const e of endpoints.filter(({ stream }) => stream)) {
    for (const format of ['csv', 'xlsx', 'CSV', 'anything']) {
      const { status, body } = await browser.call('GET', `${addressOf(e)}?format=${format}`)
      expect([e.path, format, status, body.code]).toEqual([e.path, format, 403, 'pin.not_enough'])
    }
    const twice = await browser.call('GET', `${addressOf(e)}?format=json&format=csv`)
    expect([e.path, twice.status]).toEqual([e.path, 403])
  }
  expect((await browser.call('GET', '/api/v1/reports/payments?format=json')).status).toBe(200)
})
