import { eq, sql } from 'drizzle-orm'

import { columnLabelOf, type ImportKind } from '../../../contract/imports/import-columns.ts'
import type { WrongRow } from '../../../contract/imports/imports.ts'
import { formatNumber } from '../../../contract/shared/numbers.ts'
import { locks } from '../../db/locks.ts'
import { importBatch, type StoredChange } from '../../db/schema/imports.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { record, stampCreated } from '../../resource/records.ts'
import type { CheckedRow, Checker } from '../checking/check.ts'
import { areSameChanges, describeChange } from '../checking/read-change.ts'
import type { MappedRow } from '../checking/read-row.ts'
import { type Kind, namedRecords, type ReportProgress } from '../kinds/kind.ts'
import type { ProgressReporter } from './progress.ts'

/** Extends the timeouts: an import takes longer than other requests, and may wait for another import of this size. */
export const allowTime = ({ db }: Context) =>
  db.execute(sql`select set_config('statement_timeout', '5min', true), set_config('lock_timeout', '2min', true)`)

/**
 * Prepares the transaction of a check or an import. The statistics do not count the rows that an import inserts, so the
 * planner takes its table for a small one and would read it whole for each batch. It must use the indexes.
 */
export async function prepareTransaction(context: Context) {
  await allowTime(context)
  await context.db.execute(sql`select set_config('enable_seqscan', 'off', true)`)
}

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
  batches: AsyncIterable<RunBatch>
  /** The number of rows of the file, for the progress. */
  total: number
  leaveOutWrong: boolean
  /** Whether to leave the records that exist as they are. */
  keepExisting: boolean
  /** Whether the public site shows the items that do not say it themselves. */
  publish: boolean
  reporter: ProgressReporter
}

/**
 * Rows of a file, with the change of a record that the last check found for each, and the number of the file's rows
 * that are read so far. An import without a check changes no record that exists.
 */
type RunBatch = { rows: readonly (MappedRow & { staged?: StoredChange | null })[]; done: number }

/**
 * Checks the rows of a file once more and writes all of them, or none. It writes each batch as soon as it is checked, so
 * that it does not collect the rows. Returns the import's key, and a sentence about records that wait for approval.
 */
export async function runImport<Row>(
  context: Context<SignedIn>,
  run: Run<Row>,
): Promise<{ importID: number; waiting: string | undefined }> {
  const { kind, rules, fileName, checker, batches, total, leaveOutWrong, keepExisting, reporter } = run
  const { db } = context
  const [row] = await db
    .insert(importBatch)
    .values({ kind, fileName, rows: 0, recordIDs: [], ...stampCreated(context) })
    .returning()
  const { importID } = row!
  const found = createFindings()
  const reportProgress = reporter('importing', total)
  const writer = createWriter(context, run, importID, reportProgress)
  for await (const { rows, done } of batches) {
    const checked = await checker.check(rows)
    for (const [n, one] of checked.entries()) found.add(one, keepExisting ? undefined : rows[n]!.staged)
    if (found.changedSince.length === 0 && (!found.wrong.first || leaveOutWrong)) await writer.write(checked)
    // The rows of a kind that inserts at once are counted while the writer ends.
    reportProgress(rules.insertsAtOnce ? 0 : done)
  }
  if (found.changedSince.length > 0) throw new AppError('import.changed_since', describeStale(found.changedSince))
  if (found.wrong.first && !leaveOutWrong)
    throw new AppError('import.rows_wrong', describeRefusal(kind, found.wrong.first, found.wrong.rows), {
      field: 'file',
    })
  const { recordIDs, changedIDs } = await writer.end()
  if (recordIDs.length + changedIDs.length === 0)
    throw new AppError(
      'import.empty',
      found.hasRecords ? 'Nothing in this file is new or changed' : 'There is nothing to import in this file',
      { field: 'file' },
    )
  const [made] = await db
    .update(importBatch)
    .set({ rows: recordIDs.length, recordIDs, changedIDs, made: checker.made() })
    .where(eq(importBatch.importID, importID))
    .returning()
  const { recordIDs: _, changedIDs: _changed, made: _made, kept: _kept, ...after } = made!
  // This audit row comes last, so that any later audit row of a record means a change after the import.
  await record(context, {
    action: 'create',
    entity: 'import',
    entityID: importID,
    before: null,
    after: { ...after, changed: changedIDs.length },
  })
  const waiting = await rules.describeWaiting?.(context, recordIDs)
  return { importID, waiting: waiting ?? undefined }
}

