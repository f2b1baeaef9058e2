import { expect, test } from 'vitest'

import { halfSent, hireStaff } from './crowd.ts'
import { admin, newOpenedShop, signIn, supplierNames } from './shop.ts'

test('500 half-sent requests and 50 concurrent sign-ins do not block other users', { timeout: 90_000 }, async () => {
  const { folder, start } = await newOpenedShop()
  const server = await start()
  const token = await signIn(server.url)
  const staff = await hireStaff(folder, 50)

  const half = await halfSent(server.url, token, 500)
  // The server answers these reads while all 500 half-sent requests are still open.
  for (const { token: staffToken } of staff.slice(0, 20))
    expect(await supplierNames(server.url, staffToken)).toEqual([])
  expect(half.open('head') + half.open('body')).toBe(500)
  half.close()

  // The server checks only as many passwords at the same time as there are cores. Calls that read do not wait in that
  // queue.
  let signedIn = 0
  const signingIn = Promise.all(
    staff.map(async ({ email }) => {
      expect(await signIn(server.url, email, admin.ADMIN_PASSWORD)).toHaveLength(43)
      signedIn++
    }),
  )
  let meanwhile = 0
  while (signedIn < staff.length) {
    expect(await supplierNames(server.url, token)).toEqual([])
    if (signedIn < staff.length) meanwhile++
  }
  await signingIn
  expect(meanwhile).toBeGreaterThan(5)
})
