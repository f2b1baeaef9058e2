import { setImmediate } from 'node:timers/promises'

import { inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import {
  locateLabel,
  type LabelStock,
  countLabelsPerPage,
  labelStocks,
} from '../../../contract/catalogue/label-stocks.ts'
import { type LabelCode, type LabelJob, type LabelPreview, labels } from '../../../contract/catalogue/labels.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { itemPathOf } from '../../../contract/site/site.ts'
import { pieceAddress } from '../../../contract/stock/piece-codes.ts'
import { readSettings } from '../../company/settings.ts'
import { item } from '../../db/schema/catalogue.ts'
import { serve } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Code, encodeQRCode } from '../../pdf/qr-code.ts'
import { fontOf, createDocument, registerFonts } from '../../pdf/sheet.ts'
import { ok } from '../../resource/records.ts'
import { findPieces } from '../../stock/pieces/pieces.queries.ts'
import { encodeCode128, encodeEAN13, scannedText } from './label-codes.ts'
import { drawLabel, type Drawing, type Ruler, labelTexts } from './label-layout.ts'
import { drawLabelFile } from './label-pdf.ts'

type Job = z.output<typeof LabelJob>
type Item = typeof item.$inferSelect
/** The drawing of an item's label, and the number of copies to print. */
type Drawn = { copies: number; drawing: Drawing }
type Refused = LabelPreview['refused']

/** After this many drawings, the loop lets other requests run, because drawing thousands of labels takes seconds. */
const drawingsPerTurn = 20

export function labelRoutes(app: FastifyInstance, publicUrl: string | undefined) {
  serve(app, labels.print, async ({ body }, context) => {
    const { drawn, refused } = await drawAll(body, context, publicUrl)
    if (refused[0]) throw new AppError('label.code_invalid', refused[0].message)
    return drawLabelFile(body, drawn)
  })

  serve(
    app,
    labels.preview,
    async ({ body }, context) => {
      const { drawn, refused } = await drawAll(body, context, publicUrl)
      const count = drawn.reduce((sum, { copies }) => sum + copies, 0)
      const pages = count === 0 ? 0 : Math.ceil((count + body.startAt - 1) / countLabelsPerPage(body.stock))
      return ok({ labels: count, pages, first: count === 0 ? null : firstPage(body, drawn), refused })
    },
    { transaction: false },
  )
}

/**
 * Draws each item's label. `refused` lists the items whose label cannot be drawn, each with the reason. Throws 422 for
 * an unknown item.
 */
async function drawAll(job: Job, { db, client }: Context, publicUrl: string | undefined) {
  const origin = publicUrl ?? client.origin
  const hasPieces = job.labels.some(({ pieceID }) => pieceID !== undefined)
  if ((job.code === 'qr-page' || hasPieces) && !origin)
    throw new AppError('address.invalid', 'This address is not valid')
  const found = await db
    .select()
    .from(item)
    .where(inArray(item.itemID, [...new Set(job.labels.map(({ itemID }) => itemID))]))
  const byID = new Map(found.map((one) => [one.itemID, one]))
  const pieces = await findPieces(
    db,
    job.labels.flatMap(({ pieceID }) => pieceID ?? []),
  )
  const { companyName } = await readSettings(db)
  const shop = job.shopName ? companyName : null
  const ruler = await getRuler()
  const stock: LabelStock = labelStocks[job.stock]
  const drawn: Drawn[] = []
  const refused: Refused = []
  for (const [n, { itemID, pieceID, copies }] of job.labels.entries()) {
    const ofItem = byID.get(itemID)
    const piece = pieceID === undefined ? undefined : pieces.get(pieceID)
    if (pieceID !== undefined && piece?.itemID !== itemID)
      throw new AppError('reference.missing', `Piece ${pieceID} does not exist`, { field: 'labels' })
    const of = ofItem && piece ? asLabelled(ofItem, piece) : ofItem
    if (!of) throw new AppError('reference.missing', `Item ${itemID} does not exist`, { field: 'labels' })
    const { itemCode, itemName } = of
    const page = `${origin}${piece ? `${pieceAddress}${piece.code}` : itemPathOf(itemID)}`
    // The tag of a piece holds the address of its page, unless bars are asked for.
    const code = piece && (job.code === 'best' || job.code === 'qr') ? 'qr-page' : job.code
    const drawing = await drawOne(stock, { ...job, code }, of, { shop, page, ruler })
    if (typeof drawing === 'string') refused.push({ itemID, itemCode, itemName, message: drawing })
    else drawn.push({ copies, drawing })
    if (n % drawingsPerTurn === drawingsPerTurn - 1) await setImmediate()
  }
  return { drawn, refused }
}

