import type { PictureFocus } from '../../contract/shared/covers.ts'
import { loadSharp } from './sharp.ts'

/** The focus of a picture for which nothing can be proposed. */
const centre: PictureFocus = { x: 50, y: 50 }

/** The side in pixels of the small copy that is measured. More pixels find the same place. */
const side = 48
/** The reach in pixels of the average around a pixel: about the size of a stone in the picture of a ring. */
const reach = 5
/** The power that makes a distinct place outweigh detail that is spread over the whole piece. */
const distinctness = 4

/** Differences up to this come from the picture's compression. */
const noise = 12

/**
 * Proposes the focus of a picture: the place with the most detail, such as the stone of a ring. A piece with equal
 * detail everywhere, such as a bangle, gets its middle. A picture without detail, or an unreadable one, gets the centre.
 */
export async function proposeFocus(picture: Buffer): Promise<PictureFocus> {
  const sharp = await loadSharp()
  const pixels = await sharp(picture)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer()
    .catch(() => null)
  if (pixels === null) return centre
  const detail = averageAround(measureDetail(pixels))
  const weights = detail.map((value) => value ** distinctness)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return centre
  const toPercent = (place: (n: number) => number) => {
    const middle = weights.reduce((total, weight, n) => total + weight * (place(n) + 0.5), 0) / sum
    return Math.round((middle / side) * 100)
  }
  return { x: toPercent((n) => n % side), y: toPercent((n) => Math.floor(n / side)) }
}

/** Returns how much each pixel's colour differs from its neighbours'. The border has none. */
function measureDetail(pixels: Buffer): number[] {
  const channels = pixels.length / side ** 2
  return Array.from({ length: side ** 2 }, (_, n) => {
    const [x, y] = [n % side, Math.floor(n / side)]
    if (x === 0 || y === 0 || x === side - 1 || y === side - 1) return 0
    let difference = 0
    for (let channel = 0; channel < channels; channel++) {
      const read = (at: number) => pixels[at * channels + channel]!
      difference += Math.abs(read(n + 1) - read(n - 1)) + Math.abs(read(n + side) - read(n - side))
    }
    return difference > noise ? difference : 0
  })
}

/** Returns the sum of the values within reach of each pixel. */
function averageAround(values: readonly number[]): number[] {
  return values.map((_, n) => {
    const [x, y] = [n % side, Math.floor(n / side)]
    let sum = 0
    for (let row = Math.max(0, y - reach); row <= Math.min(side - 1, y + reach); row++)
      for (let column = Math.max(0, x - reach); column <= Math.min(side - 1, x + reach); column++)
        sum += values[row * side + column]!
    return sum
  })
}
