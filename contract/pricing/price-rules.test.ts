// Proves prices by the gold rate against an independent model of fractions: one rounding up, monotone in rate and weight,
// and floors that hold to the centavo.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { costFloor, describeParts, goldFloor, isBelowFloor, type PriceParts, reckonPrice } from './price-rules.ts'

const bangle: PriceParts = {
  netGrams: 12.4,
  sellPerGram: 8200,
  markup: 18,
  makingPerGram: 950,
  makingPerPiece: 11_560,
  stones: 0,
  roundTo: 50,
}

test('reckons the bangle of the drawing', () => {
  expect(reckonPrice(bangle)).toBe(143_350)
  expect(describeParts(bangle)).toEqual({
    gold: 101_680,
    markup: 18_302.4,
    makingByGram: 11_780,
    makingByPiece: 11_560,
    stones: 0,
    reckoned: 143_322.4,
  })
  expect(reckonPrice({ ...bangle, sellPerGram: 8150 })).toBe(142_600)
  expect(reckonPrice({ ...bangle, roundTo: 10 })).toBe(143_330)
})

test('a price that is whole tens stays, and a billionth above it goes up', () => {
  const ten = {
    netGrams: 1,
    sellPerGram: 10,
    markup: 0,
    makingPerGram: 0,
    makingPerPiece: 0,
    stones: 0,
    roundTo: 10,
  } as const
  expect(reckonPrice(ten)).toBe(10)
  expect(reckonPrice({ ...ten, netGrams: 0.001, sellPerGram: 0.01, markup: 0.01, stones: 10 })).toBe(20)
})

test('a price that no column holds is none', () => {
  expect(reckonPrice({ ...bangle, stones: 999_999_999_999.99, roundTo: 10 })).toBeNull()
})

/** A fraction of whole numbers, always reduced by nothing: an own model without shared code. */
type Fraction = [bigint, bigint]
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
/** Reads a decimal text, so that no floating-point number is involved. */
function fractionOf(value: number, places: number): Fraction {
  const [whole = '0', decimals = ''] = value.toFixed(places).split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}
function modelPrice({ netGrams, sellPerGram, markup, makingPerGram, makingPerPiece, stones, roundTo }: PriceParts) {
  const grams = fractionOf(netGrams, 3)
  const factor = plus([1n, 1n], times(fractionOf(markup, 2), [1n, 100n]))
  const gold = times(times(grams, fractionOf(sellPerGram, 2)), factor)
  const making = plus(times(grams, fractionOf(makingPerGram, 2)), fractionOf(makingPerPiece, 2))
  const [top, bottom] = times(plus(plus(gold, making), fractionOf(stones, 2)), [1n, BigInt(roundTo)])
  const steps = top / bottom + (top % bottom > 0n ? 1n : 0n)
  return Number(steps) * roundTo
}

const amount = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((centavos) => centavos / 100)
const parts: fc.Arbitrary<PriceParts> = fc.record({
  netGrams: fc.integer({ min: 1, max: 5_000_000 }).map((milligrams) => milligrams / 1000),
  sellPerGram: fc.integer({ min: 1, max: 5_000_000 }).map((centavos) => centavos / 100),
  markup: fc.integer({ min: 0, max: 100_000 }).map((basis) => basis / 100),
  makingPerGram: amount(10_000),
  makingPerPiece: amount(1_000_000),
  stones: amount(10_000_000),
  roundTo: fc.constantFrom(10, 50),
})

test('equals a model of fractions, with one rounding', () => {
  fc.assert(
    fc.property(parts, (given) => {
      expect(reckonPrice(given)).toBe(modelPrice(given))
    }),
    { numRuns: 3000 },
  )
})

test('more weight, a higher rate and more of any part never lower the price', () => {
  const more = fc.record({
    field: fc.constantFrom('netGrams', 'sellPerGram', 'markup', 'makingPerGram', 'makingPerPiece', 'stones'),
    by: fc.integer({ min: 1, max: 1000 }),
  })
  fc.assert(
    fc.property(parts, more, (given, { field, by }) => {
      const places = field === 'netGrams' ? 1000 : 100
      const raised = Math.round(given[field as keyof PriceParts] * places + by) / places
      expect(reckonPrice({ ...given, [field]: raised })!).toBeGreaterThanOrEqual(reckonPrice(given)!)
    }),
    { numRuns: 2000 },
  )
})

test('a price is below the floor exactly when the gold is bought for more', () => {
  const grams = fc.integer({ min: 1, max: 5_000_000 }).map((milligrams) => milligrams / 1000)
  fc.assert(
    fc.property(grams, amount(50_000), fc.integer({ min: -2, max: 2 }), (netGrams, buyPerGram, by) => {
      const floor = goldFloor(netGrams, buyPerGram)
      const [top, bottom] = times(times(fractionOf(netGrams, 3), fractionOf(buyPerGram, 2)), [100n, 1n])
      const price = Math.max(0, floor + by)
      expect(isBelowFloor(price / 100, floor, { subtotal: 1, discount: 0 })).toBe(BigInt(price) * bottom < top)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  [100, 0, false],
  [99.99, 0, true],
  [110, 1000, true],
  [112, 1000, false],
])('a price of %d less %d of 10000 is below a floor of 100: %s', (price, discount, isBelow) => {
  expect(isBelowFloor(price, 10_000, { subtotal: 10_000, discount })).toBe(isBelow)
})

test('the cost and the least margin are rounded up to the centavo', () => {
  expect([costFloor(100, 0), costFloor(100, 12.5), costFloor(0.000001, 0), costFloor(0, 50)]).toEqual([
    10_000, 11_250, 1, 0,
  ])
  const micro = fc.integer({ min: 0, max: 2_000_000_000 }).map((cost) => cost / 1_000_000)
  const percent = fc.integer({ min: 0, max: 100_000 }).map((basis) => basis / 100)
  fc.assert(
    fc.property(micro, percent, (cost, margin) => {
      const factor = plus([1n, 1n], times(fractionOf(margin, 2), [1n, 100n]))
      const [top, bottom] = times(times(fractionOf(cost, 6), factor), [100n, 1n])
      expect(BigInt(costFloor(cost, margin))).toBe(top / bottom + (top % bottom > 0n ? 1n : 0n))
    }),
  )
})
