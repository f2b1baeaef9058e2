import { type CsvValue, toCsv } from '../../contract/shared/csv.ts'

export type { CsvValue }

/** Rows as a CSV file. */
export const csvFile = (rows: CsvValue[][]) => new Blob([toCsv(rows)], { type: csvType })

export const csvType = 'text/csv;charset=utf-8'

/** Counts the rows of a CSV file as its bytes arrive; a line break within quotes ends no row. Answers those so far. */
export function csvRows(): (bytes: Uint8Array) => number {
  let rows = 0
  let quoted = false
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === 0x22) quoted = !quoted
      else if (byte === 0x0a && !quoted) rows++
    }
    return rows
  }
}
