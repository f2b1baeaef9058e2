import type { ReportKey } from '../../../contract/insight/report-definitions.ts'
import { listReportColumns } from '../../../contract/insight/reports.ts'
import { csvStream } from '../../db/csv-stream.ts'
import type { Snapshot } from '../../db/snapshot.ts'
import { cellOf } from './report.ts'

/** Returns the rows of a report as a CSV stream (`csvStream`), without hidden costs. */
export function reportStream(
  key: ReportKey,
  snapshot: Snapshot,
  rows: Parameters<Snapshot['batches']>[0],
  canSeeCosts: boolean,
) {
  const columns = listReportColumns(key, canSeeCosts)
  return csvStream(snapshot, rows, {
    header: columns.map(({ label }) => label),
    cells: (row) => columns.map(({ field, kind }) => cellOf(kind, row[field]!)),
  })
}
