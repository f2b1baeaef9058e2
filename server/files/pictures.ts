import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import type { Metadata, SharpOptions } from 'sharp'

import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { createLimiter } from '../http/limiter.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { blockPictureCleanup } from './cleanup.ts'
import { loadSharp } from './sharp.ts'
import { type PictureStore, readPicture } from './store.ts'

/** The accepted picture formats. SVG is not accepted, because it can contain scripts and refer to other files. */
const acceptedFormats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])

/** A picture that is ready to be stored: one WebP per width. */
export type EncodedPicture = readonly Buffer[]

/**
 * Converts uploaded pictures to WebP, upright and without metadata. Each picture gets one file per width in pixels, and
 * is never enlarged. Pictures are converted one at a time, because ten large ones would fill the memory. Throws 415 for
 * a file that is not a picture. The conversion is slow, so call it before a transaction takes a connection (`before` in
 * `serve`).
 */
export async function encodePictures(
  files: readonly UploadedFile[],
  widths: readonly number[],
): Promise<EncodedPicture[]> {
  const drawn: EncodedPicture[] = []
  for (const file of files)
    drawn.push(await decodeSafely(file, (bytes, options) => encodeInWidths(bytes, options, widths)))
  return drawn
}

/**
 * Converts an uploaded picture to a PNG, upright and without metadata, whose longer side has at most `side` pixels. It
 * has at most 256 colours without dithering, so that the edges of a code stay sharp and the file small. Throws 415 for a
 * file that is not a picture.
 */
export const encodePng = (file: UploadedFile, side: number) =>
  decodeSafely(file, async (bytes, options) => {
    const sharp = await loadSharp()
    const { data, info } = await sharp(bytes, options)
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .png({ palette: true, dither: 0, compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  })

/**
 * Converts an uploaded picture to a WebP that fits into a frame in pixels, upright and without metadata. The digits of a
 * receipt stay sharp. Throws 415 for a file that is not a picture.
 */
export const encodeReceipt = (file: UploadedFile, frame: { width: number; height: number }) =>
  decodeSafely(file, async (bytes, options) => {
    const sharp = await loadSharp()
    const { data, info } = await sharp(bytes, options)
      .rotate()
      .resize({ ...frame, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .webp({ quality: 88 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  })

/** The operations on pictures that the subjects use. */
export type Pictures = {
  /** Stores a picture for rows of the transaction `db`, and returns its paths in the order of its widths. */
  store: (db: Db | Tx, drawn: EncodedPicture) => Promise<string[]>
  /** Returns a stored picture as PNG, for programs that cannot read WebP; null when it does not exist. */
  png: (path: string) => Promise<Buffer | null>
  /** Returns a stored picture as a JPEG that fills a frame, in pixels; null when it does not exist. */
  jpeg: (path: string, frame: { width: number; height: number }) => Promise<Buffer | null>
  /** Starts generating the variants of a picture that the public pages will show. Does not wait for them. */
  show: (path: string) => void
}

/** Returns the operations on the pictures of a store. `variants` generates variants before visitors request them. */
export function picturesIn(store: PictureStore, variants: { expect: (path: string) => void }): Pictures {
  return {
    show: (path) => variants.expect(path),
    async store(db, drawn) {
      // Until the commit, no row refers to these files. The upload may reuse an old file, which the cleanup must not
      // remove meanwhile.
      await blockPictureCleanup(db)
      const stored = drawn.map((webp) => storeFile(store, webp))
      await Promise.allSettled(stored) // After one failure, the other writes must end before the transaction does.
      return Promise.all(stored)
    },
    async png(path) {
      const webp = await readPicture(store, basename(path))
      if (!webp) return webp
      const sharp = await loadSharp()
      return sharp(webp).png().toBuffer()
    },
    async jpeg(path, frame) {
      const webp = await readPicture(store, basename(path))
      if (!webp) return webp
      const sharp = await loadSharp()
      return sharp(webp)
        .resize({ ...frame, fit: 'cover' })
        .flatten({ background: '#fff' })
        .jpeg({ quality: 88 })
        .toBuffer()
    },
  }
}

/** Stores a picture under the hash of its content, so that the picture of a path never changes. Returns its path. */
export async function storeFile(store: PictureStore, webp: Buffer): Promise<string> {
  const name = `${createHash('sha256').update(webp).digest('hex').slice(0, 32)}.webp`
  await store.put(name, webp)
  return `/pictures/${name}`
}

/** Decodes one picture at a time, because the largest take about 400 MB of memory. */
const limited = createLimiter(1)
const mostPixels = 100e6
const mostBytes = 400e6

/** Estimates the memory of a decoded picture in bytes. The size of its file says little about it. */
function unpackedBytes({ format, width, height, channels, depth }: Metadata): number {
  const perChannel = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 8
  // libheif holds several copies of a picture while decoding it.
  const perPixel = format === 'heif' ? 18 : Math.max(channels, 3) * perChannel
  return width * height * perPixel
}

/** Runs `encode` on a picture whose format and size were checked, one at a time. Throws 415 for any other file. */
async function decodeSafely<Encoded>(
  { name, bytes }: UploadedFile,
  encode: (bytes: Uint8Array, options: SharpOptions) => Promise<Encoded>,
): Promise<Encoded> {
  try {
    const options = { limitInputPixels: mostPixels, failOn: 'error' } as const
    const sharp = await loadSharp()
    const metadata = await sharp(bytes, options).metadata()
    if (!acceptedFormats.has(metadata.format)) throw new Error(`${metadata.format} is not taken`)
    if (unpackedBytes(metadata) > mostBytes) throw new Error('It is too large once it is unpacked')
    return await limited(() => encode(bytes, options))
  } catch (cause) {
    const message = `We cannot read ${name.slice(0, 100) || 'this'} as a picture. JPEG, PNG, WebP, GIF, AVIF and TIFF are taken`
    throw Object.assign(new AppError('picture.unreadable', message), { cause })
  }
}

async function encodeInWidths(
  bytes: Uint8Array,
  options: SharpOptions,
  widths: readonly number[],
): Promise<EncodedPicture> {
  const sharp = await loadSharp()
  const upright = await sharp(bytes, options)
    .rotate()
    .resize({ width: Math.max(...widths), height: Math.max(...widths), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer()
  return Promise.all(
    widths.map((width) =>
      sharp(upright)
        .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 84 })
        .toBuffer(),
    ),
  )
}