/** Collects what stands in the way of an import: wrong rows, and records that changed since the check. */
function createFindings() {
  return {
    wrong: { first: null as WrongRow | null, rows: 0 },
    changedSince: [] as string[],
    /** Whether a row is right, although it may change nothing. */
    hasRecords: false,
    /** `staged` is what the check found; undefined when the import changes no record that exists. */
    add<Row>({ row, cells, problems, outcome, change }: CheckedRow<Row>, staged: StoredChange | null | undefined) {
      if (outcome === 'wrong') {
        this.wrong.first ??= { row, cells, problems }
        this.wrong.rows++
      }
      if (outcome === 'changed' || outcome === 'same') this.hasRecords = true
      if (staged === undefined) return
      const isStale =
        outcome === 'changed'
          ? staged === null || !areSameChanges(describeChange(change!), staged)
          : outcome === 'created' && staged !== null
      if (isStale) this.changedSince.push(change?.stored.name ?? staged!.recordName)
    },
  }
}

/** Creates the writer of checked rows. A kind that locks all its records first gets all rows at the end. */
function createWriter<Row>(
  context: Context<SignedIn>,
  { rules, keepExisting, publish }: Pick<Run<Row>, 'rules' | 'keepExisting' | 'publish'>,
  importID: number,
  reportProgress: ReportProgress,
) {
  const recordIDs: number[] = []
  const changedIDs: number[] = []
  const waiting: Row[] = []
  const insert = async (rows: Row[], report: ReportProgress = () => {}) => {
    for (const id of await rules.insert(context, importID, rows, report, { publish })) recordIDs.push(id)
  }
  return {
    async write(checked: readonly CheckedRow<Row>[]) {
      const rows = checked.flatMap(({ value }) => (value === undefined ? [] : [value]))
      if (rules.insertsAtOnce) for (const row of rows) waiting.push(row)
      else if (rows.length > 0) await insert(rows)
      const changes = checked.flatMap(({ outcome, change }) =>
        outcome === 'changed' && !keepExisting ? [change!] : [],
      )
      if (changes.length === 0) return
      await rules.updates!.apply(context, changes)
      for (const { stored } of changes) changedIDs.push(stored.id)
    },
    async end() {
      if (waiting.length > 0) await insert(waiting, reportProgress)
      return { recordIDs, changedIDs }
    },
  }
}

/** Returns a sentence such as 'RING-001 was changed since the check: nothing was imported'. */
function describeStale(names: readonly string[]) {
  const first = names.slice(0, namedRecords).join(', ')
  const more = names.length > namedRecords ? ` and ${formatNumber(names.length - namedRecords)} more` : ''
  return `${first}${more} changed since the check: nothing was imported. Check the file again`
}

/** Returns a sentence with the first problem of the first wrong row, and the number of wrong rows. */
function describeRefusal(kind: ImportKind, { row, problems }: WrongRow, wrong: number) {
  const { column, message } = problems[0]!
  const place = column === null ? `Row ${row}` : `Row ${row}, ${columnLabelOf(kind, column)}`
  const more = wrong === 1 ? '' : `, and ${wrong - 1} more ${wrong === 2 ? 'row is' : 'rows are'} wrong`
  return `${place}: ${message}${more}. Nothing was imported`
}
