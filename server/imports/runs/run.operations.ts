import { eq, sql } from 'drizzle-orm'

import { columnLabelOf, type ImportKind } from '../../../contract/imports/import-columns.ts'
import type { WrongRow } from '../../../contract/imports/imports.ts'
import { locks } from '../../db/locks.ts'
import { importBatch } from '../../db/schema/imports.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { record, stampCreated } from '../../resource/records.ts'
import type { Checker, MappedRow } from '../checking/check.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ProgressReporter } from './progress.ts'

/** Extends the timeouts: an import takes longer than other requests, and may wait for another import of this size. */
export const allowTime = ({ db }: Context) =>
  db.execute(sql`select set_config('statement_timeout', '5min', true), set_config('lock_timeout', '2min', true)`)

/**
 * Makes imports of a kind run one after the other. So a second import of the same file reports each repeated row instead
 * of failing as a whole. Call it before the checker reads anything.
 */
export const lockKind = ({ db }: Context, kind: ImportKind) =>
  db.execute(sql`select pg_advisory_xact_lock(${locks.imports}, hashtext(${kind}))`)

type Run<Row> = {
  kind: ImportKind
  rules: Kind<Row>
  fileName: string
  checker: Checker<Row>
  batches: AsyncIterable<readonly MappedRow[]>
  /** The number of rows of the file, for the progress. */
  total: number
  leaveOutWrong: boolean
  /** Whether the public site shows the items that do not say it themselves. */
  publish: boolean
  reporter: ProgressReporter
}

/**
 * Checks the rows of a file once more and writes all of them, or none. Returns the import's key, and a sentence about
 * records that wait for approval.
 */
export async function runImport<Row>(
  context: Context<SignedIn>,
  { kind, rules, fileName, checker, batches, total, leaveOutWrong, publish, reporter }: Run<Row>,
): Promise<{ importID: number; waiting: string | undefined }> {
  const { db } = context
  const rows: Row[] = []
  const wrong: { first: WrongRow | null; rows: number } = { first: null, rows: 0 }
  const reportChecked = reporter('checking', total)
  let done = 0
  for await (const batch of batches) {
    for (const { row, cells, problems, value, outcome } of await checker.check(batch)) {
      if (outcome === 'leftOut') continue
      if (value !== undefined) rows.push(value)
      else {
        wrong.first ??= { row, cells, problems }
        wrong.rows++
      }
    }
    done += batch.length
    reportChecked(done)
  }
  if (wrong.first && !leaveOutWrong)
    throw new AppError('import.rows_wrong', describeRefusal(kind, wrong.first, wrong.rows), { field: 'file' })
  if (rows.length === 0)
    throw new AppError('import.empty', 'There is nothing to import in this file', { field: 'file' })

  const [row] = await db
    .insert(importBatch)
    .values({ kind, fileName, rows: rows.length, recordIDs: [], ...stampCreated(context) })
    .returning()
  const { importID } = row!
  const recordIDs = await rules.insert(context, importID, rows, reporter('importing', rows.length), { publish })
  await db.update(importBatch).set({ recordIDs }).where(eq(importBatch.importID, importID))
  const { recordIDs: _, ...after } = row!
  // This audit row comes last, so that any later audit row of a record means a change after the import.
  await record(context, { action: 'create', entity: 'import', entityID: importID, before: null, after })
  const waiting = await rules.describeWaiting?.(context, recordIDs)
  return { importID, waiting: waiting ?? undefined }
}

/** Returns a sentence with the first problem of the first wrong row, and the number of wrong rows. */
function describeRefusal(kind: ImportKind, { row, problems }: WrongRow, wrong: number) {
  const { column, message } = problems[0]!
  const place = column === null ? `Row ${row}` : `Row ${row}, ${columnLabelOf(kind, column)}`
  const more = wrong === 1 ? '' : `, and ${wrong - 1} more ${wrong === 2 ? 'row is' : 'rows are'} wrong`
  return `${place}: ${message}${more}. Nothing was imported`
}
