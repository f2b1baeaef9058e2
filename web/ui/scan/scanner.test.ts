import { expect, test } from 'vitest'

import { createScannerWatch } from './scanner.ts'

/**
 * Presses keys with that many milliseconds between them, then Enter after `pause`. Returns the scanned code, if any.
 */
function type(text: string, gap: number, pause = gap) {
  const isScan = createScannerWatch()
  let now = 1000
  for (const key of text) isScan(key, (now += gap))
  return isScan('Enter', now + pause)
}

test('recognises a burst of keys that ends with Enter as a scan', () => {
  expect(type('4801234567', 5)).toBe(true)
  expect(type('4801234567', 49)).toBe(true)
})

test('does not recognise a person’s typing as a scan', () => {
  expect(type('4801234567', 51)).toBe(false)
  expect(type('48', 5)).toBe(false)
  expect(type('', 5)).toBe(false)
})

test('attributes a late Enter after a scan to a person', () => {
  expect(type('4801234567', 5, 400)).toBe(false)
})

test('accepts Shift between the keys of a scan', () => {
  const isScan = createScannerWatch()
  let now = 0
  for (const key of ['Shift', 'R', 'Shift', 'G', '-', '0', '1']) isScan(key, (now += 8))
  expect(isScan('Enter', now + 8)).toBe(true)
})

test('recognises each code separately', () => {
  const isScan = createScannerWatch()
  let now = 0
  for (const key of '12345') isScan(key, (now += 5))
  expect(isScan('Enter', (now += 5))).toBe(true)
  expect(isScan('Enter', now + 5)).toBe(false)
})
