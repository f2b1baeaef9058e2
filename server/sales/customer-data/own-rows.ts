import { getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'

import { customer } from '../../db/schema/sales.ts'

const referencesOf = (table: PgTable) =>
  getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    return { column: columns[0]!, to: foreignTable }
  })

/** Whether a table has a foreign key to a customer. */
export const refersToCustomer = (table: PgTable) => referencesOf(table).some(({ to }) => to === customer)

/**
 * Returns the SQL condition for a table's rows of one customer, which refer to the customer directly or through other
 * rows. A payment refers to the customer through its sale, for example. Returns undefined for a table without such a
 * path.
 */
export function ownRows(table: PgTable, customerID: number, above: readonly PgTable[] = []): SQL | undefined {
  const ways = referencesOf(table).flatMap(({ column, to }) => {
    if (to === customer) return [sql`${column} = ${customerID}`]
    if (to === table || above.includes(to)) return []
    const theirs = ownRows(to, customerID, [...above, table])
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
