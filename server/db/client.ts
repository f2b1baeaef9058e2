import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** Opens a pool of at most `max` connections; `end` it when the app closes. */
export function connect(url: string, max = 10): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A call that waits this long for a connection is answered 503 rather than never.
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  pool.on('error', () => {}) // an idle connection that the server closed; the next query opens another
  return { db: drizzle({ client: pool }), pool }
}

export type Db = NodePgDatabase
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
