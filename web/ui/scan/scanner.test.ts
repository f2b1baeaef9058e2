import { expect, test } from 'vitest'

import { scannerWatch } from './scanner.ts'

/** Presses keys with so many milliseconds between them, then Enter after `pause`; answers whether it was scanned. */
function type(text: string, gap: number, pause = gap) {
  const isScan = scannerWatch()
  let now = 1000
  for (const key of text) isScan(key, (now += gap))
  return isScan('Enter', now + pause)
}

test('a burst that ends with Enter is a scanner', () => {
  expect(type('4801234567', 5)).toBe(true)
  expect(type('4801234567', 49)).toBe(true)
})

test('a person is not', () => {
  expect(type('4801234567', 51)).toBe(false)
  expect(type('48', 5)).toBe(false)
  expect(type('', 5)).toBe(false)
})

test('Enter pressed after a scan by hand is a person’s', () => {
  expect(type('4801234567', 5, 400)).toBe(false)
})

test('capitals arrive with Shift between them', () => {
  const isScan = scannerWatch()
  let now = 0
  for (const key of ['Shift', 'R', 'Shift', 'G', '-', '0', '1']) isScan(key, (now += 8))
  expect(isScan('Enter', now + 8)).toBe(true)
})

test('each code is judged by itself', () => {
  const isScan = scannerWatch()
  let now = 0
  for (const key of '12345') isScan(key, (now += 5))
  expect(isScan('Enter', (now += 5))).toBe(true)
  expect(isScan('Enter', now + 5)).toBe(false)
})
