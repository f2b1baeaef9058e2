import { expect, test } from 'vitest'

import { isAlive } from '../support/server.ts'
import { ordinary, uidOf } from '../support/users.ts'
import { addSupplier, newShop, signIn, stopped, supplierNames } from './shop.ts'

test('an ordinary user can start the server twice', { timeout: 60_000 }, async () => {
  const { start, postgres } = await newShop(ordinary)
  const first = await start()
  const token = await signIn(first.url)
  await addSupplier(first.url, token, 'Aurum')
  const pid = (await postgres())!
  expect(uidOf(pid)).toBe(ordinary?.uid ?? process.getuid?.())
  expect(await stopped(first)).toBe(0)
  expect(isAlive(pid)).toBe(false)
  const second = await start()
  expect(await supplierNames(second.url, token)).toEqual(['Aurum'])
})
