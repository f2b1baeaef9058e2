import { toEAN13, findEAN13Problem } from '../../../contract/catalogue/ean.ts'

/**
 * The black areas of a barcode or a QR code. Lengths are in modules: one module is the width of the narrowest bar or of
 * one square. `quiet` is the white margin that a scanner needs.
 */
export type Code = {
  width: number
  /** The height of a QR code; null for a barcode, whose bars fill the available height. */
  height: number | null
  quiet: { left: number; right: number }
  /** The start and the width of each black run, row by row. A barcode has one row. */
  rows: readonly (readonly { at: number; width: number }[])[]
  /** The text that is printed with the code for people to read. */
  text: string
}

type Coded = { itemCode: string; barcode: string | null }
type Drawn<Kind> = Kind & { txt?: unknown }
type Bars = Drawn<{ sbs: number[] }>
type Squares = Drawn<{ pixs: number[]; pixx: number; pixy: number }>

/** Loads the encoder when the first label is drawn, because it is as large as the rest of the server. */
const loadEncoder = async () => (await import('bwip-js/generic')).default

/** Returns the text that a scanner reads: the item's barcode or, without one, its item code. */
export const scannedText = ({ itemCode, barcode }: Coded) => barcode ?? itemCode

/** Returns the Code 128 bars of an item. Returns the reason as text when the item has characters other than ASCII. */
export async function encodeCode128(item: Coded): Promise<Code | string> {
  const text = scannedText(item)
  if (!/^[\x20-\x7e]+$/.test(text)) return `Code 128 has no bars for some letters of ${text}: choose a QR code`
  return encodeBars('code128', text, { left: 10, right: 10 })
}

/** Returns the EAN-13 bars of an item. Returns the reason as text when the item's barcode is not an EAN-13. */
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
  // `sbs` contains the widths of bars and spaces in turn. It begins with a bar.
  for (const [n, width] of drawn!.sbs.entries()) {
    if (n % 2 === 0) bars.push({ at, width })
    at += width
  }
  return { width: at, height: null, quiet, rows: [bars], text }
}

/** Joins adjacent black squares of one row into runs. */
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
