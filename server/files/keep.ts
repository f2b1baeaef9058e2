import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import sharp, { type Metadata, type SharpOptions } from 'sharp'

import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { createLimiter } from '../http/turns.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { type PictureStore, readPicture } from './store.ts'
import { holdSweeper } from './sweep.ts'

/** Formats that sharp reads and that we let in. SVG is not one: it can carry scripts and reach out for files. */
const readable = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])

/** A picture as it will be kept: as WebP, in some widths. */
export type Drawn = readonly Buffer[]

/**
 * Pictures as they will be kept: turned upright, without their metadata, once per width (pixels, never enlarged), one after
 * the other: ten large ones at once would fill the memory. It takes a while: do it before a transaction, which would keep
 * a connection from everybody else meanwhile (`before` in `serve`). 415 for what is not a picture.
 */
export async function draw(files: readonly UploadedFile[], widths: readonly number[]): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  for (const file of files) drawn.push(await reencode(file, widths))
  return drawn
}

/** The shop's pictures, as the subjects know them. */
export type Pictures = {
  /** Keeps a picture, and answers its paths, in the order of its widths, for rows of the transaction `db`. */
  keep: (db: Db | Tx, drawn: Drawn) => Promise<string[]>
  /** A kept picture by its path, as a PNG for what cannot read WebP; null where it is not there. */
  png: (path: string) => Promise<Buffer | null>
  /** Says that the public pages will show a kept picture, so that they need not wait for its sizes; does not wait. */
  show: (path: string) => void
}

/** Pictures in a store. `variants` makes those ahead that are to be shown. */
export function picturesIn(store: PictureStore, variants: { expect: (path: string) => void }): Pictures {
  return {
    show: (path) => variants.expect(path),
    async keep(db, drawn) {
      // From before they are put until a row names them, or it would take one that nobody has named for long.
      await holdSweeper(db)
      const kept = drawn.map((webp) => keepFile(store, webp))
      await Promise.allSettled(kept) // where one fails, nobody is told while another still lies there half-written
      return Promise.all(kept)
    },
    async png(path) {
      const webp = await readPicture(store, basename(path))
      return webp && sharp(webp).png().toBuffer()
    },
  }
}

/** Puts a picture among the shop's under the name of its content, so that a path's picture never changes. Answers its path. */
export async function keepFile(store: PictureStore, webp: Buffer): Promise<string> {
  const name = `${createHash('sha256').update(webp).digest('hex').slice(0, 32)}.webp`
  await store.put(name, webp)
  return `/pictures/${name}`
}

/** One picture is read at a time: the largest take some 400 MB. */
const limited = createLimiter(1)
const mostPixels = 100e6
const mostBytes = 400e6

/** How many bytes a picture may take once it is unpacked, whatever its file has. */
function unpackedBytes({ format, width, height, channels, depth }: Metadata): number {
  const perChannel = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 8
  // libheif keeps a picture several times over while it reads it.
  const perPixel = format === 'heif' ? 18 : Math.max(channels, 3) * perChannel
  return width * height * perPixel
}

async function reencode({ name, bytes }: UploadedFile, widths: readonly number[]): Promise<Drawn> {
  try {
    const options = { limitInputPixels: mostPixels, failOn: 'error' } as const
    const metadata = await sharp(bytes, options).metadata()
    if (!readable.has(metadata.format)) throw new Error(`${metadata.format} is not taken`)
    if (unpackedBytes(metadata) > mostBytes) throw new Error('It is too large once it is unpacked')
    return await limited(() => inWidths(bytes, options, widths))
  } catch (cause) {
    const message = `We cannot read ${name.slice(0, 100) || 'this'} as a picture. JPEG, PNG, WebP, GIF, AVIF and TIFF are taken`
    throw Object.assign(new AppError('picture.unreadable', message), { cause })
  }
}

async function inWidths(bytes: Uint8Array, options: SharpOptions, widths: readonly number[]): Promise<Drawn> {
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
