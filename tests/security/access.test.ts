import { randomBytes } from 'node:crypto'

import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { endpoints } from '../../contract/index.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { type RoleID, roleIDs } from '../../contract/shared/permissions.ts'
import { refuseUnservedRoutes } from '../../server/app.ts'
import { session, user } from '../../server/db/schema/people.ts'
import { hashToken } from '../../server/kernel/tokens.ts'
import { conformingCalls } from '../support/conforming.ts'
import { testApp } from '../support/fixtures.ts'

const { app, db, as, tokens, users } = await testApp()

/** The roles of each access level; null is a caller without a session. */
const roles: Record<'everybody' | 'whoIsSignedIn' | 'staff' | 'managers' | 'admins', (RoleID | null)[]> = {
  everybody: [null, 0, 1, 2, 3],
  whoIsSignedIn: [0, 1, 2, 3],
  staff: [1, 2, 3],
  managers: [1, 2],
  admins: [1],
}

/**
 * The permitted roles of every call, stated independently of the contract, so that a wrong `access` is found. Add a
 * new call to one of these lists, unless the test of its resource uses `conforms`.
 */
const mayCall: Record<keyof typeof roles, string> = {
  everybody: `
    POST /api/users/register
    POST /api/v1/login
    POST /api/v1/sign-in-link
    GET /api/v2/company-profile
    GET /api/shop/items
    GET /api/shop/items/:id
    GET /api/shop/categories
    GET /api/shop/facets
    GET /api/shop/certificates
    GET /api/shop/pieces
    POST /api/shop/questions
    POST /api/shop/visits
    POST /api/v1/live-overlay
    GET /api/v1/device
    POST /api/v1/device/switch`,
  whoIsSignedIn: `
    POST /api/v1/logout
    GET /api/users/profile
    PUT /api/users/updateProfile
    PUT /api/users/updateProfilePicture
    GET DELETE /api/v1/sessions
    DELETE /api/v1/sessions/:id
    GET /api/v1/settings
    POST /api/v1/device/activity
    POST /api/v1/device/lock
    POST /api/v1/device/approvals
    GET PUT DELETE /api/v1/own-pin
    GET /api/v1/events`,
  staff: `
    GET /api/v1/staff
    GET POST /api/v1/adjustment-type
    GET PUT /api/v1/adjustment-type/:id
    GET POST /api/v1/adjustment-reason
    GET PUT /api/v1/adjustment-reason/:id
    GET /api/v1/analytics
    GET POST /api/v1/categories
    GET PUT /api/v1/categories/:id
    GET /api/v1/certificates
    GET /api/v1/certificates/:id
    GET /api/v1/certificates/pdf
    GET POST /api/v2/sales/:id/certificates
    POST /api/v1/pieces/:id/certificates
    GET POST /api/v1/gold-rates
    GET /api/v1/gold-rates/current
    GET /api/v1/gold-rates/history
    GET /api/v1/drawers
    GET PUT /api/v1/own-drawer
    POST /api/v1/drawers/:id/sessions
    GET /api/v1/shop-day
    GET /api/v1/drawer-sessions
    GET /api/v1/drawer-sessions/:id
    GET /api/v1/drawer-sessions/:id/comparison
    GET /api/v1/drawer-sessions/:id/z
    POST /api/v1/drawer-sessions/:id/movements
    POST /api/v1/drawer-movements/:id/corrections
    PUT /api/v1/drawer-sessions/:id/counting
    PUT /api/v1/drawer-sessions/:id/selling
    POST /api/v1/drawer-sessions/:id/count
    POST /api/v1/drawer-sessions/:id/recount
    PUT /api/v1/drawer-sessions/:id/finished
    PUT /api/v1/drawer-sessions/:id/close
    GET POST /api/v1/lives
    GET PUT /api/v1/lives/:id
    GET /api/v1/lives/:id/shows
    GET /api/v1/lives/:id/baskets
    GET /api/v1/lives/:id/claims
    GET POST /api/v1/lives/:id/comments
    PUT /api/v1/lives/:id/accepted-comments
    POST /api/v1/lives/:id/paste-preview
    POST /api/v1/lives/:id/pasted-comments
    GET /api/v1/lives/:id/undecided-comments
    POST DELETE /api/v1/lives/:id/overlay
    GET /api/v1/lives/:id/recap
    GET /api/v1/lives/:id/record
    POST /api/v1/live-baskets/:id/link
    GET /api/v1/live-buyers/:id
    PUT /api/v1/live-claims/:id/acceptance
    PUT /api/v1/live-claims/:id/pass
    PUT /api/v1/live-claims/:id/place
    PUT /api/v1/live-claims/:id/withdrawal
    PUT /api/v1/live-comments/:id/decision
    PUT /api/v1/lives/:id/close
    PUT /api/v1/lives/:id/pause
    PUT /api/v1/lives/:id/pieces
    PUT /api/v1/lives/:id/show
    PUT /api/v1/lives/:id/start
    PUT /api/v1/lives/:id/typing
    GET POST /api/v1/inventory
    GET PUT /api/v1/inventory/:id
    GET /api/v1/inventory/:id/movements
    GET POST /api/v1/inventory-adjustment
    GET PUT /api/v1/inventory-adjustment/:id
    GET POST /api/v1/buyers
    GET PUT /api/v1/buyers/:id
    PUT /api/v1/buyers/:id/customer
    PUT /api/v1/carts
    GET /api/v1/exports/buyers
    GET POST /api/v2/customers
    GET PUT /api/v2/customers/:id
    GET /api/v2/customers/:id/summary
    GET /api/v2/customers/:id/statement
    GET PUT /api/v1/customers/:id/messages
    GET POST /api/v1/sales/:id/messages
    POST /api/v1/sales/:id/messages/:mailID/retry
    GET /api/v1/sales/:id/message-texts
    GET /api/v2/customers/:id/statement/pdf
    GET /api/v2/customer-types
    GET /api/v2/customer-types/:id
    GET /api/v1/dashboard
    GET /api/v1/dashboard/profit
    GET /api/v1/dashboard/waiting
    GET /api/v1/dashboard/customers
    GET POST /api/v1/inventory-type
    GET PUT /api/v1/inventory-type/:id
    GET /api/v1/items
    GET PUT /api/v1/items/:id
    GET /api/v1/items/:id/revaluations
    GET /api/v1/items/:id/pricing
    GET /api/v1/pieces
    GET PUT /api/v1/pieces/:id
    GET /api/v1/pieces/:id/history
    GET PUT DELETE /api/v1/pieces/:id/certificate-file
    GET POST /api/v1/pieces/:id/images
    PUT /api/v1/pieces/:id/images/order
    PUT /api/v1/pieces/:id/images/:imageID/focus
    DELETE /api/v1/pieces/:id/images/:imageID
    GET /api/v1/item-suggestions
    POST /api/v1/item-inventory
    GET POST /api/v1/item-images/:itemID
    PUT /api/v1/item-images/:itemID/order
    PUT /api/v1/item-images/:itemID/:imageID/focus
    DELETE /api/v1/item-images/:itemID/:imageID
    GET POST /api/v1/locations
    GET PUT /api/v1/locations/:id
    GET /api/v1/low-stock
    GET /api/v1/notifications
    GET /api/v1/notifications/:id
    PUT /api/v1/notifications/:id/read
    PUT /api/v1/notifications/:id/unread
    PUT /api/v1/notifications/read-all
    GET PUT /api/v1/message-digest
    GET POST /api/v3/transaction/payment-types
    GET PUT /api/v3/transaction/payment-types/:id
    GET POST /api/v3/transaction/transaction-types
    GET PUT /api/v3/transaction/transaction-types/:id
    GET /api/v2/purchase-orders
    GET /api/v2/purchase-orders/last-costs
    GET PUT /api/v2/purchase-orders/:id
    GET /api/v2/purchase-orders/:id/pdf
    POST /api/v2/po/purchase-order-items
    GET POST /api/v2/purchase-order-items
    GET PUT /api/v2/purchase-order-items/:id
    GET /api/v1/questions
    GET /api/v1/questions/:id
    PUT /api/v1/questions/:id/answered
    GET POST /api/v2/po-receiving-items
    GET PUT /api/v2/po-receiving-items/:id
    GET POST /api/v2/po-receiving
    GET /api/v2/po-receiving/orders
    GET /api/v2/po-receiving/draft
    GET PUT /api/v2/po-receiving/:id
    PUT /api/v2/po-receiving/:id/complete
    PUT /api/v2/po-receiving/:id/cancel
    GET /api/v1/reports/sales
    GET /api/v1/reports/sale-lines
    GET /api/v1/reports/payments
    GET /api/v1/reports/tax
    GET /api/v1/tax
    GET /api/v1/reports/by-seller
    GET /api/v1/reports/stock
    GET /api/v1/reports/movements
    GET /api/v1/reports/low-stock
    GET /api/v1/reports/purchases
    GET /api/v1/reports/receiving
    GET /api/v1/reports/customers
    GET /api/v1/reports/customer-balances
    GET /api/v1/reports/profit
    GET POST /api/v1/reminders
    GET PUT DELETE /api/v1/reminders/:id
    GET POST /api/v2/sales
    GET PUT /api/v2/sales/:id
    GET /api/v2/sales/:id/pdf
    GET /api/v2/sales/:id/gold
    GET /api/v2/sales/:id/terms
    GET POST /api/v2/sales/:id/parcels
    PUT DELETE /api/v2/sales/:id/parcels/:parcelID
    GET /api/v1/terms
    POST /api/v2/sales/:id/lines
    PUT DELETE /api/v2/sales/:id/lines/:salesItemID
    PUT /api/v2/sales/:id/hold
    GET POST /api/v2/sales/:id/links
    DELETE /api/v2/sales/:id/links/:linkID
    GET /api/v1/proofs
    GET /api/v1/proofs/:id
    GET /api/v1/proofs/:id/files/:fileID
    PUT /api/v1/proofs/:id/take
    PUT /api/v1/proofs/:id/release
    PUT /api/v1/proofs/:id/approve
    PUT /api/v1/proofs/:id/reject
    POST /api/v2/sales/:id/payments
    POST /api/v2/sales/:id/payments/:paymentID/corrections
    POST /api/v1/sales/:id/exchanges
    GET /api/v1/customers/:id/credit
    POST /api/v1/customers/:id/credit/payments
    PUT /api/v2/sales/:id/complete
    PUT /api/v2/sales/:id/cancel
    GET /api/v1/search
    GET POST /api/v1/stock-counts
    GET /api/v1/stock-counts/:id
    POST /api/v1/stock-counts/:id/lines
    PUT /api/v1/stock-counts/:id/lines/:lineID
    PUT /api/v1/stock-counts/:id/lines/:lineID/scan
    PUT DELETE /api/v1/stock-counts/:id/lines/:lineID/pieces/:pieceID
    PUT /api/v1/stock-counts/:id/lines/:lineID/recount
    PUT /api/v1/stock-counts/:id/finish
    PUT /api/v1/stock-counts/:id/cancel
    GET /api/v1/repair-returns
    GET /api/v1/repair-returns/:id
    GET POST /api/v1/trade-ins
    GET PUT /api/v1/trade-ins/:id
    GET /api/v1/trade-ins/:id/pdf
    POST /api/v1/trade-ins/:id/offer
    POST /api/v1/trade-ins/:id/acceptance
    POST /api/v1/trade-ins/:id/decline
    POST /api/v1/trade-ins/:id/settlement
    GET POST /api/v1/stock-transfers
    GET /api/v1/stock-transfers/:id
    GET POST /api/v2/suppliers
    GET PUT /api/v2/suppliers/:id
    GET /api/v1/exports/items
    GET /api/v1/exports/customers
    GET /api/v1/exports/suppliers
    GET /api/v1/exports/stock
    GET /api/v1/exports/pieces
    GET POST /api/v1/imports
    GET /api/v1/imports/progress
    PUT /api/v1/imports/progress/stop
    GET /api/v1/imports/:id
    PUT /api/v1/imports/:id/undo
    POST /api/v1/imports/:id/undo-blockers
    GET /api/v1/imports/:id/pictures
    PUT /api/v1/imports/:id/pictures/retry
    POST /api/v1/imports/check
    GET POST /api/v1/imports/drafts
    GET DELETE /api/v1/imports/drafts/:id
    PUT /api/v1/imports/drafts/:id/mapping
    PUT /api/v1/imports/drafts/:id/encoding
    PUT /api/v1/imports/drafts/:id/fixes
    PUT /api/v1/imports/drafts/:id/rows
    POST /api/v1/imports/drafts/:id/check
    GET /api/v1/imports/drafts/:id/changes
    GET /api/v1/imports/drafts/:id/wrong-rows
    POST /api/v1/imports/drafts/:id/import
    GET POST /api/v1/imports/mappings
    PUT DELETE /api/v1/imports/mappings/:id
    POST /api/v1/imports/picture-names
    POST /api/v1/labels
    POST /api/v1/labels/preview
    POST /api/v1/item-changes/preview
    PUT /api/v1/item-changes
    GET POST /api/v1/saved-views
    PUT /api/v1/saved-views/default
    PUT DELETE /api/v1/saved-views/:id`,
  managers: `
    GET POST /api/v1/devices
    PUT DELETE /api/v1/devices/:id
    GET /api/v1/pins
    DELETE /api/v1/users/:id/pin
    POST /api/v1/drawers
    PUT /api/v1/drawers/:id
    GET /api/v1/drawer-sessions/:id/x
    PUT /api/v1/settings/cash-out
    POST /api/v1/live-buyers/:id/marks
    PUT /api/v1/live-buyers/:id/marks/:markID/end
    GET POST /api/v1/users
    GET PUT /api/v1/users/:id
    GET /api/v1/user-role
    POST PUT /api/v2/company-profile
    POST /api/v2/customer-types
    PUT /api/v2/customer-types/:id
    PUT /api/v2/purchase-orders/:id/approve
    PUT /api/v2/purchase-orders/:id/cancel
    PUT /api/v2/purchase-orders/:id/close
    POST /api/v2/sales/:id/refunds
    POST /api/v2/sales/:id/payments/:paymentID/reversal
    PUT /api/v2/sales/:id/price
    PUT /api/v1/proofs/:id/undo
    DELETE /api/v1/buyers/:id/customer
    POST /api/v1/customers/:id/credit
    POST /api/v1/customers/:id/credit/:entryID/corrections
    POST /api/v1/customers/:id/credit/payouts
    GET /api/v1/items/:id/stock-value
    POST /api/v1/items/:id/revaluations
    PUT DELETE /api/v1/items/:id/pricing
    PUT /api/v1/certificates/:id/revoke
    POST /api/v1/certificates/:id/reissue
    PUT /api/v1/items/:id/pieces
    GET POST /api/v1/repricings
    GET /api/v1/repricings/preview
    GET /api/v1/repricings/summary
    GET /api/v1/repricings/:id/items
    PUT /api/v1/repricings/:id/undo
    POST /api/v1/repair-returns
    POST /api/v1/trade-ins/:id/return
    PUT /api/v1/settings
    POST /api/v1/terms`,
  admins: `
    PUT /api/v1/users/:id/password
    GET DELETE /api/v1/users/:id/sessions
    POST /api/v1/users/:id/sign-in-link
    PUT /api/v1/settings/closed-until
    PUT /api/v1/settings/gold-shown
    PUT /api/v1/settings/price-kept-days
    PUT /api/v1/settings/payment-proofs
    PUT /api/v1/tax
    POST /api/v1/tax/rates
    PUT DELETE /api/v1/tax/rates/:id
    PUT /api/v1/settings/hide-costs
    PUT /api/v1/settings/backup-reminder
    GET /api/v1/system
    GET PUT /api/v1/settings/messages
    PUT /api/v1/settings/message-templates
    POST /api/v1/settings/message-templates/reset
    POST /api/v1/settings/test-mail
    GET /api/v1/settings/test-mail/:id
    POST /api/v1/system/jobs/retry
    POST /api/v1/system/jobs/give-up
    GET POST /api/v1/pay-accounts
    PUT /api/v1/pay-accounts/order
    GET PUT /api/v1/pay-accounts/:id
    GET /api/v1/pay-accounts/:id/qr
    GET /api/v1/audit
    GET /api/v1/audit/:id
    PUT /api/v1/inventory-adjustment/:id/approve/:adjustmentID
    PUT /api/v1/inventory-adjustment/:id/decline
    GET /api/v2/customers/:id/data
    PUT /api/v2/customers/:id/anonymise
    PUT /api/v1/buyers/:id/anonymise
    GET POST /api/v1/demo
    POST /api/v1/demo/clear
    POST /api/v1/empty-shop
    GET POST /api/v1/api-tokens
    GET /api/v1/api-tokens/calls
    DELETE /api/v1/api-tokens/:id
    GET POST /api/v1/webhooks
    GET PUT DELETE /api/v1/webhooks/:id
    POST /api/v1/webhooks/:id/secret
    POST /api/v1/webhooks/:id/test
    GET /api/v1/webhooks/:id/deliveries
    POST /api/v1/webhook-deliveries/:id/send-again`,
}
const expected = new Map<string, readonly (RoleID | null)[]>(
  Object.entries(mayCall).flatMap(([who, lines]) =>
    lines
      .trim()
      .split(/\n\s*/)
      .flatMap((line) => {
        const words = line.split(' ')
        const path = words.pop()!
        return words.map((method) => [`${method} ${path}`, roles[who as keyof typeof roles]] as const)
      }),
  ),
)

