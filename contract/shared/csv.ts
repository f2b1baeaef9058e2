export type CsvValue = string | number | boolean | null | undefined

/** The mark by which spreadsheets know UTF-8: a file's first character. */
export const csvMark = '\uFEFF'

/** One row after RFC 4180, with its end. */
export const csvLine = (row: readonly CsvValue[]) => `${row.map(cell).join(',')}\r\n`

/** Rows as a whole CSV text. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]) => csvMark + rows.map(csvLine).join('')

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run a text that begins like a formula; the apostrophe makes it text there too. One more before
  // those that a text brings of its own, so that whoever reads it takes away what was added and no more.
  const text = /^'*[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A quote that opens a cell and never closes it: what follows cannot be told apart. */
export class UnclosedQuote extends Error {
  /** The row it stands in; the first is 1. */
  readonly row: number
  constructor(row: number) {
    super(`Row ${row} opens a quote that nothing closes`)
    this.row = row
  }
}

/**
 * The rows of a CSV text, of whatever widths: what `toCsv` wrote, and what spreadsheets write, with another separator and
 * any line ends. An apostrophe that keeps a text from being a formula is taken off. Throws UnclosedQuote.
 */
export function readCsv(text: string, separator: ',' | ';' | '\t' = ','): string[][] {
  const rows: string[][] = []
  const ends = new RegExp(`[${separator}\r\n]`, 'g')
  let row: string[] = []
  let at = text.startsWith(csvMark) ? 1 : 0
  while (at < text.length) {
    const quoted = text[at] === '"' ? quotedUntil(text, at, rows.length + 1) : at
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
    rows.push(row)
    row = []
  }
  return row.length > 0 ? [...rows, row] : rows
}

/** Where the quotes that open at `at` have been closed. */
function quotedUntil(text: string, at: number, row: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"') return end + 1
  throw new UnclosedQuote(row)
}
