import { type Column, type GetColumnData, type SQL, sql } from 'drizzle-orm'

/** The type of a value after its conversion to JSON, where a timestamp is text. */
type Json<T> = T extends Date ? string : T
type ValueOf<F> = F extends SQL<infer T> ? Json<T> : F extends Column ? Json<GetColumnData<F>> : never

/**
 * Selects the rows of a subquery as one JSON array of objects, so that one statement reads a record with its child
 * rows. `from` is the text after the SQL keyword `from`, with joins and conditions.
 */
export function jsonRows<Fields extends Record<string, Column | SQL>>(fields: Fields, from: SQL, order: Column | SQL) {
  // Field names come from the code and never from input, so `sql.raw` is safe.
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`)
  return sql<{ [Name in keyof Fields]: ValueOf<Fields[Name]> }[]>`(
    select coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${order}), '[]') from ${from})`
}
