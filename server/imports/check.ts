import { setImmediate } from 'node:timers/promises'

import type { ImportColumn } from '../../contract/imports/import-columns.ts'
import { type ImportProblem, type WrongRow, wrongRowsListed } from '../../contract/imports/imports.ts'
import { type CostPlaces, findCostPlaces, requireCosts } from '../../contract/shared/costs.ts'
import { parseNumber } from '../../contract/shared/numbers.ts'
import { labelOf } from '../../contract/shared/zod.ts'
import { type Context, seesCosts, type SignedIn } from '../kernel/context.ts'
import type { Line, ReadFile } from './file.ts'
import type { Kind, Named, Names, ReportProgress } from './kind.ts'

/** The result of a check: the rows as they would be stored, and the wrong rows. */
export type Checked<Row> = {
  rows: Row[]
  /** The number of all rows, wrong rows included. */
  total: number
  wrong: number
  wrongRows: WrongRow[]
  missing: { column: string; names: string[] }[]
}

/** Number of rows checked before other requests get a turn on the event loop. */
const rowsInOneGo = 500

/** Cuts a cell's text to 60 characters for a message. */
const quoted = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/**
 * Checks every row against its schema, the file's other rows and the stored records. A cell that names a record which
 * the shop does not have, such as a new category, is wrong unless the import creates that record.
 */
export async function checkRows<Row>(
  context: Context<SignedIn>,
  kind: Kind<Row>,
  columns: readonly ImportColumn[],
  { lines, separator }: ReadFile,
  absent: 'wrong' | 'to be made' | 'make',
  reportProgress: ReportProgress,
): Promise<Checked<Row>> {
  const named = columns.filter(({ is }) => is === 'name')
  const wanted = (key: string) => [...new Set(lines.map(({ cells }) => cells[key]!.toLowerCase()))].filter(Boolean)
  let names = await kind.names(context, wanted)
  const missing = missingOf(names, named, lines)
  if (absent === 'make' && missing.length > 0) {
    for (const one of missing) await names[one.column]!.make!.these(one.names)
    names = await kind.names(context, wanted)
  }
  if (absent === 'to be made') for (const one of missing) addPlaceholders(names[one.column]!.found, one.names)

  const problems = new Map<number, ImportProblem[]>()
  const addProblems = (row: number, ...found: ImportProblem[]) =>
    found.length > 0 && problems.set(row, [...(problems.get(row) ?? []), ...found])
  const read: Read<Row>[] = []
  const required = seesCosts(context.actor) ? findCostPlaces(kind.schema) : {}
  for (const [n, line] of lines.entries()) {
    if (n % rowsInOneGo === 0) {
      reportProgress(n)
      await setImmediate()
    }
    const result = readLine(context, line, kind, columns, names, separator, required)
    read.push({ row: line.row, ...result })
    addProblems(line.row, ...result.problems)
  }
  for (const one of kind.unique)
    for (const [row, problem] of await findDuplicates(context, one, read)) addProblems(row, problem)

  const wrong = lines.filter(({ row }) => problems.has(row))
  return {
    rows: read.flatMap(({ row, value }) => (value === undefined || problems.has(row) ? [] : [value])),
    total: lines.length,
    wrong: wrong.length,
    wrongRows: wrong.slice(0, wrongRowsListed).map((line) => ({ ...line, problems: problems.get(line.row)! })),
    missing,
  }
}

/**
 * Lists the names of missing records that the import can create. Each name is spelled as in the first row that has it.
 */
function missingOf(names: Record<string, Names>, columns: readonly ImportColumn[], lines: Line[]) {
  return columns.flatMap(({ key }) => {
    const { found, make } = names[key]!
    if (!make) return []
    const absent = new Map<string, string>()
    for (const { cells } of lines) {
      const cell = cells[key]!
      const lowered = cell.toLowerCase()
      const isNew = !found.has(lowered) && !absent.has(lowered)
      if (isNew && cell !== '' && cell.length <= make.longest && !cell.includes('\0')) absent.set(lowered, cell)
    }
    return absent.size === 0 ? [] : [{ column: key, names: [...absent.values()] }]
  })
}

/**
 * Adds placeholders for records that the import will create. Their keys count down from the largest integer, because no
 * stored record has such a key.
 */
function addPlaceholders(found: Map<string, Named>, names: string[]) {
  for (const [n, name] of names.entries()) found.set(name.toLowerCase(), { id: 2_147_483_647 - n, name, active: true })
}

/** One row of the file: its value if it is valid, the cells that could be read (`parts`), and its problems. */
type Read<Row> = { row: number; value?: Row; parts: Partial<Row>; problems: ImportProblem[] }

