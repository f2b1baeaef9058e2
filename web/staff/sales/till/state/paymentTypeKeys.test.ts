import { expect, test } from 'vitest'

import { findTypeByLetters } from './paymentTypeKeys.ts'

const types = ['Cash', 'GCash', 'Card', 'Bank Transfer'].map((paymentName, n) => ({
  paymentTypeID: n + 1,
  paymentName,
}))
const nameOf = (letters: string, currentID: number | null) => findTypeByLetters(types, letters, currentID)?.paymentName

test('a letter chooses the first type that begins with it, and again the next one', () => {
  expect(nameOf('g', 1)).toBe('GCash')
  expect(nameOf('B', 1)).toBe('Bank Transfer')
  expect(nameOf('c', 2)).toBe('Cash')
  expect(nameOf('c', 1)).toBe('Card')
  expect(nameOf('cc', 3)).toBe('Cash')
})

test('more letters choose by the beginning of the name, and unknown ones choose nothing', () => {
  expect(nameOf('car', 1)).toBe('Card')
  expect(nameOf('cas', 3)).toBe('Cash')
  expect(nameOf('x', 1)).toBeUndefined()
  expect(nameOf('cx', 1)).toBeUndefined()
})
