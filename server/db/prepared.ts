import { type Placeholder, sql } from 'drizzle-orm'
import type { PgAsyncPreparedQuery } from 'drizzle-orm/pg-core'

import type { Db, Tx } from '../kernel/database.ts'

type Statement<Rows> = { prepare: (name: string) => PgAsyncPreparedQuery<{ execute: Rows }> }

/**
 * Returns a function that runs a prepared statement. Drizzle builds the statement once, and PostgreSQL plans it once
 * per connection. `values` names its parameters, and `build` gets a placeholder for each.
 * Do not use it for statements with optional filters: PostgreSQL may cache a plan that suits one filter value and not
 * the next. Pass a timestamp as text, because Drizzle does not convert a placeholder that is compared with a column.
 * The returned function sends the statement before its first await.
 */
export function prepareStatement<Value extends string, Rows>(
  name: string,
  values: readonly Value[],
  build: (db: Db | Tx, values: Record<Value, Placeholder>) => Statement<Rows>,
): (db: Db | Tx, values: Record<Value, unknown>) => Promise<Rows> {
  const placeholders = Object.fromEntries(values.map((value) => [value, sql.placeholder(value)])) as Record<
    string,
    Placeholder
  >
  // Drizzle binds a prepared statement to one database handle: the pool, or one connection (`transact`).
  const statements = new WeakMap<Db | Tx, PgAsyncPreparedQuery<{ execute: Rows }>>()
  return (db, given) => {
    const statement = statements.get(db) ?? build(db, placeholders).prepare(name)
    statements.set(db, statement)
    return statement.execute(given)
  }
}

/**
 * Matches a column against an array of keys. The subquery hides the array's length, so that PostgreSQL reuses a generic
 * plan. Planning each time takes longer than running the statement.
 */
export const anyOf = (keys: Placeholder, type: 'int' | 'text' = 'int') => {
  const array = sql.raw(`${type}[]`)
  return sql`any((select ${keys}::${array})::${array})`
}
