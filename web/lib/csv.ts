export type CsvValue = string | number | boolean | null | undefined

/** Rows as a CSV text after RFC 4180, with the mark by which spreadsheets know UTF-8. */
export function toCsv(rows: CsvValue[][]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would run a text that begins like a formula; the apostrophe makes it text there too.
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The same as a file. */
export const csvFile = (rows: CsvValue[][]) => new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' })
