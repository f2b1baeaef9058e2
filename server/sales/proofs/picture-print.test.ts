// Proves that the print of a picture finds the same pixels again, and that neither pictures nor stored bytes crash it.
import { deflateRawSync } from 'node:zlib'

import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { drawReceipt } from '../../../assets/demo/receipts.ts'
import { encodePictures } from '../../files/pictures.ts'
import { comparePrints } from './compare-prints.ts'
import { printOf, printWidth, readPrint } from './picture-print.ts'

const drawn = await sharp(
  Buffer.from(
    drawReceipt({
      layout: 'silong',
      amount: 5000,
      day: '2026-11-03',
      time: '08:05',
      reference: '1001543610110',
      payer: 'Ana R.',
      payerAccount: '0917 ••• ••61',
      payee: 'Amihan Jewelry',
      payeeAccount: '••••• •••0186',
      width: 540,
      height: 1080,
    }),
  ),
)
  .png()
  .toBuffer()
const { pixelHash, print } = await printOf(drawn)

test('the hash of the pixels is the same in another file, and after the same upload', async () => {
  expect(pixelHash).toMatch(/^[0-9a-f]{64}$/)
  expect((await printOf(await sharp(drawn).webp({ lossless: true }).toBuffer())).pixelHash).toBe(pixelHash)
  const upload = async () => (await encodePictures([{ name: 'proof.png', bytes: drawn }], [2400]))[0]![0]!
  const [first, again] = [await printOf(await upload()), await printOf(await upload())]
  expect(again).toEqual(first)
  expect(first.pixelHash).not.toBe(pixelHash)
  expect(comparePrints(readPrint(print)!, readPrint(first.print)!)).toMatchObject({ isSame: false, isAlike: true })
})

test('pictures of the same bytes and another shape have other hashes', async () => {
  const shaped = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
  expect((await printOf(await shaped(20, 30))).pixelHash).not.toBe((await printOf(await shaped(30, 20))).pixelHash)
})

test('a print is small, and holds the picture 270 pixels wide', () => {
  expect(print.length).toBeLessThan(20_000)
  const read = readPrint(print)!
  expect(read).toMatchObject({ pixelHash, height: 540 })
  expect(read.grey).toHaveLength(540 * printWidth)
})

test.each([
  [1, 1, 270],
  [1, 16_000, 1080],
  [4000, 3, 3],
])('a picture of %i × %i pixels has a print of %i rows', async (width, height, rows) => {
  const line = sharp({ create: { width, height, channels: 3, background: '#fff' } })
  expect(readPrint((await printOf(await line.png().toBuffer())).print)!.height).toBe(rows)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('no picture')],
  ['half a picture', drawn.subarray(0, drawn.length / 2)],
])('%s is refused as unreadable', async (_, bytes) => {
  await expect(printOf(bytes)).rejects.toMatchObject({ code: 'picture.unreadable', status: 415 })
})

test('bytes that are no print are none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(readPrint(bytes)).toBe(null)
    }),
  )
  const head = print.subarray(0, 38)
  const packed = (length: number) => Buffer.concat([head, deflateRawSync(Buffer.alloc(length))])
  expect(readPrint(packed(540 * printWidth))).not.toBe(null)
  // Too few rows, too many, and far too many: the memory of the last is not taken.
  for (const length of [0, 539 * printWidth, 541 * printWidth, 200e6]) expect(readPrint(packed(length))).toBe(null)
  const otherFormat = Buffer.from(print)
  otherFormat[3] = 50
  expect(readPrint(otherFormat)).toBe(null)
  for (const rows of [0, 2, 1081, 65_535]) {
    const otherRows = Buffer.from(print)
    otherRows.writeUInt16BE(rows, 4)
    expect(readPrint(otherRows)).toBe(null)
  }
})

test('a damaged print is none, or is compared without a crash', () => {
  const whole = readPrint(print)!
  const change = fc.tuple(fc.nat(print.length - 1), fc.nat(255))
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), fc.nat(print.length - 1), (changes, length) => {
      const damaged = Buffer.from(print)
      for (const [at, byte] of changes) damaged[at] = byte
      const read = readPrint(damaged)
      expect(read ? comparePrints(whole, read).difference : 0).toBeLessThanOrEqual(255)
      expect(readPrint(print.subarray(0, length))).toBe(null)
    }),
    { numRuns: 100 },
  )
})