function readLine<Row>(
  context: Pick<Context, 'actor'>,
  { cells }: Line,
  kind: Kind<Row>,
  columns: readonly ImportColumn[],
  names: Record<string, Names>,
  separator: ReadFile['separator'],
  required: CostPlaces,
): Omit<Read<Row>, 'row'> {
  const input: Record<string, unknown> = {}
  const named: Record<string, Named> = {}
  const problems: ImportProblem[] = []
  for (const column of columns) {
    const { key } = column
    const { value, problem, one } = readCell(cells[key]!, column, names[key], separator)
    if (one) named[key] = one
    if (problem === undefined) input[key] = value
    else problems.push({ column: key, message: problem })
  }
  requireCosts(input, required)
  const parsed = kind.schema.safeParse(input)
  const blamed = new Set(problems.map(({ column }) => column))
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = String(path[0])
    // Report one problem for each cell: an unreadable cell is not also a missing one.
    if (!blamed.has(column)) problems.push({ column, message })
    blamed.add(column)
  }
  const parts = input as Partial<Row>
  if (!parsed.success) return { parts, problems }
  if (problems.length === 0) problems.push(...(kind.also?.(parsed.data, named, context) ?? []))
  return { value: parsed.data, parts, problems }
}

/** The value of a cell with the record that it names, or the cell's problem. */
type ReadCell = { value?: unknown; one?: Named; problem?: string }

function readCell(
  cell: string,
  { key, label, is }: ImportColumn,
  names: Names | undefined,
  separator: ReadFile['separator'],
): ReadCell {
  if (cell.includes('\0')) return { problem: 'The text holds a character that cannot be kept' }
  if (is === 'name') return readName(cell, names!)
  if (cell === '') return { value: is === 'text' || is === 'code' ? '' : undefined }
  if (is === 'status') {
    const active = ['inactive', 'active'].indexOf(cell.toLowerCase())
    return active === -1 ? { problem: 'Status must be one of: Active, Inactive' } : { value: active === 1 }
  }
  if (is === 'yesNo') {
    const value = yesNoWords.get(cell.toLowerCase())
    return value === undefined ? { problem: `${label} must be yes or no` } : { value }
  }
  if (is === 'number') {
    // In a file separated by semicolons or tabs, a comma may be a decimal point: 1,250 could mean 1.25.
    const number = separator !== 'comma' && cell.includes(',') ? Number.NaN : parseNumber(cell)
    return Number.isNaN(number)
      ? { problem: `${labelOf([key])} must be a number like 1250.50, not ${quoted(cell)}` }
      : { value: number }
  }
  // The spreadsheet has turned a long code such as 4801234567890 into a number such as 4.80123E+12, so digits are lost.
  if (is === 'code' && /^\d([.,]\d+)?E\+\d{2,}$/i.test(cell))
    return {
      problem: `The spreadsheet has shortened this number to ${cell}. Enter its digits again, in a column of text`,
    }
  return { value: is === 'word' ? cell.toUpperCase() : cell }
}

/** The accepted words of a yes or no. Workbooks write TRUE and FALSE. */
const yesNoWords = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
])

function readName(cell: string, { what, found, otherwise }: Names): ReadCell {
  const one = cell === '' ? otherwise : found.get(cell.toLowerCase())
  if (!one) return cell === '' ? { value: undefined } : { problem: `There is no ${what.toLowerCase()} ${quoted(cell)}` }
  return one.active ? { value: one.id, one } : { problem: `${what} ${quoted(one.name)} is inactive` }
}

/** Finds the rows whose unique value another row or a stored record already has. */
async function findDuplicates<Row>(
  context: Context,
  unique: Kind<Row>['unique'][number],
  read: Read<Row>[],
): Promise<[number, ImportProblem][]> {
  const firstIn = new Map<string, number>()
  const keyed = read.flatMap(({ row, parts }) => {
    const key = unique.of(parts)
    return key === null ? [] : [{ row, parts, key }]
  })
  for (const { row, key } of keyed) if (!firstIn.has(key)) firstIn.set(key, row)
  const stored = await unique.taken(context, [...firstIn.keys()])
  const { column } = unique
  return keyed.flatMap(({ row, parts, key }): [number, ImportProblem][] => {
    if (stored.has(key)) return [[row, { column, message: `${quoted(unique.called(parts))} exists already` }]]
    const first = firstIn.get(key)!
    return first === row
      ? []
      : [[row, { column, message: `${quoted(unique.called(parts))} is in row ${first} already` }]]
  })
}
