import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { variantFormats, variantPath, variantWidths } from '../../contract/shared/pictures.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { createApp } from '../app.ts'
import { encodePictures, picturesIn } from './pictures.ts'
import { servePictures } from './serve.ts'
import { createVariantGenerator } from './variants.ts'

const { app, db, as, uploadsFolder, pictureStore } = await testApp()
const stranger = as(null)

/** Stores a picture and returns its path. */
async function kept(colour: string, size: { width: number; height: number }) {
  const bytes = await drawPicture(colour, size)
  const [drawn] = await encodePictures([{ name: 'x.png', bytes }], [1600])
  const [path] = await picturesIn(pictureStore, { expect: () => {} }).store(db, drawn!)
  return path!
}

test('serves a picture in every size and format, never enlarged, and cached forever', async () => {
  const path = await kept('gold', { width: 900, height: 600 })
  for (const format of variantFormats)
    for (const width of variantWidths) {
      const { status, body, headers } = await stranger('GET', variantPath(path, width, format))
      expect(status).toBe(200)
      expect(headers['content-type']).toBe(`image/${format}`)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const made = await sharp(body).metadata()
      expect(made.format).toBe(format === 'avif' ? 'heif' : 'webp')
      expect(made.width).toBe(Math.min(width, 900))
      expect(made.height).toBe(Math.round((Math.min(width, 900) * 2) / 3))
    }
})

test('concurrent requests to two servers generate a variant once and never get a partial file', async () => {
  const path = await kept('silver', { width: 1600, height: 1600 })
  const other = await createApp({ db, pictureStore })
  const asked = variantPath(path, 960, 'avif')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? app : other).inject({ method: 'GET', url: asked })),
  )
  await other.close()
  const name = asked.replace('/pictures/', '')
  const stored = await readFile(join(uploadsFolder, name))
  for (const { statusCode, rawPayload } of answers) {
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(stored)).toBe(true)
  }
  expect((await readdir(uploadsFolder)).filter((file) => file.startsWith(name))).toEqual([name])
})

test('a request gets the stored picture itself while the queue is full', async () => {
  const small = Fastify()
  const variants = createVariantGenerator({ store: pictureStore, atOnce: 1, mostWaiting: 1 })
  await small.register(servePictures, { store: pictureStore, variants })
  const paths = await Promise.all(
    Array.from({ length: 10 }, (_, n) => kept(`rgb(${n}, 40, 90)`, { width: 1600, height: 1600 })),
  )
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, answer: await small.inject(variantPath(path, 1600, 'avif')) })),
  )
  const turnedAway = answers.filter(({ answer }) => answer.statusCode === 302)
  expect(turnedAway.length).toBeGreaterThan(0)
  expect(answers.filter(({ answer }) => answer.statusCode === 200).length).toBe(10 - turnedAway.length)
  for (const { path, answer } of turnedAway) {
    expect(answer.headers.location).toBe(path)
    expect(answer.headers['cache-control']).toBe('no-store')
    // The queue has a free place again.
    expect((await small.inject(variantPath(path, 1600, 'avif'))).statusCode).toBe(200)
  }
  await small.close()
})

test('generates the usual sizes of an item’s picture ahead of any request', async () => {
  const bytes = await drawPicture('teal', { width: 1000, height: 1000 })
  const form = formOf({}, { 'x.png': bytes })
  const { itemID } = await stockItem(db, {})
  const answer = await as(3)('POST', `/api/v1/item-images/${itemID}`, form)
  expect(answer.status).toBe(201)
  const [{ url }] = answer.body.data.images.slice(-1)
  const made = () => readdir(uploadsFolder)
  const wanted = [320, 480, 720, 960].map((width) => variantPath(url, width, 'avif').replace('/pictures/', ''))
  await expect.poll(made, { timeout: 60_000 }).toEqual(expect.arrayContaining(wanted))
})

test('a closing server stops generating ahead', async () => {
  const variants = createVariantGenerator({ store: pictureStore })
  const paths = await Promise.all([
    kept('navy', { width: 800, height: 800 }),
    kept('pink', { width: 800, height: 800 }),
  ])
  for (const path of paths) variants.expect(path)
  await variants.end()
  const left = await readdir(uploadsFolder)
  for (const path of paths) expect(left).not.toContain(variantPath(path, 960, 'avif').replace('/pictures/', ''))
})

test('generates only the defined variants and reads nothing outside the folder', async () => {
  const path = await kept('black', { width: 40, height: 40 })
  const before = await readdir(uploadsFolder)
  const key = path.slice('/pictures/'.length, -'.webp'.length)
  for (const name of [
    `${key}.321.avif`,
    `${key}.99999.webp`,
    `${key}.320.png`,
    `${key}.320.avif.avif`,
    `${'0'.repeat(32)}.320.avif`,
    `${key.toUpperCase()}.320.avif`,
    `..%2f${key}.320.avif`,
    '../package.json',
    '%2e%2e/%2e%2e/package.json',
    `${key}.320.avif%00.webp`,
  ]) {
    const { status } = await stranger('GET', `/pictures/${name}`)
    expect([name, status >= 400 && status < 500]).toEqual([name, true])
  }
  expect(await readdir(uploadsFolder)).toEqual(before)
})
