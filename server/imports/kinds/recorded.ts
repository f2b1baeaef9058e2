import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { AuditEntity } from '../../../contract/shared/entities.ts'
import type { Context } from '../../kernel/context.ts'
import { recordAll } from '../../resource/records.ts'
import { anyOfArray, inBatches, type NamedRecords, type ReportProgress } from './kind.ts'

/** How rows of one table appear in the audit trail: their kind, and the column with their key. */
type Trail<Row> = { entity: AuditEntity; keyOf: (row: Row) => number }

/** Inserts records in batches by `insert`, with an audit row for each, and returns their keys. */
export const insertRecorded = <Given, Row extends object>(
  context: Context,
  { entity, keyOf }: Trail<Row>,
  rows: readonly Given[],
  reportProgress: ReportProgress,
  insert: (batch: Given[]) => Promise<Row[]>,
): Promise<number[]> =>
  inBatches(rows, reportProgress, async (batch) => {
    const made = await insert(batch)
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