test('the lists contain every call and no unknown one', () => {
  const unlisted = endpoints.map((e) => `${e.method} ${e.path}`).filter((call) => !expected.has(call))
  expect(
    unlisted.filter((call) => !conformingCalls.has(call)),
    'Add the call to a list of mayCall in tests/security/access.test.ts, or test its resource with conforms',
  ).toEqual([])
  const there = new Set(endpoints.map((e) => `${e.method} ${e.path}`))
  expect([...expected.keys()].filter((call) => !there.has(call))).toEqual([])
})

const calls = endpoints.map((e) => [`${e.method} ${e.path}`, e] as const).filter(([call]) => expected.has(call))
const everyone = [null, ...roleIDs]
/** Makes the call with keys that do not exist. */
const attempt = (roleID: RoleID | null, { method, path }: Endpoint) =>
  as(roleID)(method, path.replaceAll(/:\w+/g, '2147483647'), method === 'GET' ? null : {})

test.each(calls)('%s refuses every other role', async (call, e) => {
  for (const roleID of everyone.filter((role) => !expected.get(call)!.includes(role))) {
    const { status, body } = await attempt(roleID, e)
    expect([status, body]).toEqual(
      roleID === null
        ? [401, { success: false, code: 'auth.required', message: 'Please sign in' }]
        : [403, { success: false, code: 'access.denied', message: 'You may not do this' }],
    )
  }
})

