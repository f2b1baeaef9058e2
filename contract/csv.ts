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
  // A spreadsheet would run a text that begins like a formula; the apostrophe makes it text there too.
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
