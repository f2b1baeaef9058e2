import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeRefundedTax, computeTaxes, findRateInForce } from '../../contract/tax/tax-rules.ts'

// Compares the rules of tax with a model of exact fractions: whole numbers without any division until the one rounding.

const amount = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 99_999_999_999_999 }))
/** The hundredths of a percentage. */
const hundredths = fc.oneof(fc.constantFrom(0, 800, 1000, 1200, 10_000), fc.integer({ min: 0, max: 10_000 }))
const part = fc.record({ taxRateID: fc.integer({ min: 1, max: 3 }), amount })
const sales = fc.record({
  percents: fc.tuple(hundredths, hundredths, hundredths),
  parts: fc.array(part, { minLength: 1, maxLength: 12 }),
})
const withPercents = ({ percents, parts }: { percents: number[]; parts: { taxRateID: number; amount: number }[] }) =>
  parts.map((one) => ({ ...one, percent: percents[one.taxRateID - 1]! / 100 }))

/** The exact tax within an amount, as a fraction: amount × rate / (100 + rate). */
const exact = (centavos: bigint, rate: number) => ({ top: centavos * BigInt(rate), below: 10_000n + BigInt(rate) })

test('per line: each tax is the exact tax, rounded half up once, and no more than its amount', () => {
  fc.assert(
    fc.property(sales, ({ percents, parts }) => {
      const taxes = computeTaxes('line', withPercents({ percents, parts }))
      for (const [n, { taxRateID, amount: centavos }] of parts.entries()) {
        const { top, below } = exact(BigInt(centavos), percents[taxRateID - 1]!)
        const tax = BigInt(taxes[n]!)
        // Half up: −1/2 < tax − exact ≤ 1/2, without a division.
        const twice = 2n * (tax * below - top)
        expect(twice > -below && twice <= below).toBe(true)
        expect(tax >= 0n && tax <= BigInt(centavos)).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})

test('per rate: the taxes of a rate add up to its exact tax, rounded down once, each less than a centavo off', () => {
  fc.assert(
    fc.property(sales, ({ percents, parts }) => {
      const taxes = computeTaxes('rate', withPercents({ percents, parts }))
      for (const [at, rate] of percents.entries()) {
        const own = [...parts.keys()].filter((n) => parts[n]!.taxRateID === at + 1)
        const whole = own.reduce((sum, n) => sum + BigInt(parts[n]!.amount), 0n)
        const tax = own.reduce((sum, n) => sum + BigInt(taxes[n]!), 0n)
        const { top, below } = exact(whole, rate)
        const left = top - tax * below
        expect(left >= 0n && left < below).toBe(true)
        for (const n of own) {
          const line = exact(BigInt(parts[n]!.amount), rate)
          const off = BigInt(taxes[n]!) * line.below - line.top
          expect(off > -line.below && off < line.below).toBe(true)
          expect(taxes[n]! >= 0 && taxes[n]! <= parts[n]!.amount).toBe(true)
        }
      }
    }),
    { numRuns: 2000 },
  )
})

test('refunds of a line give back exactly its tax, however the line is split', () => {
  const line = fc.record({ amount, rate: hundredths, rounding: fc.constantFrom<'line' | 'rate'>('line', 'rate') })
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
  fc.assert(
    fc.property(line, cuts, ({ amount: whole, rate, rounding }, at) => {
      const [tax] = computeTaxes(rounding, [{ taxRateID: 1, percent: rate / 100, amount: whole }])
      const marks = [0, ...at.map((share) => Math.floor(share * whole)).toSorted((a, b) => a - b), whole]
      let back = 0
      for (const [n, mark] of marks.entries()) {
        const before = marks[n - 1] ?? 0
        const part = computeRefundedTax({ amount: whole, tax: tax! }, before, mark - before)
        // The base of a part is never negative, so a refund never takes tax back.
        expect(part >= 0 && part <= mark - before).toBe(true)
        back += part
      }
      expect(back).toBe(tax)
    }),
    { numRuns: 2000 },
  )
})

test('the rate in force on a day is the latest of its kind that has begun and not ended', () => {
  const rate = (taxRateID: number, fromDate: string, untilDate: string | null = null) => ({
    taxRateID,
    kind: 'standard' as const,
    fromDate,
    untilDate,
  })
  const rates = [rate(1, '2014-04-01'), rate(2, '2019-10-01', '2026-12-31')]
  const inForce = (day: string) => findRateInForce(rates, 'standard', day)?.taxRateID ?? null
  expect(['2014-03-31', '2014-04-01', '2019-09-30', '2019-10-01', '2026-12-31', '2027-01-01'].map(inForce)).toEqual([
    null,
    1,
    1,
    2,
    2,
    null,
  ])
  expect(findRateInForce(rates, 'exempt', '2026-01-01')).toBeNull()
})
