import type { FastifyRequest } from 'fastify'

import { AppError } from '../kernel/errors.ts'

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
      throw new AppError('upload.too_large', `A file may have at most ${most / 2 ** 20} MB`)
    if (cause instanceof AppError || (cause instanceof Error && 'statusCode' in cause)) throw cause
    // What the parser throws at a form that ends too early, or is none, says no status.
    throw Object.assign(new AppError('upload.unreadable', 'The form is cut short or cannot be read'), { cause })
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
    if (!files) throw new AppError('upload.field_unknown', `No files are taken in ${part.fieldname}`)
    if (files.length === fields[part.fieldname])
      throw new AppError(
        'upload.too_many',
        most === undefined
          ? `At most ${files.length} ${files.length === 1 ? 'picture' : 'pictures'} at once`
          : 'One file at once, please',
      )
    files.push({ name: part.filename ?? '', bytes })
  }
  return body
}
