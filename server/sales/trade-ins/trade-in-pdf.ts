import { testsLower } from '../../../contract/pricing/trade-in-rules.ts'
import { identityWords } from '../../../contract/sales/trade-ins.ts'
import { dayIn, formatDay, formatMoment } from '../../../contract/shared/dates.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { formatNumber } from '../../../contract/shared/numbers.ts'
import { formatWeight } from '../../../contract/shared/quantities.ts'
import { readSettings } from '../../company/settings.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import {
  bottom,
  type Column,
  createSheet,
  type Doc,
  drawNotes,
  drawParties,
  drawRemarks,
  drawTable,
  faint,
  margin,
  right,
  width,
  writeText,
} from '../../pdf/sheet.ts'
import { findTradeIn, type TradeInDetails } from './trade-ins.queries.ts'

/** Draws the paper that a customer signs to sell pieces to the shop, as an A4 PDF. */
export async function drawTradeIn(db: Db | Tx, pictures: Pictures, tradeInID: number) {
  const document = await findTradeIn(db, tradeInID)
  const { timeZone } = await readSettings(db)
  const paper = {
    title: 'Trade-in',
    number: document.tradeInNumber,
    details: (company: { registrationNumber: string; taxDetails: string | null }) => [
      `Registration no. ${company.registrationNumber}`,
      company.taxDetails,
    ],
  }
  return createSheet(db, pictures, paper, (doc) => {
    const { customer, location, createdBy, identitySeenBy, identityDocument } = document
    drawParties(
      doc,
      { role: 'Sold by', name: customer.name, texts: [customer.address, customer.contactNo, customer.email] },
      [
        ['Date', formatDay(dayIn(timeZone, document.createdAt))],
        ['Location', location.locationName],
        ['Taken by', createdBy?.name ?? null],
        ['Status', document.status],
        ['Identity seen by', identitySeenBy?.name ?? null],
        ['By document', identityDocument && identityWords[identityDocument]],
      ],
    )
    drawTable(doc, columns, document.pieces)
    drawOffer(doc, document, timeZone)
    drawRemarks(doc, document.remarks)
    drawNotes(doc, statements)
    drawSignatures(doc, document)
  })
}

const statements = [
  'The customer declares to own these pieces and sells them to the shop for the offer above. The weights, the tested karats and the rates were shown and explained.',
  'With the signature the pieces become the property of the shop.',
]

type Piece = TradeInDetails['pieces'][number]
const columns: Column<Piece>[] = [
  { name: 'No.', width: 24, of: (_, n) => String(n + 1) },
  {
    name: 'Piece',
    width: 142,
    of: (piece) => [piece.description, piece.testNote].filter(Boolean).join('\n'),
  },
  {
    name: 'Weight',
    width: 74,
    align: 'right',
    of: ({ grossGrams, stoneGrams }) =>
      [formatWeight(grossGrams), stoneGrams > 0 && `stones −${formatWeight(stoneGrams)}`].filter(Boolean).join('\n'),
  },
  {
    name: 'Karat',
    width: 66,
    of: ({ markedKarat, testedKarat }) =>
      [
        testedKarat ? `tested ${testedKarat}` : 'not tested',
        markedKarat === null ? 'no mark' : `marked ${markedKarat}`,
        testsLower(markedKarat, testedKarat) && 'lower than marked',
      ]
        .filter(Boolean)
        .join('\n'),
  },
  {
    name: 'Counts',
    width: 64,
    align: 'right',
    of: ({ countedGrams, loss }) =>
      [formatWeight(countedGrams), loss > 0 && `loss ${formatNumber(loss, 0, 2)}%`].filter(Boolean).join('\n'),
  },
  { name: 'A gram', width: 62, align: 'right', of: ({ rate }) => (rate ? formatPeso(rate.buyPerGram) : '–') },
  { name: 'Sum', width: width - 432, align: 'right', of: ({ sum }) => (sum === null ? '–' : formatPeso(sum)) },
]

function drawOffer(doc: Doc, { reckoned, offer, offeredAt }: TradeInDetails, timeZone: string) {
  if (doc.y + 60 > bottom) doc.addPage()
  doc.y += 4
  const pair = (name: string, amount: string, strong: boolean) => {
    const look = { size: strong ? 12 : 9.5, bold: strong }
    const { y } = doc
    writeText(doc, amount, right - 120, y, { ...look, align: 'right', width: 120 })
    doc.y = writeText(doc, name, margin + width / 2 - 20, y, { ...look, width: 140 }) + 4
  }
  if (reckoned !== null) pair('Reckoned', formatPeso(reckoned), false)
  if (offer !== null && offeredAt !== null) {
    pair('Offer', formatPeso(offer), true)
    pair('Offered on', formatMoment(offeredAt, timeZone), false)
  }
  doc.y += 12
}

/** Draws the lines on which the customer and the shop sign. */
function drawSignatures(doc: Doc, { customer, offeredBy, createdBy }: TradeInDetails) {
  const height = 96
  if (doc.y + height > bottom) doc.addPage()
  const half = width / 2 - 16
  const y = doc.y + 58
  for (const [n, [role, name]] of [
    ['The customer', customer.name],
    ['For the shop', offeredBy?.name ?? createdBy?.name ?? ''],
  ].entries()) {
    const x = margin + n * (half + 32)
    doc
      .moveTo(x, y)
      .lineTo(x + half, y)
      .lineWidth(0.75)
      .strokeColor('#1f1b16')
      .stroke()
    const end = writeText(doc, `${name}`, x, y + 5, { width: half })
    writeText(doc, `${role}, with the date`, x, end + 1, { size: 8, color: faint, width: half })
  }
  doc.y = y + 44
}
