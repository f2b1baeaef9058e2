import { drizzle } from 'drizzle-orm/node-postgres'

import type { Db, Tx } from '../kernel/database.ts'
import { Pool } from './pool.ts'

/**
 * Opens a pool of at most `max` connections. The caller ends it when the app closes. A request for a connection fails
 * after `patience` milliseconds, and at once when `mostWaiting` others wait; both failures become 503. `logStatement`
 * gets the text of every statement, without its parameters.
 */
export function connect(
  url: string,
  max = 10,
  {
    patience = 10_000,
    mostWaiting,
    logStatement,
  }: { patience?: number; mostWaiting?: number; logStatement?: ((statement: string) => void) | undefined } = {},
): { db: Db; pool: Pool } {
  const pool = new Pool({
    connectionString: url,
    application_name: 'alahas',
    max,
    mostWaiting,
    connectionTimeoutMillis: patience,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  pool.on('error', () => {}) // The database closed an idle connection; the next query opens another.
  // The database closed a connection in use. Its running query fails too, with a better message.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: drizzle({ client: pool, jit: true, ...(logStatement && { logger: { logQuery: logStatement } }) }), pool }
}

/** Returns the pool of a database handle. Throws for a transaction, which has one connection. */
export function poolOf(db: Db | Tx): Pool {
  if ('$client' in db && db.$client instanceof Pool) return db.$client
  throw new Error('This is a transaction, or was one: it has no pool')
}
