import { importRowsAtMost, type LegacyEncoding, type Separator } from '../../../contract/imports/imports.ts'
import { type CsvSeparator, readCsvRows, UnclosedQuote } from '../../../contract/shared/csv.ts'
import { formatNumber } from '../../../contract/shared/numbers.ts'
import { AppError } from '../../kernel/errors.ts'
import { decode, decodeAgain } from './decode.ts'
import { isWorkbook, readWorkbook } from './workbook.ts'

/** A row of a file below its headings: its number in the spreadsheet, where the first is 1, and its cells. */
export type FileRow = { row: number; cells: string[]; raw?: string[] | null }

export type OpenFile = {
  header: string[]
  /**
   * Yields the rows that have a text. Row numbers count the others, too. It can be called again. Throws 422 for too many
   * rows and for an open quote.
   */
  rows: () => Iterable<FileRow>
  /** The headings read as Windows-1252, as in `raw` of the rows; null where the bytes prove the encoding. */
  rawHeader: string[] | null
} & Origin

/** A CSV file has an encoding and a separator, and a workbook the name of the sheet. */
type Origin = { encoding: string | null; separator: Separator | null; sheet: string | null }

const separators: Record<Separator, CsvSeparator> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }

/** Maximum number of columns of a file. */
const columnsAtMost = 1000
/** Maximum length of a cell: that of a cell in Excel. */
const cellLength = 32_767
/** Length to which a heading is cut. */
const headingLength = 300

const refuse = (message: string) => new AppError('import.file_invalid', message, { field: 'file' })

/** Opens a file. Throws 422 for an empty one, and 415 when it is neither text nor a workbook. */
export async function openFile(bytes: Uint8Array): Promise<OpenFile> {
  const { all, isProven, ...origin } = isWorkbook(bytes) ? await openWorkbook(bytes) : openText(bytes)
  // The bytes of a character may hold an upright line, and no other separator.
  const encoding = isProven ? null : (origin.encoding as LegacyEncoding)
  const { cells: first, row: headerRow } = findHeader(all())
  const header = readHeadings(first, encoding)
  if (header.every((cell) => cell === '')) throw refuse('This file is empty')
  if (header.length > columnsAtMost)
    throw refuse(`A file has at most ${formatNumber(columnsAtMost)} columns. Please take some away`)
  const rawHeader = encoding === null || origin.separator === 'pipe' ? null : first
  const rows = () => filledRows(all(), headerRow, { encoding, keepsRaw: rawHeader !== null })
  return { header, rawHeader, rows, ...origin }
}

async function openWorkbook(bytes: Uint8Array) {
  const { name, rows } = await readWorkbook(bytes)
  return { all: () => rows, isProven: true, encoding: null, separator: null, sheet: name }
}

function openText(bytes: Uint8Array) {
  const { text: whole, encoding, isProven } = decode(bytes)
  const named = /^\uFEFF?sep=(.)(?:\r\n|\r|\n)/i.exec(whole)
  const text = named ? whole.slice(named[0].length) : whole
  const separator = separatorNamed(named?.[1]) ?? separatorOf(text)
  return { all: () => rowsOf(text, separators[separator]), isProven, encoding, separator, sheet: null }
}

/** Returns the separator that the first line of a file for Excel names, such as `sep=;`; undefined for another one. */
const separatorNamed = (mark: string | undefined) =>
  (Object.keys(separators) as Separator[]).find((name) => separators[name] === mark)

/** Finds the first row with a text, which holds the headings. Spreadsheets leave rows above it empty. */
function findHeader(all: Iterable<string[]>) {
  let row = 0
  for (const cells of all) {
    row++
    if (cells.some((cell) => cell.trim() !== '')) return { cells, row }
  }
  return { cells: [], row }
}

/** Returns the most frequent separator in the header row. */
function separatorOf(text: string): Separator {
  const start = text.search(/[^\s,;|"\uFEFF]/)
  const filled = text.slice(Math.max(text.lastIndexOf('\n', start), text.lastIndexOf('\r', start)) + 1)
  const head = filled.slice(0, filled.search(/[\r\n]|$/))
  const counts = Object.entries(separators).map(([name, mark]) => ({ name, count: head.split(mark).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]!.name as Separator
}

function* rowsOf(text: string, separator: CsvSeparator): Generator<string[], void> {
  try {
    yield* readCsvRows(text, separator)
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    throw refuse(`${error.message}. Please close it in the file, and choose that again`)
  }
}

function* filledRows(
  all: Iterable<string[]>,
  headerRow: number,
  { encoding, keepsRaw }: { encoding: LegacyEncoding | null; keepsRaw: boolean },
): Generator<FileRow, void> {
  let row = 0
  for (const cells of all) {
    row++
    if (row <= headerRow) continue
    if (row > importRowsAtMost + headerRow)
      throw refuse(`A file has at most ${formatNumber(importRowsAtMost)} rows. Please divide this one`)
    if (cells.length > columnsAtMost)
      throw refuse(`Row ${row} has more than ${formatNumber(columnsAtMost)} cells. Please take some away`)
    if (cells.some((cell) => cell.length > cellLength))
      throw refuse(
        `Row ${formatNumber(row)} has a cell of more than ${formatNumber(cellLength)} characters. Please shorten it`,
      )
    if (cells.some((cell) => cell.trim() !== ''))
      yield { row, cells: readCells(cells, encoding), raw: keepsRaw ? cells : null }
  }
}

/** Reads the cells of a row in an encoding; null where they are read already. */
export const readCells = (cells: readonly string[], encoding: LegacyEncoding | null) =>
  cells.map((cell) => keepable(encoding === null ? cell : decodeAgain(cell, encoding)))

/** Reads headings in an encoding, and cuts them. */
export const readHeadings = (cells: readonly string[], encoding: LegacyEncoding | null) =>
  readCells(cells, encoding).map((cell) => cell.trim().slice(0, headingLength).toWellFormed())

/** The sign for a character that the database cannot keep. A check refuses a cell with it. */
export const unkeepable = '\u2400'

/** Replaces NUL by a sign, and lone surrogates, so that the database can keep the text. */
export const keepable = (text: string) =>
  (text.includes('\0') ? text.replaceAll('\0', unkeepable) : text).toWellFormed()
