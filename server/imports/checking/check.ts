import { setImmediate } from 'node:timers/promises'

import type { FieldChange } from '../../../contract/imports/changes.ts'
import { createFixFinder, fixCell } from '../../../contract/imports/fix-rules.ts'
import type { Fix } from '../../../contract/imports/fixes.ts'
import type { ImportColumn } from '../../../contract/imports/import-columns.ts'
import type { ImportProblem } from '../../../contract/imports/imports.ts'
import { type Cells, computeShare } from '../../../contract/imports/mapping-rules.ts'
import type { Mapping } from '../../../contract/imports/mapping.ts'
import { findCostPlaces } from '../../../contract/shared/costs.ts'
import { type Context, seesCosts, type SignedIn } from '../../kernel/context.ts'
import type { OpenFile } from '../files/file.ts'
import type { Change, Kind, Stored } from '../kinds/kind.ts'
import { createDuplicateFinder, type FixedRow } from './duplicates.ts'
import { createNameFinder } from './names.ts'
import { createChangeReader, findChangeableColumns } from './read-change.ts'
import { type MappedRow, quoted, readRow, type Reading, type RowProblem } from './read-row.ts'

/** The result of a check for a row: the import refuses it, leaves it out, creates or changes its record, or need not. */
export type Outcome = 'wrong' | 'leftOut' | 'created' | 'changed' | 'same'

/** A row after its check. Only a row to create has a `value`, and only a row of a stored record a `change`. */
export type CheckedRow<Row> = {
  row: number
  cells: Cells
  outcome: Outcome
  value?: Row
  change?: Change<Row> & { fields: FieldChange[] }
  problems: ImportProblem[]
  /** The columns that have a text and are not taken, because the record exists and only new records have them. */
  notTaken: readonly string[]
}

type Options<Row> = {
  kind: Kind<Row>
  columns: readonly ImportColumn[]
  separator: OpenFile['separator']
  fixes: readonly Fix[]
  mapping: Mapping
  /** Whether the import creates all records that the file names and the shop lacks. A fix creates some of them. */
  makesAll?: boolean | undefined
  /** Whether the check belongs to an import, which creates those records now. */
  isImport: boolean
  /** Whether a row whose record exists changes that. Otherwise it is wrong. */
  changesExisting?: boolean | undefined
}

export type Checker<Row> = {
  /** Checks the next rows. Batches follow each other in the order of the file. */
  check: (batch: readonly MappedRow[]) => Promise<CheckedRow<Row>[]>
  /** The names of missing records that the import can create, by column. */
  missing: () => { column: string; names: string[] }[]
  /** The keys of the records that the import has created because a column names them, by column. */
  made: () => Record<string, number[]>
  /** Whether the caller may create records that a column names. */
  canMake: (column: string) => boolean
  /** The number of rows to which each fix was applied, in the order of the fixes. */
  fixedRows: () => number[]
  /** Whether a row so far belongs to a record that exists. */
  hasFoundRecords: () => boolean
}

/**
 * Creates the check of one file: every row against its schema, the file's other rows and the stored records. It reads
 * the rows in batches and remembers only their unique values and the names of missing records. A fix is applied when a
 * row has the problem that it is for, and the row is then read again.
 */