// Skip signing out, because it would end the session of the other calls, and streams, which do not end by themselves
// (server/events/streams.test.ts opens them).
test.each(calls.filter(([call, e]) => !call.endsWith('/logout') && !e.live))(
  '%s accepts every permitted role',
  async (call, e) => {
    for (const roleID of expected.get(call)!) {
      const { status, body } = await attempt(roleID, e)
      expect([401, 403]).not.toContain(status)
      expect(status).toBeLessThan(500)
      expect(body.success).toBe(status < 400)
    }
  },
)

test('the server refuses to start with an unguarded route', async () => {
  const app = Fastify()
  refuseUnservedRoutes(app)
  expect(() => app.get('/api/v1/planted', async () => 'open')).toThrow('GET /api/v1/planted is not made with serve')
})

const statusWith = async (headers: Record<string, string>, url = '/api/users/profile') =>
  (await app.inject({ url, headers })).statusCode

test('only the complete token is accepted', async () => {
  const token = tokens.get(1)!
  const other = token.startsWith('A') ? 'B' : 'A'
  const wrong = [
    `Bearer ${other}${token.slice(1)}`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token}=`,
    `Bearer ${token} ${token}`,
    `Bearer ${token}, Bearer ${tokens.get(3)}`,
    `Bearer ${token.toLowerCase()}`,
    `Bearer ${token.replaceAll(/./g, '%')}`,
    `Bearer ${hashToken(token)}`,
    `Bearer ${hashToken(token).slice(0, 43)}`,
    `Bearer ${randomBytes(32).toString('base64url')}`,
    'Bearer null',
    'Bearer undefined',
    "Bearer ' or true --",
    `Basic ${Buffer.from(`admin@shop.example:${token}`).toString('base64')}`,
    `Token ${token}`,
    token,
  ]
  for (const authorization of wrong)
    expect([authorization, await statusWith({ authorization })]).toEqual([authorization, 401])
  expect(await statusWith({ cookie: `token=${token}; authorization=Bearer ${token}` })).toBe(401)
  expect(await statusWith({ 'x-user-id': String(users.get(1)), 'x-forwarded-user': 'admin' })).toBe(401)
  expect(await statusWith({}, `/api/users/profile?token=${token}&access_token=${token}`)).toBe(401)
  expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(200)
})

test('a deactivated user is refused from the next call on', async () => {
  const mine = eq(user.userID, users.get(2)!)
  const ask = () => as(2)('GET', '/api/v2/suppliers')
  expect((await ask()).status).toBe(200)
  const { updatedAt: _, ...manager } = (await as(1)('GET', `/api/v1/users/${users.get(2)}`)).body.data
  await as(1)('PUT', `/api/v1/users/${users.get(2)}`, { ...manager, status: false })
  expect((await ask()).body).toEqual({ success: false, code: 'auth.required', message: 'Please sign in' })
  await db.update(user).set({ status: true }).where(mine)
  expect((await ask()).status).toBe(401)
  expect(await db.$count(session, eq(session.userID, users.get(2)!))).toBe(0)
})

test('another method or spelling of an address does not bypass the access check', async () => {
  const headers = { authorization: `Bearer ${tokens.get(3)}` }
  for (const url of ['/api/v1/users', '/%61pi/v1/users', '/api/v1/%75sers', '/api/v1/audit', '/api/v1/demo'])
    expect([url, await statusWith(headers, url)]).toEqual([url, 403])
  for (const url of [
    '//api/v1/users',
    '/api//v1/users',
    '/API/v1/users',
    '/api/v1/users;a',
    '/api/v1/./users',
    '/api/v1/x/../users',
  ])
    expect([url, [403, 404].includes(await statusWith(headers, url))]).toEqual([url, true])
  const head = await app.inject({ method: 'HEAD', url: '/api/v1/users', headers })
  expect(head.statusCode).toBe(403)
  for (const [method, url, override] of [
    ['POST', '/api/v1/users/1', 'PUT'],
    ['GET', '/api/v1/users/1', 'PUT'],
  ] as const) {
    const response = await app.inject({ method, url, headers: { ...headers, 'x-http-method-override': override } })
    expect([403, 404]).toContain(response.statusCode)
  }
})
