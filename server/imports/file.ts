import { normalizeColumnName, type ImportColumn } from '../../contract/imports/import-columns.ts'
import { type Correction, importRowsAtMost } from '../../contract/imports/imports.ts'
import { parseCsv, UnclosedQuote } from '../../contract/shared/csv.ts'
import { formatNumber } from '../../contract/shared/numbers.ts'
import { AppError } from '../kernel/errors.ts'
import { decode } from './decode.ts'
import { isWorkbook, readWorkbook } from './workbook.ts'

/** One row of a file: its number in the spreadsheet, and its trimmed cells by column key. */
export type Line = { row: number; cells: Record<string, string> }

export type ReadFile = {
  lines: Line[]
  ignored: string[]
} & Omit<Table, 'rows'>

/** The cells of a file. A CSV file has an encoding and a separator, and a workbook the name of the sheet. */
type Table = {
  rows: string[][]
  encoding: string | null
  separator: keyof typeof separators | null
  sheet: string | null
}

const separators = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

const refuse = (message: string) => new AppError('import.file_invalid', message, { field: 'file' })

/**
 * Reads a file into lines and applies the corrections that the user entered. Skips empty rows, but row numbers count
 * them. Throws 422 for unknown columns or too many rows, and 415 when the file is not text.
 */
export async function readFile(
  bytes: Uint8Array,
  columns: readonly ImportColumn[],
  corrections: readonly Correction[] = [],
): Promise<ReadFile> {
  const { rows, ...origin } = isWorkbook(bytes) ? await tableOfWorkbook(bytes) : tableOfText(bytes)
  const header = rows[0] ?? []
  if (header.every((cell) => cell.trim() === '')) throw refuse('This file is empty')
  const { keys, ignored } = keysOf(header, columns)
  if (rows.length - 1 > importRowsAtMost)
    throw refuse(`A file has at most ${formatNumber(importRowsAtMost)} rows. Please divide this one`)

  const corrected = new Map(corrections.map((one) => [one.row, one]))
  const lines: Line[] = []
  for (const [n, cells] of rows.entries()) {
    if (n === 0) continue
    const { out = false, cells: changed = {} } = corrected.get(n + 1) ?? {}
    if (out) continue
    const line: Line = { row: n + 1, cells: {} }
    for (const { key } of columns)
      line.cells[key] = (Object.hasOwn(changed, key) ? changed[key]! : (cells[keys.get(key) ?? -1] ?? '')).trim()
    if (Object.values(line.cells).some((cell) => cell !== '')) lines.push(line)
  }
  return { lines, ignored, ...origin }
}

async function tableOfWorkbook(bytes: Uint8Array): Promise<Table> {
  const { name, rows } = await readWorkbook(bytes)
  return { rows, encoding: null, separator: null, sheet: name }
}

function tableOfText(bytes: Uint8Array): Table {
  const { text, encoding } = decode(bytes)
  const separator = separatorOf(text)
  return { rows: cellsOf(text, separators[separator]), encoding, separator, sheet: null }
}

/** Returns the most frequent separator in the header row. */
function separatorOf(text: string): keyof typeof separators {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const counts = Object.entries(separators).map(([name, mark]) => ({ name, count: head.split(mark).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]!.name as keyof typeof separators
}

function cellsOf(text: string, separator: (typeof separators)[keyof typeof separators]) {
  try {
    return parseCsv(text, separator)
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    throw refuse(`${error.message}. Please close it in the file, and choose that again`)
  }
}

/** Maps each position in the header to its column key. */
function keysOf(header: string[], columns: readonly ImportColumn[]) {
  const known = new Map(
    columns.flatMap(({ key, label }) => [
      [normalizeColumnName(key), key] as const,
      [normalizeColumnName(label), key] as const,
    ]),
  )
  const keys = new Map<string, number>()
  const ignored: string[] = []
  for (const [n, cell] of header.entries()) {
    const key = known.get(normalizeColumnName(cell))
    if (key !== undefined && keys.has(key)) throw refuse(`Two columns are called ${cell.trim()}. Please take one away`)
    if (key !== undefined) keys.set(key, n)
    else if (cell.trim() !== '') ignored.push(cell.trim().slice(0, 100))
  }
  const missing = columns.filter(({ key, required }) => required && !keys.has(key)).map(({ label }) => label)
  if (missing.length > 0)
    throw refuse(
      `This file has no column ${joinWords(missing)}. Its first row must hold the names of the columns, as the template does`,
    )
  return { keys, ignored }
}

/** Joins words as 'A', 'A and B' or 'A, B and C'. */
const joinWords = (words: string[]) =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
