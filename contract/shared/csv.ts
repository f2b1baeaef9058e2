export type CsvValue = string | number | boolean | null | undefined

/** The byte order mark, a file's first character, by which spreadsheets detect UTF-8. */
export const csvMark = '\uFEFF'

/** Returns one row as RFC 4180 defines it, with its line end. */
export const formatCsvLine = (row: readonly CsvValue[]) => `${row.map(formatCell).join(',')}\r\n`

/** Returns rows as a complete CSV text, with the byte order mark. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]) => csvMark + rows.map(formatCsvLine).join('')

function formatCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run a text that begins like a formula; an added apostrophe prevents that. Text that already has
  // apostrophes before a formula gets one more, so that readers can remove exactly the added one.
  const text = /^'*[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Thrown for a cell that opens a quote and never closes it. The rest of the file cannot be parsed. */
export class UnclosedQuote extends Error {
  /** The number of the row with the open quote; the first row is 1. */
  readonly row: number
  constructor(row: number) {
    super(`Row ${row} opens a quote that nothing closes`)
    this.row = row
  }
}

export type CsvSeparator = ',' | ';' | '\t' | '|'

/** Returns all rows of a CSV text. Throws UnclosedQuote. */
export const parseCsv = (text: string, separator: CsvSeparator = ','): string[][] => [...readCsvRows(text, separator)]

/**
 * Yields the rows of a CSV text, which may differ in length. Accepts any line ends and the output of `toCsv` and of
 * spreadsheets. Removes the apostrophe that `toCsv` adds before a formula. Throws UnclosedQuote.
 */
export function* readCsvRows(text: string, separator: CsvSeparator = ','): Generator<string[], void> {
  let rowsRead = 0
  const ends = new RegExp(`[${separator}\r\n]`, 'g')
  let row: string[] = []
  let at = text.startsWith(csvMark) ? 1 : 0
  while (at < text.length) {
    const quoted = text[at] === '"' ? findQuoteEnd(text, at, rowsRead + 1) : at
    ends.lastIndex = quoted
    const end = ends.exec(text)?.index ?? text.length
    const inQuotes = quoted === at ? '' : text.slice(at + 1, quoted - 1).replaceAll('""', '"')
    row.push((inQuotes + text.slice(quoted, end)).replace(/^'(?='*[=+\-@\t\r])/, ''))
    at = end + 1
    if (text[end] === separator) {
      if (at === text.length) row.push('')
      continue
    }
    if (text[end] === '\r' && text[at] === '\n') at++
    yield row
    rowsRead++
    row = []
  }
  if (row.length > 0) yield row
}

/** Returns the index after the closing quote of the cell that begins at `at`. */
function findQuoteEnd(text: string, at: number, row: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"') return end + 1
  throw new UnclosedQuote(row)
}
