import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Db, Tx } from '../kernel/database.ts'

/**
 * Gives the code to the shop's existing row of this name, because the unique name prevents a second row. Does nothing
 * when that row already has a code.
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
