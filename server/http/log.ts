import { fstatSync, writeSync } from 'node:fs'

import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

/** Serializes a request without its query string, token and IP address. */
const serializeRequest = (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
  method: request.method,
  route: request.routeOptions?.url ?? '(unknown)',
})

/** An error in the log. Its `statement` has placeholders ($1, $2 …) instead of values. */
type LoggedError = { [detail: string]: unknown; type: string; message: string; stack: string }

/**
 * Serializes an error without data that a client sent, such as the parameters of a statement, a value that PostgreSQL
 * quotes in its message, or unparsable JSON.
 */
function serializeError(thrown: unknown): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: withheld, stack: '' }
  const { code } = thrown as NodeJS.ErrnoException
  return {
    type: thrown.name,
    ...(code !== undefined && { code }),
    ...(thrown instanceof pg.DatabaseError && thrown.constraint && { constraint: thrown.constraint }),
    ...(thrown instanceof DrizzleQueryError && { statement: thrown.query }),
    message: mayQuoteInput(thrown) ? withheld : thrown.message,
    stack: framesOf(thrown),
    ...(thrown.cause !== undefined && { cause: serializeError(thrown.cause) }),
  }
}

const withheld = '(may quote what was sent)'

/** Whether an error's message may contain data that a caller sent. */
function mayQuoteInput(thrown: Error): boolean {
  // Class 22 (data exception): PostgreSQL quotes the invalid value in the message.
  if (thrown instanceof pg.DatabaseError) return thrown.code?.startsWith('22') ?? true
  return thrown instanceof DrizzleQueryError || thrown instanceof SyntaxError
}

/**
 * Describes a failure in one line, without data that a client sent. An error whose message may quote such data is named
 * by its cause or its code.
 */
export function describeFailure(thrown: unknown): string {
  if (!(thrown instanceof Error)) return withheld
  const { name, message, cause } = thrown
  if (message && !mayQuoteInput(thrown)) return message
  if (cause instanceof Error) return describeFailure(cause)
  return [name, (thrown as NodeJS.ErrnoException).code].filter(Boolean).join(' ')
}

/** Returns the lines of the stack without the message. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')

/**
 * Returns the options of Fastify's logger, which writes lines to `stream`. The level 'silent' turns the logger off. A
 * line about an error gets the fixed text 'failed'. Otherwise pino would log the error's message, which may quote
 * input.
 */
export const createLogger = (level: string, stream: LogStream = standardOutput) =>
  level === 'silent'
    ? false
    : {
        level,
        stream,
        serializers: { req: serializeRequest, err: serializeError, error: serializeError },
        hooks: {
          logMethod(this: object, given: unknown[], log: (...given: unknown[]) => void) {
            log.apply(this, given.length === 1 && isAboutError(given[0]) ? [given[0], 'failed'] : given)
          },
        },
      }

const isAboutError = (about: unknown) =>
  about instanceof Error || (typeof about === 'object' && about !== null && 'err' in about)

/** Takes log lines, each a JSON object. */
export type LogStream = { write(line: string): void }

const output = 1
const isFile = fstatSync(output).isFile()

/**
 * Writes log lines to the standard output. A line that cannot be written, as on a full disk, is dropped. No request
 * fails or waits because of it.
 */
const standardOutput: LogStream = {
  write(line) {
    // With a file as output, `process.stdout` would stay closed after one failed write.
    if (!isFile) process.stdout.write(line)
    else
      try {
        writeSync(output, line)
      } catch {
        // There is no other output that could report the failed write.
      }
  },
}
