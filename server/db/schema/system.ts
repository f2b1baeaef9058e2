import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, text } from 'drizzle-orm/pg-core'

import { runKinds, runResults } from '../../../contract/system/system.ts'
import { key, moment } from './columns.ts'

/**
 * The runs of the operator's programs: a row for each backup, check, restore and verification. The other kinds are
 * failures that earlier versions recorded. A trigger refuses changes to these rows.
 */
export const operationRun = pgTable(
  'operation_run',
  {
    runID: key('run_id'),
    kind: text('kind', { enum: runKinds }).notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at').notNull(),
    result: text('result', { enum: runResults }).notNull(),
    /** One sentence: the figures of a success, or the reason of a failure. */
    detail: text('detail').notNull(),
    /** The path of the backup file; null for a run without a file. */
    file: text('file'),
    /** The size of the file; null without a file. */
    bytes: bigint('bytes', { mode: 'number' }),
  },
  (t) => [
    index('operation_run_by_kind').on(t.kind, t.runID),
    check(
      'operation_run_kind',
      sql`${t.kind} in ('backup', 'check', 'restore', 'verify', 'housekeeping', 'pictures', 'mail')`,
    ),
    check('operation_run_result', sql`${t.result} in ('succeeded', 'failed')`),
    check('operation_run_times', sql`${t.endedAt} >= ${t.startedAt}`),
  ],
)

/** The size of the database at the first measurement of each day of the shop. */
export const databaseSize = pgTable('database_size', {
  day: date('day', { mode: 'string' }).primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})
