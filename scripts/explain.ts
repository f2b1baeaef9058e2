import pg from 'pg'

import { databaseError } from '../server/db/database-error.ts'
import { describeFailure } from '../server/http/log.ts'
import { StartError } from '../server/kernel/config.ts'
import { AppError } from '../server/kernel/errors.ts'

/**
 * Returns the sentence that a program prints about its failure. A failure that no operator can correct is returned as it
 * is, because its stack is needed.
 */
export function explain(error: unknown): unknown {
  if (error instanceof StartError || error instanceof AppError) return error.message
  const refused = databaseError(error)
  if (refused) return explainDatabase(refused)
  return explainSystem(error) ?? error
}

const diskFull = 'There is no space left on the disk: make space, and run this again'

function explainDatabase(error: pg.DatabaseError): string {
  if (error.code === '53100') return diskFull
  const missingRight = error.code === '42501' ? ': use the role that owns the database' : ''
  return `The database refused (${error.code}): ${describeFailure(error)}${missingRight}`
}

/** Matches the codes of a connection that failed or ended. The driver of PostgreSQL gives some errors no code. */
const unreachable = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)$/
const connectionLost = /^Connection terminated|^timeout e/

/** Returns the sentence about a failure of the operating system or the network, in the error or in its causes. */
function explainSystem(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code = '', path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull
  if (path !== undefined && /^(EACCES|EPERM|EROFS)$/.test(code))
    return `${path} may not be read or written by this user (${code})`
  if (unreachable.test(code) || connectionLost.test(error.message)) return `A connection failed: ${firstMessage(error)}`
  return explainSystem(error.cause)
}

/** Returns the message of an error. A host with several addresses gives an error with one error for each. */
const firstMessage = (error: Error): string =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0].message : error.message
