import type { FastifyRequest } from 'fastify'

import { AppError } from '../kernel/errors.ts'

/**
 * Reads a multipart form: its texts become the body and its files become `request.uploads`. Leaves a JSON body
 * unchanged. Throws 413 for too many files or a file over `most` bytes (default: the limit of a picture), and 400 for
 * an unreadable form.
 */
export async function readForm(request: FastifyRequest, fields: Record<string, number>, most?: number) {
  request.uploads = Object.fromEntries(Object.keys(fields).map((name) => [name, []]))
  if (!request.isMultipart()) return
  try {
    request.body = await readParts(request, fields, most)
  } catch (cause) {
    // Read and discard the rest of the form, because unread data would block the connection forever.
    request.raw.unpipe()
    request.raw.resume()
    if (most !== undefined && (cause as NodeJS.ErrnoException).code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('upload.too_large', `A file may have at most ${most / 2 ** 20} MB`)
    if (cause instanceof AppError || (cause instanceof Error && 'statusCode' in cause)) throw cause
    // The parser's error for a truncated or invalid form has no status.
    throw Object.assign(new AppError('upload.unreadable', 'The form is incomplete or cannot be read'), { cause })
  }
}

async function readParts(request: FastifyRequest, fields: Record<string, number>, most: number | undefined) {
  const body: Record<string, unknown> = {}
  const limits = most === undefined ? {} : { limits: { fileSize: most, fieldSize: most } }
  for await (const part of request.parts(limits)) {
    if (part.type === 'field') {
      // Empty text in a file field means that no file was chosen; in the body it could mean "remove the file".
      if (!(part.fieldname in fields) || part.value === '') body[part.fieldname] = part.value
      continue
    }
    const bytes = await part.toBuffer() // Throws 413 for a file over the limit.
    if (bytes.length === 0 && !part.filename) continue
    const files = request.uploads[part.fieldname]
    if (!files) throw new AppError('upload.field_unknown', `Files are not accepted in ${part.fieldname}`)
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
