import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { blackPng, longGif, packedNote } from '../../tests/support/hostile-pictures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'

const { app, as, tokens, uploadsFolder } = await testApp()

const script = '<script>document.title = "owned"</script>'
const small = await drawPicture('teal', { width: 20, height: 10, format: 'jpeg' })
/** Uploads a file as the user's own profile picture, which even a user without a role may do. */
const send = async (bytes: Uint8Array, name = 'me.png') => {
  const { status, body } = await as(0)(
    'PUT',
    '/api/users/updateProfilePicture',
    formOf({}, { [name]: bytes }, 'profilePicture'),
  )
  return {
    status,
    photo: body.photo as string | undefined,
    message: body.message,
  }
}
const files = () => readdir(uploadsFolder)

test.each([
  ['30,000 by 30,000 pixels', blackPng(30_000, 30_000, { depth: 1 })],
  ['50 million interlaced pixels of 8 bytes', blackPng(7100, 7100, { depth: 16, colour: 6, interlaced: true })],
  ['a size that its pixels do not fill', blackPng(9000, 9000).subarray(0, 4000)],
])('refuses a small file that unpacks to %s without unpacking it', async (_, bytes) => {
  const before = await files()
  expect(bytes.length).toBeLessThan(2 ** 20)
  const began = process.memoryUsage.rss()
  const { status, message } = await send(bytes, 'bomb.png')
  expect([status, message]).toEqual([415, expect.stringContaining('We cannot read bomb.png as a picture')])
  expect(process.memoryUsage.rss() - began).toBeLessThan(100e6)
  expect(await files()).toEqual(before)
})

test.each([
  ['a note of 200 MB', blackPng(3, 3, { chunks: { zTXt: packedNote(200e6) } })],
  ['a colour profile of 200 MB', blackPng(3, 3, { chunks: { iCCP: packedNote(200e6) } })],
  ['thousands of frames', await longGif(5000)],
])('reads only the pixels of a picture with %s', async (_, bytes) => {
  const { status, photo } = await send(bytes)
  expect(status).toBe(200)
  const kept = await app.inject(photo!)
  const { format, pages } = await sharp(kept.rawPayload).metadata()
  expect([format, pages, kept.rawPayload.length < 2000]).toEqual(['webp', undefined, true])
})

test.each([
  ['a page after it', Buffer.concat([small, Buffer.from(script)])],
  ['a page in its comment', Buffer.concat([small.subarray(0, 2), comment(script), small.subarray(2)])],
  ['an archive after it', Buffer.concat([small, Buffer.from('PK\u0003\u0004'), Buffer.from(script)])],
])('stores a picture with %s without that content', async (_, bytes) => {
  const { status, photo } = await send(bytes, 'me.html')
  expect(status).toBe(200)
  const { rawPayload, headers } = await app.inject(photo!)
  expect(rawPayload.includes('script')).toBe(false)
  expect(rawPayload.includes('PK\u0003\u0004')).toBe(false)
  expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
})

test('refuses a file that only begins like a picture', async () => {
  for (const start of [
    'GIF89a',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff\xe0',
    'RIFF\0\0\0\0WEBP',
    'BM',
    '%PDF-1.7',
    '<svg ',
    '<?xml version="1.0"?><svg ',
  ])
    expect([start, (await send(Buffer.from(`${start}${script}`, 'latin1'))).status]).toEqual([start, 415])
})

test('refuses a truncated picture at any length and stores nothing of it', async () => {
  const whole = Buffer.from(await drawPicture('gold', { width: 60, height: 60, format: 'png' }))
  const before = await files()
  for (let length = 0; length < whole.length - 12; length += Math.ceil(whole.length / 40))
    expect([length, (await send(whole.subarray(0, length))).status]).toEqual([length, 415])
  expect(await files()).toEqual(before)
})

test.each([
  '../../../../tmp/owned.png',
  String.raw`..\..\owned.png`,
  '/etc/passwd',
  'a\u0000.png',
  `${'n'.repeat(10_000)}.png`,
  '.',
  '',
  '"; filename="b.svg',
  '<img src=x onerror=alert(1)>.png',
])('the file name %s does not change where a picture is stored', async (name) => {
  const before = await readdir(join(uploadsFolder, '..'))
  const { status, photo } = await send(small, name)
  expect([status, photo]).toEqual([200, expect.stringMatching(/^\/pictures\/[0-9a-f]{32}\.webp$/)])
  expect(await readdir(join(uploadsFolder, '..'))).toEqual(before)
  const refused = await send(Buffer.from('no picture'), name)
  expect(refused.status).toBe(415)
  expect(refused.message.length).toBeLessThan(220)
})

test('serves no file outside the folder of pictures', async () => {
  await writeFile(join(uploadsFolder, '..', 'beside.txt'), 'secret')
  for (const url of [
    '/pictures/../beside.txt',
    '/pictures/%2e%2e/beside.txt',
    '/pictures/..%2fbeside.txt',
    '/pictures/%2e%2e%2fbeside.txt',
    '/pictures/..%5cbeside.txt',
    '/pictures/....//beside.txt',
    '/pictures//etc/passwd',
    '/pictures/%00',
    '/pictures/',
    '/pictures',
  ]) {
    const response = await app.inject(url)
    expect([url, response.statusCode < 500, response.statusCode >= 400]).toEqual([url, true, true])
    expect(response.body).not.toContain('secret')
  }
  await rm(join(uploadsFolder, '..', 'beside.txt'))
})

/** Returns a JPEG comment segment. */
function comment(text: string) {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, Buffer.from(text)])
}

test('a refused form does not keep its connection open', async () => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const bytes = Buffer.alloc(3 * 2 ** 20)
  const response = await fetch(`${url}/api/v1/item-inventory`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.get(3)}` },
    body: formOf({}, Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`${n}.png`, bytes]))),
  })
  expect([response.status, await response.json()]).toEqual([
    413,
    { success: false, code: 'upload.too_many', message: 'At most 10 pictures at once' },
  ])
  // Closing would never end if the connection still waited for the rest of the form.
  await app.close()
})
