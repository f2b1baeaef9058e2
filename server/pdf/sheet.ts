import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import type PDFDocument from 'pdfkit'

import { formatNumber } from '../../contract/shared/numbers.ts'
import { shopName } from '../../contract/site/site.ts'
import { companyProfile } from '../db/schema/company.ts'
import type { Pictures } from '../files/keep.ts'
import type { Db, Tx } from '../kernel/database.ts'

// Documents to send, as PDFs on A4 in one look: the shop's heading, what the document itself draws, and a foot.

type Company = typeof companyProfile.$inferSelect
export type Doc = InstanceType<typeof PDFDocument>

/** A new PDF. What makes one is loaded when the first is made: a shop that prints nothing needs no memory for it. */
export async function newDocument(options: PDFKit.PDFDocumentOptions): Promise<Doc> {
  const { default: Made } = await import('pdfkit')
  return new Made(options)
}

// Points: 72 to the inch.
export const margin = 48
export const width = 595.28 - 2 * margin
export const right = margin + width
/** Where the content of a page ends, above its foot. */
export const bottom = 841.89 - 76
const ink = '#1f1b16'
export const faint = '#6f665a'
const line = '#e7dfd1'
const gold = '#c09c52'

/**
 * A document as a PDF, with its name as a file. `draw` begins at `doc.y`, under the heading; `details` are what of the
 * company profile stands there beside its address.
 */
export async function sheetFile(
  db: Db | Tx,
  pictures: Pictures,
  { title, number, details }: { title: string; number: string; details?: (company: Company) => (string | null)[] },
  draw: (doc: Doc) => void,
) {
  const [company] = await db.select().from(companyProfile)
  const logo = company?.image_url ? await pictures.png(company.image_url) : null
  const doc = await newDocument({
    size: 'A4',
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: `${title} ${number}`, Author: company?.companyName ?? shopName },
  })
  const bytes = buffer(doc)
  await registerFonts(doc)
  heading(doc, { title, number, company, logo, details: (company && details?.(company)) ?? [] })
  draw(doc)
  feet(doc, number, company)
  doc.end()
  return { name: `${number}.pdf`, bytes: (await bytes) as Uint8Array }
}

export type Look = { size?: number; bold?: boolean; color?: string; align?: 'left' | 'right'; width?: number }

/** Inter has no Japanese, and Noto Sans JP no peso sign: a text is set in the one that has its letters. */
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** The name of the font that a text is set in; the document has them all after `registerFonts`. */
export const fontOf = (text: string, bold: boolean) =>
  `${japanese.test(text) ? 'Japanese' : 'Latin'} ${bold ? 'Bold' : 'Regular'}`

function set(doc: Doc, text: string, { size = 9.5, bold = false, color = ink }: Look) {
  return doc.font(fontOf(text, bold)).fontSize(size).fillColor(color)
}

