import type { Placement } from './align-prints.ts'
import { type Print, printWidth } from './picture-print.ts'

/** The size of a block. It holds one line of text, and two or three digits. */
export const blockWidth = 18
export const blockHeight = 12
const blockPixels = blockWidth * blockHeight

/**
 * Draws the part of a print that `placement` finds at the points of a grid. Points outside the print have the value of its
 * nearest edge.
 */
export function resample(print: Print, { scale, left, top }: Placement, width: number, height: number): Uint8Array {
  const drawn = new Uint8Array(width * height)
  const { grey } = print
  const columns = new Int32Array(width)
  const parts = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const at = Math.min(printWidth - 1, Math.max(0, x * scale + left))
    columns[x] = Math.min(printWidth - 2, Math.floor(at))
    parts[x] = at - columns[x]!
  }
  for (let y = 0; y < height; y++) {
    const at = Math.min(print.height - 1, Math.max(0, y * scale + top))
    const row = Math.min(print.height - 2, Math.floor(at))
    const down = at - row
    for (let x = 0; x < width; x++) {
      const upper = row * printWidth + columns[x]!
      const lower = upper + printWidth
      const across = parts[x]!
      const above = grey[upper]! + (grey[upper + 1]! - grey[upper]!) * across
      const below = grey[lower]! + (grey[lower + 1]! - grey[lower]!) * across
      drawn[y * width + x] = above + (below - above) * down + 0.5
    }
  }
  return drawn
}

/** Sums over the pixels of two blocks: of each block's values and squares, and of their products. */
export type Sums = { a: number; b: number; aa: number; bb: number; ab: number }

/** Grey values in rows of `width`. */
export type Grid = { grey: Uint8Array; width: number }

/** Adds up a rectangle of `a` whose first pixel is `from`, and the one of `b` whose first pixel is `fromB`. */
export function sumPixels(a: Grid, from: number, b: Grid, fromB: number, width: number, height: number): Sums {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let row = 0; row < height; row++) {
    let at = from + row * a.width
    let beside = fromB + row * b.width
    for (const end = at + width; at < end; at++, beside++) {
      const [one, other] = [a.grey[at]!, b.grey[beside]!]
      sumA += one
      sumB += other
      sumAA += one * one
      sumBB += other * other
      sumAB += one * other
    }
  }
  return { a: sumA, b: sumB, aa: sumAA, bb: sumBB, ab: sumAB }
}

/** Adds up two blocks by the indexes of their first pixels. */
export const sumBlock = (a: Grid, from: number, b: Grid, fromB: number) =>
  sumPixels(a, from, b, fromB, blockWidth, blockHeight)

/** The variances of two blocks, and their covariance. */
export const spread = ({ a, b, aa, bb, ab }: Sums) => ({
  a: Math.max(0, aa / blockPixels - (a / blockPixels) ** 2),
  b: Math.max(0, bb / blockPixels - (b / blockPixels) ** 2),
  ab: ab / blockPixels - (a / blockPixels) * (b / blockPixels),
})
export type Spread = ReturnType<typeof spread>

/** Variances below this are noise of flat areas. */
const flat = 1

/** How much of one block the other explains, 0 to 1, whatever its brightness and contrast. Dark mode inverts them. */
export const correlate = ({ a, b, ab }: Spread) => (a > flat && b > flat ? (ab * ab) / (a * b) : 0)

/** The grey levels by which a block differs, once brightness and contrast are made equal. */
export const differ = (of: Spread) => Math.sqrt(Math.max(of.a, of.b) * Math.max(0, 1 - correlate(of)))
