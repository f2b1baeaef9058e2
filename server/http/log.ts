import { fstatSync, writeSync } from 'node:fs'

import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

/** What a log line says of a request: never a query string, a token or an address. */
const request = (request: { method: string; routeOptions?: { url?: string | undefined } }) => ({
  method: request.method,
  route: request.routeOptions?.url ?? '(unknown)',
})

/** `statement` has $1, $2 … for what it was given. */
type Told = { [detail: string]: unknown; type: string; message: string; stack: string }

/**
 * What a log line says of an error: enough to mend it, and nothing that anybody sent. What a statement was given, what
 * PostgreSQL quotes of it, what a parser could not read and the bytes of a broken request stay out.
 */
function error(thrown: unknown): Told {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: unsaid, stack: '' }
  const { code } = thrown as NodeJS.ErrnoException
  return {
    type: thrown.name,
    ...(code !== undefined && { code }),
    ...(thrown instanceof pg.DatabaseError && thrown.constraint && { constraint: thrown.constraint }),
    ...(thrown instanceof DrizzleQueryError && { statement: thrown.query }),
    message: quotes(thrown) ? unsaid : thrown.message,
    stack: framesOf(thrown),
    ...(thrown.cause !== undefined && { cause: error(thrown.cause) }),
  }
}

const unsaid = '(may quote what was sent)'

/** Whether an error's message can hold what somebody sent. */
function quotes(thrown: Error): boolean {
  // Class 22 is what PostgreSQL could not make sense of; it says what.
  if (thrown instanceof pg.DatabaseError) return thrown.code?.startsWith('22') ?? true
  return thrown instanceof DrizzleQueryError || thrown instanceof SyntaxError
}

/** Where it was thrown, without the message before it. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')

/**
 * Returns Fastify's logger at a level ('silent': none), which writes its lines to `stream`. A line about an error gets
 * the message 'failed', because pino would otherwise copy the error's message.
 */
export const logger = (level: string, stream: LogStream = standardOutput) =>
  level === 'silent'
    ? false
    : {
        level,
        stream,
        serializers: { req: request, err: error, error },
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
 * Where log lines go: to the standard output. A line that cannot be written, as on a full disk, is lost, and the next one
 * is tried again; nobody's call fails or waits for it.
 */
const standardOutput: LogStream = {
  write(line) {
    // The stream would give up for good at the first line that fails.
    if (!isFile) process.stdout.write(line)
    else
      try {
        writeSync(output, line)
      } catch {
        // There is nowhere left to say so.
      }
  },
}
