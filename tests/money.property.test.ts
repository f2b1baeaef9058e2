import fc from 'fast-check'
import { expect, test } from 'vitest'

import { lineTotal, saleTotals } from '../contract/money.ts'

// The oracle reads the decimals as they are written, and reckons in whole numbers of any size.
/** '12.5' with 3 places is 12500n. */
const scaled = (value: number, places: number): bigint => {
  const [whole = '0', fraction = ''] = value.toFixed(places).split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}
const halfUp = (value: bigint, divisor: bigint) => (2n * value + divisor) / (2n * divisor)
const oracle = (price: number, quantity: number) => halfUp(scaled(price, 2) * scaled(quantity, 3), 1000n)

const pesos = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((centavos) => centavos / 100)
const grams = fc.integer({ min: 1, max: 5_000_000 }).map((milligrams) => milligrams / 1000)
const pieces = fc.integer({ min: 1, max: 10_000 })
const line = fc.record({ price: pesos(10_000_000), orderQty: fc.oneof(grams, pieces) })

test('a line total is the price times the quantity, half up to the centavo', () => {
  fc.assert(
    fc.property(line, ({ price, orderQty }) => {
      expect(BigInt(lineTotal(price, orderQty))).toBe(oracle(price, orderQty))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  [0.01, 0.5, 1],
  [0.01, 0.499, 0],
  [1.15, 0.1, 12], // 11.5 centavos; 1.15 * 100 is 114.99999999999999 in floating point
  [8.03, 0.5, 402], // 401.5
  [1.005e2, 1, 10_050],
  [999_999_999_999.99, 1, 99_999_999_999_999],
])('%f × %f is %i centavos', (price, quantity, centavos) => {
  expect(lineTotal(price, quantity)).toBe(centavos)
})

test('a sale adds up to the centavo: total, paid, balance and change', () => {
  const sale = fc.record({
    items: fc.array(line, { maxLength: 30 }),
    discount: pesos(1_000_000),
    shippingFee: pesos(10_000),
    payments: fc.array(fc.record({ amount: pesos(100_000_000) }), { maxLength: 6 }),
  })
  fc.assert(
    fc.property(sale, ({ items, discount, shippingFee, payments }) => {
      const subtotal = items.reduce((sum, { price, orderQty }) => sum + oracle(price, orderQty), 0n)
      const total = subtotal - scaled(discount, 2) + scaled(shippingFee, 2)
      const paid = payments.reduce((sum, { amount }) => sum + scaled(amount, 2), 0n)
      const most = (value: bigint) => (value > 0n ? value : 0n)
      const { subtotal: s, total: t, paid: p, balance, change } = saleTotals({ items, discount, shippingFee, payments })
      expect([s, t, p, balance, change].map(BigInt)).toEqual([
        subtotal,
        total,
        paid,
        most(total - paid),
        most(paid - total),
      ])
    }),
    { numRuns: 1000 },
  )
})
