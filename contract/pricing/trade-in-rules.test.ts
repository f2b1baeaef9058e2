// Proves the rules of trade-ins against an independent model of fractions: grams and sums with one rounding each,
// monotone in weight and rate, and an offer that is split to the centavo.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  addAmounts,
  countedGramsOf,
  findOfferProblem,
  netGramsOf,
  reckonPiece,
  splitOffer,
  testsLower,
} from './trade-in-rules.ts'

const chain = { grossGrams: 9.84, stoneGrams: 0, loss: 2 }
const bracelet = { grossGrams: 7.12, stoneGrams: 0, loss: 2 }
const ring = { grossGrams: 5.26, stoneGrams: 1.12, loss: 3 }

test('reckons the three pieces of the drawing', () => {
  expect([chain, bracelet, ring].map(netGramsOf)).toEqual([9.84, 7.12, 4.14])
  expect([chain, bracelet, ring].map(countedGramsOf)).toEqual([9.643, 6.978, 4.016])
  const sums = [reckonPiece(9.643, 6260)!, reckonPiece(6.978, 4880)!, reckonPiece(4.016, 7650)!]
  expect(sums).toEqual([60_365.18, 34_052.64, 30_722.4])
  expect(addAmounts(sums)).toBe(125_140.22)
  const costs = splitOffer(125_140, sums)
  expect(addAmounts(costs)).toBe(125_140)
  expect(costs).toEqual([60_365.07, 34_052.58, 30_722.35])
})

test('a sum that no column holds is none', () => {
  expect(reckonPiece(99_999, 9_999_999.99)).toBe(999_989_999_000.01)
  expect(reckonPiece(999_999, 9_999_999.99)).toBeNull()
  expect(addAmounts([999_999_999_999.99, 0.01])).toBeNull()
})

test('only a lower karat than the mark counts as lower', () => {
  expect([
    testsLower('18K', '14K'),
    testsLower('18K', '18K'),
    testsLower('18K', '22K'),
    testsLower(null, '10K'),
    testsLower('18K', null),
  ]).toEqual([true, false, false, false, false])
})

test.each([
  [100, null],
  [100.01, 'manager'],
  [120, 'manager'],
  [120.01, 'confirmation'],
])('an offer of %d beside a reckoned 100 that sells for 120 needs %s', (offer, needs) => {
  expect(findOfferProblem(offer, 100, 120)?.needs ?? null).toBe(needs)
})

/** Reads a decimal text as a fraction over a power of ten, so that no floating-point number is involved. */
function fractionOf(value: number, places: number): [bigint, bigint] {
  const [whole = '0', decimals = ''] = value.toFixed(places).split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}

/** Whether `rounded` is the value of the fraction at these decimals, rounded half up. */
function isRounded(rounded: number, places: number, [top, bottom]: [bigint, bigint]) {
  const [steps, perOne] = fractionOf(rounded, places)
  // steps - 1/2 <= value × perOne < steps + 1/2
  const value = 2n * top * perOne
  return (2n * steps - 1n) * bottom <= value && value < (2n * steps + 1n) * bottom
}

const grams = (most: number) => fc.integer({ min: 1, max: most }).map((milligrams) => milligrams / 1000)
const loss = fc.integer({ min: 0, max: 9999 }).map((basis) => basis / 100)
const rate = fc.integer({ min: 1, max: 5_000_000 }).map((centavos) => centavos / 100)

test('the counted grams and the sum equal a model of fractions, with one rounding each', () => {
  fc.assert(
    fc.property(grams(1_000_000), fc.nat(), loss, rate, (grossGrams, seed, percent, perGram) => {
      const stoneGrams = (seed % Math.round(grossGrams * 1000)) / 1000
      const counted = countedGramsOf({ grossGrams, stoneGrams, loss: percent })
      const [gross, thousand] = fractionOf(grossGrams, 3)
      const [stones] = fractionOf(stoneGrams, 3)
      const [lost, hundred] = fractionOf(percent, 2)
      expect(isRounded(counted, 3, [(gross - stones) * (100n * hundred - lost), thousand * 100n * hundred])).toBe(true)
      const [weight] = fractionOf(counted, 3)
      const [pesos, cents] = fractionOf(perGram, 2)
      expect(isRounded(reckonPiece(counted, perGram)!, 2, [weight * pesos, thousand * cents])).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('more gold, less loss and a higher rate never lower the sum', () => {
  fc.assert(
    fc.property(grams(1_000_000), loss, rate, fc.integer({ min: 1, max: 500 }), (grossGrams, percent, perGram, by) => {
      const sumOf = (of: { grossGrams: number; loss: number }, at: number) =>
        reckonPiece(countedGramsOf({ stoneGrams: 0, ...of }), at)!
      const plain = sumOf({ grossGrams, loss: percent }, perGram)
      const up = (value: number, scale: number) => Math.round(value * scale + by) / scale
      expect(sumOf({ grossGrams: up(grossGrams, 1000), loss: percent }, perGram)).toBeGreaterThanOrEqual(plain)
      expect(sumOf({ grossGrams, loss: percent }, up(perGram, 100))).toBeGreaterThanOrEqual(plain)
      expect(sumOf({ grossGrams, loss: Math.max(0, percent - by / 100) }, perGram)).toBeGreaterThanOrEqual(plain)
    }),
    { numRuns: 2000 },
  )
})

test('the costs add up to the offer, and each differs from its exact share by less than a centavo', () => {
  const sums = fc.array(fc.integer({ min: 0, max: 10_000_000_00 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(sums, fc.integer({ min: 1, max: 999_999_999_99 }), (inCentavos, offerCentavos) => {
      fc.pre(inCentavos.some((sum) => sum > 0))
      const costs = splitOffer(
        offerCentavos / 100,
        inCentavos.map((sum) => sum / 100),
      ).map((cost) => BigInt(Math.round(cost * 100)))
      const whole = inCentavos.reduce((total, sum) => total + BigInt(sum), 0n)
      expect(costs.reduce((total, cost) => total + cost, 0n)).toBe(BigInt(offerCentavos))
      for (const [n, cost] of costs.entries()) {
        const off = cost * whole - BigInt(offerCentavos) * BigInt(inCentavos[n]!)
        expect(cost >= 0n && off < whole && off > -whole).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})
