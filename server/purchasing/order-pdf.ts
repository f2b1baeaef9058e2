import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import PDFDocument from 'pdfkit'

import { peso } from '../../contract/money.ts'
import { shopName } from '../../contract/settings.ts'
import type { Db, Tx } from '../db/client.ts'
import { companyProfile } from '../db/schema.ts'
import type { Pictures } from '../http/uploads.ts'
import { findOrder, type Order } from './order-record.ts'

type Company = typeof companyProfile.$inferSelect
type Doc = InstanceType<typeof PDFDocument>

/** A purchase order as a PDF on A4, to be sent to its supplier; 404 where there is none. */
export async function orderFile(db: Db | Tx, pictures: Pictures, poID: number) {
  const order = await findOrder(db, poID)
  const [company] = await db.select().from(companyProfile)
  const logo = company?.image_url ? await pictures.png(company.image_url) : null
  return { name: `${order.poNumber}.pdf`, bytes: await drawn(order, company, logo) }
}

// Points: 72 to the inch.
const margin = 48
const width = 595.28 - 2 * margin
const right = margin + width
/** Where the content of a page ends, above its foot. */
const bottom = 841.89 - 76
const ink = '#1f1b16'
const faint = '#6f665a'
const line = '#e7dfd1'
const gold = '#c09c52'

async function drawn(order: Order, company: Company | undefined, logo: Buffer | null): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: `Purchase order ${order.poNumber}`, Author: company?.companyName ?? shopName },
  })
  const bytes = buffer(doc)
  for (const [name, font] of Object.entries(await fonts())) doc.registerFont(name, font)
  heading(doc, order, company, logo)
  parties(doc, order)
  lines(doc, order)
  closing(doc, order)
  feet(doc, order, company)
  doc.end()
  return bytes
}

type Look = { size?: number; bold?: boolean; color?: string; align?: 'left' | 'right'; width?: number }

/** Inter has no Japanese, and Noto Sans JP no peso sign: a text is set in the one that has its letters. */
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

function set(doc: Doc, text: string, { size = 9.5, bold = false, color = ink }: Look) {
  const weight = bold ? 'Bold' : 'Regular'
  return doc
    .font(`${japanese.test(text) ? 'Japanese' : 'Latin'} ${weight}`)
    .fontSize(size)
    .fillColor(color)
}

/** Writes a text, and answers where the next one can stand beneath it. */
function write(doc: Doc, text: string, x: number, y: number, look: Look = {}): number {
  const { align = 'left', width = right - x } = look
  const options: PDFKit.Mixins.TextOptions = {
    align,
    width,
    lineGap: 1.5,
    ...(align === 'right' && { features: ['tnum'] }),
  }
  set(doc, text, look)
  const height = doc.heightOfString(text, options)
  doc.text(text, x, y, options)
  return y + height
}

function heightOf(doc: Doc, text: string, width: number): number {
  return set(doc, text, {}).heightOfString(text, { width, lineGap: 1.5 })
}

const rule = (doc: Doc, y: number, color = line) =>
  doc.moveTo(margin, y).lineTo(right, y).lineWidth(0.75).strokeColor(color).stroke()

