import { drizzle } from 'drizzle-orm/node-postgres'

import type { Db, Tx } from '../kernel/database.ts'
import { Pool } from './pool.ts'

/**
 * Opens a pool of at most `max` connections, which the caller ends when the app closes. Waiting for a connection fails
 * after `patience` milliseconds. It fails immediately when `mostWaiting` others already wait. Both failures become a
 * 503 response. `logStatement` receives the text of every statement, without its parameters.
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
    // The tables of a shop fit in memory, where reading by an index costs about as much as reading in order. With the
    // default of 4, PostgreSQL reads whole tables of some hundred rows instead.
    options: '-c random_page_cost=1.1',
    idle_in_transaction_session_timeout: 60_000,
  })
  pool.on('error', () => {}) // The database closed an idle connection. The next query opens a new one.
  // This error means that the database closed a connection in use. The running query reports the same with a better
  // message.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: drizzle({ client: pool, jit: true, ...(logStatement && { logger: { logQuery: logStatement } }) }), pool }
}

/** Returns the pool of a database handle. Throws for a transaction, which has one connection. */
export function poolOf(db: Db | Tx): Pool {
  if ('$client' in db && db.$client instanceof Pool) return db.$client
  throw new Error('This is a transaction, or was one: it has no pool')
}

/** Returns the address of the database behind a handle; null for a transaction. */
export const urlOf = (db: Db | Tx): string | null =>
  '$client' in db && db.$client instanceof Pool ? (db.$client.options.connectionString ?? null) : null
