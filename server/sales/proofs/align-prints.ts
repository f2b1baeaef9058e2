import { measureColumns, type Print, printWidth } from './picture-print.ts'

/** Places a point of one print in another: x * scale + left, y * scale + top. */
export type Placement = { scale: number; left: number; top: number }

/** Prints whose rows of text correlate less than this are of different layouts. */
const leastCorrelation = 0.75
/** At this correlation, no other scale is tried. */
const goodCorrelation = 0.9
/** Part of the lower print that must lie on the other one, and of each print that may be cropped. */
const [leastOverlap, mostCropped] = [0.6, 0.3]

/** 1, then scales in steps of 0.75 % up to 18 %, which a picture has whose sides were cropped. */
const scales = [1, ...Array.from({ length: 22 }, (_, n) => [1.0075 ** (n + 1), 1.0075 ** -(n + 1)]).flat()]

/**
 * Finds where `a` lies in `b` after cropping: by their rows of text the scale and the vertical shift, then by their
 * columns the horizontal shift. Returns null for different layouts. It is right within some 2 pixels, for `refine`.
 */
export function findPlacement(a: Print, b: Print): Placement | null {
  const [rowsOfA, rowsOfB] = [centre(a.rowPairs), centre(b.rowPairs)]
  let best = { scale: 1, shift: 0, correlation: -1 }
  for (const scale of scales) {
    const rows = stretch(rowsOfB, scale)
    const overlap = Math.floor(Math.min(rowsOfA.length, rows.length) * leastOverlap)
    const range = [-Math.floor(rowsOfA.length * mostCropped), Math.floor(rows.length * mostCropped)] as const
    const found = findShift(rowsOfA, rows, range, overlap)
    if (found.correlation > best.correlation) best = { scale, ...found }
    if (best.correlation > goodCorrelation) break
  }
  const { scale, shift, correlation } = best
  if (correlation < leastCorrelation) return null
  // Without another scale, the sides were not cropped.
  if (scale === 1) return { scale, left: 0, top: 2 * shift }
  // The whole width of one print lies within the other.
  const spare = printWidth * (1 / scale - 1)
  const range = [Math.floor(Math.min(0, spare)) - 3, Math.ceil(Math.max(0, spare)) + 3] as const
  const columns = stretch(centre(measureColumns(b)), scale)
  const across = findShift(centre(measureColumns(a)), columns, range, printWidth * leastOverlap)
  return { scale, left: across.shift * scale, top: 2 * shift * scale }
}

/** Returns values less their mean. */
function centre(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}

/** Returns values at every `scale`-th place, between which it interpolates. */
function stretch(values: Float32Array, scale: number): Float32Array {
  const last = values.length - 1
  return Float32Array.from({ length: Math.floor(values.length / scale) }, (_, n) => {
    const low = Math.min(last, Math.floor(n * scale))
    const value = values[low]!
    return value + (values[Math.min(last, low + 1)]! - value) * (n * scale - low)
  })
}

/** Finds the shift within a range at which b[n + shift] correlates best with a[n]. */
function findShift(a: Float32Array, b: Float32Array, [low, high]: readonly [number, number], leastOverlap: number) {
  const [squaresOfA, squaresOfB] = [sumSquares(a), sumSquares(b)]
  let best = { shift: 0, correlation: -1 }
  for (let shift = low; shift <= high; shift++) {
    const [from, to] = [Math.max(0, -shift), Math.min(a.length, b.length - shift)]
    if (to - from < leastOverlap) continue
    let sum = 0
    for (let n = from; n < to; n++) sum += a[n]! * b[n + shift]!
    const squares = (squaresOfA[to]! - squaresOfA[from]!) * (squaresOfB[to + shift]! - squaresOfB[from + shift]!)
    const correlation = squares > 0 ? sum / Math.sqrt(squares) : 0
    if (correlation > best.correlation) best = { shift, correlation }
  }
  return best
}

/** Returns the sum of the squares before each place. */
function sumSquares(values: Float32Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let n = 0; n < values.length; n++) sums[n + 1] = sums[n]! + values[n]! ** 2
  return sums
}
