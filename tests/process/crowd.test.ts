import { expect, test } from 'vitest'

import { halfSent, hireStaff } from './crowd.ts'
import { admin, newOpenedShop, signIn, supplierNames } from './shop.ts'

test('500 half-sent requests and 50 concurrent sign-ins do not delay other users', { timeout: 90_000 }, async () => {
  const { folder, start } = await newOpenedShop()
  const server = await start()
  const token = await signIn(server.url)
  const staff = await hireStaff(folder, 50)

  const half = await halfSent(server.url, token, 500)
  const served: number[] = []
  for (let n = 0; n < 20; n++) {
    const from = performance.now()
    expect(await supplierNames(server.url, staff[n]!.token)).toEqual([])
    served.push(performance.now() - from)
  }
  expect(half.open('head') + half.open('body')).toBe(500)
  expect(Math.max(...served)).toBeLessThan(5000)
  half.close()

  // As many passwords are checked at once as there are cores. Reads do not wait in that queue.
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
