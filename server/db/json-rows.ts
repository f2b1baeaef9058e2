import { type Column, type GetColumnData, type SQL, sql } from 'drizzle-orm'

/** As JSON has it: a moment is its text. */
type Json<T> = T extends Date ? string : T
type ValueOf<F> = F extends SQL<infer T> ? Json<T> : F extends Column ? Json<GetColumnData<F>> : never

/**
 * The rows of a subquery as one value, so that what belongs to a record is read in one statement with it: an array of
 * objects of these fields, in this order. `from` is what stands after `from`, with its joins and conditions.
 */
export function jsonRows<Fields extends Record<string, Column | SQL>>(fields: Fields, from: SQL, order: Column | SQL) {
  // The names are the code's own, never anybody's input.
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`)
  return sql<{ [Name in keyof Fields]: ValueOf<Fields[Name]> }[]>`(
    select coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${order}), '[]') from ${from})`
}
