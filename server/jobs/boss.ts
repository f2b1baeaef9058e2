import { sql } from 'drizzle-orm'
import { type ConstructorOptions, fromDrizzle, PgBoss } from 'pg-boss'

import type { Db, Tx } from '../kernel/database.ts'
import { jobsSchema, type QueueName } from './queues.ts'

/** The data of a job of each queue. */
export type JobData = {
  /** The name of a scheduled work. */
  scheduled: { name: string }
  mail: { mailID: number }
  webhook: { webhookID: number }
}

/**
 * Options that every use of pg-boss shares. The tables come from our own migrations (`migrate: false`), and servers do
 * not report themselves in a table (`registerInstance: false`).
 */
const shared = {
  schema: jobsSchema,
  migrate: false,
  registerInstance: false,
} satisfies ConstructorOptions

/** Creates the pg-boss of a server that runs jobs, on the pool of its database. */
export const createRunner = ({ $client: pool }: Db, options: ConstructorOptions) =>
  new PgBoss({ ...shared, ...options, db: { executeSql: (text, values) => pool.query(text, values) } })

/** Creates a pg-boss for single calls in the caller's transaction. It is never started, and so needs no stop. */
export const bossIn = (db: Db | Tx) => new PgBoss({ ...shared, db: fromDrizzle(db, sql) })

/**
 * Adds a job in the caller's transaction, so that it exists exactly if the transaction commits. A queue whose policy
 * allows one waiting job of a key ignores another one.
 */
export async function enqueue<Name extends keyof JobData & QueueName>(
  db: Db | Tx,
  name: Name,
  data: JobData[Name],
  { key, startAfter }: { key: string; startAfter?: Date },
) {
  await bossIn(db).send(name, data, { singletonKey: key, ...(startAfter && { startAfter }) })
}
