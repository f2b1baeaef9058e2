import type { FastifyInstance } from 'fastify'

import { definitionOf, type ReportKey, reportKeys } from '../../../contract/insight/report-definitions.ts'
import { previewRows, buildReportFileName, type ReportQuery, reports } from '../../../contract/insight/reports.ts'
import { openSnapshot } from '../../db/snapshot.ts'
import { readSnapshot } from '../../db/transaction.ts'
import { StreamedFile } from '../../http/send.ts'
import { serve } from '../../http/serve.ts'
import { type Context, seesCosts } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { customerBalancesReport } from './customer-balances.ts'
import { customersReport, sellersReport } from './people-reports.ts'
import { profitStatementReport } from './profit-report.ts'
import { purchasesReport, receivingReport } from './purchasing-reports.ts'
import { reportStream } from './report-file.ts'
import {
  readRequest,
  type ReportRequest,
  cellOf,
  countOf,
  isoText,
  rowsOf,
  shopText,
  type Statement,
  totalledFields,
  totalsOf,
} from './report.ts'
import { paymentsReport, saleLinesReport, salesReport } from './sales-reports.ts'
import { lowStockReport, movementsReport, stockReport } from './stock-reports.ts'
import { taxReport } from './tax-report.ts'

const statements: { [Key in ReportKey]: (request: ReportRequest) => Statement<Key> } = {
  sales: salesReport,
  'sale-lines': saleLinesReport,
  payments: paymentsReport,
  'by-seller': sellersReport,
  stock: stockReport,
  movements: movementsReport,
  'low-stock': lowStockReport,
  purchases: purchasesReport,
  receiving: receivingReport,
  customers: customersReport,
  'customer-balances': customerBalancesReport,
  profit: profitStatementReport,
  tax: taxReport,
}

/** Maximum number of files generated at the same time. Each holds a connection until its client has read the file. */
const filesAtOnce = 3

type Cells = Record<string, string | number | null>

export function reportRoutes(app: FastifyInstance) {
  let making = 0

  for (const key of reportKeys)
    serve(app, reports[key], async ({ query }, context) => {
      if (query.format === 'json') return preview(app.db, context.now, key, query)
      if (making >= filesAtOnce)
        throw new AppError('download.busy', 'Other reports are being downloaded. Please try again in a moment', {
          retryAfter: 10,
        })
      making++
      try {
        const file = await fileOf(app.db, key, query, context)
        file.content.once('close', () => making--)
        return file
      } catch (error) {
        making--
        throw error
      }
    })
}

/** Returns the first rows and, unless the query excludes them, the totals of all rows, from one snapshot. */
async function preview(db: Db | Tx, now: Date, key: ReportKey, query: ReportQuery) {
  const { request } = await readRequest(db, now, query)
  const statement = statements[key](request)
  const { columns } = definitionOf(key)
  return readSnapshot(db, async (tx) => {
    const rows = (await tx.execute<Cells>(rowsOf(key, statement, isoText, previewRows))).rows
    const [sums] = query.totals === false ? [] : (await tx.execute<Cells>(totalsOf(key, statement))).rows
    return {
      success: true as const,
      data: rows.map((row) => Object.fromEntries(columns.map(({ field, kind }) => [field, cellOf(kind, row[field]!)]))),
      totals: sums ? Object.fromEntries(totalledFields(key).map((field) => [field, Number(sums[field])])) : null,
      meta: { page: 1, pageSize: previewRows, total: sums ? Number(sums['rows']) : null },
    }
  })
}

/** Returns the totals of a whole report, or the amount of each line of the profit statement, for a proof. */
export async function readWholeReport(db: Db | Tx, now: Date, key: ReportKey): Promise<Record<string, number>> {
  const { request } = await readRequest(db, now, { format: 'json' })
  if (key === 'profit') {
    const { rows } = await db.execute<Cells>(rowsOf(key, statements[key](request), isoText))
    return Object.fromEntries(rows.map(({ line, amount }) => [line, Number(amount)]))
  }
  const { rows } = await db.execute<Cells>(totalsOf(key, statements[key](request)))
  return Object.fromEntries(Object.entries(rows[0]!).map(([field, sum]) => [field, Number(sum)]))
}

/** Returns all rows of a report as a CSV file. */
async function fileOf(db: Db | Tx, key: ReportKey, query: ReportQuery, { now, gone, actor }: Context) {
  const { request, from, to, timeZone } = await readRequest(db, now, query)
  const statement = statements[key](request)
  const snapshot = await openSnapshot(db, gone)
  try {
    const [count] = await snapshot.query(countOf(statement))
    const content = await reportStream(key, snapshot, rowsOf(key, statement, shopText(timeZone)), seesCosts(actor))
    return new StreamedFile(
      'text/csv',
      buildReportFileName(key, { from, to, asOf: request.asOf }, shopDay(timeZone, now)),
      Number(count!['rows']),
      content,
    )
  } catch (error) {
    await snapshot.close()
    throw error
  }
}
