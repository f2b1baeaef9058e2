import { getColumns, type InferSelectModel, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { AuditEntity } from '../../../contract/shared/entities.ts'
import type { Context } from '../../kernel/context.ts'
import { recordAll, stampCreated } from '../../resource/records.ts'
import { anyOfArray, inBatches, type NamedRecords, type ReportProgress } from './kind.ts'

/** How rows of one table appear in the audit trail: their kind, and the column with their key. */
type Trail<Row> = { entity: AuditEntity; keyOf: (row: Row) => number }

/**
 * Inserts rows as one parameter, because thousands of parameters take longer than the rows themselves. Returns the
 * records in the order of the rows. A field without a value gets the default of its column.
 */
export async function insertRows<T extends PgTable>(
  context: Context,
  table: T,
  rows: readonly object[],
): Promise<InferSelectModel<T>[]> {
  const columns = getColumns(table) as Record<string, PgColumn>
  const stamps = stampCreated(context)
  const fields = [...new Set([...rows.flatMap((row) => Object.keys(row)), ...Object.keys(stamps)])]
  const given = rows.map((row) => {
    const values: Record<string, unknown> = { ...row, ...stamps }
    return Object.fromEntries(
      fields.map((field) => [columns[field]!.name, values[field] ?? columns[field]!.default ?? null]),
    )
  })
  const names = sql.join(
    fields.map((field) => sql.identifier(columns[field]!.name)),
    sql`, `,
  )
  const insert = context.db.insert(table, ...(fields as []))
  const made = await insert
    .select(() => sql`select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(given)}::jsonb)`)
    .returning()
  return made as InferSelectModel<T>[]
}

/** Inserts records in batches, with an audit row for each, and returns their keys. `toColumns` returns their fields. */
export const insertRecorded = <T extends PgTable, Given>(
  context: Context,
  table: T,
  { entity, keyOf }: Trail<InferSelectModel<T>>,
  rows: readonly Given[],
  reportProgress: ReportProgress,
  toColumns: (row: Given) => object,
): Promise<number[]> =>
  inBatches(rows, reportProgress, async (batch) => {
    const made = await insertRows(context, table, batch.map(toColumns))
    await recordAll(
      context,
      made.map((row) => ({ action: 'create', entity, entityID: keyOf(row), before: null, after: row })),
    )
    return made.map(keyOf)
  })

/**
 * Deletes records in batches by `remove`, which returns them, with an audit row for each. None of them is only
 * deactivated.
 */
export async function deleteRecorded<Row extends object>(
  context: Context,
  { entity, keyOf }: Trail<Row>,
  ids: readonly number[],
  reportProgress: ReportProgress,
  remove: (batch: number[]) => Promise<Row[]>,
): Promise<NamedRecords> {
  await inBatches(ids, reportProgress, async (batch) => {
    const gone = await remove(batch)
    await recordAll(
      context,
      gone.map((row) => ({ action: 'delete', entity, entityID: keyOf(row), before: row, after: null })),
    )
    return []
  })
  return { first: [], total: 0 }
}

/** Locks the records with these keys in the order of their keys, so that two undos never wait for each other. */
export const lockRecords = ({ db }: Context, table: PgTable, key: PgColumn, ids: readonly number[]) =>
  db.execute(sql`select from ${table} where ${key} = ${anyOfArray(ids, 'int')} order by ${key} for update`)
