import { type Placeholder, sql } from 'drizzle-orm'
import type { PgAsyncPreparedQuery } from 'drizzle-orm/pg-core'

import type { Db, Tx } from '../kernel/database.ts'
import { unanswered } from './connection.ts'

type Statement<Rows> = { prepare: (name: string) => PgAsyncPreparedQuery<{ execute: Rows }> }

/**
 * A statement that is asked all the time: put together once, and planned by PostgreSQL once for each connection.
 * `values` names what it is asked with; `build` gets a placeholder for each. Not for statements that filters combine:
 * PostgreSQL may keep a plan that is right for one value and wrong for the next. A placeholder that is compared with a
 * column is sent as it is, so that a moment is wanted as text.
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
  let statement: PgAsyncPreparedQuery<{ execute: Rows }> | undefined
  return (db, given) => {
    statement ??= build(db, placeholders).prepare(name)
    // Drizzle ties what it prepares to one connection, and a transaction has its own: tied anew, it is not built anew.
    const { mapper } = statement as unknown as { mapper?: (rows: unknown[]) => Rows }
    return db._.session
      .prepareQuery<{ execute: Rows }>(statement.getQuery(), statement.mode, name, mapper)
      .execute(given)
  }
}

/**
 * The same for a statement that writes and answers nothing: in a transaction it travels with the next one
 * (`connection.ts`), which fails where this fails.
 */
export const preparedUnanswered = <Value extends string>(
  name: string,
  values: readonly Value[],
  build: Parameters<typeof prepared<Value, unknown>>[2],
): ((db: Db | Tx, values: Record<Value, unknown>) => Promise<unknown>) => prepared(name + unanswered, values, build)

/**
 * One of these keys, to be compared with a column: PostgreSQL does not see how many they are when it plans, and so plans
 * once. An array in the open is planned for anew each time, which takes longer than to run it.
 */
export const anyOf = (keys: Placeholder, type: 'int' | 'text' = 'int') => {
  const array = sql.raw(`${type}[]`)
  return sql`any((select ${keys}::${array})::${array})`
}
