// Proves by an emulator that a printer gets the picture as it was drawn, and each command in its order.
import { expect, test } from 'vitest'

import { composeReceipt, dotsPerLine, rowsAtMost } from '../../../../contract/printing/esc-pos.ts'
import { isBlack, readEscPos } from '../../../../tests/support/receipt-printer.ts'
import { toDots } from './dots.ts'

/** Whether a dot of the drawn test picture is black: a pattern that is another in each row and column. */
const isDrawn = (x: number, y: number) => (x * 7 + y * 13 + ((x * y) >> 3)) % 5 < 2

function draw(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isDrawn(x, y)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return toDots({ width, height, data })
}

test.each([
  [80, 1, [1]],
  [80, 128, [128]],
  [80, 300, [128, 128, 44]],
  [58, 129, [128, 1]],
] as const)('a receipt of %i mm with %i rows is printed as it was drawn', (paper, height, bands) => {
  const width = dotsPerLine[paper]
  const printed = readEscPos(composeReceipt(draw(width, height), { opensDrawer: false }), width)
  expect(printed.bands).toEqual(bands)
  expect(printed.rows.length).toBe(height)
  const wrong: string[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isBlack(printed.rows, x, y) !== isDrawn(x, y)) wrong.push(`${x}, ${y}`)
  expect(wrong).toEqual([])
  expect(printed.commands).toEqual(['initialize', ...bands.map(() => 'raster'), 'feed 3 lines', 'cut'])
  expect(printed.kicks).toBe(0)
})

test('the longest receipt is printed in bands that a small printer takes', () => {
  const width = dotsPerLine[80]
  const bytes = new Uint8Array((width / 8) * rowsAtMost).fill(0xa5)
  const printed = readEscPos(composeReceipt({ width, bytes }, { opensDrawer: false }), width)
  expect(printed.rows.length).toBe(rowsAtMost)
  expect(new Set(printed.bands)).toEqual(new Set([128]))
  expect(printed.rows.every((row) => row.every((byte) => byte === 0xa5))).toBe(true)
  expect(printed.cuts).toBe(1)
})

test('the drawer opens once, after the cut', () => {
  const { commands, kicks } = readEscPos(composeReceipt(draw(384, 10), { opensDrawer: true }), 384)
  expect(commands).toEqual(['initialize', 'raster', 'feed 3 lines', 'cut', 'kick'])
  expect(kicks).toBe(1)
})

test('the emulator refuses bytes that a receipt must not hold', () => {
  const bytes = composeReceipt(draw(384, 10), { opensDrawer: true })
  expect(() => readEscPos(bytes, 576)).toThrow('A row of 384 dots on a line of 576')
  expect(() => readEscPos(bytes.subarray(0, -1), 384)).toThrow('The bytes end inside a command')
  expect(() => readEscPos(Uint8Array.from([...bytes, 0x48, 0x69]), 384)).toThrow('Unknown bytes 48 69')
})
