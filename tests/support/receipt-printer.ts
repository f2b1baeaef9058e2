// A receipt printer at the level of bytes. It reads ESC/POS as a printer does, and knows no other command than those
// that a receipt needs, so that a wrong byte fails its test instead of printing as text.

/** The commands, rows, cuts and kicks that a printer has read from the bytes of one or more receipts. */
export type Printed = {
  /** The names of the commands, in order. */
  commands: string[]
  /** The dots of each row, as bytes with the leftmost dot in the highest bit. */
  rows: Uint8Array[]
  /** The number of rows of each raster command. */
  bands: number[]
  cuts: number
  kicks: number
}

/** Reads bytes as a printer of that many dots does. Throws at a byte that is no known command, and at a cut-off one. */
export function readEscPos(bytes: Uint8Array, dots: number): Printed {
  const printed: Printed = { commands: [], rows: [], bands: [], cuts: 0, kicks: 0 }
  let at = 0
  const take = (count: number) => {
    if (at + count > bytes.length) throw new Error(`The bytes end inside a command, ${at} of ${bytes.length}`)
    at += count
    return bytes.subarray(at - count, at)
  }
  while (at < bytes.length) {
    const start = at
    const [first = 0, second = 0] = take(2)
    const name = `${first.toString(16)} ${second.toString(16)}`
    if (name === '1b 40') printed.commands.push('initialize')
    else if (name === '1b 64') printed.commands.push(`feed ${take(1)[0]} lines`)
    else if (name === '1d 76') {
      const [kind, mode, xl = 0, xh = 0, yl = 0, yh = 0] = take(6)
      if (kind !== 0x30 || mode !== 0) throw new Error(`Unknown raster ${kind} ${mode} at ${start}`)
      const [perRow, rows] = [xl + xh * 256, yl + yh * 256]
      if (perRow * 8 !== dots) throw new Error(`A row of ${perRow * 8} dots on a line of ${dots}`)
      if (rows === 0) throw new Error(`A raster without rows at ${start}`)
      for (let n = 0; n < rows; n++) printed.rows.push(take(perRow).slice())
      printed.bands.push(rows)
      printed.commands.push('raster')
    } else if (name === '1d 56') {
      const [mode] = take(2)
      if (mode !== 66) throw new Error(`Unknown cut ${mode} at ${start}`)
      printed.cuts++
      printed.commands.push('cut')
    } else if (name === '1b 70') {
      const [pin = 0, on = 0, off = 0] = take(3)
      if (pin > 1 || on === 0 || on > off) throw new Error(`A pulse that opens no drawer: ${pin} ${on} ${off}`)
      printed.kicks++
      printed.commands.push('kick')
    } else throw new Error(`Unknown bytes ${name} at ${start}`)
  }
  return printed
}

/** Returns whether a dot is black. */
export const isBlack = (rows: readonly Uint8Array[], x: number, y: number) =>
  (rows[y]![x >> 3]! & (0x80 >> (x & 7))) !== 0
