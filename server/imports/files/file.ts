import { importRowsAtMost, type Separator } from '../../../contract/imports/imports.ts'
import { type CsvSeparator, readCsvRows, UnclosedQuote } from '../../../contract/shared/csv.ts'
import { formatNumber } from '../../../contract/shared/numbers.ts'
import { AppError } from '../../kernel/errors.ts'
import { decode } from './decode.ts'
import { isWorkbook, readWorkbook } from './workbook.ts'

/** A row of a file: its number in the spreadsheet, where row 1 is the header, and its cells. */
export type FileRow = { row: number; cells: string[] }

export type OpenFile = {
  header: string[]
  /**
   * Yields the rows that have a text. Row numbers count the others, too. It can be called again. Throws 422 for too many
   * rows and for an open quote.
   */
  rows: () => Iterable<FileRow>
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
  const { all, ...origin } = isWorkbook(bytes) ? await openWorkbook(bytes) : openText(bytes)
  const [first = []] = all()
  const header = first.map((cell) => keepable(cell).trim().slice(0, headingLength).toWellFormed())
  if (header.every((cell) => cell === '')) throw refuse('This file is empty')
  if (header.length > columnsAtMost)
    throw refuse(`A file has at most ${formatNumber(columnsAtMost)} columns. Please take some away`)
  return { header, rows: () => filledRows(all()), ...origin }
}

async function openWorkbook(bytes: Uint8Array) {
  const { name, rows } = await readWorkbook(bytes)
  return { all: () => rows, encoding: null, separator: null, sheet: name }
}

function openText(bytes: Uint8Array) {
  const { text, encoding } = decode(bytes)
  const separator = separatorOf(text)
  return { all: () => rowsOf(text, separators[separator]), encoding, separator, sheet: null }
}

/** Returns the most frequent separator in the header row. */
function separatorOf(text: string): Separator {
  const head = text.slice(0, text.search(/[\r\n]|$/))
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

function* filledRows(all: Iterable<string[]>): Generator<FileRow, void> {
  let row = 0
  for (const cells of all) {
    row++
    if (row === 1) continue
    if (row > importRowsAtMost + 1)
      throw refuse(`A file has at most ${formatNumber(importRowsAtMost)} rows. Please divide this one`)
    if (cells.length > columnsAtMost)
      throw refuse(`Row ${row} has more than ${formatNumber(columnsAtMost)} cells. Please take some away`)
    if (cells.some((cell) => cell.length > cellLength))
      throw refuse(
        `Row ${formatNumber(row)} has a cell of more than ${formatNumber(cellLength)} characters. Please shorten it`,
      )
    if (cells.some((cell) => cell.trim() !== '')) yield { row, cells: cells.map(keepable) }
  }
}

/** The sign for a character that the database cannot keep. A check refuses a cell with it. */
export const unkeepable = '\u2400'

/** Replaces NUL by a sign, and lone surrogates, so that the database can keep the text. */
export const keepable = (text: string) =>
  (text.includes('\0') ? text.replaceAll('\0', unkeepable) : text).toWellFormed()