function heading(doc: Doc, order: Order, company: Company | undefined, logo: Buffer | null) {
  const half = width / 2 - 10
  let y = margin
  if (logo) {
    doc.image(logo, margin, y, { fit: [150, 48] })
    y += 58
  }
  y = write(doc, company?.companyName ?? shopName, margin, y, { size: 13, bold: true, width: half }) + 2
  for (const text of [company?.companyAddress, company?.companyPhone, company?.companyEmail])
    if (text) y = write(doc, text, margin, y, { color: faint, width: half }) + 1

  const x = margin + half + 20
  let beside = write(doc, 'PURCHASE ORDER', x, margin, { size: 19, bold: true, align: 'right' }) + 4
  beside = write(doc, order.poNumber, x, beside, { size: 13, align: 'right' })
  doc.y = Math.max(y, beside) + 14
  rule(doc, doc.y, gold)
  doc.y += 16
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const written = (date: string) => day.format(new Date(`${date}T00:00:00Z`))
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** Who delivers, where to, and when. */
function parties(doc: Doc, order: Order) {
  const { supplier } = order
  const half = width / 2 - 10
  const start = doc.y
  let y = write(doc, 'Supplier', margin, start, { bold: true, color: faint }) + 3
  y = write(doc, supplier.supplierName, margin, y, { size: 11, bold: true, width: half }) + 2
  for (const text of [supplier.address, supplier.contactDetails, supplier.email])
    if (text) y = write(doc, text, margin, y, { width: half }) + 1

  const facts = [
    ['Deliver to', order.location.locationName],
    ['Order date', written(order.orderDate)],
    ['Expected delivery', written(order.expectedDeliverDate)],
    ['Reference', order.referenceNo],
    ['Status', order.status],
    ['Approved by', order.approvedBy],
  ] as const
  const x = margin + half + 20
  let beside = start
  for (const [name, value] of facts) {
    if (!value) continue
    write(doc, name, x, beside, { color: faint, width: 100 })
    beside = write(doc, value, x + 104, beside) + 3
  }
  doc.y = Math.max(y, beside) + 18
}

type Line = Order['purchaseOrderItems'][number]

/** The table's columns from left to right: their widths add up to the page's. */
const columns: { name: string; width: number; align?: 'right'; of: (line: Line, n: number) => string }[] = [
  { name: 'No.', width: 24, of: (_, n) => String(n + 1) },
  { name: 'Item code', width: 76, of: (line) => line.itemCode },
  { name: 'Item', width: 152, of: (line) => line.itemName },
  { name: 'UOM', width: 36, of: (line) => line.uom },
  {
    name: 'Quantity',
    width: 58,
    align: 'right',
    of: ({ orderQty, uom }) => number.format(orderQty) + (uom === 'BULK' ? ' g' : ''),
  },
  { name: 'Unit cost', width: 72, align: 'right', of: (line) => peso(line.unitCost) },
  { name: 'Amount', width: width - 418, align: 'right', of: (line) => peso(line.lineTotal) },
]
const gap = 8

function row(doc: Doc, texts: string[], look: Look): number {
  const y = doc.y
  let x = margin
  let end = y
  for (const [n, { width, align = 'left' }] of columns.entries()) {
    end = Math.max(
      end,
      write(doc, texts[n]!, x, y, { ...look, align, width: width - (n < columns.length - 1 ? gap : 0) }),
    )
    x += width
  }
  return end
}

function head(doc: Doc) {
  const end = row(
    doc,
    columns.map(({ name }) => name),
    { bold: true, color: faint, size: 8.5 },
  )
  rule(doc, end + 4)
  doc.y = end + 10
}

function lines(doc: Doc, { purchaseOrderItems }: Order) {
  head(doc)
  for (const [n, line] of purchaseOrderItems.entries()) {
    const texts = columns.map(({ of }) => of(line, n))
    const height = Math.max(...columns.map(({ width }, column) => heightOf(doc, texts[column]!, width - gap)))
    if (doc.y + height > bottom) {
      doc.addPage()
      head(doc)
    }
    const end = row(doc, texts, {})
    rule(doc, end + 4)
    doc.y = end + 10
  }
}

/** The total, and what was remarked; together on one page where they fit. */
function closing(doc: Doc, { totalCost, remarks }: Order) {
  if (doc.y + 40 > bottom) doc.addPage()
  const y = doc.y + 4
  write(doc, 'Total cost', margin, y, { size: 11, bold: true, align: 'right', width: width - 130 })
  doc.y = write(doc, peso(totalCost), right - 130, y, { size: 11, bold: true, align: 'right', width: 130 }) + 20
  if (!remarks) return
  if (doc.y + 16 + heightOf(doc, remarks, width) > bottom) doc.addPage()
  doc.y = write(doc, 'Remarks', margin, doc.y, { bold: true, color: faint }) + 3
  write(doc, remarks, margin, doc.y)
}

function feet(doc: Doc, { poNumber }: Order, company: Company | undefined) {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const look = { size: 8, color: faint }
    rule(doc, bottom + 22)
    write(doc, `${company?.companyName ?? shopName}, ${poNumber}`, margin, bottom + 28, { ...look, width: width - 80 })
    write(doc, `Page ${page + 1} of ${count}`, right - 80, bottom + 28, { ...look, align: 'right', width: 80 })
  }
}

let loaded: Promise<Record<string, Buffer>> | undefined
/** The fonts by the names they are set with, read once. */
function fonts() {
  return (loaded ??= readFonts())
}

async function readFonts() {
  const file = (url: string) => readFile(fileURLToPath(url))
  const [latin, latinBold, japanese, japaneseBold] = await Promise.all([
    file(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    file(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
    file(import.meta.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf')),
    file(import.meta.resolve('@expo-google-fonts/noto-sans-jp/600SemiBold/NotoSansJP_600SemiBold.ttf')),
  ])
  return {
    'Latin Regular': latin,
    'Latin Bold': latinBold,
    'Japanese Regular': japanese,
    'Japanese Bold': japaneseBold,
  }
}
