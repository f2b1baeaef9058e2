import type { Doc } from './sheet.ts'

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

type Squares = { pixs: number[]; pixx: number; pixy: number; txt?: unknown }

/** Loads the encoder when the first code is drawn, because it is as large as the rest of the server. */
export const loadEncoder = async () => (await import('bwip-js/generic')).default

export async function encodeQRCode(text: string): Promise<Code> {
  const [drawn] = (await loadEncoder()).raw('qrcode', text, 'eclevel=M') as Squares[]
  const { pixs, pixx: width, pixy: height } = drawn!
  const rows = Array.from({ length: height }, (_, row) => joinRuns(pixs.slice(row * width, (row + 1) * width)))
  return { width, height, quiet: { left: 4, right: 4 }, rows, text }
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

/** Returns a QR code as the path of an SVG, with the number of units of a side, margins included. */
export function pathOfQRCode({ width, quiet, rows }: Code): { modules: number; path: string } {
  const path = rows
    .flatMap((runs, row) =>
      runs.map((run) => `M${quiet.left + run.at} ${quiet.left + row}h${run.width}v1h-${run.width}z`),
    )
    .join('')
  return { modules: width + quiet.left + quiet.right, path }
}

/** Draws a QR code with its quiet margin as a square of `size` points. */
export function drawQRCode(
  doc: Doc,
  { width, quiet, rows }: Code,
  { x, y, size, color }: { x: number; y: number; size: number; color: string },
) {
  const module = size / (width + quiet.left + quiet.right)
  for (const [row, runs] of rows.entries())
    for (const run of runs)
      doc.rect(x + (quiet.left + run.at) * module, y + (quiet.left + row) * module, run.width * module, module)
  doc.fillColor(color).fill()
}