export function createChecker<Row>(context: Context<SignedIn>, options: Options<Row>): Checker<Row> {
  const { kind, columns, separator, fixes, mapping, makesAll = false, isImport, changesExisting = false } = options
  const required = seesCosts(context.actor) ? findCostPlaces(kind.schema) : {}
  const findFix = createFixFinder(fixes)
  const counts = new Map<Fix, Set<number>>(fixes.map((fix) => [fix, new Set()]))
  const changeable =
    changesExisting && kind.updates ? findChangeableColumns(mapping, kind.updates, kind.unique[0]!) : null
  const changeReader = changeable && createChangeReader(kind.updates!, kind.unique[0]!, changeable)
  const tally = kind.createTally?.()
  let hasFoundRecords = false

  const count = (fix: Fix, row: number) => counts.get(fix)!.add(row)
  const fixOf = (problem: RowProblem, { row, cells }: MappedRow) =>
    findFix(problem, row, problem.column === null ? '' : (cells[problem.column] ?? ''))

  const names = createNameFinder(context, {
    kind,
    columns: columns.filter(({ is }) => is === 'name').map(({ key }) => key),
    fixes,
    fixOf: (column, row) => fixOf({ column, message: '', reason: 'unknown_name' }, row),
    makesAll,
    isImport,
  })

  /** Reads a row, applies the fixes of its problems, and reads it again, until no other fix applies. */
  function readFixed<Read extends { problems: RowProblem[] }>(given: MappedRow, readCells: (cells: Cells) => Read) {
    let row = given
    let read = readCells(row.cells)
    const applied = new Set<string>()
    while (read.problems.length > 0) {
      const cells = applyFixes(row, read.problems, applied)
      if (cells === null) break
      row = { ...row, cells }
      read = readCells(cells)
    }
    return { row, read }
  }

  function readOne(given: MappedRow, stored: Stored<Row> | undefined, reading: Reading<Row>): FixedRow<Row> {
    if (!stored) return readFixed(given, (cells) => readRow(cells, reading))
    const { row, read } = readFixed(given, (cells) => changeReader!.read(cells, stored, given.corrected, reading))
    return { row, read: { parts: read.changes, named: {}, problems: read.problems }, change: read }
  }

  function applyFixes(row: MappedRow, problems: readonly RowProblem[], applied: Set<string>): Cells | null {
    let cells: Cells | null = null
    for (const problem of problems) {
      const { column, reason, longest } = problem
      const fix = column === null || row.corrected?.has(column) ? undefined : fixOf(problem, row)
      const place = `${reason} ${column}`
      if (!fix || column === null || applied.has(place) || isDecision(fix)) continue
      applied.add(place)
      count(fix, row.row)
      const { decimals } = columns.find(({ key }) => key === column) ?? {}
      cells = {
        ...(cells ?? row.cells),
        [column]: fixCell(row.cells[column] ?? '', fix.way, row.row, { decimals, longest }),
      }
    }
    return cells && withShare(cells, mapping, row.corrected)
  }

  /** The fix that leaves a row out, when the row has a problem for which a person chose that. */
  const leavesOut = ({ row, read }: Pick<FixedRow<Row>, 'row' | 'read'>) =>
    read.problems.map((problem) => fixOf(problem, row)).find((fix) => fix?.way.does === 'leave_out')
  const addDuplicates = createDuplicateFinder(context, kind.unique, (one) => leavesOut(one) !== undefined)

  return {
    async check(batch) {
      const named = await names.find(batch, count)
      // Other requests get a turn on the event loop between batches.
      await setImmediate()
      const reading = { context, kind, columns, names: named, separator, required }
      const shared = batch.map((row) => ({ ...row, cells: withShare(row.cells, mapping, row.corrected) }))
      const found = await changeReader?.findStored(context, shared, reading)
      if (found && found.stored.size > 0) hasFoundRecords = true
      const all = shared.map((row) => readOne(row, found?.stored.get(row), reading))
      addSurplus(all, fixOf, count)
      await addDuplicates(all, found?.taken ?? new Map())
      for (const { read } of all)
        if (tally && read.value !== undefined && read.problems.length === 0)
          read.problems.push(...tally.add(read.value, read.named))
      return all.map((one) => {
        const fix = leavesOut(one)
        if (fix) count(fix, one.row.row)
        const notTaken = one.change ? listNotTaken(one.row.cells, columns, changeable) : []
        return conclude(one, fix !== undefined, notTaken)
      })
    },
    missing: names.missing,
    made: names.made,
    canMake: names.canMake,
    fixedRows: () => fixes.map((fix) => counts.get(fix)!.size),
    hasFoundRecords: () => hasFoundRecords,
  }
}

/** Adds the problems of rows with texts beyond the last heading, unless a person decided to drop these texts. */
function addSurplus<Row>(
  all: readonly FixedRow<Row>[],
  fixOf: (problem: RowProblem, row: MappedRow) => Fix | undefined,
  count: (fix: Fix, row: number) => unknown,
) {
  for (const { row, read } of all) {
    const { surplus = [] } = row
    if (surplus.length === 0) continue
    const message = `The row has more cells than the file has headings: ${quoted(surplus.join(', '))}`
    const problem: RowProblem = { column: null, message, reason: 'surplus_cells' }
    const fix = fixOf(problem, row)
    if (fix?.way.does === 'clear') count(fix, row.row)
    else read.problems.push(problem)
  }
}

/**
 * Lists the columns of new records that the row of a stored record fills. A place says nothing without its stock, and
 * neither does a stock of 0.
 */
const listNotTaken = (cells: Cells, columns: readonly ImportColumn[], changeable: ReadonlySet<string> | null) =>
  columns
    .filter(({ key, onlyNew, is }) => onlyNew && is !== 'name' && changeable?.has(key))
    .map(({ key }) => key)
    .filter((key) => !['', '0'].includes(cells[key] ?? ''))

/** Returns a row with the outcome of its check. */
function conclude<Row>(
  { row: { row, cells }, read, change }: FixedRow<Row>,
  isLeftOut: boolean,
  notTaken: readonly string[],
): CheckedRow<Row> {
  const problems = read.problems.map(({ column, message, reason }) => ({ column, message, reason }))
  const done = { row, cells, problems, notTaken }
  if (isLeftOut) return { ...done, outcome: 'leftOut' }
  if (problems.length > 0) return { ...done, outcome: 'wrong' }
  if (change) return { ...done, change, outcome: change.fields.length > 0 ? 'changed' : 'same' }
  return read.value === undefined ? { ...done, outcome: 'wrong' } : { ...done, outcome: 'created', value: read.value }
}

/** Whether a fix decides about a row or a name, and does not change a cell. */
const isDecision = ({ way }: Fix) => way.does === 'leave_out' || way.does === 'make'

/** Returns the cells with the cost as a share of the price, where the mapping says so. */
function withShare(cells: Cells, mapping: Mapping, corrected?: ReadonlySet<string>): Cells {
  const share = corrected?.has('cost') ? null : computeShare(mapping, cells)
  return share === null ? cells : { ...cells, cost: share }
}
