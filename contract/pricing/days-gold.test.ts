// Proves that the gold of the day is exact: net grams times the rate, rounded once, beside fractions of whole numbers.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeDaysGold, describeDaysGold } from './days-gold.ts'

const ring = { uom: 'PCS', netGrams: 1.41 } as const

test('is the net grams at the rate, and the rest of the price is work and stone', () => {
  const found = computeDaysGold(ring, 51_550, 7000)
  expect(found).toEqual({ gold: 9870, work: 41_680 })
  expect(describeDaysGold(found!, { hasStone: true })).toBe('gold ₱9,870, work and stone ₱41,680')
  expect(describeDaysGold(found!, { hasStone: false })).toBe('gold ₱9,870, work ₱41,680')
  expect(describeDaysGold(found!, { hasStone: true, language: 'ja' })).toBe('地金 ₱9,870、加工・石 ₱41,680')
  expect(describeDaysGold({ gold: 9870, work: null }, { hasStone: true, language: 'tl' })).toBe('ginto ₱9,870')
})

test('is unknown without a net weight, a rate or a price, and for goods by the gram', () => {
  expect(computeDaysGold({ ...ring, netGrams: null }, 51_550, 7000)).toBeNull()
  expect(computeDaysGold(ring, 51_550, null)).toBeNull()
  expect(computeDaysGold(ring, 0, 7000)).toBeNull()
  expect(computeDaysGold({ uom: 'BULK', netGrams: 1 }, 7000, 7000)).toBeNull()
})

test('leaves out work where the gold is worth the price or more', () => {
  expect(computeDaysGold({ uom: 'PCS', netGrams: 2 }, 14_000, 7000)).toEqual({ gold: 14_000, work: null })
  expect(computeDaysGold({ uom: 'PCS', netGrams: 2 }, 13_000, 7000)).toEqual({ gold: 14_000, work: null })
})

const milligrams = fc.integer({ min: 1, max: 99_999_999 })
const centavos = fc.integer({ min: 1, max: 999_999_999 })

test('rounds once, half up, as fractions do, and grows with rate and weight', () => {
  fc.assert(
    fc.property(milligrams, centavos, centavos, (weight, rate, more) => {
      const goldOf = (mg: number, rateCentavos: number) =>
        computeDaysGold({ uom: 'PCS', netGrams: mg / 1000 }, 1, rateCentavos / 100)!.gold
      const gold = BigInt(goldOf(weight, rate))
      // |gold - weight × rate| is at most half a peso: 100,000 units are a peso.
      const difference = gold * 100_000n - BigInt(weight) * BigInt(rate)
      expect(difference > -50_000n && difference <= 50_000n).toBe(true)
      expect(goldOf(weight, rate + more)).toBeGreaterThanOrEqual(Number(gold))
      expect(goldOf(weight + 1, rate)).toBeGreaterThanOrEqual(Number(gold))
    }),
  )
})

test('gold and work make up a price in whole pesos', () => {
  fc.assert(
    fc.property(milligrams, centavos, fc.integer({ min: 1, max: 9_999_999 }), (weight, rate, price) => {
      const { gold, work } = computeDaysGold({ uom: 'PCS', netGrams: weight / 1000 }, price, rate / 100)!
      expect(work === null ? gold >= price : gold + work === price).toBe(true)
    }),
  )
})
