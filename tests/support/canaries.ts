import { getColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** Returns a unique value for every column outside of the known fields. `userID` is an existing user. */
export const canariesOf = (table: PgTable, known: readonly string[], userID: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(getColumns(table))
      .filter(([name]) => !known.includes(name))
      .map(([name, column]) => [name, canary(name, column, userID)]),
  )

function canary(name: string, column: PgColumn, userID: number): unknown {
  const type = column.getSQLType()
  // An unknown user would fail for another reason: the foreign key.
  if (name.endsWith('ByID')) return userID
  if (type === 'integer') return 424_242
  if (type.startsWith('numeric')) return 4242.42
  if (type === 'boolean') return column.default !== true
  if (type === 'date') return '1999-01-01'
  if (type.startsWith('timestamp')) return '1999-01-01T00:00:00.000Z'
  return type === 'jsonb' ? { forged: true } : 'Forged'
}
