import { toEAN13, findEAN13Problem } from '../../../contract/catalogue/ean.ts'

/** The black areas of a code, measured in modules. `quiet` is the white margin it needs. */
export type Code = {
  width: number
  /** The height of a square code. It is null for bars, which fill the available height. */
  height: number | null
  quiet: { left: number; right: number }
  /** The start and width of each black run, row by row. A bar code has one row. */
  rows: readonly (readonly { at: number; width: number }[])[]
  /** The readable text of the code. */
  text: string
}

type Coded = { itemCode: string; barcode: string | null }
type Drawn<Kind> = Kind & { txt?: unknown }
type Bars = Drawn<{ sbs: number[] }>
type Squares = Drawn<{ pixs: number[]; pixx: number; pixy: number }>

/** Loads the encoder lazily with the first label, because it is as large as the rest of the server. */
const loadEncoder = async () => (await import('bwip-js/generic')).default

/** Returns the text for a scanner: the item's barcode, else its code. */
export const scannedText = ({ itemCode, barcode }: Coded) => barcode ?? itemCode

/** Returns a Code 128 for an item, or the reason when its text has characters other than ASCII. */
export async function encodeCode128(item: Coded): Promise<Code | string> {
  const text = scannedText(item)
  if (!/^[\x20-\x7e]+$/.test(text)) return `Code 128 has no bars for some letters of ${text}: choose a QR code`
  return encodeBars('code128', text, { left: 10, right: 10 })
}

/** Returns an EAN-13 for an item, or the reason when its barcode is not one. */
export async function encodeEAN13(item: Coded): Promise<Code | string> {
  return findEAN13Problem(item) ?? (await encodeBars('ean13', toEAN13(item.barcode!), { left: 11, right: 7 }))
}

export async function encodeQRCode(text: string): Promise<Code> {
  const [drawn] = (await loadEncoder()).raw('qrcode', text, 'eclevel=M') as Squares[]
  const { pixs, pixx: width, pixy: height } = drawn!
  const rows = Array.from({ length: height }, (_, row) => joinRuns(pixs.slice(row * width, (row + 1) * width)))
  return { width, height, quiet: { left: 4, right: 4 }, rows, text }
}

async function encodeBars(kind: 'code128' | 'ean13', text: string, quiet: Code['quiet']): Promise<Code> {
  const [drawn] = (await loadEncoder()).raw({ bcid: kind, text }) as Bars[]
  const bars = []
  let at = 0
  // The widths of bars and spaces alternate.
  for (const [n, width] of drawn!.sbs.entries()) {
    if (n % 2 === 0) bars.push({ at, width })
    at += width
  }
  return { width: at, height: null, quiet, rows: [bars], text }
}

/** Joins adjacent black squares of a row to runs. */
function joinRuns(squares: readonly number[]) {
  const runs: { at: number; width: number }[] = []
  for (const [at, black] of squares.entries()) {
    const last = runs.at(-1)
    if (!black) continue
    if (last && last.at + last.width === at) last.width++
    else runs.push({ at, width: 1 })
  }
  return runs
}
