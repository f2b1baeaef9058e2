// Composes the bytes of a receipt printer. ESC/POS is the language of nearly all of them.

/** The widths of receipt paper in millimetres, each with the dots that a printer of 203 dpi prints on a line. */
export const dotsPerLine = { 80: 576, 58: 384 } as const

/** The longest picture that is printed: two metres of paper. */
export const rowsAtMost = 16_000

/** A picture of black dots. Each row has `width / 8` bytes, with the leftmost dot in the highest bit. */
export type DotPicture = { width: number; bytes: Uint8Array }

/**
 * Rows of one raster command. A printer keeps a whole command in memory before it prints it, and small ones have space
 * for little more.
 */
const rowsPerBand = 128

const escape = 0x1b
const group = 0x1d
const initialize = [escape, 0x40]
const feedThreeLines = [escape, 0x64, 3]
/** Feeds to the cutter, and cuts all but one point. A printer without a cutter ignores it. */
const feedAndCut = [group, 0x56, 66, 0]
/** Sends a pulse of 50 ms to the first drawer, and keeps the pin off for 500 ms. */
const kickDrawer = [escape, 0x70, 0, 25, 250]

/**
 * Returns the bytes that print one picture and cut the paper. The text is in the picture, because the code pages of
 * printers have neither Japanese nor the peso sign reliably.
 */
export function composeReceipt({ width, bytes }: DotPicture, { opensDrawer }: { opensDrawer: boolean }) {
  const bytesPerRow = width / 8
  const bands: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += bytesPerRow * rowsPerBand) {
    const band = bytes.subarray(at, at + bytesPerRow * rowsPerBand)
    bands.push(
      Uint8Array.of(group, 0x76, 0x30, 0, ...toTwoBytes(bytesPerRow), ...toTwoBytes(band.length / bytesPerRow)),
    )
    bands.push(band)
  }
  return joinBytes([
    Uint8Array.from(initialize),
    ...bands,
    Uint8Array.from([...feedThreeLines, ...feedAndCut, ...(opensDrawer ? kickDrawer : [])]),
  ])
}

/** Returns a number as two bytes, the low one first. */
const toTwoBytes = (value: number) => [value & 0xff, value >> 8]

function joinBytes(parts: readonly Uint8Array[]) {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
