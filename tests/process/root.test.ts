import { chmod, mkdir } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { isAlive } from '../support/server.ts'
import { uidOf, works } from '../support/users.ts'
import { addSupplier, newShop, signIn, stopped, supplierNames } from './shop.ts'

test('under root, PostgreSQL runs as another user', { timeout: 60_000 }, async () => {
  const { start, postgres } = await newShop()
  const first = await start()
  const token = await signIn(first.url)
  await addSupplier(first.url, token, 'Aurum')
  expect(uidOf((await postgres())!)).not.toBe(0)
  expect(await stopped(first)).toBe(0)
  const second = await start()
  expect(await supplierNames(second.url, token)).toEqual(['Aurum'])
})

test('under root, in a folder closed to others, PostgreSQL runs in a user namespace', { timeout: 60_000 }, async () => {
  const { folder, start, postgres } = await newShop()
  await mkdir(`${folder}/closed/data`, { recursive: true })
  await chmod(`${folder}/closed`, 0o700)
  const env = { DATA_DIR: `${folder}/closed/data` }
  const first = await start(env)
  const mayUnshare = works('unshare', ['--user', 'true'])
  expect(first.output()).toMatch(mayUnshare ? 'Alahas is ready' : /^As root, DATA_DIR and .*\n$/)
  if (!mayUnshare) return
  const token = await signIn(first.url)
  await addSupplier(first.url, token, 'Aurum')
  const pid = (await postgres(env.DATA_DIR))!
  await stopped(first, 'SIGKILL')
  const second = await start(env)
  expect(await postgres(env.DATA_DIR)).toBe(pid)
  expect(await supplierNames(second.url, token)).toEqual(['Aurum'])
  expect(await stopped(second)).toBe(0)
  expect(isAlive(pid)).toBe(false)
})
