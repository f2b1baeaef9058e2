import { getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'

import { buyer, customer } from '../../db/schema/sales.ts'

const referencesOf = (table: PgTable) =>
  getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    return { column: columns[0]!, to: foreignTable }
  })

/** A table of people: customers, or buyers who are joined to none. */
type People = typeof customer | typeof buyer

/** Whether a table has a foreign key to a customer. */
export const refersToCustomer = (table: PgTable) => referencesOf(table).some(({ to }) => to === customer)

/**
 * Returns the SQL condition for a table's rows of one person, which are the person's record or refer to it directly or
 * through other rows. A payment refers to the customer through its sale, for example. Returns undefined for a table
 * without such a path.
 */
export function ownRows(
  table: PgTable,
  id: number,
  people: People = customer,
  above: readonly PgTable[] = [],
): SQL | undefined {
  if (table === people) return sql`${keyOf(table)} = ${id}`
  const ways = referencesOf(table).flatMap(({ column, to }) => {
    if (to === people) return [sql`${column} = ${id}`]
    if (to === table || above.includes(to)) return []
    const theirs = ownRows(to, id, people, [...above, table])
    return theirs ? [inArray(column, sql`(select ${keyOf(to)} from ${to} where ${theirs})`)] : []
  })
  return or(...ways)
}

/** Returns the primary key column of a table. Throws unless it is a single column. */
export function keyOf(table: PgTable): PgColumn {
  const [key, ...more] = Object.values(getTableColumns(table)).filter(({ primary }) => primary)
  if (!key || more.length > 0) throw new Error(`${getTableConfig(table).name} has no key of one column`)
  return key
}
