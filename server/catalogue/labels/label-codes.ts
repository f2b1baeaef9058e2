import { asEAN13, notEAN13 } from '../../../contract/catalogue/ean.ts'

/** What bars or modules make up a code, in modules; `quiet` is what must stay white around it. */
export type Code = {
  width: number
  /** Of a code of squares; null where its bars are as high as there is room. */
  height: number | null
  quiet: { left: number; right: number }
  /** The black ones, row by row: where each begins and how wide it is. Bars are one row. */
  rows: readonly (readonly { at: number; width: number }[])[]
  /** What it says, in letters. */
  text: string
}

type Coded = { itemCode: string; barcode: string | null }
type Drawn<Kind> = Kind & { txt?: unknown }
type Bars = Drawn<{ sbs: number[] }>
type Squares = Drawn<{ pixs: number[]; pixx: number; pixy: number }>

/** The encoder, which is loaded with the first label: it is as large as the rest of the server. */
const encoder = async () => (await import('bwip-js/generic')).default

/** What a scanner is to read of an item: its barcode, or else its code. */
export const scannedText = ({ itemCode, barcode }: Coded) => barcode ?? itemCode

/** A code of bars for any letters of ASCII; the sentence that says why not, where the text has others. */
export async function code128(item: Coded): Promise<Code | string> {
  const text = scannedText(item)
  if (!/^[\x20-\x7e]+$/.test(text)) return `Code 128 has no bars for some letters of ${text}: choose a QR code`
  return barsOf('code128', text, { left: 10, right: 10 })
}

/** The code that goods are sold with; the sentence that says why not, where the barcode is none. */
export async function ean13(item: Coded): Promise<Code | string> {
  return notEAN13(item) ?? (await barsOf('ean13', asEAN13(item.barcode!), { left: 11, right: 7 }))
}

export async function qrCode(text: string): Promise<Code> {
  const [drawn] = (await encoder()).raw('qrcode', text, 'eclevel=M') as Squares[]
  const { pixs, pixx: width, pixy: height } = drawn!
  const rows = Array.from({ length: height }, (_, row) => runsOf(pixs.slice(row * width, (row + 1) * width)))
  return { width, height, quiet: { left: 4, right: 4 }, rows, text }
}

async function barsOf(kind: 'code128' | 'ean13', text: string, quiet: Code['quiet']): Promise<Code> {
  const [drawn] = (await encoder()).raw({ bcid: kind, text }) as Bars[]
  const bars = []
  let at = 0
  // Bars and spaces in turn.
  for (const [n, width] of drawn!.sbs.entries()) {
    if (n % 2 === 0) bars.push({ at, width })
    at += width
  }
  return { width: at, height: null, quiet, rows: [bars], text }
}

/** The black ones of a row of squares, together where they touch. */
function runsOf(squares: readonly number[]) {
  const runs: { at: number; width: number }[] = []
  for (const [at, black] of squares.entries()) {
    const last = runs.at(-1)
    if (!black) continue
    if (last && last.at + last.width === at) last.width++
    else runs.push({ at, width: 1 })
  }
  return runs
}
