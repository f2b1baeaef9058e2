import { Readable } from 'node:stream'

import { csvLine, csvMark } from '../../contract/csv.ts'
import { definitionOf, type ReportKey } from '../../contract/report-definitions.ts'
import type { Snapshot } from '../db/snapshot.ts'
import { cellOf } from './report.ts'

/** As many rows as are in memory at once. */
const batchSize = 1000

/**
 * The rows of a report as CSV, read from the snapshot as fast as they are taken from here and no faster. However it
 * ends, the snapshot is closed; what fails on the way fails the stream.
 */
export async function csvStream(key: ReportKey, snapshot: Snapshot, rows: Parameters<Snapshot['batches']>[0]) {
  const { columns } = definitionOf(key)
  const next = await snapshot.batches<Record<string, string | number | null>>(rows, batchSize)
  const header = csvMark + csvLine(columns.map(({ label }) => label))
  let first = true

  async function batch(): Promise<string | null> {
    const found = await next()
    const text = found.map((row) => csvLine(columns.map(({ field, kind }) => cellOf(kind, row[field]!)))).join('')
    if (first) {
      first = false
      return header + text
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
  file.once('close', () => void snapshot.close())
  snapshot.lost.addEventListener('abort', () => file.destroy(snapshot.lost.reason as Error))
  return file
}
