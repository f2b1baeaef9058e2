import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** The database; each statement takes a connection from the pool. */
export type Db = NodePgDatabase & { $client: pg.Pool }
/** A transaction that `transact` began. Drizzle's own `transaction` is left out, because it would begin another one. */
export type Tx = Omit<NodePgDatabase, 'transaction'>
