import fc from 'fast-check'
import { expect, test } from 'vitest'

import { returnableQtyOf, computeLineNets, computeRefunds, computeRefund } from '../../contract/sales/refunds.ts'
import { computeLineTotal, toCentavos } from '../../contract/shared/money.ts'

const pesos = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((centavos) => centavos / 100)
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 50 }),
  fc.integer({ min: 1, max: 500_000 }).map((milligrams) => milligrams / 1000),
)
const line = fc
  .record({ price: fc.oneof(pesos(0.05), pesos(500_000)), orderQty: quantity })
  .map(({ price, orderQty }) => ({ orderQty, lineTotal: computeLineTotal(price, orderQty) / 100 }))
/** Generates lines and a discount of at most their total. */
const sold = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 30 }), off: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ lines, off }) => {
    const whole = lines.reduce((sum, { lineTotal: total }) => sum + toCentavos(total), 0)
    return { lines, whole, discount: Math.floor(whole * off) / 100 }
  })

test('the net amounts of the lines add up to the paid amount, each between zero and its total', () => {
  fc.assert(
    fc.property(sold, ({ lines, whole, discount }) => {
      const nets = computeLineNets(lines, discount)
      expect(nets.reduce((sum, net) => sum + net, 0)).toBe(whole - toCentavos(discount))
      for (const [n, net] of nets.entries()) {
        expect(net).toBeGreaterThanOrEqual(0)
        expect(net).toBeLessThanOrEqual(toCentavos(lines[n]!.lineTotal))
      }
    }),
    { numRuns: 1000 },
  )
})

test('a line returned in portions refunds its net amount to the centavo', () => {
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
        const amount = toCentavos(computeRefund(refunded, net, (mark - before) / 1000))
        expect(amount).toBeGreaterThanOrEqual(0)
        back += amount
      }
      expect(back).toBe(net)
    }),
    { numRuns: 1000 },
  )
})

test.each<[totals: number[], discount: number, nets: number[]]>([
  [[100, 100, 100], 100, [6666, 6667, 6667]], // three times 33.33; the first of the largest lines takes the odd centavo
  [[1000, 500], 150, [90_000, 45_000]],
  [[0.01, 0.01], 0.01, [1, 0]], // both shares round up; the first line gives the extra centavo back
  [[0.03, 0.01], 0.02, [2, 0]], // 1.5 and 0.5 round up to 2 and 1; the largest line takes one less
  [[0.9, 0.9], 0.05, [88, 87]], // 2.5 each round up to 3; of equal lines the first takes one less
  [[5, 0], 5, [0, 0]],
])('%j less %d leaves %j', (totals, discount, nets) => {
  expect(
    computeLineNets(
      totals.map((total) => ({ lineTotal: total })),
      discount,
    ),
  ).toEqual(nets)
})

test('a line that appears twice in one refund refunds the rest in its second part', () => {
  const items = [
    { salesItemID: 1, orderQty: 3, lineTotal: 100, refundedQty: 1 },
    { salesItemID: 2, orderQty: 1, lineTotal: 50, refundedQty: 0 },
  ]
  // ₱135 of ₱150 were paid: ₱90 for the first line, ₱45 for the second.
  const parts = [1, 2, 1].map((salesItemID) => ({ salesItemID, qty: 1 }))
  expect(computeRefunds({ items, discount: 15 }, parts)).toEqual([30, 45, 30])
})

/** Computes a ratio of integers (thousandths of pieces or grams, and centavos), rounded half up. */
const ratio = (amount: bigint, part: bigint, whole: bigint) =>
  whole === 0n ? 0n : (2n * amount * part + whole) / (2n * whole)

/**
 * Computes the net amount of each line in centavos, independently of the code. The largest lines take the rounding
 * difference, of equal lines the first.
 */
function oracle(totals: bigint[], off: bigint): bigint[] {
  const whole = totals.reduce((sum, total) => sum + total, 0n)
  const nets = totals.map((total) => total - ratio(off, total, whole))
  let over = nets.reduce((sum, net) => sum + net, 0n) - (whole - off)
  const largestFirst = totals.map((total, n) => ({ total, n })).toSorted((a, b) => Number(b.total - a.total))
  for (const { total, n } of largestFirst) {
    const least = over > 0n ? -nets[n]! : 0n
    const most = over < 0n ? total - nets[n]! : 0n
    const change = -over < least ? least : -over > most ? most : -over
    nets[n]! += change
    over += change
  }
  return nets
}

test('refunds in any order and portions return the paid amount to the centavo, and no goods twice', () => {
  const portion = fc.record({ line: fc.nat(), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  const refunds = fc.array(fc.array(portion, { minLength: 1, maxLength: 6 }), { maxLength: 12 })
  fc.assert(
    fc.property(sold, refunds, ({ lines, whole, discount }, asked) => {
      const items = lines.map((one, n) => ({ ...one, salesItemID: n + 1, refundedQty: 0 }))
      const milli = items.map(({ orderQty }) => BigInt(Math.round(orderQty * 1000)))
      const totals = items.map(({ lineTotal: total }) => BigInt(Math.round(total * 100)))
      const paid = BigInt(whole) - BigInt(Math.round(discount * 100))
      const nets = oracle(totals, BigInt(Math.round(discount * 100)))
      const back = items.map(() => 0n)
      let handed = 0n

      const refund = (parts: { n: number; qty: bigint }[]) => {
        const amounts = computeRefunds(
          { items, discount },
          parts.map(({ n, qty }) => ({ salesItemID: n + 1, qty: Number(qty) / 1000 })),
        )
        for (const [i, { n, qty }] of parts.entries()) {
          const due = ratio(nets[n]!, back[n]! + qty, milli[n]!) - ratio(nets[n]!, back[n]!, milli[n]!)
          expect(BigInt(Math.round(amounts[i]! * 100))).toBe(due)
          back[n]! += qty
          handed += due
          items[n]!.refundedQty = Number(back[n]!) / 1000
        }
        expect(handed <= paid).toBe(true)
        // The code's remaining quantity equals the quantity not yet returned, and is never negative.
        expect(items.map((item) => BigInt(Math.round(returnableQtyOf(item) * 1000)))).toEqual(
          milli.map((sold, n) => sold - back[n]!),
        )
      }
      for (const one of asked) {
        const taken = new Map<number, bigint>()
        const parts = one.flatMap(({ line: at, share }) => {
          const n = at % items.length
          const left = milli[n]! - back[n]! - (taken.get(n) ?? 0n)
          const qty = BigInt(Math.floor(Number(left) * share))
          taken.set(n, (taken.get(n) ?? 0n) + qty)
          return qty > 0n ? [{ n, qty }] : []
        })
        refund(parts)
      }
      refund(milli.flatMap((all, n) => (all > back[n]! ? [{ n, qty: all - back[n]! }] : [])))
      expect(handed).toBe(paid)
      expect(back).toEqual(milli)
    }),
    { numRuns: 500 },
  )
})
