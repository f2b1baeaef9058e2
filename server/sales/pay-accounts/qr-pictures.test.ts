// Proves that the picture of an account's QR code can be scanned after the upload, that its file holds nothing else,
// and that only an administrator and the order page read it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { BinaryBitmap, DecodeHintType, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../../tests/support/pictures.ts'
import { user } from '../../db/schema/people.ts'
import { encodeQRCode, pathOfQRCode } from '../../pdf/qr-code.ts'
import { hashPassword } from '../../people/passwords.ts'
import { readShownQr } from './pay-accounts.queries.ts'

const { app, db, as, uploadsFolder, pictureStore: store } = await testApp()
const admin = as(1)
const path = '/api/v1/pay-accounts'
const password = { currentPassword: 'right as rain' }
await db.update(user).set({ passwordHash: await hashPassword(password.currentPassword) })
let made = 0
const account = () => ({
  kind: 'GCash',
  holder: 'Amihan',
  number: String(9_170_000_000 + ++made),
  paymentTypeID: 3,
  ...password,
})
const create = (picture: Uint8Array, name = 'qr.png') =>
  admin('POST', path, formOf(account(), { [name]: picture }, 'qr'))

/** As long as the code of a QR Ph account, with the same kind of content. */
const text =
  '00020101021127830012com.p2pqrpay0111GXCHPHM2XXX02089996440303152170200000006560417DWQM4TK3JDNWB8ZTI5204601653036085802PH5912DEMO ONLY123456011NAGOYA CITY6304ABCD'

/** Draws a QR code with this many pixels for each of its squares. */
async function drawQr(pixels: number) {
  const { modules, path: squares } = pathOfQRCode(await encodeQRCode(text))
  const side = modules * pixels
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}" width="${side}" height="${side}"
    shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${squares}"/></svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer()
}

/** Draws a poster of a wallet as a phone saves it: a code on a card before a background of many colours, as JPEG. */
async function drawPoster() {
  const background = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="2340"><defs>
    <radialGradient id="g"><stop offset="0" stop-color="#f4c430"/><stop offset=".5" stop-color="#1557c0"/>
    <stop offset="1" stop-color="#061a40"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>
    <rect x="140" y="700" width="800" height="980" rx="60" fill="#fff"/>
    <g fill="#1557c0"><circle cx="300" cy="1600" r="24"/><rect x="360" y="1580" width="420" height="40"/></g></svg>`
  return sharp(Buffer.from(background))
    .composite([{ input: await drawQr(10), left: 220, top: 760 }])
    .jpeg({ quality: 75 })
    .withExif({ IFD0: { Copyright: 'SECRET OWNER' } })
    .toBuffer()
}

/** Returns the text of the QR code in a picture. */
async function decode(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const grey = new Uint8ClampedArray(info.width * info.height)
  for (let n = 0; n < grey.length; n++) grey[n] = data[n * info.channels]!
  const source = new RGBLuminanceSource(grey, info.width, info.height)
  const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]])
  return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source)), hints).getText()
}

test.each([
  ['a sharp code', () => drawQr(12)],
  ['a small code', () => drawQr(4)],
  ['the screenshot of a poster', drawPoster],
  [
    'a photo of 12 million pixels',
    async () =>
      sharp(await drawPoster())
        .resize(3000, 4000, { fit: 'fill' })
        .jpeg()
        .toBuffer(),
  ],
  [
    'a WebP',
    async () =>
      sharp(await drawPoster())
        .webp()
        .toBuffer(),
  ],
])('%s is scanned after the upload, by an administrator and by a buyer', async (_, draw) => {
  const { status, body } = await create(new Uint8Array(await draw()))
  expect([status, body.message]).toEqual([201, undefined])
  const id = body.data.payAccountID
  const got = await admin('GET', `${path}/${id}/qr`)
  expect(got.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="payment-account-${id}-qr.png"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await decode(got.body as Buffer)).toBe(text)
  const shown = await readShownQr(store, db, id)
  expect(shown.equals(got.body as Buffer)).toBe(true)
  expect(shown.length).toBeLessThan(2 ** 20)
  expect(shown.toString('latin1')).not.toContain('SECRET')
})

test('no address of a picture leads to it, and a buyer gets none of an inactive account', async () => {
  const given = account()
  const { body } = await admin('POST', path, formOf(given, { 'a.png': new Uint8Array(await drawQr(8)) }, 'qr'))
  const id = body.data.payAccountID
  expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{32}/)
  const names = await readdir(join(uploadsFolder, 'private'))
  expect(names.every((name) => name.endsWith('.png'))).toBe(true)
  for (const name of names)
    for (const address of [`/pictures/${name}`, `/pictures/private/${name}`, `/private/${name}`])
      expect((await app.inject({ url: address })).statusCode).toBe(404)
  expect((await as(2)('GET', `${path}/${id}/qr`)).status).toBe(403)
  expect((await as(null)('GET', `${path}/${id}/qr`)).status).toBe(401)
  await admin('PUT', `${path}/${id}`, { ...given, status: false })
  await expect(readShownQr(store, db, id)).rejects.toMatchObject({ code: 'record.not_found' })
  expect((await admin('GET', `${path}/${id}/qr`)).status).toBe(200)
  const without = (await admin('POST', path, account())).body.data.payAccountID
  await expect(readShownQr(store, db, without)).rejects.toMatchObject({ code: 'record.not_found' })
  await expect(readShownQr(store, db, 99_999)).rejects.toMatchObject({ code: 'record.not_found' })
  expect((await admin('GET', `${path}/${without}/qr`)).status).toBe(404)
})

test('refuses what is no picture, one that is too small or too large, and two at once, and stores nothing', async () => {
  const bytes = (content: string) => new TextEncoder().encode(content)
  const small = new Uint8Array(await drawPicture('white', { width: 400, height: 120 }))
  const files = async () => (await readdir(join(uploadsFolder, 'private'))).length
  const before = [await files(), (await admin('GET', path)).body.meta.total]
  for (const [picture, status, code] of [
    [bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'private_file.refused'],
    [bytes('%PDF-1.7\n%%EOF\n'), 415, 'private_file.refused'],
    [
      new Uint8Array(await drawPicture('white', { width: 300, height: 300, format: 'gif' })),
      415,
      'private_file.refused',
    ],
    [new Uint8Array((await drawQr(8)).subarray(0, 200)), 415, 'picture.unreadable'],
    [small, 422, 'pay_account.qr_too_small'],
    [new Uint8Array(8 * 2 ** 20 + 1), 413, 'upload.too_large'],
  ] as const) {
    const answer = await create(picture, 'qr.png')
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.message).toMatch(/^[A-Z].+/)
  }
  const two = formOf(account(), { 'a.png': small, 'b.png': small }, 'qr')
  expect((await admin('POST', path, two)).status).toBe(413)
  expect([await files(), (await admin('GET', path)).body.meta.total]).toEqual(before)
})
