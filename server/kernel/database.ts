import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** The database by way of the pool. */
export type Db = NodePgDatabase & { $client: pg.Pool }
/** The database within a transaction (`transact`), which Drizzle's own `transaction` would begin once more. */
export type Tx = Omit<NodePgDatabase, 'transaction'>