/** Writes a text, and answers where the next one can stand beneath it. */
export function write(doc: Doc, text: string, x: number, y: number, look: Look = {}): number {
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

/** How high a text is in a column. */
export function heightOf(doc: Doc, text: string, width: number, look: Look = {}): number {
  return set(doc, text, look).heightOfString(text, { width, lineGap: 1.5 })
}

export const rule = (doc: Doc, y: number, color = line) =>
  doc.moveTo(margin, y).lineTo(right, y).lineWidth(0.75).strokeColor(color).stroke()

function heading(
  doc: Doc,
  {
    title,
    number,
    company,
    logo,
    details,
  }: {
    title: string
    number: string
    company: Company | undefined
    logo: Buffer | null
    details: readonly (string | null)[]
  },
) {
  const half = width / 2 - 10
  let y = margin
  if (logo) {
    doc.image(logo, margin, y, { fit: [150, 48] })
    y += 58
  }
  y = write(doc, company?.companyName ?? shopName, margin, y, { size: 13, bold: true, width: half }) + 2
  for (const text of [company?.companyAddress, company?.companyPhone, company?.companyEmail, ...details])
    if (text) y = write(doc, text, margin, y, { color: faint, width: half }) + 1

  const x = margin + half + 20
  let beside = write(doc, title.toUpperCase(), x, margin, { size: 19, bold: true, align: 'right' }) + 4
  beside = write(doc, number, x, beside, { size: 13, align: 'right' })
  doc.y = Math.max(y, beside) + 14
  rule(doc, doc.y, gold)
  doc.y += 16
}

/** The other party on the left, and facts on the right: those that say something. */
export function parties(
  doc: Doc,
  party: { role: string; name: string; texts: readonly (string | null | undefined)[] },
  facts: readonly (readonly [name: string, value: string | null])[],
) {
  const half = width / 2 - 10
  const start = doc.y
  let y = write(doc, party.role, margin, start, { bold: true, color: faint }) + 3
  y = write(doc, party.name, margin, y, { size: 11, bold: true, width: half }) + 2
  for (const text of party.texts) if (text) y = write(doc, text, margin, y, { width: half }) + 1

  const x = margin + half + 20
  let beside = start
  for (const [name, value] of facts) {
    if (!value) continue
    write(doc, name, x, beside, { color: faint, width: 100 })
    beside = write(doc, value, x + 104, beside) + 3
  }
  doc.y = Math.max(y, beside) + 18
}

/** A table's columns from left to right: their widths add up to the page's. */
export type Column<Row> = { name: string; width: number; align?: 'right'; of: (row: Row, n: number) => string }
const gap = 8

/** A table that goes on on further pages, each with its head. */
export function table<Row>(doc: Doc, columns: readonly Column<Row>[], rows: readonly Row[]) {
  head(doc, columns)
  for (const [n, one] of rows.entries()) {
    const texts = columns.map(({ of }) => of(one, n))
    const height = Math.max(...columns.map(({ width }, column) => heightOf(doc, texts[column]!, width - gap)))
    if (doc.y + height > bottom) {
      doc.addPage()
      head(doc, columns)
    }
    const end = row(doc, columns, texts, {})
    rule(doc, end + 4)
    doc.y = end + 10
  }
}

function head<Row>(doc: Doc, columns: readonly Column<Row>[]) {
  const names = columns.map(({ name }) => name)
  const end = row(doc, columns, names, { bold: true, color: faint, size: 8.5 })
  rule(doc, end + 4)
  doc.y = end + 10
}

function row(doc: Doc, columns: readonly { width: number; align?: 'right' }[], texts: string[], look: Look): number {
  const y = doc.y
  let x = margin
  let end = y
  for (const [n, { width, align = 'left' }] of columns.entries()) {
    const within = width - (n < columns.length - 1 ? gap : 0)
    end = Math.max(end, write(doc, texts[n]!, x, y, { ...look, align, width: within }))
    x += width
  }
  return end
}

/** What was remarked, together on one page where it fits. */
export function remarked(doc: Doc, remarks: string | null) {
  if (!remarks) return
  if (doc.y + 16 + heightOf(doc, remarks, width) > bottom) doc.addPage()
  doc.y = write(doc, 'Remarks', margin, doc.y, { bold: true, color: faint }) + 3
  write(doc, remarks, margin, doc.y)
}

/** A quantity with its unit, where it is not counted in pieces. */
export const amountOf = (quantity: number, uom: string) => formatNumber(quantity, 0, 3) + (uom === 'BULK' ? ' g' : '')

function feet(doc: Doc, number: string, company: Company | undefined) {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const look = { size: 8, color: faint }
    rule(doc, bottom + 22)
    write(doc, `${company?.companyName ?? shopName}, ${number}`, margin, bottom + 28, { ...look, width: width - 80 })
    write(doc, `Page ${page + 1} of ${count}`, right - 80, bottom + 28, { ...look, align: 'right', width: 80 })
  }
}

/** Makes a document know the fonts that `fontOf` names; those that it sets nothing in are not in its file. */
export async function registerFonts(doc: Doc) {
  for (const [name, font] of Object.entries(await fonts())) doc.registerFont(name, font)
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
