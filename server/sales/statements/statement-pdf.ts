import { type CustomerStatement, listAges, statementFileName } from '../../../contract/sales/statements.ts'
import { formatDay } from '../../../contract/shared/dates.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { describeRate, listRegistrationNotes } from '../../../contract/tax/tax-papers.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import {
  bottom,
  type Column,
  type Doc,
  createSheet,
  drawNotes,
  drawParties,
  drawTable,
  faint,
  margin,
  right,
  width,
  writeText,
} from '../../pdf/sheet.ts'
import { readTax } from '../tax/tax.queries.ts'

type Row = Pick<CustomerStatement['entries'][number], 'day' | 'balance'> & {
  what: string
  charge: number | null
  paid: number | null
}

/** Draws a customer's statement as an A4 PDF. */
export async function drawStatement(db: Db | Tx, pictures: Pictures, statement: CustomerStatement) {
  const { customerName, address, contactNo, email, from, to, charged, paid, balance } = statement
  const notes = listRegistrationNotes(await readTax(db))
  const { bytes } = await createSheet(db, pictures, { title: 'Statement', number: formatDay(to) }, (doc) => {
    drawParties(doc, { role: 'Customer', name: customerName, texts: [address, contactNo, email] }, [
      ['From', from && formatDay(from)],
      ['As of', formatDay(to)],
      ['Charged', formatPeso(charged)],
      ['Paid', formatPeso(paid)],
      ['Balance', formatPeso(balance)],
    ])
    drawTable(doc, columns, listRows(statement))
    drawAging(doc, statement.aging)
    drawCredit(doc, statement)
    drawTaxes(doc, statement)
    doc.y += 10
    drawNotes(doc, notes)
  })
  return { name: `${statementFileName(statement)}.pdf`, bytes }
}

/** Returns the entries, after the opening balance of a statement with a first day. */
const listRows = ({ from, opening, entries }: CustomerStatement): Row[] => [
  ...(from === null ? [] : [{ day: from, what: 'Opening balance', charge: null, paid: null, balance: opening }]),
  ...entries.map(({ kind, transactionNumber, details, ...entry }) => ({
    ...entry,
    what: `${kind} ${transactionNumber}${details ? `\n${details}` : ''}`,
  })),
]

const formatAmount = (amount: number | null) => (amount === null || amount === 0 ? '' : formatPeso(amount))

const columns: Column<Row>[] = [
  { name: 'Date', width: 74, of: ({ day }) => formatDay(day) },
  { name: 'Entry', width: 178, of: ({ what }) => what },
  { name: 'Charge', width: 82, align: 'right', of: ({ charge }) => formatAmount(charge) },
  { name: 'Paid', width: 82, align: 'right', of: ({ paid }) => formatAmount(paid) },
  { name: 'Balance', width: width - 416, align: 'right', of: ({ balance }) => formatPeso(balance) },
]

/** Draws the balance by its age, in up to four columns. A customer who owes nothing has none. */
function drawAging(doc: Doc, aging: CustomerStatement['aging']) {
  const ages = listAges(aging)
  if (ages.length === 0) return
  if (doc.y + 56 > bottom) doc.addPage()
  const y = doc.y + 10
  const column = (right - margin) / 4
  for (const [n, { name, amount }] of ages.entries()) {
    const x = margin + n * column
    const end = writeText(doc, name, x, y, { size: 8.5, bold: true, color: faint, width: column - 8 })
    doc.y = writeText(doc, formatPeso(amount), x, end + 2, { width: column - 8 })
  }
}

/** Writes the store credit beneath the debt, when the customer has or had any. */
function drawCredit(doc: Doc, { credit: { opening, given, used, balance } }: CustomerStatement) {
  if (opening === 0 && given === 0 && used === 0) return
  if (doc.y + 40 > bottom) doc.addPage()
  const sentence = `${formatPeso(opening)} before, ${formatPeso(given)} given, ${formatPeso(used)} used, ${formatPeso(balance)} left`
  const end = writeText(doc, 'Store credit', margin, doc.y + 10, { size: 8.5, bold: true, color: faint, width })
  doc.y = writeText(doc, sentence, margin, end + 2, { width })
}

/** Writes the tax of the period beneath, a line for each rate. A customer without recorded tax has none. */
function drawTaxes(doc: Doc, { taxes }: CustomerStatement) {
  if (taxes.length === 0) return
  if (doc.y + 28 + taxes.length * 14 > bottom) doc.addPage()
  let end = writeText(doc, 'Tax within the sales', margin, doc.y + 10, { size: 8.5, bold: true, color: faint, width })
  for (const rate of taxes) {
    const sentence = `${describeRate(rate)}: ${formatPeso(rate.tax)} on ${formatPeso(rate.base)}`
    end = writeText(doc, sentence, margin, end + 2, { width })
  }
  doc.y = end
}
