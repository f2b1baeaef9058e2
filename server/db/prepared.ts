import type { Db, Tx } from './client.ts'

/**
 * A statement that is put together once for each database, rather than at each call: for what is asked all the time.
 * `build` makes it with `sql.placeholder` for its values and `.prepare()`, so that PostgreSQL plans it once, too.
 */
export function perDatabase<Statement>(build: (db: Db | Tx) => Statement): (db: Db | Tx) => Statement {
  const built = new WeakMap<Db | Tx, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const statement = build(db)
    built.set(db, statement)
    return statement
  }
}
