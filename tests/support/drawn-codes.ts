import { inflateSync } from 'node:zlib'

import {
  BarcodeFormat,
  BinaryBitmap,
  Code128Reader,
  EAN13Reader,
  GlobalHistogramBinarizer,
  QRCodeReader,
  type Result,
  RGBLuminanceSource,
} from '@zxing/library'

// This reader decodes labels as a scanner does, from the black areas on the paper.

type Area = { x: number; y: number; width: number; height: number }
export type DrawnPage = { width: number; height: number; bars: Area[] }

const millimetres = 25.4 / 72

/** Returns the pages of a PDF with every rectangle, in millimetres from the upper left corner. */
export function pagesOf(pdf: Buffer): DrawnPage[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/Type \/Page\n[^>]*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\][^>]*?\/Contents (\d+) 0 R/g)].map(
    ([, width, height, contents]) => ({
      width: Number(width) * millimetres,
      height: Number(height) * millimetres,
      bars: [...streamOf(pdf, text, contents!).matchAll(/(\S+) (\S+) (\S+) (\S+) re\b/g)].map((found) => {
        const [x, y, width, height] = found.slice(1).map((part) => Number(part) * millimetres)
        return { x: x!, y: y!, width: width!, height: height! }
      }),
    }),
  )
}

/** Returns the drawing of a page. pdfkit flips it, so that the y axis points down. */
function streamOf(pdf: Buffer, text: string, object: string): string {
  const start = text.indexOf('stream\n', text.indexOf(`\n${object} 0 obj`)) + 'stream\n'.length
  return inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1')
}

/** Returns the bars that lie within a part of a page. */
export const within = (bars: readonly Area[], { x, y, width, height }: Area) =>
  bars.filter(
    (bar) =>
      bar.x >= x - 0.001 &&
      bar.y >= y - 0.001 &&
      bar.x + bar.width <= x + width + 0.001 &&
      bar.y + bar.height <= y + height + 0.001,
  )

/** Returns the text and the symbology that a scanner reads from these bars on white paper of that size. */
export function scan(bars: readonly Area[], area: Area): { text: string; format: string } {
  const dots = 24 // per millimetre
  const [width, height] = [Math.round(area.width * dots), Math.round(area.height * dots)]
  const paper = new Uint8ClampedArray(width * height).fill(255)
  for (const bar of bars) {
    const [left, right] = [bar.x - area.x, bar.x - area.x + bar.width].map((at) => Math.round(at * dots))
    const [top, bottom] = [bar.y - area.y, bar.y - area.y + bar.height].map((at) => Math.round(at * dots))
    for (let row = top!; row < bottom!; row++) paper.fill(0, row * width + left!, row * width + right!)
  }
  const seen = new BinaryBitmap(new GlobalHistogramBinarizer(new RGBLuminanceSource(paper, width, height)))
  for (const reader of [new Code128Reader(), new EAN13Reader(), new QRCodeReader()]) {
    const found = readBy(reader, seen)
    if (found) return { text: found.getText(), format: BarcodeFormat[found.getBarcodeFormat()] }
  }
  throw new Error('A scanner reads nothing here')
}

/** Returns the result of one symbology's reader; null if it finds no code. */
function readBy(reader: { decode: (seen: BinaryBitmap) => Result }, seen: BinaryBitmap): Result | null {
  try {
    return reader.decode(seen)
  } catch {
    return null
  }
}
