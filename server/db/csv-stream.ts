import { Readable } from 'node:stream'

import { formatCsvLine, csvMark, type CsvValue } from '../../contract/shared/csv.ts'
import type { Snapshot } from './snapshot.ts'

/** A row as PostgreSQL returns it. */
export type FileRow = Record<string, string | number | null>

/** Number of rows that are read from the database, and held in memory, at a time. */
export const batchSize = 1000

/**
 * Returns rows as a CSV stream. It reads the next rows from the snapshot only when the consumer of the stream is ready
 * for them. The end of the stream closes the snapshot, and a failed read destroys the stream.
 */
export async function csvStream(
  snapshot: Snapshot,
  rows: Parameters<Snapshot['batches']>[0],
  { header, cells }: { header: readonly string[]; cells: (row: FileRow) => readonly CsvValue[] },
) {
  const next = await snapshot.batches<FileRow>(rows, batchSize)
  let first = true

  async function batch(): Promise<string | null> {
    const text = (await next()).map((row) => formatCsvLine(cells(row))).join('')
    if (first) {
      first = false
      return csvMark + formatCsvLine(header) + text
    }
    return text === '' ? null : text
  }

  const file = new Readable({
    read() {
      batch().then(
        (text) => this.push(text),
        (error: Error) => this.destroy(error),
      )
    },
  })
  return closeWith(file, snapshot)
}

/** Closes the snapshot when the stream ends, and destroys the stream when the snapshot loses its connection. */
export function closeWith(file: Readable, snapshot: Snapshot): Readable {
  file.once('close', () => void snapshot.close())
  snapshot.lost.addEventListener('abort', () => file.destroy(snapshot.lost.reason as Error))
  return file
}
