import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'

import {
  locateLabel,
  type LabelStock,
  type LabelStockID,
  countLabelsPerPage,
  labelStocks,
} from '../../../contract/catalogue/label-stocks.ts'
import { type Doc, fontOf, createDocument, registerFonts } from '../../pdf/sheet.ts'
import type { Drawing } from './label-layout.ts'

/** PDF points per millimetre. */
const points = 72 / 25.4

/** Returns labels as a PDF whose pages have the size of the paper, to be printed without scaling. */
export async function drawLabelFile(
  { stock: id, startAt, offset }: { stock: LabelStockID; startAt: number; offset: { x: number; y: number } },
  drawn: readonly { copies: number; drawing: Drawing }[],
) {
  const stock: LabelStock = labelStocks[id]
  const size: [number, number] = [stock.page.width * points, stock.page.height * points]
  const doc = await createDocument({ size, margin: 0, lang: 'en', autoFirstPage: false, info: { Title: 'Labels' } })
  const bytes = buffer(doc)
  await registerFonts(doc)
  disablePrintScaling(doc)
  const rooms = countLabelsPerPage(id)
  let place = startAt - 1
  doc.addPage()
  for (const { copies, drawing } of drawn)
    for (let copy = 0; copy < copies; copy++) {
      if (place === rooms) {
        // Yield to other requests between pages, because thousands of labels take seconds.
        await setImmediate()
        doc.addPage()
        place = 0
      }
      const at = locateLabel(stock, place++)
      drawLabel(doc, drawing, { x: at.x + offset.x, y: at.y + offset.y })
    }
  doc.end()
  return { name: 'labels.pdf', bytes: (await bytes) as Uint8Array }
}

function drawLabel(doc: Doc, { bars, texts }: Drawing, at: { x: number; y: number }) {
  for (const { x, y, width, height } of bars)
    doc.rect((at.x + x) * points, (at.y + y) * points, width * points, height * points)
  doc.fillColor('black').fill()
  for (const { x, y, text, size, bold } of texts)
    doc
      .font(fontOf(text, bold))
      .fontSize(size * points)
      .text(text, (at.x + x) * points, (at.y + y) * points, { lineBreak: false, baseline: 'alphabetic' })
}

/** Turns off print scaling: viewers otherwise shrink pages, and the labels no longer fit their sheet. */
function disablePrintScaling(doc: Doc) {
  // pdfkit has no option for viewer preferences and does not export the document's root.
  const { _root } = doc as unknown as { _root: { data: Record<string, unknown> } }
  _root.data['ViewerPreferences'] = doc.ref({ PrintScaling: 'None' })
}
