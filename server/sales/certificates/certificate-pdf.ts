import { buffer } from 'node:stream/consumers'

import { certificateLabels } from '../../../contract/sales/certificate-labels.ts'
import { checkAddressOf } from '../../../contract/sales/certificate-rules.ts'
import { formatCode } from '../../../contract/shared/codes.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { shopName } from '../../../contract/site/site.ts'
import { companyProfile } from '../../db/schema/company.ts'
import type { Pictures } from '../../files/pictures.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { drawMark } from '../../pdf/mark.ts'
import { type Code, drawQRCode, encodeQRCode } from '../../pdf/qr-code.ts'
import { createDocument, displayFontOf, type Doc, fontOf, registerFonts } from '../../pdf/sheet.ts'
import { listFacts } from './certificate-facts.ts'
import { certificateWords } from './certificate-words.ts'
import type { StoredCertificate } from './certificates.queries.ts'
import { storeRosette } from './rosette.ts'

// A certificate is one page of A5 landscape. All lengths are in points, from millimetres of the design.

const mm = 72 / 25.4
const page = { width: 210 * mm, height: 148 * mm }
const colors = {
  paper: '#fffdf9',
  ink: '#1f1b16',
  ink2: '#544d43',
  ink3: '#6f665a',
  line: '#e7dfd1',
  lineStrong: '#b5a78f',
  gold: '#c09c52',
  goldLight: '#e6d2a3',
  goldText: '#826120',
}
const left = { x: 13 * mm, y: 12.5 * mm, width: 66 * mm, bottom: 129.5 * mm }
const text = { x: 89 * mm, right: 197 * mm, width: 108 * mm }
const qr = { size: 23 * mm, x: 174 * mm, y: 106.5 * mm }

type Look = { size: number; color?: string; bold?: boolean; display?: boolean; spacing?: number }

/** A certificate in the language of its page. */
export type PrintedCertificate = StoredCertificate & { language: Language }

/** Draws certificates as one PDF, a page each. `origin` is the start of the address that the QR codes hold. */
export async function drawCertificates(
  db: Db | Tx,
  pictures: Pictures,
  printed: readonly PrintedCertificate[],
  origin: string,
) {
  const [company] = await db.select().from(companyProfile)
  const shop = company?.companyName ?? shopName
  const logo = company?.image_url ? await pictures.png(company.image_url) : null
  const [first] = printed
  const name = printed.length === 1 ? first!.certificateNumber : `certificates-${first!.certificateNumber}`
  const doc = await createDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    lang: first!.language,
    displayTitle: true,
    info: { Title: name, Author: shop },
  })
  const bytes = buffer(doc)
  await registerFonts(doc)
  const drawRosette = storeRosette(doc)
  for (const certificate of printed) {
    const address = checkAddressOf(origin, certificate.code)
    doc.addPage()
    drawPaper(doc, drawRosette)
    await drawPictures(doc, pictures, certificate)
    drawHeading(doc, { shop, logo }, certificate)
    const below = drawFacts(doc, certificate)
    drawFoot(doc, certificate, { shop, code: await encodeQRCode(address), below })
    drawSmallPrint(doc, certificate, origin)
  }
  doc.end()
  return { name: `${name}.pdf`, bytes: (await bytes) as Uint8Array }
}

/** Sets the font of a text. */
function setLook(doc: Doc, content: string, { size, color = colors.ink, bold = false, display = false }: Look) {
  return doc
    .font((display ? displayFontOf : fontOf)(content, bold))
    .fontSize(size)
    .fillColor(color)
}

/** Writes a text within a width, on at most `lines` lines. Returns the y position below it. */
function write(doc: Doc, content: string, box: { x: number; y: number; width: number; lines?: number }, look: Look) {
  setLook(doc, content, look)
  const { lines = 1 } = box
  const options = { width: box.width, lineGap: 1, ...(look.spacing && { characterSpacing: look.spacing }) }
  const height = Math.min(doc.heightOfString(content, options), (doc.currentLineHeight(true) + 1) * lines)
  // The Japanese font has its baseline lower than the Latin one.
  const rise = fontOf(content, false).startsWith('Japanese') ? look.size * 0.19 : 0
  doc.text(content, box.x, box.y - rise, { ...options, height: height + 0.5, ellipsis: true })
  return box.y + height
}

/** Returns the largest size up to `size` at which a text fits one line. */
function fitSize(doc: Doc, content: string, look: Look, width: number, least: number): number {
  setLook(doc, content, look)
  return Math.max(least, Math.min(look.size, (look.size * width) / doc.widthOfString(content)))
}

