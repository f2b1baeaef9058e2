import { readdir } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { freePort } from '../../server/db/postgres-process.ts'
import { until } from '../support/server.ts'
import { stopped, newShop, signIn } from './shop.ts'

const demo = { SHOP_DEMO: '1' }

test('an empty shop loads the demo shop once, completely or not at all', { timeout: 1_500_000 }, async () => {
  const { folder, start } = await newShop()
  const pictures = () => readdir(`${folder}/pictures`).catch(() => [])

  // The server is killed in the middle, when some of the pictures exist.
  const port = await freePort()
  let health = 0
  const first = await start({ ...demo, PORT: String(port) }, undefined, async ({ pid }) => {
    await until(async () => (await pictures()).length > 60, 120_000)
    health = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status,
      () => 0,
    )
    process.kill(pid, 'SIGKILL')
  })
  // Health checks succeed while the demo shop is loaded.
  expect(health).toBe(200)
  expect(first.output()).toContain('Loading the demo shop: 0 %')
  expect(first.output()).not.toContain('is ready')
  // Files that were being written have temporary names, which no page uses.
  // The private files, such as QR codes of accounts, are in a folder of their own.
  const unfinishedPictures = async () =>
    (await pictures()).filter((name) => name !== 'private' && !/\.(webp|avif)$/.test(name))
  const unfinished = await unfinishedPictures()
  expect(unfinished.length).toBeLessThanOrEqual(2)

  const second = await start(demo)
  expect(second.output()).toContain('Loading the demo shop: 100 %')
  const token = await signIn(second.url)
  const read = async (path: string) => {
    const response = await fetch(second.url + path, { headers: { authorization: `Bearer ${token}` } })
    return (await response.json()) as { data: any; meta: { total: number; unread: number } }
  }
  expect((await read('/api/v1/items')).meta.total).toBe(150)
  expect((await read('/api/v2/customers')).meta.total).toBe(100)
  expect((await read('/api/v2/sales?status=Completed')).meta.total).toBe(1074)
  expect((await read('/api/v1/notifications')).meta.unread).toBe(12)
  const { data } = await read('/api/v1/items?pageSize=1')
  expect(data[0].images).toHaveLength(3)
  for (const { url, thumb_url } of data[0].images)
    for (const path of [url, thumb_url]) {
      const response = await fetch(second.url + path)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
  // The server makes other sizes of the pictures in the background. Once it has stopped, no file is half written.
  expect(await stopped(second)).toBe(0)
  expect(new Set(await unfinishedPictures())).toEqual(new Set(unfinished))

  const third = await start(demo)
  expect(third.output()).not.toContain('Loading')
  expect(await stopped(third)).toBe(0)
})

test('a shop that started without the demo never loads it', { timeout: 60_000 }, async () => {
  const { start } = await newShop()
  expect(await stopped(await start())).toBe(0)
  const second = await start(demo)
  expect(second.output()).not.toContain('Loading')
})
