import { chmod, chown, mkdir } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { ordinary, uidOf } from '../support/users.ts'
import { addSupplier, newShop, signIn, stopped, supplierNames } from './shop.ts'

test(
  'root starts the shop of an ordinary user in a closed folder, and that user starts it again',
  { timeout: 60_000 },
  async () => {
    const { folder, start, postgres } = await newShop(ordinary)
    await mkdir(`${folder}/home`)
    await chown(`${folder}/home`, ordinary!.uid, ordinary!.gid)
    await chmod(`${folder}/home`, 0o700)
    const env = { DATA_DIR: `${folder}/home/data` }
    const first = await start(env)
    const token = await signIn(first.url)
    await addSupplier(first.url, token, 'Aurum')
    expect(await stopped(first)).toBe(0)

    const asRoot = await start(env, { uid: 0, gid: 0 })
    expect(uidOf((await postgres(env.DATA_DIR))!)).toBe(ordinary!.uid)
    await addSupplier(asRoot.url, token, 'Argentum')
    expect(await stopped(asRoot)).toBe(0)

    const again = await start(env)
    expect(await supplierNames(again.url, token)).toEqual(['Argentum', 'Aurum'])
    expect(await stopped(again)).toBe(0)
  },
)

test('the folder of another user is refused with one line', { timeout: 60_000 }, async () => {
  const { folder, start } = await newShop()
  expect(await stopped(await start())).toBe(0)
  const server = await start({}, ordinary)
  expect([await server.ended, server.output().trim()]).toEqual([
    1,
    `DATA_DIR: ${folder}/db belongs to another user: start as that user, or choose another folder`,
  ])
})
