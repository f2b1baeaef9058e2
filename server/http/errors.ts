import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

import { type FailureCode, failures } from '../../contract/shared/errors.ts'
import type { Failure } from '../../contract/shared/failure.ts'
import { labelOf, nothingSent } from '../../contract/shared/zod.ts'
import { sentences } from '../db/constraints.ts'
import { databaseError } from '../db/database-error.ts'
import { PoolUnavailable } from '../db/pool.ts'
import { userIDOf } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * Sends every error as `{ success: false, code, message, errors? }`. An unexpected error is a 500 with the request's
 * id.
 */
export function registerErrorHandler(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = explain(error)
    if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter)
    // A 503 needs only its cause in the log; an unexpected error needs its stack.
    const { url } = request.routeOptions
    const status = refusal.status ?? failures[refusal.code]
    if (status === 503) request.log.warn({ url, cause: causes(error).at(-1)?.message }, refusal.message)
    else if (status >= 500) request.log.error({ err: error, url })
    else if (refusedStatuses.has(status)) logRefusal(request, refusal.code)
    const { code, message, errors } = refusal
    const body: Failure = { success: false, code, message, ...(errors && { errors }) }
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(status === 500 ? { ...body, requestID: request.id } : body)
  })
}

/** Calls without a sign-in, calls without the access, and too many attempts. */
const refusedStatuses = new Set([401, 403, 429])

/** Logs which user from which address was refused. The audit trail knows only what succeeded. */
export function logRefusal({ log, routeOptions, actor, ip }: FastifyRequest, code: FailureCode) {
  // A request that fails before its session is read has no actor yet.
  log.warn({ url: routeOptions.url, code, userID: actor ? userIDOf(actor) : null, address: ip }, 'refused')
}

/** The parts of a failure response. `status` overrides the status of the code, when Fastify chose another one. */
type Refusal = {
  code: FailureCode
  status?: number
  message: string
  errors?: { field: string; message: string }[]
  retryAfter?: number
}

function explain(error: FastifyError): Refusal {
  if (error instanceof AppError) return fromAppError(error)
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation
      .map(({ instancePath, message = 'This is not valid' }) => ({
        field: instancePath.slice(1).replaceAll('/', '.'),
        message,
      }))
      // Each field reports only its first problem: a missing field need not be called malformed too.
      .filter(({ field }, n, all) => all.findIndex((other) => other.field === field) === n)
    return { code: 'input.invalid', message: errors[0]!.message, errors }
  }
  const database = fromDatabase(error)
  if (database) return database
  if (isDiskFull(error)) return full
  const known = fastifyErrors[error.code]
  if (known) return known
  const status = error.statusCode ?? 500
  if (status === 503) return busy
  return status < 500
    ? { code: 'request.unreadable', status, message: 'This request cannot be read' }
    : { code: 'server.failed', message: 'Something went wrong on our side. Please try again' }
}

function fromAppError({ code, message, field, retryAfter }: AppError): Refusal {
  return {
    code,
    message,
    ...(field && { errors: [{ field, message }] }),
    ...(retryAfter && { retryAfter }),
  }
}

const busy: Refusal = { code: 'server.busy', message: 'The shop is busy. Please try again in a moment', retryAfter: 2 }
const unreachable: Refusal = {
  code: 'database.unreachable',
  message: 'The database cannot be reached just now. Please try again in a moment',
  retryAfter: 5,
}
const full: Refusal = {
  code: 'disk.full',
  message: 'Nothing could be saved, because the disk of the shop is full. Please tell whoever looks after the server',
  retryAfter: 60,
}

/**
 * Translates PostgreSQL's error codes (https://www.postgresql.org/docs/18/errcodes-appendix.html). Returns null for
 * other errors.
 */
function fromDatabase(error: Error): Refusal | null {
  const cause = databaseError(error)
  if (!cause) return fromConnectionError(error)
  const sentence = sentences[cause.constraint ?? '']
  switch (cause.code) {
    case '23505': // unique_violation
      return {
        code: sentence?.code ?? 'record.exists',
        message: sentence?.message ?? 'This exists already',
        ...(sentence?.field && { errors: [{ field: sentence.field, message: sentence.message }] }),
      }
    case '23503': {
      // foreign_key_violation. Its detail reads: Key (category_id)=(999) is not present in table "category".
      const [, column = '', value = ''] = /\((\w+)\)=\((.*?)\)/.exec(cause.detail ?? '') ?? []
      const field = column.replace(/_id$/, 'ID').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      const message = `${labelOf([field])} ${value} does not exist`
      return { code: 'reference.missing', message, errors: [{ field, message }] }
    }
    case '23514': // check_violation
      return sentence?.code
        ? { code: sentence.code, message: sentence.message.replace('{}', () => cause.detail ?? '') }
        : null
    case '22003': // numeric_value_out_of_range
      return { code: 'input.invalid', message: 'A number is too large' }
    case '22021': // character_not_in_repertoire: NUL
    case '22P05':
      return { code: 'input.invalid', message: 'The text holds a character that cannot be kept' }
    case '40001': // serialization_failure
    case '40P01': // deadlock_detected
    case '55P03': // lock_not_available
    case '57014': // query_canceled, by the statement timeout
    case '53200': // out_of_memory
    case '53300': // too_many_connections
      return busy
    case '53100': // disk_full
      return full
    case '25006': // read_only_sql_transaction: this server is a standby, or has just become one
      return unreachable
    default:
      return fromConnectionError(cause)
  }
}

const networkErrors = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)

function fromConnectionError(error: Error): Refusal | null {
  for (const cause of causes(error)) {
    if (cause instanceof PoolUnavailable) return cause.reason === 'database-silent' ? unreachable : busy
    if (/timeout exceeded when trying to connect/i.test(cause.message)) return busy
    const code = codeOf(cause)
    if (/^(57P|08)/.test(code) || networkErrors.has(code)) return unreachable
    if (/connection terminated|not queryable|not currently accepting connections/i.test(cause.message))
      return unreachable
  }
  return null
}

/** Whether an error was caused by a full disk or an exhausted disk quota. */
export function isDiskFull(error: unknown): boolean {
  return causes(error).some((cause) => ['ENOSPC', 'EDQUOT'].includes(codeOf(cause)))
}

/** Returns an error followed by its chain of causes. */
function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

/** Returns the error code of the system or of PostgreSQL, or empty text. */
const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? ''

const fastifyErrors: Record<string, Refusal> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'input.invalid', message: 'The body is not valid JSON' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'input.invalid', message: nothingSent },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'input.too_large', message: 'This is too much at once (at most 1 MB)' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'input.invalid',
    message: 'The body does not have the length that its header states',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'input.not_json', message: 'Send the body as JSON' },
  FST_ERR_CTP_INVALID_TYPE: { code: 'input.not_json', message: 'Send the body as JSON' },
  FST_REQ_FILE_TOO_LARGE: { code: 'upload.too_large', message: 'A picture may have at most 10 MB' },
  FST_FILES_LIMIT: { code: 'upload.too_many', message: 'Too many pictures at once' },
  FST_FIELDS_LIMIT: { code: 'upload.too_many', message: 'Too many fields' },
  FST_PARTS_LIMIT: { code: 'upload.too_many', message: 'Too many fields' },
  FST_INVALID_MULTIPART_CONTENT_TYPE: { code: 'input.not_multipart', message: 'Send the form as multipart/form-data' },
  FST_PROTO_VIOLATION: { code: 'upload.field_unknown', message: 'A field has a name that is not allowed' },
}
