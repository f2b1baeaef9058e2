import type { Reason } from '../../../contract/imports/fixes.ts'
import type { ImportColumn } from '../../../contract/imports/import-columns.ts'
import type { ImportProblem } from '../../../contract/imports/imports.ts'
import type { Cells } from '../../../contract/imports/mapping-rules.ts'
import { type CostPlaces, requireCosts } from '../../../contract/shared/costs.ts'
import { parseNumber } from '../../../contract/shared/numbers.ts'
import { labelOf, z } from '../../../contract/shared/zod.ts'
import type { Context } from '../../kernel/context.ts'
import { unkeepable } from '../files/file.ts'
import type { OpenFile } from '../files/file.ts'
import type { Kind, Named, Names } from '../kinds/kind.ts'

/** A row in our columns, with the cells that a person corrected. No fix changes those. */
export type MappedRow = {
  row: number
  cells: Cells
  corrected?: ReadonlySet<string> | undefined
  /** The texts of the row beyond the last heading. */
  surplus?: readonly string[] | undefined
}

/** A problem with the length that a text may have, by which a fix cuts it. */
export type RowProblem = ImportProblem & { longest?: number }

/**
 * A row after reading: its value if it is valid, the cells that could be read (`parts`), the records that they name, and
 * its problems.
 */
export type ReadRow<Row> = {
  value?: Row
  parts: Partial<Row>
  named: Record<string, Named>
  problems: RowProblem[]
}

/** The context in which the cells of a row are read. */
export type Reading<Row> = {
  context: Pick<Context, 'actor'>
  kind: Kind<Row>
  columns: readonly ImportColumn[]
  names: Record<string, Names>
  separator: OpenFile['separator']
  required: CostPlaces
}

/** Cuts a cell's text to 60 characters for a message. */
export const quoted = (text: string) => (text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text)

/** Reads the cells of one row into the input of a record. */
export function readRow<Row>(cells: Cells, reading: Reading<Row>): ReadRow<Row> {
  const { context, kind, columns, names, separator, required } = reading
  const input: Record<string, unknown> = {}
  const named: Record<string, Named> = {}
  const problems: RowProblem[] = []
  for (const column of columns) {
    const { key } = column
    const { value, problem, one } = readCell(cells[key] ?? '', column, names[key], separator)
    if (one) named[key] = one
    if (problem) problems.push({ column: key, ...problem })
    else input[key] = value
  }
  requireCosts(input, required)
  const parsed = kind.schema.safeParse(input)
  addIssues(problems, parsed.error, input, columns)
  const parts = input as Partial<Row>
  if (!parsed.success) return { parts, named, problems }
  if (problems.length === 0) problems.push(...(kind.also?.(parsed.data, named, context) ?? []))
  return { value: parsed.data, parts, named, problems }
}

/** Adds what a schema found to the problems of a row. */
export function addIssues(
  problems: RowProblem[],
  error: z.ZodError | undefined,
  input: Record<string, unknown>,
  columns: readonly ImportColumn[],
) {
  const blamed = new Set(problems.map(({ column }) => column))
  for (const issue of error?.issues ?? []) {
    const column = String(issue.path[0])
    // Report one problem for each cell: an unreadable cell is not also a missing one.
    if (!blamed.has(column))
      problems.push({
        column,
        message: issue.message,
        ...reasonOf(
          issue,
          input[column],
          columns.find(({ key }) => key === column),
        ),
      })
    blamed.add(column)
  }
}

/** Reads the cells of some columns alone, and skips those that cannot be read. */
export function readParts<Row>(cells: Cells, columns: readonly ImportColumn[], { separator }: Reading<Row>) {
  const parts: Record<string, unknown> = {}
  for (const column of columns) {
    const { value, problem } = readCell(cells[column.key] ?? '', column, undefined, separator)
    if (!problem) parts[column.key] = value
  }
  return parts as Partial<Row>
}

/** Returns the reason of an issue that a schema found. */
function reasonOf(
  issue: z.core.$ZodIssue,
  value: unknown,
  column: ImportColumn | undefined,
): { reason: Reason; longest?: number } {
  if (value === undefined || value === null || value === '') return { reason: 'missing' }
  if (typeof value === 'number') {
    const decimals = column?.decimals ?? 0
    const isPrecise = Number(value.toFixed(decimals)) !== value
    return { reason: isPrecise ? 'too_many_decimals' : 'out_of_range' }
  }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { reason: 'too_long', longest: Number(issue.maximum) }
  return { reason: column?.is === 'word' ? 'not_a_choice' : 'invalid' }
}

/** The value of a cell with the record that it names, or the cell's problem. */
type ReadCell = { value?: unknown; one?: Named; problem?: { message: string; reason: Reason } }

export function readCell(
  cell: string,
  { key, label, is }: ImportColumn,
  names: Names | undefined,
  separator: OpenFile['separator'],
): ReadCell {
  if (cell.includes(unkeepable))
    return { problem: { message: 'The text holds a character that cannot be kept', reason: 'unreadable' } }
  if (is === 'name') return readName(cell, names!)
  if (cell === '') return { value: is === 'text' || is === 'code' ? '' : undefined }
  if (is === 'status') {
    const active = ['inactive', 'active'].indexOf(cell.toLowerCase())
    return active === -1
      ? { problem: { message: 'Status must be one of: Active, Inactive', reason: 'not_a_choice' } }
      : { value: active === 1 }
  }
  if (is === 'yesNo') {
    const value = yesNoWords.get(cell.toLowerCase())
    return value === undefined
      ? { problem: { message: `${label} must be yes or no`, reason: 'not_a_choice' } }
      : { value }
  }
  if (is === 'number') return readNumber(cell, key, separator)
  // The spreadsheet has turned a long code such as 4801234567890 into a number such as 4.80123E+12, so digits are lost.
  if (is === 'code' && /^\d([.,]\d+)?E\+\d{2,}$/i.test(cell))
    return {
      problem: {
        message: `The spreadsheet has shortened this number to ${cell}. Enter its digits again, in a column of text`,
        reason: 'shortened_number',
      },
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

/** A number whose comma is the decimal sign, with points between thousands or none. */
const commaDecimal = /^[-+]?(\d{1,3}(\.\d{3})+|\d+),\d+$/

function readNumber(cell: string, key: string, separator: OpenFile['separator']): ReadCell {
  // In a file separated by semicolons or tabs, a comma may be a decimal point: 1,250 could mean 1.25.
  const mayBeDecimal = separator !== null && separator !== 'comma' && cell.includes(',')
  const number = mayBeDecimal ? Number.NaN : parseNumber(cell)
  if (!Number.isNaN(number)) return { value: number }
  return {
    problem: {
      message: `${labelOf([key])} must be a number like 1250.50, not ${quoted(cell)}`,
      reason: commaDecimal.test(cell.replaceAll(/[\s₱]/g, '')) ? 'comma_decimal' : 'not_a_number',
    },
  }
}

function readName(cell: string, { what, found, otherwise }: Names): ReadCell {
  const one = cell === '' ? otherwise : found.get(cell.toLowerCase())
  if (!one)
    return cell === ''
      ? { value: undefined }
      : { problem: { message: `There is no ${what.toLowerCase()} ${quoted(cell)}`, reason: 'unknown_name' } }
  return one.active
    ? { value: one.id, one }
    : { problem: { message: `${what} ${quoted(one.name)} is inactive`, reason: 'inactive_name' } }
}
