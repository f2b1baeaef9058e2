import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/index-native.js'

/** Cells of one column that are merged over several rows: positions from 0, both rows included. */
export type MergedRows = { column: number; first: number; last: number }

/** Reads which cells of a worksheet are merged over several rows. `nth` is the place of the sheet in the workbook. */
export async function readMergedRows(bytes: Uint8Array, nth: number): Promise<MergedRows[]> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()
  const read = async (name: string) => {
    const entry = entries.find(({ filename }) => filename === name)
    return entry && !entry.directory ? entry.getData(new TextWriter(), { useWebWorkers: false }) : ''
  }
  const sheets = [...(await read('xl/workbook.xml')).matchAll(/<sheet\s[^<>]*\br:id="([^"<>]+)"/g)]
  const relations = await read('xl/_rels/workbook.xml.rels')
  const relation = [...relations.matchAll(/<Relationship\s[^<>]*>/g)].find(([one]) =>
    one.includes(`Id="${sheets[nth]?.[1]}"`),
  )
  const target = /\bTarget="\/?(?:xl\/)?([^"<>]+)"/.exec(relation?.[0] ?? '')?.[1]
  const sheet = target === undefined ? '' : await read(`xl/${target}`)
  // The merged cells stand after all others.
  const rest = sheet.slice(sheet.lastIndexOf('</sheetData>'))
  return [...rest.matchAll(/<mergeCell\s[^<>]*\bref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g)]
    .map(([, column, first, last]) => ({ column: numberOf(column!), first: Number(first) - 1, last: Number(last) - 1 }))
    .filter(({ first, last }) => last > first)
}

/** The position of a column by its letters: A is 0, AA is 26. */
const numberOf = (letters: string) =>
  letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
