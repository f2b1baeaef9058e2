import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import {
  agingLabels,
  type CustomerStatement,
  listCreditFigures,
  statementFileName,
  statements,
} from '../../../contract/sales/statements.ts'
import { toCsv } from '../../../contract/shared/csv.ts'
import { describeRate } from '../../../contract/tax/tax-papers.ts'
import type { Pictures } from '../../files/pictures.ts'
import { StreamedFile } from '../../http/send.ts'
import { serve } from '../../http/serve.ts'
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

/**
 * Returns a statement as a CSV file. Its first row is the opening balance when the statement has a first day. After the
 * entries come the balance by its age, the store credit, and the tax by rate with its base.
 */
function fileOf(statement: CustomerStatement) {
  const { from, to, opening, entries, aging, taxes } = statement
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
    ...Object.entries(agingLabels).map(([age, label]) => [
      to,
      `Balance, ${label.toLowerCase()}`,
      null,
      null,
      null,
      null,
      aging[age as keyof typeof aging],
    ]),
    ...listCreditFigures(statement).map(({ name, day, amount }) => [
      day ?? to,
      name.replace(/ on$/, ''),
      null,
      null,
      null,
      null,
      amount,
    ]),
    ...taxes.flatMap((rate) => [
      [to, 'Tax base', null, describeRate(rate), null, null, rate.base],
      [to, 'Tax', null, describeRate(rate), null, null, rate.tax],
    ]),
  ]
  const header = ['Date', 'Kind', 'Sale', 'Details', 'Charge', 'Paid', 'Balance']
  return new StreamedFile(
    'text/csv',
    `${statementFileName(statement)}.csv`,
    lines.length,
    Readable.from([toCsv([header, ...lines])]),
  )
}
