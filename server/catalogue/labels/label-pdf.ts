import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'

import {
  labelPlace,
  type LabelStock,
  type LabelStockID,
  labelsPerPage,
  labelStocks,
} from '../../../contract/catalogue/label-stocks.ts'
import { type Doc, fontOf, newDocument, registerFonts } from '../../pdf/sheet.ts'
import type { Drawing } from './label-layout.ts'

/** Points to a millimetre. */
const points = 72 / 25.4

/** Labels as a PDF: pages of the size of the paper, so that it is printed as it is. */
export async function labelFile(
  { stock: id, startAt, offset }: { stock: LabelStockID; startAt: number; offset: { x: number; y: number } },
  drawn: readonly { copies: number; drawing: Drawing }[],
) {
  const stock: LabelStock = labelStocks[id]
  const size: [number, number] = [stock.page.width * points, stock.page.height * points]
  const doc = await newDocument({ size, margin: 0, lang: 'en', autoFirstPage: false, info: { Title: 'Labels' } })
  const bytes = buffer(doc)
  await registerFonts(doc)
  printAsItIs(doc)
  const rooms = labelsPerPage(id)
  let place = startAt - 1
  doc.addPage()
  for (const { copies, drawing } of drawn)
    for (let copy = 0; copy < copies; copy++) {
      if (place === rooms) {
        // Others are let in between two pages: thousands of labels take seconds.
        await setImmediate()
        doc.addPage()
        place = 0
      }
      const at = labelPlace(stock, place++)
      draw(doc, drawing, { x: at.x + offset.x, y: at.y + offset.y })
    }
  doc.end()
  return { name: 'labels.pdf', bytes: (await bytes) as Uint8Array }
}

function draw(doc: Doc, { bars, texts }: Drawing, at: { x: number; y: number }) {
  for (const { x, y, width, height } of bars)
    doc.rect((at.x + x) * points, (at.y + y) * points, width * points, height * points)
  doc.fillColor('black').fill()
  for (const { x, y, text, size, bold } of texts)
    doc
      .font(fontOf(text, bold))
      .fontSize(size * points)
      .text(text, (at.x + x) * points, (at.y + y) * points, { lineBreak: false, baseline: 'alphabetic' })
}

/** Viewers otherwise make a page a little smaller when they print, and sheets of labels no longer fit. */
function printAsItIs(doc: Doc) {
  // pdfkit has no option for the viewer's preferences, and keeps the document's root to itself.
  const { _root } = doc as unknown as { _root: { data: Record<string, unknown> } }
  _root.data['ViewerPreferences'] = doc.ref({ PrintScaling: 'None' })
}
