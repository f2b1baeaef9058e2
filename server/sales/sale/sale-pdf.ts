import { describePiece, joinAssay } from '../../../contract/catalogue/assay.ts'
import { buyerNameOf, listSaleFigures, describePaid } from '../../../contract/sales/sale-papers.ts'
import { formatDay, formatMoment } from '../../../contract/shared/dates.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { listTaxNotes } from '../../../contract/tax/tax-papers.ts'
import { readSettings } from '../../company/settings.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Code, drawQRCode, encodeQRCode } from '../../pdf/qr-code.ts'
import {
  amountOf,
  bottom,
  type Column,
  type Doc,
  faint,
  heightOf,
  margin,
  drawNotes,
  drawParties,
  drawRemarks,
  right,
  createSheet,
  drawTable,
  width,
  writeText,
} from '../../pdf/sheet.ts'
import { listChecks } from '../certificates/certificate-print.ts'
import { findCertificatesOfSale } from '../certificates/certificates.queries.ts'
import { readTax } from '../tax/tax.queries.ts'
import { listShownGold } from './sale-gold.queries.ts'
import { findSale, type SaleDetails } from './sales.queries.ts'

/**
 * Draws a sale's invoice as an A4 PDF. With an `origin`, it has the QR codes of its certificates. One for a link leaves out
 * what the page of the order does not tell, because links are passed on. Throws 404 when the sale does not exist and 409 when it is canceled.
 */
export async function drawInvoice(
  db: Db | Tx,
  pictures: Pictures,
  salesTransactionID: number,
  { origin, now, isForLink = false }: { origin: string | undefined; now: Date; isForLink?: boolean },
) {
  const stored = await findSale(db, salesTransactionID)
  const sale = isForLink ? withoutPrivateFacts(stored) : stored
  if (sale.status === 'Canceled')
    throw new AppError('sale.canceled', 'This sale is Canceled: there is no invoice of it')
  const { timeZone } = await readSettings(db)
  const tax = await readTax(db)
  const certificates = origin === undefined ? [] : await findCertificatesOfSale(db, salesTransactionID)
  const checks = await Promise.all(
    listChecks(certificates, origin ?? '').map(async (one) => ({ ...one, code: await encodeQRCode(one.address) })),
  )
  const gold = new Map((await listShownGold(db, sale, now)).map((line) => [line.salesItemID, line.gold]))
  const { customer } = sale
  const paper = {
    title: 'Invoice',
    number: sale.transactionNumber,
    details: (company: { registrationNumber: string; taxDetails: string | null }) => [
      `Registration no. ${company.registrationNumber}`,
      company.taxDetails,
    ],
  }
  return createSheet(db, pictures, paper, (doc) => {
    drawParties(
      doc,
      {
        role: 'Customer',
        name: isForLink ? (customer?.firstName ?? '') : buyerNameOf(sale),
        texts: isForLink
          ? []
          : customer
            ? [customer.address, customer.contactNo, customer.email]
            : [sale.buyer?.contact],
      },
      [
        ['Date', formatDay(sale.orderDate)],
        ['Expected delivery', sale.expectedDeliverDate && formatDay(sale.expectedDeliverDate)],
        ['Location', isForLink ? null : sale.location.locationName],
      ],
    )
    drawTable(
      doc,
      columns,
      sale.items.map((line) => ({ ...line, gold: gold.get(line.salesItemID) ?? null })),
    )
    drawFigures(doc, sale, timeZone)
    drawInstalments(doc, sale)
    drawRemarks(doc, sale.remarks)
    drawNotes(doc, listTaxNotes(tax, sale))
    drawChecks(doc, checks)
  })
}

/** Returns a sale without what its order page does not tell: remarks, references, reasons of refunds, and store credit. */
const withoutPrivateFacts = (sale: SaleDetails): SaleDetails => ({
  ...sale,
  remarks: null,
  creditLeft: null,
  payments: sale.payments.map((payment) => ({ ...payment, reference: null })),
  refunds: sale.refunds.map((refund) => ({ ...refund, reason: '' })),
})

const columns: Column<SaleDetails['items'][number] & { gold: string | null }>[] = [
  { name: 'No.', width: 24, of: (_, n) => String(n + 1) },
  { name: 'Item code', width: 76, of: (line) => line.piece?.number ?? line.itemCode },
  {
    name: 'Item',
    width: 188,
    of: (line) =>
      [
        line.itemName,
        joinAssay([describePiece(line, line.price), line.gold]),
        line.refundedQty > 0 && `${amountOf(line.refundedQty, line.uom)} came back`,
      ]
        .filter(Boolean)
        .join('\n'),
  },
  { name: 'Quantity', width: 58, align: 'right', of: ({ orderQty, uom }) => amountOf(orderQty, uom) },
  { name: 'Price', width: 72, align: 'right', of: (line) => formatPeso(line.price) },
  { name: 'Amount', width: width - 418, align: 'right', of: (line) => formatPeso(line.lineTotal) },
]

/** The totals use the right half of the page: names on its left, amounts on its right. */
const [from, amountWidth] = [margin + width / 2 - 20, 110]
const nameWidth = right - from - amountWidth - 10

function drawPair(doc: Doc, { name, note, amount, strong }: ReturnType<typeof listSaleFigures>[number]) {
  const look = { size: strong ? 11 : 9.5, bold: strong }
  const small = { size: 8, color: faint, width: nameWidth }
  const height = heightOf(doc, name, nameWidth, look) + (note ? heightOf(doc, note, nameWidth, small) : 0)
  if (doc.y + height > bottom) doc.addPage()
  const { y } = doc
  writeText(doc, amount, right - amountWidth, y, { ...look, align: 'right', width: amountWidth })
  let end = writeText(doc, name, from, y, { ...look, width: nameWidth })
  if (note) end = writeText(doc, note, from, end, small)
  doc.y = end + 4
}

function drawFigures(doc: Doc, sale: SaleDetails, timeZone: string) {
  doc.y += 4
  for (const figure of listSaleFigures(sale, (at) => formatMoment(at, timeZone))) drawPair(doc, figure)
  doc.y += 14
}

function drawInstalments(doc: Doc, { schedule }: SaleDetails) {
  if (schedule.length === 0) return
  if (doc.y + 50 > bottom) doc.addPage()
  doc.y = writeText(doc, 'Instalments', from, doc.y, { bold: true, color: faint }) + 4
  for (const one of schedule)
    drawPair(doc, {
      name: formatDay(one.dueDate),
      note: describePaid(one) || null,
      amount: formatPeso(one.amount),
      strong: false,
    })
  doc.y += 14
}

/** Draws the QR code of each certificate of 23 mm, two in a row, with its number and its address. */
function drawChecks(doc: Doc, checks: readonly { certificateNumber: string; address: string; code: Code }[]) {
  const size = (23 / 25.4) * 72
  const half = width / 2
  for (const [n, { certificateNumber, address, code }] of checks.entries()) {
    const isFirst = n % 2 === 0
    if (isFirst && doc.y + size > bottom) doc.addPage()
    const { y } = doc
    const x = margin + (isFirst ? 0 : half)
    drawQRCode(doc, code, { x, y, size, color: '#1f1b16' })
    const beside = { x: x + size + 6, width: half - size - 16 }
    const below = writeText(doc, `Certificate ${certificateNumber}`, beside.x, y + 18, {
      bold: true,
      width: beside.width,
    })
    writeText(doc, address.replace(/^https?:\/\//, ''), beside.x, below + 1, {
      size: 8,
      color: faint,
      width: beside.width,
    })
    doc.y = isFirst && n < checks.length - 1 ? y : y + size + 4
  }
}
