import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import type PDFDocument from 'pdfkit'

import type { Language } from '../../contract/shared/languages.ts'
import { formatNumber } from '../../contract/shared/numbers.ts'
import { shopName } from '../../contract/site/site.ts'
import { companyProfile } from '../db/schema/company.ts'
import type { Pictures } from '../files/pictures.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { drawMark, markSize } from './mark.ts'

// PDF documents on A4 in one layout: the shop's heading, the document's own content, and a footer.

type Company = typeof companyProfile.$inferSelect
export type Doc = InstanceType<typeof PDFDocument>

/** Creates a PDF. The library is loaded lazily, so that a shop without PDFs spends no memory on it. */
export async function createDocument(options: PDFKit.PDFDocumentOptions): Promise<Doc> {
  const { default: Made } = await import('pdfkit')
  return new Made(options)
}

// Points: 72 to the inch.
export const margin = 48
export const width = 595.28 - 2 * margin
export const right = margin + width
/** The lower end of a page's content, above the footer. */
export const bottom = 841.89 - 76
const ink = '#1f1b16'
export const faint = '#6f665a'
const line = '#e7dfd1'
const gold = '#c09c52'

/**
 * Returns a document as a PDF with its file name. `draw` starts at `doc.y`, below the heading. `details` selects the
 * texts of the company profile that the heading shows below the address. `language` is that of the document's content.
 */
export async function createSheet(
  db: Db | Tx,
  pictures: Pictures,
  {
    title,
    number,
    details,
    language = 'en',
  }: {
    title: string
    number: string
    details?: (company: Company) => (string | null)[]
    language?: Language
  },
  draw: (doc: Doc) => void,
) {
  const [company] = await db.select().from(companyProfile)
  const logo = company?.image_url ? await pictures.png(company.image_url) : null
  const doc = await createDocument({
    size: 'A4',
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: `${title} ${number}`, Author: company?.companyName ?? shopName },
  })
  const bytes = buffer(doc)
  await registerFonts(doc)
  drawHeading(doc, { title, number, company, logo, details: (company && details?.(company)) ?? [] })
  draw(doc)
  drawFooters(doc, number, company, language)
  doc.end()
  return { name: `${number}.pdf`, bytes: (await bytes) as Uint8Array }
}

export type Look = { size?: number; bold?: boolean; color?: string; align?: 'left' | 'right'; width?: number }

/** Matches text that needs Noto Sans JP. Inter has no Japanese, and Noto Sans JP has no peso sign. */
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** Matches text that the font of headings has. Its file has the letters of Europe alone. */
const displayed = /^[\u0020-\u017f\u2010-\u203a₱€]*$/u

/** Returns the name of the font for a heading, as the public pages have it; that of plain text for other scripts. */
export const displayFontOf = (text: string, bold: boolean) =>
  displayed.test(text) ? `Display ${bold ? 'Bold' : 'Regular'}` : fontOf(text, bold)

/** Returns the name of the font for a text. `registerFonts` must have registered the fonts. */
export const fontOf = (text: string, bold: boolean) =>
  `${japanese.test(text) ? 'Japanese' : 'Latin'} ${bold ? 'Bold' : 'Regular'}`

function applyLook(doc: Doc, text: string, { size = 9.5, bold = false, color = ink }: Look) {
  return doc.font(fontOf(text, bold)).fontSize(size).fillColor(color)
}

/** Writes a text and returns the y position below it. */
export function writeText(doc: Doc, text: string, x: number, y: number, look: Look = {}): number {
  const { align = 'left', width = right - x } = look
  const options: PDFKit.Mixins.TextOptions = {
    align,
    width,
    lineGap: 1.5,
    ...(align === 'right' && { features: ['tnum'] }),
  }
  applyLook(doc, text, look)
  const height = doc.heightOfString(text, options)
  doc.text(text, x, y, options)
  return y + height
}

/** Returns the height of a text in a column. */
export function heightOf(doc: Doc, text: string, width: number, look: Look = {}): number {
  return applyLook(doc, text, look).heightOfString(text, { width, lineGap: 1.5 })
}

export const drawRule = (doc: Doc, y: number, color = line) =>
  doc.moveTo(margin, y).lineTo(right, y).lineWidth(0.75).strokeColor(color).stroke()

function drawHeading(
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
  } else {
    drawMark(doc, margin, y, gold)
    y += markSize + 10
  }
  y = writeText(doc, company?.companyName ?? shopName, margin, y, { size: 13, bold: true, width: half }) + 2
  for (const text of [company?.companyAddress, company?.companyPhone, company?.companyEmail, ...details])
    if (text) y = writeText(doc, text, margin, y, { color: faint, width: half }) + 1

  const x = margin + half + 20
  let beside = writeText(doc, title.toUpperCase(), x, margin, { size: 19, bold: true, align: 'right' }) + 4
  beside = writeText(doc, number, x, beside, { size: 13, align: 'right' })
  doc.y = Math.max(y, beside) + 14
  drawRule(doc, doc.y, gold)
  doc.y += 16
}

