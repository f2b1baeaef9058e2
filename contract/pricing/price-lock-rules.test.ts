// Proves the rules of kept prices against a model of its own: whole centavos as BigInt, line by line.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { largestAmount } from '../shared/money.ts'
import {
  choosePrice,
  computeChoiceTotals,
  describeLapsedPrice,
  fitInstalments,
  type LockedLine,
  priceChoices,
  sumLockedLines,
} from './price-lock-rules.ts'

const centavos = (pesos: number) => BigInt(Math.round(pesos * 100))
const pesos = fc.integer({ min: 0, max: 5_000_000_00 }).map((amount) => amount / 100)
const line = fc.record({
  price: pesos,
  today: fc.option(pesos),
  orderQty: fc.integer({ min: 1, max: 9_000 }).map((thousandths) => thousandths / 1000),
})
const lines = fc.array(line, { minLength: 1, maxLength: 12 })

/** The model: a line's amount in centavos, rounded half up, at the price that a choice names in words. */
function modelOf({ price, today, orderQty }: LockedLine, choice: string): bigint {
  const [was, now] = [centavos(price), today === null ? centavos(price) : centavos(today)]
  const at = choice === 'keep' ? was : choice === 'reprice' ? now : was < now ? was : now
  return (at * BigInt(Math.round(orderQty * 1000)) * 2n + 1000n) / 2000n
}

test('keep changes nothing, reprice takes today, and the lower of both is never above either', () => {
  fc.assert(
    fc.property(line, (one) => {
      expect(choosePrice('keep', one)).toBe(one.price)
      expect(choosePrice('reprice', one)).toBe(one.today ?? one.price)
      const lower = choosePrice('lower', one)
      expect([one.price, one.today]).toContain(lower)
      expect(lower).toBeLessThanOrEqual(one.price)
      expect(lower).toBeLessThanOrEqual(one.today ?? one.price)
    }),
  )
})

test('the totals are those of the model: the lines, less the discount, with the shipping fee', () => {
  fc.assert(
    fc.property(lines, pesos, pesos, (sold, discount, shippingFee) => {
      const totals = computeChoiceTotals(sold, { discount, shippingFee })
      for (const choice of priceChoices) {
        const items = sold.reduce((sum, one) => sum + modelOf(one, choice), 0n)
        expect(centavos(totals[choice])).toBe(items - centavos(discount) + centavos(shippingFee))
        const byRate = sold.filter(({ today }) => today !== null).reduce((sum, one) => sum + modelOf(one, choice), 0n)
        expect(centavos(sumLockedLines(sold, choice))).toBe(byRate)
      }
      expect(totals.lower).toBeLessThanOrEqual(totals.keep)
      expect(totals.lower).toBeLessThanOrEqual(totals.reprice)
      expect(largestAmount).toBeGreaterThan(totals.keep)
    }),
  )
})

test('instalments fit any total: they sum to it, keep their order, and change from the end alone', () => {
  const schedule = fc.array(fc.integer({ min: 1, max: 90_000_00 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(schedule, fc.integer({ min: 0, max: 900_000_00 }), (amounts, total) => {
      const before = amounts.map((amount, n) => ({
        dueDate: `2026-12-${String(n + 1).padStart(2, '0')}`,
        amount: amount / 100,
      }))
      const after = fitInstalments(before, total / 100)
      expect(after.reduce((sum, { amount }) => sum + centavos(amount), 0n)).toBe(BigInt(total))
      expect(after.every(({ amount }) => amount > 0)).toBe(true)
      expect(after.map(({ dueDate }) => dueDate)).toEqual(before.slice(0, after.length).map(({ dueDate }) => dueDate))
      for (const [n, { amount }] of after.slice(0, -1).entries()) expect(amount).toBe(before[n]!.amount)
    }),
  )
  expect(fitInstalments([], 500)).toEqual([])
})

test('the sentence names the day, both prices, and why the price of today is unknown', () => {
  const lapse = { keptUntil: '2026-11-30', was: 19_950, today: 21_300, refusal: null }
  expect(describeLapsedPrice(lapse, '2026-12-01')).toBe(
    'The price was kept until 30 Nov; today it is ₱21,300.00 (was ₱19,950.00)',
  )
  expect(describeLapsedPrice(lapse, '2027-01-02')).toBe(
    'The price was kept until 30 Nov 2026; today it is ₱21,300.00 (was ₱19,950.00)',
  )
  const refusal = 'The 18K rate is of 3 Nov: enter today’s rate first'
  expect(describeLapsedPrice({ ...lapse, refusal }, '2026-12-01')).toBe(
    'The price was kept until 30 Nov. The 18K rate is of 3 Nov: enter today’s rate first',
  )
})
