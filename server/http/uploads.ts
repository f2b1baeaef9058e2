import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import type { FastifyRequest } from 'fastify'
import sharp, { type Metadata, type SharpOptions } from 'sharp'

import type { UploadedFile } from '../../contract/endpoint.ts'
import { AppError } from './errors.ts'
import { turns } from './turns.ts'

/**
 * Reads a multipart form: its texts become the body, its files `request.uploads`. A JSON body is left as it is.
 * 413 for too many or too large files, 400 for a form that cannot be read.
 */
export async function readForm(request: FastifyRequest, fields: Record<string, number>) {
  request.uploads = Object.fromEntries(Object.keys(fields).map((name) => [name, []]))
  if (!request.isMultipart()) return
  try {
    request.body = await readParts(request, fields)
  } catch (cause) {
    // The rest is still on its way: unread, it would keep its connection busy for good.
    request.raw.unpipe()
    request.raw.resume()
    if (cause instanceof AppError || (cause instanceof Error && 'statusCode' in cause)) throw cause
    // What the parser throws at a form that ends too early, or is none, says no status.
    throw Object.assign(new AppError(400, 'The form is cut short or cannot be read'), { cause })
  }
}

async function readParts(request: FastifyRequest, fields: Record<string, number>) {
  const body: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      // A file field sent as empty text means "no file": the contract may read it as one to be removed.
      if (!(part.fieldname in fields) || part.value === '') body[part.fieldname] = part.value
      continue
    }
    const bytes = await part.toBuffer() // throws 413 past the limit
    if (bytes.length === 0 && !part.filename) continue
    const files = request.uploads[part.fieldname]
    if (!files) throw new AppError(400, `No files are taken in ${part.fieldname}`)
    if (files.length === fields[part.fieldname])
      throw new AppError(413, `At most ${files.length} ${files.length === 1 ? 'picture' : 'pictures'} at once`)
    files.push({ name: part.filename ?? '', bytes })
  }
  return body
}

/** Formats that sharp reads and that we let in. SVG is not one: it can carry scripts and reach out for files. */
const readable = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])

/** Where pictures are kept. */
export type Pictures = {
  /**
   * Keeps a picture: turned upright, re-encoded as WebP without its metadata, once per width (pixels, never enlarged).
   * Answers their paths, in the order of the widths. 415 for what is not a picture.
   */
  keep: (file: UploadedFile, widths: readonly number[]) => Promise<string[]>
  /** A kept picture by its path, as a PNG for what cannot read WebP; null where it is not there. */
  png: (path: string) => Promise<Buffer | null>
  /** Says that the public pages will show a kept picture, so that they need not wait for its sizes; does not wait. */
  show: (path: string) => void
}

/**
 * Pictures as files in a folder, named after their content, so that a path's picture never changes. `variants` makes
 * those ahead that are to be shown.
 */
export function pictureFolder(folder: string, variants?: { expect: (path: string) => void }): Pictures {
  return {
    show: (path) => variants?.expect(path),
    async keep(file, widths) {
      await mkdir(folder, { recursive: true })
      return Promise.all(
        (await reencode(file, widths)).map(async (webp) => {
          const name = `${createHash('sha256').update(webp).digest('hex').slice(0, 32)}.webp`
          const path = join(folder, name)
          if (!(await exists(path))) {
            // Under another name first, so that nobody is served half a picture.
            const draft = `${path}.${randomUUID()}`
            await writeFile(draft, webp)
            await rename(draft, path)
          }
          return `/pictures/${name}`
        }),
      )
    },
    async png(path) {
      const file = join(folder, basename(path))
      return (await exists(file)) ? sharp(file).png().toBuffer() : null
    },
  }
}

/** One picture is read at a time: the largest take some 400 MB. */
const inTurn = turns(1)
const mostPixels = 100e6
const mostBytes = 400e6

/** How many bytes a picture may take once it is unpacked, whatever its file has. */
function unpackedBytes({ format, width, height, channels, depth }: Metadata): number {
  const perChannel = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 8
  // libheif keeps a picture several times over while it reads it.
  const perPixel = format === 'heif' ? 18 : Math.max(channels, 3) * perChannel
  return width * height * perPixel
}

async function reencode({ name, bytes }: UploadedFile, widths: readonly number[]): Promise<Buffer[]> {
  try {
    const options = { limitInputPixels: mostPixels, failOn: 'error' } as const
    const metadata = await sharp(bytes, options).metadata()
    if (!readable.has(metadata.format)) throw new Error(`${metadata.format} is not taken`)
    if (unpackedBytes(metadata) > mostBytes) throw new Error('It is too large once it is unpacked')
    return await inTurn(() => drawn(bytes, options, widths))
  } catch (cause) {
    const message = `We cannot read ${name.slice(0, 100) || 'this'} as a picture. JPEG, PNG, WebP, GIF, AVIF and TIFF are taken`
    throw Object.assign(new AppError(415, message), { cause })
  }
}

async function drawn(bytes: Uint8Array, options: SharpOptions, widths: readonly number[]): Promise<Buffer[]> {
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

/** Whether there is a file at this path. */
export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
