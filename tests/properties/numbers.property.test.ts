import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatPeso } from '../../contract/shared/money.ts'
import { formatNumber } from '../../contract/shared/numbers.ts'

// The expected results come from Intl, in every language of the shop.
const languages = ['en-US', 'fil-PH', 'ja-JP']

/** Generates numbers with the stored decimals, up to the largest amount. */
const numbers = fc
  .record({ digits: fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), places: fc.nat({ max: 3 }) })
  .map(({ digits, places }) => digits / 10 ** places)

test('a number is formatted as Intl formats it', () => {
  fc.assert(
    fc.property(numbers, fc.nat({ max: 3 }), fc.nat({ max: 3 }), (value, least, more) => {
      const most = Math.max(3, least + more)
      const written = formatNumber(value, least, most)
      const digits = { minimumFractionDigits: least, maximumFractionDigits: most }
      for (const language of languages) expect(written).toBe(new Intl.NumberFormat(language, digits).format(value))
    }),
  )
})

test('pesos are formatted as Intl formats them', () => {
  const style = { style: 'currency', currency: 'PHP', currencyDisplay: 'narrowSymbol' } as const
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (centavos) => {
      const written = formatPeso(centavos / 100)
      for (const language of languages)
        expect(written).toBe(new Intl.NumberFormat(language, style).format(centavos / 100))
    }),
  )
})

test('a number that rounds to zero has no sign', () => {
  expect(formatNumber(-0.0004, 0, 3)).toBe('0')
  expect(formatPeso(-0.001)).toBe('₱0.00')
  expect(formatNumber(-0)).toBe('0')
})
