// Proves that the amounts on a paper add up to the price of its line, whatever it was reckoned from.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toCentavos } from '../shared/money.ts'
import { reckonPrice } from './price-rules.ts'
import { describeRateOnPaper } from './rate-papers.ts'

const parts = {
  netGrams: 2.1,
  sellPerGram: 6710,
  markup: 10,
  makingPerGram: 100,
  makingPerPiece: 500,
  stones: 1000,
  roundTo: 50,
} as const

test('names the gold, the making, the stones, the rounding and what was agreed', () => {
  // 2.1 × 6,710 = 14,091; 10 % of it, 210 and 500 are the making: 2,119.10; with the stones 17,210.10, so 17,250.
  expect(describeRateOnPaper(parts, { reckoned: 17_250, price: 17_250 })).toBe(
    'gold 2.10 g × ₱6,710.00 = ₱14,091.00, making ₱2,119.10, stones ₱1,000.00, rounding ₱39.90',
  )
  expect(describeRateOnPaper(parts, { reckoned: 17_250, price: 17_000 })).toMatch(
    /, rounding ₱39\.90, agreed −₱250\.00$/,
  )
  const plain = { ...parts, markup: 0, makingPerGram: 0, makingPerPiece: 0, stones: 0, roundTo: 10 } as const
  expect(describeRateOnPaper({ ...plain, netGrams: 2 }, { reckoned: 13_420, price: 13_420 })).toBe(
    'gold 2.00 g × ₱6,710.00 = ₱13,420.00',
  )
})

test('the amounts add up to the price of the line', () => {
  const centavos = fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 100)
  fc.assert(
    fc.property(
      fc.record({
        netGrams: fc.integer({ min: 1, max: 500_000 }).map((n) => n / 1000),
        sellPerGram: fc.integer({ min: 1, max: 2_000_000 }).map((n) => n / 100),
        markup: fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100),
        makingPerGram: centavos,
        makingPerPiece: centavos,
        stones: centavos,
        roundTo: fc.constantFrom(10 as const, 50 as const),
      }),
      centavos,
      (drawn, price) => {
        const reckoned = reckonPrice(drawn)!
        const text = describeRateOnPaper(drawn, { reckoned, price })
        const amounts = [...text.matchAll(/(?<before>[=a-z−]) ?(?<minus>−?)₱(?<amount>[\d,]+\.\d\d)/g)]
        // The rate of a gram is a factor, and no part of the sum.
        const sum = amounts
          .map(({ groups }) => {
            const isLess = groups!['minus'] === '−' || groups!['before'] === '−'
            return (isLess ? -1 : 1) * toCentavos(Number(groups!['amount']!.replaceAll(',', '')))
          })
          .reduce((all, one) => all + one, 0)
        expect(sum).toBe(toCentavos(price))
      },
    ),
  )
})
