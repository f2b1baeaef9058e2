// Proves the rules of gold rates: which difference somebody must settle, and when a rate is too old. The percentages are
// compared with an independent model of fractions.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fineness, type Karat, karats } from '../catalogue/karats.ts'
import {
  describeOldRate,
  describeRateAge,
  describeRefusedRate,
  findRateBases,
  findRateJump,
  rateAge,
  rateByFineness,
  type RatePair,
} from './rate-rules.ts'

const entered = new Date('2026-11-16T01:02:00Z')
const last = { sellPerGram: 5200, buyPerGram: 4850 }
/** Compares a rate with the last of its karat alone. */
const jumpFrom = (karat: Karat, from: RatePair, next: RatePair) =>
  findRateJump(karat, [{ ...from, karat, kind: 'last' }], next)

test.each([
  [5460, 4850, null],
  [4940, 4850, null],
  [5460.01, 4850, '14K sells for 5% more than the last rate, ₱5,200.00. Over 5% is asked again'],
  [5520, 4880, '14K sells for 6.2% more than the last rate, ₱5,200.00. Over 5% is asked again'],
  [5200, 4500, '14K buys for 7.2% less than the last rate, ₱4,850.00. Over 5% is asked again'],
  [6240, 4850, '14K sells for 20% more than the last rate, ₱5,200.00. Over 5% is asked again'],
  [6240.01, 4850, '14K sells for 20% more than the last rate, ₱5,200.00. Over 20% a Manager must allow it'],
  [3640, 3600, '14K sells for 30% less than the last rate, ₱5,200.00. Over 20% a Manager must allow it'],
])('a rate of %d and %d after one of 5200 and 4850', (sellPerGram, buyPerGram, sentence) => {
  expect(jumpFrom('14K', last, { sellPerGram, buyPerGram })?.sentence ?? null).toBe(sentence)
})

test('two steps of a day are compared with the rate with which it began', () => {
  const latest = { sellPerGram: 5900, buyPerGram: 5500, fromAt: '2026-11-16T03:00:00Z' }
  const bases = findRateBases('14K', [{ karat: '14K', latest, yesterday: last }], [])
  expect(findRateJump('14K', bases, { sellPerGram: 6700, buyPerGram: 5600 })).toEqual({
    side: 'sell',
    needs: 'manager',
    sentence: '14K sells for 28.8% more than when the day began, ₱5,200.00. Over 20% a Manager must allow it',
  })
  expect(findRateJump('14K', bases, { sellPerGram: 5400, buyPerGram: 5000 })?.sentence).toBe(
    '14K buys for 9.1% less than the last rate, ₱5,500.00. Over 5% is asked again',
  )
})

test('a first rate is compared by fineness with the newest rate of another karat', () => {
  const known = [
    { karat: '24K' as const, latest: null, yesterday: null },
    { karat: '18K' as const, latest: { sellPerGram: 6710, buyPerGram: 6260, fromAt: entered }, yesterday: null },
    { karat: '14K' as const, latest: { ...last, fromAt: '2026-11-01T00:00:00Z' }, yesterday: null },
  ]
  const bases = findRateBases('24K', known, [])
  expect(findRateJump('24K', bases, { sellPerGram: 8950, buyPerGram: 8350 })).toBeNull()
  expect(findRateJump('24K', bases, { sellPerGram: 89_500, buyPerGram: 8350 })?.sentence).toBe(
    '24K sells for 901.4% more than the 18K rate gives by its fineness, ₱8,937.72. Over 20% a Manager must allow it',
  )
  // Of several first rates in a shop without any, the first is compared with nothing, and the others with it.
  const given = [
    { karat: '24K' as const, sellPerGram: 8950, buyPerGram: 8350 },
    { karat: '18K' as const, sellPerGram: 671, buyPerGram: 626 },
  ]
  expect(given.map((one) => findRateJump(one.karat, findRateBases(one.karat, [], given), one)?.needs)).toEqual([
    undefined,
    'manager',
  ])
})

const pesos = fc.integer({ min: 1, max: 999_999_999 }).map((centavos) => centavos / 100)
const pair = fc.record({ sellPerGram: pesos, buyPerGram: pesos })

