import { type CsvValue, toCsv } from '../../contract/shared/csv.ts'

export type { CsvValue }

/** Returns rows as a CSV file. */
export const createCsvFile = (rows: CsvValue[][]) => new Blob([toCsv(rows)], { type: csvType })

export const csvType = 'text/csv;charset=utf-8'

/**
 * Returns a function that counts the rows of a CSV file while its bytes arrive. Each call returns the total so far. A
 * line break inside quotes does not end a row.
 */
export function createRowCounter(): (bytes: Uint8Array) => number {
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
