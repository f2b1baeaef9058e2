import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { type CustomerStatement, statementFileName, statements } from '../../../contract/sales/statements.ts'
import { toCsv } from '../../../contract/shared/csv.ts'
import type { Pictures } from '../../files/pictures.ts'
import { serve, StreamedFile } from '../../http/serve.ts'
import { ok } from '../../resource/records.ts'
import { drawStatement } from './statement-pdf.ts'
import { readStatement } from './statements.queries.ts'

export function statementRoutes(app: FastifyInstance, pictures: Pictures) {
  serve(app, statements.get, async ({ id, query: { format, ...period } }, context) => {
    const statement = await readStatement(context, id, period)
    return format === 'json' ? ok(statement) : fileOf(statement)
  })

  serve(app, statements.pdf, async ({ id, query }, context) =>
    drawStatement(context.db, pictures, await readStatement(context, id, query)),
  )
}

/** Returns a statement as a CSV file. Its first row is the opening balance when the statement has a first day. */
function fileOf(statement: CustomerStatement) {
  const { from, opening, entries } = statement
  const lines = [
    ...(from === null ? [] : [[from, 'Opening balance', null, null, null, null, opening]]),
    ...entries.map((entry) => [
      entry.day,
      entry.kind,
      entry.transactionNumber,
      entry.details,
      entry.charge,
      entry.paid,
      entry.balance,
    ]),
  ]
  const header = ['Date', 'Kind', 'Sale', 'Details', 'Charge', 'Paid', 'Balance']
  return new StreamedFile(
    `${statementFileName(statement)}.csv`,
    lines.length,
    Readable.from([toCsv([header, ...lines])]),
  )
}
