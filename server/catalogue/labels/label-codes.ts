import { toEAN13, findEAN13Problem } from '../../../contract/catalogue/ean.ts'
import { type Code, loadEncoder } from '../../pdf/qr-code.ts'

type Coded = { itemCode: string; barcode: string | null }
type Drawn<Kind> = Kind & { txt?: unknown }
type Bars = Drawn<{ sbs: number[] }>

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
