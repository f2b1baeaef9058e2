import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import {
  buildExportFileName,
  type ImportColumn,
  importKinds,
  importNames,
  listExportColumns,
} from '../../contract/imports/import-columns.ts'
import { exports } from '../../contract/imports/imports.ts'
import { formatNumber } from '../../contract/shared/numbers.ts'
import { sheetRowsAtMost, workbookType } from '../../contract/shared/workbooks.ts'
import { readSettings } from '../company/settings.ts'
import { csvStream, type FileRow } from '../db/csv-stream.ts'
import { openSnapshot } from '../db/snapshot.ts'
import { workbookStream } from '../db/workbook-stream.ts'
import { StreamedFile } from '../http/send.ts'
import { serve } from '../http/serve.ts'
import { seesCosts } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { shopDay } from '../kernel/shop-days.ts'
import { ok } from '../resource/records.ts'
import type { Kinds } from './kinds/kind.ts'

/** Maximum number of files generated at the same time. Each holds a connection until its client has read the file. */
const filesAtOnce = 3

export function exportRoutes(app: FastifyInstance, kinds: Kinds) {
  let making = 0

  for (const kind of importKinds)
    serve(app, exports[kind], async ({ query }, context) => {
      const { format, ...filters } = query
      const rows = await kinds[kind].exported(context, filters)
      const counting = sql`select count(*)::int as rows from (${rows}) as counted`
      if (format === 'json') return ok((await app.db.execute<{ rows: number }>(counting)).rows[0]!)
      if (making >= filesAtOnce)
        throw new AppError('download.busy', 'Other files are being downloaded. Please try again in a moment', {
          retryAfter: 10,
        })
      making++
      try {
        const snapshot = await openSnapshot(app.db, context.gone)
        const columns = listExportColumns(kind, seesCosts(context.actor))
        try {
          const [count] = await snapshot.query<{ rows: number }>(counting)
          if (format === 'xlsx' && count!.rows >= sheetRowsAtMost) throw tooManyRows()
          const table = { header: columns.map(({ label }) => label), cells: cellsOf(columns) }
          const content =
            format === 'csv'
              ? await csvStream(snapshot, rows, table)
              : await workbookStream(snapshot, rows, { sheet: importNames[kind].title, ...table })
          content.once('close', () => making--)
          const { timeZone } = await readSettings(app.db)
          const name = buildExportFileName(kind, shopDay(timeZone, context.now), format)
          return new StreamedFile(format === 'csv' ? 'text/csv' : workbookType, name, count!.rows, content)
        } catch (error) {
          await snapshot.close()
          throw error
        }
      } catch (error) {
        making--
        throw error
      }
    })
}

const tooManyRows = () =>
  new AppError(
    'export.too_many_rows',
    `A worksheet has at most ${formatNumber(sheetRowsAtMost - 1)} rows. Narrow the list, or download it as CSV`,
  )

/** Turns a row into cells. PostgreSQL returns numbers as texts with all their decimals. */
const cellsOf = (columns: readonly ImportColumn[]) => (row: FileRow) =>
  columns.map(({ key, is }) => {
    const value = row[key] ?? null
    return is === 'number' && value !== null ? Number(value) : value
  })
