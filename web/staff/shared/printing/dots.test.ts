// Proves which pixels of a canvas become black dots.
import { expect, test } from 'vitest'

import { isBlack } from '../../../../tests/support/receipt-printer.ts'
import { dither, toDots } from './dots.ts'

const grey = (...lights: number[]) => Uint8ClampedArray.from(lights.flatMap((light) => [light, light, light, 255]))

test('dark pixels become dots, the leftmost in the highest bit', () => {
  const data = grey(0, 159, 160, 255, 255, 255, 255, 0, ...Array.from({ length: 8 }, () => 255))
  expect([...toDots({ width: 8, height: 2, data }).bytes]).toEqual([0b11000001, 0])
})

test('a colour counts by how light it looks', () => {
  const [yellow, blue] = [
    [255, 255, 0, 255],
    [0, 0, 255, 255],
  ]
  const data = Uint8ClampedArray.from([yellow, blue, yellow, blue, yellow, blue, yellow, blue].flat())
  expect([...toDots({ width: 8, height: 1, data }).bytes]).toEqual([0b01010101])
})

test.each([0, 64, 128, 191, 255])('a picture of the grey %i has as many dots as it is dark', (light) => {
  const [width, height] = [64, 64]
  const data = grey(...Array.from({ length: width * height }, () => light))
  dither({ width, height, data })
  expect(new Set(data)).toEqual(new Set(light === 0 ? [0, 255] : light === 255 ? [255] : [0, 255]))
  const { bytes } = toDots({ width, height, data })
  const rows = Array.from({ length: height }, (_, y) => bytes.subarray(y * 8, y * 8 + 8))
  let black = 0
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isBlack(rows, x, y)) black++
  expect(Math.abs(black / (width * height) - (1 - light / 255))).toBeLessThan(0.02)
})
