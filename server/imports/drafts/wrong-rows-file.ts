import { asc, sql } from 'drizzle-orm'

import { type ExportFormat, importNames } from '../../../contract/imports/import-columns.ts'
import { workbookType } from '../../../contract/shared/workbooks.ts'
import { csvStream, type FileRow } from '../../db/csv-stream.ts'
import { importDraftRow } from '../../db/schema/imports.ts'
import { openSnapshot } from '../../db/snapshot.ts'
import { workbookStream } from '../../db/workbook-stream.ts'
import { StreamedFile } from '../../http/send.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { columnsFor, type Draft, problemsHeading } from './drafts.queries.ts'
import { wrongRowsWhere } from './findings.queries.ts'

/**
 * Returns the wrong rows as a file that can be mended and sent alone. It has our columns, with what mapping and fixes
 * put into them, because a row may take cells from the row above. A further column says what is wrong. In a workbook, a
 * barcode stays text, and Excel does not shorten it.
 */
export async function streamWrongRows(
  db: Db | Tx,
  context: Context,
  draft: Draft,
  format: ExportFormat,
  filter: Parameters<typeof wrongRowsWhere>[1],
) {
  const columns = columnsFor(context, draft)
  const snapshot = await openSnapshot(db, context.gone)
  try {
    const where = wrongRowsWhere(draft.importDraftID, filter)
    const select = sql`select ${importDraftRow.wrong}::text as wrong from ${importDraftRow} where ${where} order by ${asc(importDraftRow.row)}`
    const [count] = await snapshot.query<{ rows: number }>(
      sql`select count(*)::int as rows from (${select}) as counted`,
    )
    const table = {
      header: [...columns.map(({ label }) => label), problemsHeading],
      cells: ({ wrong }: FileRow) => {
        const { cells, problems } = JSON.parse(String(wrong)) as NonNullable<
          (typeof importDraftRow.$inferSelect)['wrong']
        >
        return [...columns.map(({ key }) => cells[key] ?? ''), problems.map(({ message }) => message).join('; ')]
      },
    }
    const { title } = importNames[draft.kind]
    const content =
      format === 'csv'
        ? await csvStream(snapshot, select, table)
        : await workbookStream(snapshot, select, { sheet: title, ...table })
    return new StreamedFile(
      format === 'csv' ? 'text/csv' : workbookType,
      `${title.toLowerCase()}-wrong-rows.${format}`,
      count!.rows,
      content,
    )
  } catch (error) {
    await snapshot.close()
    throw error
  }
}
