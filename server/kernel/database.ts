import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/** The database outside of a transaction. */
export type Db = NodePgDatabase
/** A transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