function drawPaper(doc: Doc, drawRosette: (x: number, y: number, size: number) => void) {
  doc.rect(0, 0, page.width, page.height).fill(colors.paper)
  const within = 6.4 * mm
  doc.save()
  doc.rect(within, within, page.width - 2 * within, page.height - 2 * within).clip()
  drawRosette(page.width - within + (34 - 79) * mm, page.height - within + (50 - 79) * mm, 158 * mm)
  doc.restore()
  const frame = (inset: number, color: string) =>
    doc
      .rect(inset, inset, page.width - 2 * inset, page.height - 2 * inset)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke()
  frame(5 * mm, colors.gold)
  frame(5 * mm + 3, colors.goldLight)
}

/** Draws up to three pictures: a square, and the others below it. */
async function drawPictures(doc: Doc, pictures: Pictures, { pictures: paths }: PrintedCertificate) {
  const gap = 2 * mm
  const lower = { y: left.y + left.width + gap, height: left.bottom - left.y - left.width - gap }
  const half = (left.width - gap) / 2
  const frames = [
    { x: left.x, y: left.y, width: left.width, height: left.width },
    { x: left.x, ...lower, width: paths.length > 2 ? half : left.width },
    { x: left.x + half + gap, ...lower, width: half },
  ]
  if (paths.length === 0)
    drawMark(doc, left.x + left.width / 4, left.y + left.width / 4, colors.goldLight, left.width / 2)
  for (const [n, { x, y, width, height }] of frames.entries()) {
    const path = paths[n]
    if (path === undefined) return
    const dots = 300 / 72
    const drawn = await pictures.jpeg(path, { width: Math.round(width * dots), height: Math.round(height * dots) })
    if (!drawn) continue
    doc.save()
    doc.roundedRect(x, y, width, height, 1.5).clip()
    doc.image(drawn, x, y, { width, height })
    doc.restore()
  }
}

function drawHeading(
  doc: Doc,
  { shop, logo }: { shop: string; logo: Buffer | null },
  { certificateNumber, language }: PrintedCertificate,
) {
  const y = left.y
  const numberLook = { size: 10, bold: true }
  setLook(doc, certificateNumber, numberLook)
  const numberWidth = doc.widthOfString(certificateNumber) + 2
  const label = { size: 9, color: colors.ink2 }
  const { certificate } = certificateLabels[language]
  setLook(doc, certificate, label)
  const labelWidth = doc.widthOfString(certificate) + 2
  write(doc, certificate, { x: text.right - labelWidth, y, width: labelWidth }, label)
  write(doc, certificateNumber, { x: text.right - numberWidth, y: y + 12, width: numberWidth }, numberLook)
  const nameWidth = text.width - Math.max(numberWidth, labelWidth) - 8 * mm
  if (logo) {
    doc.image(logo, text.x, y, { fit: [nameWidth, 9 * mm] })
  } else {
    drawMark(doc, text.x, y, colors.goldText, 9 * mm)
    const look = { size: 17, bold: true, display: true }
    const x = text.x + 9 * mm + 7.5
    const width = nameWidth - 9 * mm - 7.5
    const size = fitSize(doc, shop, look, width, 10)
    write(doc, shop, { x, y: y + 4.5 * mm - size * 0.6, width, lines: 1 }, { ...look, size })
  }
  doc.y = y + 9 * mm
}

/** Draws the title, the name and the facts. Returns the y position below them. */
function drawFacts(doc: Doc, certificate: PrintedCertificate): number {
  const { language } = certificate
  const words = certificateWords[language]
  const isJapanese = language === 'ja'
  const title = isJapanese
    ? { size: 24, display: true, spacing: 1.4 }
    : { size: language === 'tl' ? 27 : 29.25, display: true, spacing: -0.4 }
  let y = write(doc, words.title, { x: text.x, y: left.y + 9 * mm + 5 * mm, width: text.width + 20 }, title)
  const { name, facts } = listFacts(certificate)
  const look = { size: isJapanese ? 12.4 : 14.5, bold: true, display: true, color: colors.goldText }
  const size = fitSize(doc, name, look, text.width, 10)
  y = write(doc, name, { x: text.x, y: y + 1.6 * mm, width: text.width, lines: 2 }, { ...look, size }) + 3 * mm

  const dt = 31 * mm
  const foot = 100 * mm
  const height = Math.min(21, (foot - y) / facts.length)
  const fact = { size: Math.min(9.75, height * 0.47) }
  drawLine(doc, y)
  for (const { name: label, value, hallmark } of facts) {
    const width = text.width - dt
    const lines = setLook(doc, value, fact).heightOfString(value, { width }) > fact.size * 1.8 ? 2 : 1
    const rowHeight = height + (lines - 1) * fact.size * 1.3
    const top = y + (height - fact.size * 1.25) / 2
    write(doc, label, { x: text.x, y: top, width: dt - 4 }, { ...fact, color: colors.ink2 })
    const shift = hallmark ? drawHallmark(doc, hallmark, text.x + dt, y + height / 2, fact.size) : 0
    write(doc, value, { x: text.x + dt + shift, y: top, width: width - shift, lines }, fact)
    y += rowHeight
    drawLine(doc, y)
  }
  return y
}