/** Returns an item as the label of one of its pieces shows it. */
const asLabelled = (
  of: Item,
  { number, barcode, grams }: { number: string; barcode: string | null; grams: number | null },
) => ({
  ...of,
  itemCode: number,
  barcode,
  grams: grams ?? of.grams,
})

/** Draws one label. Returns the reason as text when its code cannot be encoded or does not fit. */
async function drawOne(
  stock: LabelStock,
  job: Pick<Job, 'code' | 'details' | 'price'>,
  of: Item,
  { shop, page, ruler }: { shop: string | null; page: string; ruler: Ruler },
): Promise<Drawing | string> {
  const words = labelTexts(of, { shopName: shop, details: job.details, price: job.price })
  let reason = ''
  for (const make of codes[job.code]) {
    const code = await make(of, page)
    if (typeof code === 'string') reason = code
    else {
      const drawing = drawLabel(stock, words, code, ruler)
      if (drawing) return drawing
      reason = `The code of ${of.itemCode} is too long for this label: choose ${code.height === null ? 'a QR code or ' : ''}a larger label`
    }
  }
  return reason
}

type MakeCode = (of: Item, page: string) => Promise<Code | string>
const qr: MakeCode = (of) => encodeQRCode(scannedText(of))

/** For each choice of the user, the encoders in the order in which they are tried. */
const codes: Record<LabelCode, readonly MakeCode[]> = {
  best: [encodeEAN13, encodeCode128, qr],
  code128: [encodeCode128],
  ean13: [encodeEAN13],
  qr: [qr],
  // The label shows the item code as its text and not the address, because nobody types the address.
  'qr-page': [async (of, page) => ({ ...(await encodeQRCode(page)), text: of.itemCode })],
}

let cachedRuler: Promise<Ruler> | undefined
/**
 * Returns the function that measures the width of a text in the PDF, in the unit of the text size. It loads its fonts
 * only once.
 */
const getRuler = () => (cachedRuler ??= newRuler())

async function newRuler(): Promise<Ruler> {
  const doc = await createDocument({ autoFirstPage: false })
  await registerFonts(doc)
  return (text, size, bold) => (doc.font(fontOf(text, bold)).fontSize(100).widthOfString(text) * size) / 100
}

/** Draws the first page for the preview, exactly as it is printed with its offset. */
function firstPage({ stock: id, startAt, offset }: Job, drawn: readonly Drawn[]): LabelPreview['first'] {
  const stock: LabelStock = labelStocks[id]
  const labelsOnPage = countLabelsPerPage(id)
  const texts = []
  let bars = ''
  let place = startAt - 1
  for (const { copies, drawing } of drawn)
    for (let copy = 0; copy < copies && place < labelsOnPage; copy++, place++) {
      const at = locateLabel(stock, place)
      const [x, y] = [at.x + offset.x, at.y + offset.y]
      for (const bar of drawing.bars)
        bars += `M${short(x + bar.x)} ${short(y + bar.y)}h${short(bar.width)}v${short(bar.height)}h${short(-bar.width)}z`
      texts.push(...drawing.texts.map((text) => ({ ...text, x: text.x + x, y: text.y + y })))
    }
  const labels = Array.from({ length: labelsOnPage }, (_, n) => ({ ...locateLabel(stock, n), ...stock.label }))
  return { ...stock.page, labels, bars, texts }
}

const short = (millimetres: number) => String(Math.round(millimetres * 1000) / 1000)