/** Draws the customer or supplier on the left, and facts such as dates on the right. It skips empty texts and facts. */
export function drawParties(
  doc: Doc,
  party: { role: string; name: string; texts: readonly (string | null | undefined)[] },
  facts: readonly (readonly [name: string, value: string | null])[],
) {
  const half = width / 2 - 10
  const start = doc.y
  let y = writeText(doc, party.role, margin, start, { bold: true, color: faint }) + 3
  y = writeText(doc, party.name, margin, y, { size: 11, bold: true, width: half }) + 2
  for (const text of party.texts) if (text) y = writeText(doc, text, margin, y, { width: half }) + 1

  const x = margin + half + 20
  let beside = start
  for (const [name, value] of facts) {
    if (!value) continue
    writeText(doc, name, x, beside, { color: faint, width: 100 })
    beside = writeText(doc, value, x + 104, beside) + 3
  }
  doc.y = Math.max(y, beside) + 18
}

/** A column of a table. The widths of all columns add up to the page's width. */
export type Column<Row> = { name: string; width: number; align?: 'right'; of: (row: Row, n: number) => string }
const gap = 8

/** Draws a table over as many pages as needed, and repeats its head on each page. */
export function drawTable<Row>(doc: Doc, columns: readonly Column<Row>[], rows: readonly Row[]) {
  drawTableHead(doc, columns)
  for (const [n, one] of rows.entries()) {
    const texts = columns.map(({ of }) => of(one, n))
    const height = Math.max(...columns.map(({ width }, column) => heightOf(doc, texts[column]!, width - gap)))
    if (doc.y + height > bottom) {
      doc.addPage()
      drawTableHead(doc, columns)
    }
    const end = drawTableRow(doc, columns, texts, {})
    drawRule(doc, end + 4)
    doc.y = end + 10
  }
}

function drawTableHead<Row>(doc: Doc, columns: readonly Column<Row>[]) {
  const names = columns.map(({ name }) => name)
  const end = drawTableRow(doc, columns, names, { bold: true, color: faint, size: 8.5 })
  drawRule(doc, end + 4)
  doc.y = end + 10
}

function drawTableRow(
  doc: Doc,
  columns: readonly { width: number; align?: 'right' }[],
  texts: string[],
  look: Look,
): number {
  const y = doc.y
  let x = margin
  let end = y
  for (const [n, { width, align = 'left' }] of columns.entries()) {
    const within = width - (n < columns.length - 1 ? gap : 0)
    end = Math.max(end, writeText(doc, texts[n]!, x, y, { ...look, align, width: within }))
    x += width
  }
  return end
}

/** Draws the remarks. They start a new page if they would not fit on this one. */
export function drawRemarks(doc: Doc, remarks: string | null) {
  if (!remarks) return
  if (doc.y + 16 + heightOf(doc, remarks, width) > bottom) doc.addPage()
  doc.y = writeText(doc, 'Remarks', margin, doc.y, { bold: true, color: faint }) + 3
  doc.y = writeText(doc, remarks, margin, doc.y) + 12
}

/** Draws small print, such as that about tax. */
export function drawNotes(doc: Doc, notes: readonly string[]) {
  const look = { size: 8, color: faint, width }
  for (const note of notes) {
    if (doc.y + heightOf(doc, note, width, look) > bottom) doc.addPage()
    doc.y = writeText(doc, note, margin, doc.y, look) + 2
  }
}

/** Formats a quantity; a BULK quantity gets its unit, grams. */
export const amountOf = (quantity: number, uom: string) => formatNumber(quantity, 0, 3) + (uom === 'BULK' ? ' g' : '')

const pageOf: Record<Language, (page: number, count: number) => string> = {
  en: (page, count) => `Page ${page} of ${count}`,
  tl: (page, count) => `Pahina ${page} ng ${count}`,
  ja: (page, count) => `${page} / ${count} ページ`,
}

function drawFooters(doc: Doc, number: string, company: Company | undefined, language: Language) {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const look = { size: 8, color: faint }
    drawRule(doc, bottom + 22)
    writeText(doc, `${company?.companyName ?? shopName}, ${number}`, margin, bottom + 28, {
      ...look,
      width: width - 80,
    })
    writeText(doc, pageOf[language](page + 1, count), right - 80, bottom + 28, { ...look, align: 'right', width: 80 })
  }
}

/** Registers the fonts of `fontOf` in a document. The PDF file contains only the fonts that it uses. */
export async function registerFonts(doc: Doc) {
  for (const [name, font] of Object.entries(await loadFonts())) doc.registerFont(name, font)
}

let loaded: Promise<Record<string, Buffer>> | undefined
/** Returns the fonts by name. The files are read once. */
function loadFonts() {
  return (loaded ??= readFonts())
}

async function readFonts() {
  const file = (url: string) => readFile(fileURLToPath(url))
  const own = (name: string) => file(new URL(`../../assets/fonts/${name}`, import.meta.url).href)
  const [latin, latinBold, japanese, japaneseBold, display, displayBold] = await Promise.all([
    file(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    file(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
    file(import.meta.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf')),
    file(import.meta.resolve('@expo-google-fonts/noto-sans-jp/600SemiBold/NotoSansJP_600SemiBold.ttf')),
    own('CormorantGaramond-Regular.ttf'),
    own('CormorantGaramond-SemiBold.ttf'),
  ])
  return {
    'Latin Regular': latin,
    'Latin Bold': latinBold,
    'Japanese Regular': japanese,
    'Japanese Bold': japaneseBold,
    'Display Regular': display,
    'Display Bold': displayBold,
  }
}
