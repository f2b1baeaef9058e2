import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

import { loadSharp } from '../../files/sharp.ts'
import { AppError } from '../../kernel/errors.ts'

/** The width of a print in pixels. A digit of a receipt is then about 6 pixels wide, and can still be told from another. */
export const printWidth = 270
/** The height of the longest print, of a picture that is four times as high as wide. The rest of a longer one is ignored. */
const mostRows = 4 * printWidth
/** Grey values are kept in steps of 8, so that a print takes some 10 KB. */
const greyStep = 8

/** Bytes at the beginning of a print: its format, the number of its rows, the hash of its picture. */
const format = Buffer.from('PRN1')
const hashBytes = 32
const headBytes = format.length + 2 + hashBytes

/** A small grey copy of a picture. */
export type Print = {
  /** The SHA-256 of the picture's pixels. */
  pixelHash: string
  height: number
  /** The grey values, row by row, each averaged with its neighbours. */
  grey: Uint8Array
  /** How much is written in each pair of rows. */
  rowPairs: Float32Array
}

/**
 * Returns the print of a picture for a column of type bytea, and the SHA-256 of its decoded pixels, by which the same
 * picture is found in another file. Throws 415 for a file that is not a picture. It is slow, so call it before a
 * transaction takes a connection.
 */
export async function printOf(bytes: Uint8Array): Promise<{ pixelHash: string; print: Buffer }> {
  const { data, width, height, channels } = await decodePicture(bytes)
  const pixelHash = createHash('sha256').update(`${width} ${height} ${channels} `).update(data).digest()
  const sharp = await loadSharp()
  // A longer picture is cut first, because a line of single pixels would become many gigabytes at this width.
  const area = { left: 0, top: 0, width, height: Math.min(height, 4 * width) }
  const rows = Math.max(3, Math.round((area.height * printWidth) / width))
  const small = await sharp(data, { raw: { width, height, channels } })
    .extract(area)
    .greyscale()
    .resize({ width: printWidth, height: rows, fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  const head = Buffer.alloc(headBytes)
  format.copy(head)
  head.writeUInt16BE(rows, format.length)
  pixelHash.copy(head, headBytes - hashBytes)
  const steps = small.map((grey) => Math.round(grey / greyStep))
  // Differences of neighbours are mostly zero, and are packed to two thirds.
  for (let n = steps.length - 1; n > 0; n--) steps[n] = steps[n]! - steps[n - 1]!
  return { pixelHash: pixelHash.toString('hex'), print: Buffer.concat([head, deflateRawSync(steps)]) }
}

async function decodePicture(bytes: Uint8Array) {
  try {
    const sharp = await loadSharp()
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: 100e6 })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, channels: info.channels }
  } catch (cause) {
    throw Object.assign(new AppError('picture.unreadable', 'We cannot read this file as a picture'), { cause })
  }
}

/** Reads a stored print. Returns null for bytes that are no print of this format. */
export function readPrint(bytes: Uint8Array): Print | null {
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (stored.length <= headBytes || !stored.subarray(0, format.length).equals(format)) return null
  const height = stored.readUInt16BE(format.length)
  if (height < 3 || height > mostRows) return null
  const steps = unpack(stored.subarray(headBytes), height * printWidth)
  if (!steps) return null
  const pixelHash = stored.toString('hex', headBytes - hashBytes, headBytes)
  const grey = averageNeighbours(steps, height)
  return { pixelHash, height, grey, rowPairs: measureRows(grey, height) }
}

/** Returns the grey values of a print, or null where they are not exactly as many as `length`. */
function unpack(packed: Buffer, length: number): Uint8Array | null {
  let steps: Buffer
  try {
    steps = inflateRawSync(packed, { maxOutputLength: length })
  } catch {
    return null
  }
  if (steps.length !== length) return null
  for (let n = 1; n < length; n++) steps[n] = steps[n]! + steps[n - 1]!
  return steps
}

/**
 * Averages each pixel with its eight neighbours, the nearer ones with more weight. The strokes of letters are a pixel
 * wide, and would otherwise look different after a shift of half a pixel.
 */
function averageNeighbours(steps: Uint8Array, height: number): Uint8Array {
  const across = new Uint8Array(steps.length)
  for (let y = 0; y < height; y++) {
    const [first, last] = [y * printWidth, (y + 1) * printWidth - 1]
    across[first] = 3 * steps[first]! + steps[first + 1]!
    across[last] = 3 * steps[last]! + steps[last - 1]!
    for (let at = first + 1; at < last; at++) across[at] = steps[at - 1]! + 2 * steps[at]! + steps[at + 1]!
  }
  const grey = new Uint8Array(steps.length)
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * printWidth
    const below = Math.min(height - 1, y + 1) * printWidth
    const row = y * printWidth
    for (let x = 0; x < printWidth; x++)
      grey[row + x] = Math.min(255, ((across[above + x]! + 2 * across[row + x]! + across[below + x]!) * greyStep) >> 4)
  }
  return grey
}

/**
 * Measures how much the pixels of each pair of rows differ from their neighbours. The root keeps one large headline from
 * outweighing all small text.
 */
function measureRows(grey: Uint8Array, height: number): Float32Array {
  const pairs = new Float32Array(Math.floor(height / 2))
  for (let y = 0; y < 2 * pairs.length; y++) {
    let sum = 0
    const end = (y + 1) * printWidth - 1
    for (let at = y * printWidth + 1; at < end; at++) sum += Math.abs(grey[at + 1]! - grey[at - 1]!)
    pairs[y >> 1]! += Math.sqrt(sum)
  }
  return pairs
}

/** Measures how much the pixels of each column differ from their neighbours, as measureRows does. */
export function measureColumns({ grey, height }: Print): Float32Array {
  const columns = new Float32Array(printWidth)
  for (let y = 0; y < height; y++)
    for (let x = 1; x < printWidth - 1; x++) {
      const at = y * printWidth + x
      columns[x]! += Math.abs(grey[at + 1]! - grey[at - 1]!)
    }
  return columns.map(Math.sqrt)
}
