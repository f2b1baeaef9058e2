import { sql } from 'drizzle-orm'

import type { Db, Tx } from '../../server/kernel/database.ts'
import { findContradictions } from '../../server/prove-books.ts'

/** Returns the contradictions that the books have after these SQL statements, which are rolled back. */
export async function findContradictionsAfter(db: Db, ...statements: string[]): Promise<string[]> {
  const rolledBack = new Error('Rolled back')
  let found: string[] = []
  await db
    .transaction(async (tx: Tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      found = await findContradictions(tx)
      throw rolledBack
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error
    })
  return found
}
