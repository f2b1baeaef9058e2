import { basename } from 'node:path'
import { Readable } from 'node:stream'

import { expect, onTestFinished, test, vi } from 'vitest'

import { variantPath } from '../../contract/shared/pictures.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'
import { s3Server } from '../../tests/support/s3.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { createApp } from '../app.ts'
import { item, itemImage } from '../db/schema/catalogue.ts'
import { pictureBucket } from './bucket.ts'
import type { PictureStore } from './store.ts'

const { db, tokens, pictureStore: folder } = await testApp()
const headers = { authorization: `Bearer ${tokens.get(1)}` }

async function appOn(pictureStore: PictureStore) {
  const app = await createApp({ db, pictureStore })
  onTestFinished(() => app.close())
  return app
}

/** Adds a picture to a new item and returns its address. */
async function addPicture(app: Awaited<ReturnType<typeof appOn>>, colour: string) {
  const { itemID } = await stockItem(db, {})
  const payload = formOf({}, { 'a.png': await drawPicture(colour, { width: 500, height: 400 }) })
  const answer = await app.inject({ method: 'POST', url: `/api/v1/item-images/${itemID}`, headers, payload })
  expect(answer.statusCode).toBe(201)
  return answer.json().data.images[0].url as string
}

test('a picture is cached forever and not sent again to a client that has it', async () => {
  const app = await appOn(folder)
  const url = await addPicture(app, 'gold')
  const first = await app.inject(url)
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'image/webp',
    'content-length': String(first.rawPayload.length),
    etag: `"${basename(url)}"`,
    'x-content-type-options': 'nosniff',
  })
  const again = await app.inject({ url, headers: { 'if-none-match': first.headers.etag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    first.headers['content-length'],
  ])
  expect((await app.inject(url.replace(/[0-9a-f]{32}/, '0'.repeat(32)))).statusCode).toBe(404)
})

test('stores, resizes and serves pictures in a bucket like those in a folder', async () => {
  const { bucket, environment, files, state, close } = await s3Server()
  onTestFinished(close)
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const app = await appOn(pictureBucket(bucket))
  const inFolder = await appOn(folder)
  const [url, same] = [await addPicture(app, 'teal'), await addPicture(inFolder, 'teal')]
  expect(url).toBe(same)
  for (const path of [url, variantPath(url, 320, 'avif'), variantPath(url, 480, 'webp')]) {
    const [ours, theirs] = [await app.inject(path), await inFolder.inject(path)]
    expect([path, ours.statusCode, ours.rawPayload.equals(theirs.rawPayload)]).toEqual([path, 200, true])
    expect({ ...ours.headers, date: '' }).toEqual({
      ...theirs.headers,
      date: '',
      'content-security-policy': expect.any(String),
    })
    expect(files.get(`shop/${basename(path)}`)!.bytes.equals(ours.rawPayload)).toBe(true)
  }
  state.away = true
  const away = await app.inject(url)
  expect([away.statusCode, away.headers['retry-after'], away.headers['cache-control']]).toEqual([503, '5', undefined])
})

test('an upload while the bucket is unreachable gets 503 and changes nothing', async () => {
  const reached = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('connect ECONNREFUSED'))
  const app = await appOn({ ...folder, put: reached })
  const rows = async () => [await db.$count(item), await db.$count(itemImage)]
  const before = await rows()
  const made = { itemCode: 'X-1', itemName: 'Ring', categoryID: 1, grams: 1, uom: 'PCS', price: 1, cost: 1 }
  const payload = async () => formOf(made, { 'a.png': await drawPicture('red') })
  const send = async () =>
    app.inject({
      method: 'POST',
      url: '/api/v1/item-inventory',
      headers: { ...headers, 'idempotency-key': 'away' },
      payload: await payload(),
    })
  const refused = await send()
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    '5',
    {
      success: false,
      code: 'pictures.unreachable',
      message: 'The pictures are out of reach. Please try again in a moment',
    },
  ])
  expect(await rows()).toEqual(before)
  expect(reached).toHaveBeenCalled()
  // The same request succeeds when the bucket is back.
  reached.mockImplementation(folder.put as () => Promise<never>)
  expect((await send()).statusCode).toBe(201)
  expect(await rows()).toEqual([before[0]! + 1, before[1]! + 1])
})

test('a picture that fails while it is sent does not look like a complete response', async () => {
  const app = await appOn({
    ...folder,
    get: async () => ({
      size: 100,
      content: Readable.from(
        (async function* () {
          yield Buffer.alloc(10)
          throw new Error('ECONNRESET')
        })(),
      ),
    }),
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/pictures/${'a'.repeat(32)}.webp`)
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
})