const drawLine = (doc: Doc, y: number) =>
  doc.moveTo(text.x, y).lineTo(text.right, y).lineWidth(0.6).strokeColor(colors.line).stroke()

/** Draws a hallmark as it is struck, an octagon with the karat and the fineness. Returns its width with the gap. */
function drawHallmark(doc: Doc, [karat, fineness]: readonly [string, string], x: number, middle: number, size: number) {
  const [padding, gap, small] = [6, 4, size * 0.88]
  doc.font('Latin Bold').fontSize(small)
  const karatWidth = doc.widthOfString(karat)
  doc.font('Latin Regular')
  const width = padding * 2 + karatWidth + gap + doc.widthOfString(fineness)
  const [height, cut] = [size * 1.55, 3]
  const [top, end] = [middle - height / 2, x + width]
  doc
    .polygon(
      [x + cut, top],
      [end - cut, top],
      [end, top + cut],
      [end, top + height - cut],
      [end - cut, top + height],
      [x + cut, top + height],
      [x, top + height - cut],
      [x, top + cut],
    )
    .lineWidth(0.75)
    .fillAndStroke('#fbf6ea', colors.gold)
  const y = middle - small * 0.6
  doc
    .fillColor(colors.goldText)
    .font('Latin Bold')
    .text(karat, x + padding, y, { lineBreak: false })
  doc.font('Latin Regular').text(fineness, x + padding + karatWidth + gap, y, { lineBreak: false })
  return width + 7
}

/** Draws the shop's statement, the place to sign, and the QR code. */
function drawFoot(
  doc: Doc,
  { karat, createdBy, language }: PrintedCertificate,
  { shop, code, below }: { shop: string; code: Code; below: number },
) {
  const words = certificateWords[language]
  const width = qr.x - text.x - 6 * mm
  const statement = karat === null ? words.statementWithoutGold : words.statement
  const end = left.bottom
  write(doc, statement, { x: text.x, y: below + 2.5 * mm, width, lines: 3 }, { size: 9, color: colors.ink2 })
  const signature = end - 5 * mm
  doc
    .moveTo(text.x, signature)
    .lineTo(text.x + width, signature)
    .lineWidth(0.75)
    .strokeColor(colors.lineStrong)
    .stroke()
  const signer = createdBy ? words.signer(createdBy.name, shop) : shop
  write(doc, signer, { x: text.x, y: signature + 3, width }, { size: 8.6, color: colors.ink2 })
  doc.rect(qr.x, qr.y, qr.size, qr.size).fill(colors.paper)
  drawQRCode(doc, code, { ...qr, color: colors.ink })
}

function drawSmallPrint(doc: Doc, { code, language }: PrintedCertificate, origin: string) {
  const words = certificateWords[language]
  const y = 132.6 * mm
  const look = { size: 8.4, color: colors.ink3 }
  const address = checkAddressOf(origin, code).replace(/^https?:\/\//, '')
  const printed = address.length > 48 ? formatCode(code) : address
  setLook(doc, printed, look)
  const addressWidth = doc.widthOfString(printed) + 2
  write(doc, printed, { x: text.right - addressWidth, y, width: addressWidth }, look)
  const label = { ...look, bold: true, color: colors.ink2 }
  setLook(doc, words.checkIt, label)
  const labelWidth = doc.widthOfString(words.checkIt) + 4
  const x = text.right - addressWidth - labelWidth
  write(doc, words.checkIt, { x, y, width: labelWidth }, label)
  write(doc, words.noValuation, { x: left.x, y, width: x - left.x - 4 * mm }, look)
}
