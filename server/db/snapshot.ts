import { sql } from 'drizzle-orm'

import type { Db, Tx } from './client.ts'

/** Reads everything as of one moment, so that figures of several statements agree; writes nothing. */
export const inSnapshot = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    return work(tx)
  })
