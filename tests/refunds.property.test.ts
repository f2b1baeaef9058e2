import fc from 'fast-check'
import { expect, test } from 'vitest'

import { lineTotal, toCentavos } from '../contract/money.ts'
import { netLines, refundAmounts, refundOf } from '../contract/refunds.ts'

const pesos = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((centavos) => centavos / 100)
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 50 }),
  fc.integer({ min: 1, max: 500_000 }).map((milligrams) => milligrams / 1000),
)
const line = fc
  .record({ price: fc.oneof(pesos(0.05), pesos(500_000)), orderQty: quantity })
  .map(({ price, orderQty }) => ({ orderQty, lineTotal: lineTotal(price, orderQty) / 100 }))
/** Lines, and a discount that is at most what they come to. */
const sold = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 30 }), off: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ lines, off }) => {
    const whole = lines.reduce((sum, { lineTotal: total }) => sum + toCentavos(total), 0)
    return { lines, whole, discount: Math.floor(whole * off) / 100 }
  })

test('what the lines brought in is what was paid for them: none less than nothing or more than its total', () => {
  fc.assert(
    fc.property(sold, ({ lines, whole, discount }) => {
      const nets = netLines(lines, discount)
      expect(nets.reduce((sum, net) => sum + net, 0)).toBe(whole - toCentavos(discount))
      for (const [n, net] of nets.entries()) {
        expect(net).toBeGreaterThanOrEqual(0)
        expect(net).toBeLessThanOrEqual(toCentavos(lines[n]!.lineTotal))
      }
    }),
    { numRuns: 1000 },
  )
})

test('a line that comes back in portions gives back what it brought in, to the centavo', () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
  fc.assert(
    fc.property(quantity, fc.integer({ min: 0, max: 1_000_000_000 }), cuts, (orderQty, net, at) => {
      const milli = Math.round(orderQty * 1000)
      const marks = [0, ...at.map((part) => Math.floor(part * milli)).toSorted((a, b) => a - b), milli]
      let back = 0
      for (const [n, mark] of marks.entries()) {
        const before = marks[n - 1]
        if (before === undefined || mark === before) continue
        const refunded = { salesItemID: 1, orderQty, lineTotal: 0, refundedQty: before / 1000 }
        const amount = toCentavos(refundOf(refunded, net, (mark - before) / 1000))
        expect(amount).toBeGreaterThanOrEqual(0)
        back += amount
      }
      expect(back).toBe(net)
    }),
    { numRuns: 1000 },
  )
})

test.each<[totals: number[], discount: number, nets: number[]]>([
  [[100, 100, 100], 100, [6666, 6667, 6667]], // three times 33.33; the odd centavo is the first of the largest
  [[1000, 500], 150, [90_000, 45_000]],
  [[0.01, 0.01], 0.01, [1, 0]], // both shares round up: the centavo too many is given back to the first
  [[0.03, 0.01], 0.02, [2, 0]], // 1.5 and 0.5 round up to 2 and 1: the largest takes one less
  [[5, 0], 5, [0, 0]],
])('%j less %d leaves %j', (totals, discount, nets) => {
  expect(
    netLines(
      totals.map((total) => ({ lineTotal: total })),
      discount,
    ),
  ).toEqual(nets)
})

test('of a line that comes back twice in one refund, the second part is what the first leaves', () => {
  const items = [
    { salesItemID: 1, orderQty: 3, lineTotal: 100, refundedQty: 1 },
    { salesItemID: 2, orderQty: 1, lineTotal: 50, refundedQty: 0 },
  ]
  // ₱135 of ₱150 were paid: ₱90 for the first line, ₱45 for the second.
  const parts = [1, 2, 1].map((salesItemID) => ({ salesItemID, qty: 1 }))
  expect(refundAmounts({ items, discount: 15 }, parts)).toEqual([30, 45, 30])
})
