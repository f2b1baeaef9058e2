import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import type { FastifyRequest } from 'fastify'
import sharp from 'sharp'

import type { UploadedFile } from '../../contract/endpoint.ts'
import { AppError } from './errors.ts'

/**
 * Reads a multipart form: its texts become the body, its files `request.uploads`. A JSON body is left as it is.
 * 413 for too many or too large files (`most` bytes; as large as a picture where left out), 400 for a form that cannot
 * be read.
 */
export async function readForm(request: FastifyRequest, fields: Record<string, number>, most?: number) {
  request.uploads = Object.fromEntries(Object.keys(fields).map((name) => [name, []]))
  if (!request.isMultipart()) return
  try {
    request.body = await readParts(request, fields, most)
  } catch (cause) {
    // The rest is still on its way: unread, it would keep its connection busy for good.
    request.raw.unpipe()
    request.raw.resume()
    if (most !== undefined && (cause as NodeJS.ErrnoException).code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError(413, `A file may have at most ${most / 2 ** 20} MB`)
    if (cause instanceof AppError || (cause instanceof Error && 'statusCode' in cause)) throw cause
    // What the parser throws at a form that ends too early, or is none, says no status.
    throw Object.assign(new AppError(400, 'The form is cut short or cannot be read'), { cause })
  }
}

async function readParts(request: FastifyRequest, fields: Record<string, number>, most: number | undefined) {
  const body: Record<string, unknown> = {}
  const limits = most === undefined ? {} : { limits: { fileSize: most, fieldSize: most } }
  for await (const part of request.parts(limits)) {
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
      throw new AppError(
        413,
        most === undefined
          ? `At most ${files.length} ${files.length === 1 ? 'picture' : 'pictures'} at once`
          : 'One file at once, please',
      )
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
            try {
              await writeFile(draft, webp)
              await rename(draft, path)
            } catch (error) {
              await rm(draft, { force: true })
              throw error
            }
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

async function reencode({ name, bytes }: UploadedFile, widths: readonly number[]): Promise<Buffer[]> {
  try {
    const options = { limitInputPixels: 100e6, failOn: 'error' } as const
    const { format } = await sharp(bytes, options).metadata()
    if (!readable.has(format)) throw new Error(`${format} is not taken`)
    const upright = await sharp(bytes, options)
      .rotate()
      .resize({ width: Math.max(...widths), height: Math.max(...widths), fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 0 })
      .toBuffer()
    return await Promise.all(
      widths.map((width) =>
        sharp(upright)
          .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 84 })
          .toBuffer(),
      ),
    )
  } catch (cause) {
    const message = `We cannot read ${name.slice(0, 100) || 'this'} as a picture. JPEG, PNG, WebP, GIF, AVIF and TIFF are taken`
    throw Object.assign(new AppError(415, message), { cause })
  }
}

/** Whether there is a file at this path. */
export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