test('the larger difference of both rates decides, exactly at 5 % and 20 %', () => {
  /** The difference in fractions of whole numbers: `[numerator, denominator]`. */
  const shareOf = (from: number, to: number): [bigint, bigint] => {
    const [a, b] = [BigInt((from * 100).toFixed(0)), BigInt((to * 100).toFixed(0))]
    return [a > b ? a - b : b - a, a]
  }
  const isOver = ([part, whole]: [bigint, bigint], percent: bigint) => part * 100n > percent * whole
  // Rates near the limits are rare among random ones, so half of the cases are built around them.
  const near = fc
    .tuple(
      fc.integer({ min: 100, max: 99_999_999 }),
      fc.constantFrom(80, 95, 105, 120),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([from, percent, by]) => [from / 100, Math.max(1, Math.round((from * percent) / 100) + by) / 100] as const)
  const cases = fc.oneof(
    fc.tuple(pair, pair),
    fc.tuple(near, near).map(([sell, buy]) => [
      { sellPerGram: sell[0], buyPerGram: buy[0] },
      { sellPerGram: sell[1], buyPerGram: buy[1] },
    ]),
  )
  fc.assert(
    fc.property(cases, ([from, to]) => {
      const shares = [shareOf(from.sellPerGram, to.sellPerGram), shareOf(from.buyPerGram, to.buyPerGram)]
      const needs = shares.some((share) => isOver(share, 20n))
        ? 'manager'
        : shares.some((share) => isOver(share, 5n))
          ? 'confirmation'
          : null
      expect(jumpFrom('18K', from, to)?.needs ?? null).toBe(needs)
    }),
    { numRuns: 2000 },
  )
})

const after = (hours: number, more = 0) => new Date(entered.getTime() + hours * 3_600_000 + more)

test.each([
  [after(0), 'fresh', '0 h old'],
  [after(24), 'fresh', '24 h old'],
  [after(24, 1), 'old', '24 h old'],
  [after(72), 'old', '72 h old'],
  [after(72, 1), 'refused', '72 h old'],
  [after(97), 'refused', '4 days old'],
])('at %s a rate is %s', (now, age, words) => {
  expect([rateAge(entered, now), describeRateAge(entered, now)]).toEqual([age, words])
})

test.each([
  ['2026-11-20T00:00:00Z', 'The 18K rate is of 17 Nov: enter today’s rate first'],
  ['2026-12-31T16:00:00Z', 'The 18K rate is of 17 Nov 2026: enter today’s rate first'],
])('at %s a refused rate names its day in the shop', (at, sentence) => {
  expect(describeRefusedRate('18K', '2026-11-16T16:30:00Z', new Date(at), 'Asia/Manila')).toBe(sentence)
})

test('a rate of more than 24 hours ago warns, and one of more than 72 refuses', () => {
  const words = (hours: number) => describeOldRate('18K', entered, after(hours), 'Asia/Manila')
  expect([words(24), words(25), words(73)]).toEqual([
    null,
    'The 18K rate is of 16 Nov: after 72 hours it refuses sales',
    'The 18K rate is of 16 Nov: enter today’s rate first',
  ])
})

test('other karats follow from their fineness, rounded down to ten pesos', () => {
  const sell = karats.map((karat) => rateByFineness(8950, '24K', karat))
  expect(sell).toEqual([8950, 8200, 7830, 6710, 5240, 3730])
  expect(rateByFineness(15, '24K', '10K')).toBeNull()
  fc.assert(
    fc.property(pesos, fc.constantFrom(...karats), fc.constantFrom(...karats), (perGram, from, to) => {
      const rate = rateByFineness(perGram, from, to) ?? 0
      const [centavos, target, source] = [
        BigInt((perGram * 100).toFixed(0)),
        BigInt(fineness[to]),
        BigInt(fineness[from]),
      ]
      const most = centavos * target
      expect(rate % 10).toBe(0)
      // The rate is at most the exact one, and less than ten pesos below it.
      expect(BigInt(rate) * 100n * source <= most && most < (BigInt(rate) + 10n) * 100n * source).toBe(true)
    }),
  )
})
