import { Readable } from 'node:stream'
import { TransformStream } from 'node:stream/web'

import { batchSize, closeWith, type FileRow } from './csv-stream.ts'
import type { Snapshot } from './snapshot.ts'

// No kept library streams a workbook: each holds all cells first. A sheet of texts and numbers is little XML, and zip.js
// compresses it while it arrives. It is loaded with the first workbook: an idle server saves 3 MB.

type Cell = string | number | null

/**
 * Returns rows as an Excel workbook with one sheet. It reads the next rows from the snapshot only when the consumer of the
 * stream is ready for them. The end of the stream closes the snapshot, and a failed read destroys the stream.
 *
 * A text is always stored as text, so that codes keep their zeros and a spreadsheet computes no formula from it.
 */
export async function workbookStream(
  snapshot: Snapshot,
  rows: Parameters<Snapshot['batches']>[0],
  { sheet, header, cells }: { sheet: string; header: readonly string[]; cells: (row: FileRow) => readonly Cell[] },
): Promise<Readable> {
  const { TextReader, ZipWriter } = await import('@zip.js/zip.js/index-native.js')
  const next = await snapshot.batches<FileRow>(rows, batchSize)

  async function* sheetParts() {
    yield sheetStart(header.length) + formatRow(header, 1, headingStyle)
    let n = 1
    for (let batch = await next(); batch.length > 0; batch = await next())
      yield batch.map((row) => formatRow(cells(row), ++n, textStyle)).join('')
    yield '</sheetData></worksheet>'
  }

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  // Excel refuses the larger headers of ZIP64. A sheet of the maximum number of rows is far below their limit.
  const zip = new ZipWriter(writable, { zip64: false, extendedTimestamp: false })
  async function write() {
    for (const [name, content] of fixedParts(sheet)) await zip.add(name, new TextReader(xmlStart + content))
    const xml = new TextEncoderStream()
    await Promise.all([zip.add('xl/worksheets/sheet1.xml', xml.readable), writeParts(sheetParts(), xml.writable)])
    await zip.close()
  }
  const file = Readable.fromWeb(readable)
  write().catch((error: Error) => file.destroy(error))
  return closeWith(file, snapshot)
}

/** Writes each part when the stream is ready for it. */
async function writeParts(parts: AsyncIterable<string>, stream: WritableStream<string>) {
  const writer = stream.getWriter()
  try {
    for await (const part of parts) await writer.write(part)
    await writer.close()
  } catch (error) {
    await writer.abort(error)
    throw error
  }
}

/** The numbers of the cell formats in `styles.xml`. */
const textStyle = 1
const headingStyle = 2

const formatRow = (cells: readonly Cell[], n: number, style: number) =>
  `<row r="${n}">${cells.map((cell, column) => formatCell(cell, `${columnName(column)}${n}`, style)).join('')}</row>`

function formatCell(cell: Cell, place: string, style: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
}

/** Returns the letters of a column: 0 is A, 26 is AA. */
function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes text for XML. Characters that XML forbids or changes become _xHHHH_, as the format defines, and so does the
 * underscore of a text that looks like that.
 */
const escapeText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- these characters are not allowed in XML
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, escapeCharacter)
    .replaceAll(/[&<>"]/g, (character) => entities[character]!)
const escapeCharacter = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const xmlStart = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The header row stays in view. The columns are wide enough for a name. */
const sheetStart = (columns: number) =>
  `${xmlStart}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  `<cols><col min="1" max="${columns}" width="18" customWidth="1"/></cols><sheetData>`

/** Returns the parts of a workbook that do not depend on its cells. Number format 49 is text. */
const fixedParts = (sheet: string): [name: string, content: string][] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="${packaged}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${media}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${media}.styles+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${media}.worksheet+xml"/></Types>`,
  ],
  ['_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      `<sheet name="${escapeText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  ['xl/_rels/workbook.xml.rels', relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
      '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
      '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
      '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ],
]

const relations = (...targets: [kind: string, target: string][]) =>
  `<Relationships xmlns="${packaged}/relationships">${targets
    .map(([kind, target], n) => `<Relationship Id="rId${n + 1}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`
