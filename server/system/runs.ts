import { sql } from 'drizzle-orm'

import type { RunKind } from '../../contract/system/system.ts'
import { operationRun } from '../db/schema/system.ts'
import { publish } from '../events/publish.ts'
import { describeFailure } from '../http/log.ts'
import { shopContext } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** The end of a run as it is recorded. */
type Ended = Pick<typeof operationRun.$inferInsert, 'kind' | 'startedAt' | 'result' | 'detail' | 'file' | 'bytes'>

/** Describes a finished run. `failed` is for a run that ended by finding errors, such as a proof of the books. */
type Report = { detail: string; failed?: boolean; file?: string; bytes?: number }

/** Longest recorded text, in characters. */
const longest = 500

/**
 * Records a run of one of the operator's programs. A shop of an earlier version has no table for it before its upgrade,
 * and gets no row.
 */
export async function recordRun(db: Db | Tx, { detail, ...ended }: Ended) {
  const { rows } = await db.execute<{ table: 'operation_run' | 'event' }>(
    sql`select table_name as table from information_schema.tables where table_name in ('operation_run', 'event')`,
  )
  const made = new Set(rows.map(({ table }) => table))
  if (!made.has('operation_run')) return
  const endedAt = new Date()
  await db.insert(operationRun).values({ ...ended, detail: detail.slice(0, longest), endedAt })
  if (made.has('event'))
    await publish(shopContext(db, endedAt), { type: 'system.run_recorded', entity: 'system', id: null })
}

/**
 * Runs one of the operator's programs and records how it ended. The outcome stays the program's own: when the record
 * cannot be written, `warn` gets one line.
 */
export async function runRecorded<T>(
  kind: RunKind,
  work: () => Promise<T>,
  {
    record,
    describe,
    warn,
  }: {
    /** Writes the row, by a connection of the program. */
    record: (ended: Ended) => Promise<void>
    describe: (made: T) => Report | Promise<Report>
    warn: (line: string) => void
  },
): Promise<T> {
  const startedAt = new Date()
  const write = (ended: Omit<Ended, 'kind' | 'startedAt'>) =>
    record({ kind, startedAt, ...ended }).catch((error: unknown) =>
      warn(`This run could not be recorded in the shop: ${describeFailure(error)}`),
    )
  let made: T
  try {
    made = await work()
  } catch (error) {
    await write({ result: 'failed', detail: describeFailure(error) })
    throw error
  }
  const { failed = false, ...report } = await describe(made)
  await write({ result: failed ? 'failed' : 'succeeded', ...report })
  return made
}
