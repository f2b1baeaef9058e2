import { definitionOf, type ReportKey } from '../../../contract/insight/report-definitions.ts'
import { csvStream } from '../../db/csv-stream.ts'
import type { Snapshot } from '../../db/snapshot.ts'
import { cellOf } from './report.ts'

/** Returns the rows of a report as a CSV stream (`csvStream`). */
export function reportStream(key: ReportKey, snapshot: Snapshot, rows: Parameters<Snapshot['batches']>[0]) {
  const { columns } = definitionOf(key)
  return csvStream(snapshot, rows, {
    header: columns.map(({ label }) => label),
    cells: (row) => columns.map(({ field, kind }) => cellOf(kind, row[field]!)),
  })
}
