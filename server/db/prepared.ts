import { type Placeholder, sql } from 'drizzle-orm'
import type { PgAsyncPreparedQuery } from 'drizzle-orm/pg-core'

import type { Db, Tx } from '../kernel/database.ts'

type Statement<Rows> = { prepare: (name: string) => PgAsyncPreparedQuery<{ execute: Rows }> }

/**
 * A statement that is run all the time: built once and planned by PostgreSQL once for each connection. `values` names its
 * parameters; `build` gets a placeholder for each. Not for statements that filters combine: PostgreSQL may keep a plan that
 * is right for one value and wrong for the next. A placeholder that is compared with a column is sent as it is, so that a
 * moment is passed as text. It is sent when it is called, before anything is awaited.
 */
export function prepared<Value extends string, Rows>(
  name: string,
  values: readonly Value[],
  build: (db: Db | Tx, values: Record<Value, Placeholder>) => Statement<Rows>,
): (db: Db | Tx, values: Record<Value, unknown>) => Promise<Rows> {
  const placeholders = Object.fromEntries(values.map((value) => [value, sql.placeholder(value)])) as Record<
    string,
    Placeholder
  >
  // Drizzle ties a prepared statement to its database handle: the pool, or one connection of it (`transact`).
  const statements = new WeakMap<Db | Tx, PgAsyncPreparedQuery<{ execute: Rows }>>()
  return (db, given) => {
    const statement = statements.get(db) ?? build(db, placeholders).prepare(name)
    statements.set(db, statement)
    return statement.execute(given)
  }
}

/**
 * One of these keys, to be compared with a column: PostgreSQL does not see how many they are when it plans, and so plans
 * once. An array in the open is planned for anew each time, which takes longer than to run it.
 */
export const anyOf = (keys: Placeholder, type: 'int' | 'text' = 'int') => {
  const array = sql.raw(`${type}[]`)
  return sql`any((select ${keys}::${array})::${array})`
}
