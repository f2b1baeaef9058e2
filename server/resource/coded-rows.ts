import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Db, Tx } from '../kernel/database.ts'

/**
 * Gives a code to the shop's own row of this name: the program uses that row where its name keeps the program from
 * making one. Does nothing where the row has a code.
 */
export const giveCode = (
  db: Db | Tx,
  table: PgTable & { code: PgColumn },
  nameColumn: PgColumn,
  { name, code }: { name: string; code: string },
) =>
  db.execute(
    sql`update ${table} set code = ${code} where ${table.code} is null and lower(${nameColumn}) = lower(${name})`,
  )
