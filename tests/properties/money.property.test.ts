import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { PaymentTypeRow } from '../../contract/sales/payment-types.ts'
import { computeBalance } from '../../contract/sales/payments.ts'
import { computeLineTotal, computeSaleTotals } from '../../contract/shared/money.ts'
import { AppError } from '../../server/kernel/errors.ts'
import { applyPayments } from '../../server/sales/payments/payments.rules.ts'
import { assertDiscount } from '../../server/sales/sale/sales.rules.ts'
import { type Draft, withPayment } from '../../web/staff/sales/till/state/draft.ts'
import { createEmptyDraft } from '../../web/staff/sales/till/state/draftBeginnings.ts'
import { suggestCash, computeSummary, findMisfitPayment } from '../../web/staff/sales/till/state/saleFigures.ts'

// The oracle reads the decimals from the text and computes with big integers.
/** Scales a number to an integer: 12.5 with 3 places is 12500n. */
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

test('a line total is price times quantity, rounded half up to the centavo', () => {
  fc.assert(
    fc.property(line, ({ price, orderQty }) => {
      expect(BigInt(computeLineTotal(price, orderQty))).toBe(oracle(price, orderQty))
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
  expect(computeLineTotal(price, quantity)).toBe(centavos)
})

test('total, paid, balance and change of a sale are exact to the centavo', () => {
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
      const {
        subtotal: s,
        total: t,
        paid: p,
        balance,
        change,
      } = computeSaleTotals({ items, discount, shippingFee, payments })
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

const payment = fc.record({ amount: pesos(20_000).filter((amount) => amount > 0), givesChange: fc.boolean() })
const calls = fc.array(fc.array(payment, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })

/**
 * Settles payments independently of the code. Payments other than cash come first, each within the balance; cash covers
 * the rest and returns the excess as change.
 */
function byHand(total: bigint, calls: { amount: number; givesChange: boolean }[][]) {
  let [paid, change] = [0n, 0n]
  for (const payments of calls)
    for (const cash of [false, true])
      for (const { amount } of payments.filter(({ givesChange }) => givesChange === cash)) {
        const [given, balance] = [scaled(amount, 2), total - (paid - change)]
        if (balance <= 0n || (given > balance && !cash)) return 'refused'
        paid += given
        if (given > balance) change += given - balance
      }
  return { paid, change, balance: total - (paid - change) }
}

/** Returns the result, or the message of the shop's refusal. */
function outcomeOf<T>(act: () => T) {
  try {
    return act()
  } catch (error) {
    if (error instanceof AppError) return 'refused'
    throw error
  }
}

test('payments in one call or several are settled to the centavo or refused', () => {
  fc.assert(
    fc.property(pesos(50_000), calls, (total, calls) => {
      const expected = byHand(scaled(total, 2), calls)
      expect(
        outcomeOf(() => {
          const { amountPaid, change } = calls.reduce(
            (paid, payments) =>
              applyPayments(
                total,
                paid,
                payments.map((one) => ({ ...one, paymentName: 'GCash' })),
              ),
            { amountPaid: 0, change: 0 },
          )
          const [paid, back, balance] = [amountPaid, change, computeBalance(total, { amountPaid, change })]
          return { paid: scaled(paid, 2), change: scaled(back, 2), balance: scaled(balance, 2) }
        }),
      ).toEqual(expected)
    }),
    { numRuns: 1000 },
  )
})

test('the till shows the same result of payments as the server, and refuses the same payments', () => {
  const place = { locationID: 1, transactionTypeID: 1, orderDate: null }
  const types = [
    { paymentTypeID: 1, paymentName: 'Cash', givesChange: true },
    { paymentTypeID: 2, paymentName: 'GCash', givesChange: false },
  ] as PaymentTypeRow[]
  fc.assert(
    fc.property(pesos(50_000), calls, (shippingFee, [payments]) => {
      const empty: Draft = { ...createEmptyDraft(place), shippingFee }
      const draft = payments!.reduce(
        (draft, { amount, givesChange }) => withPayment(draft, { paymentTypeID: givesChange ? 1 : 2, amount }),
        empty,
      )
      const expected = byHand(scaled(shippingFee, 2), [payments!])
      const { paid, change, balance } = computeSummary(draft, null, types)
      const shown = { paid: scaled(paid, 2), change: scaled(change, 2), balance: scaled(balance, 2) }
      expect(findMisfitPayment(draft, null, types) ? 'refused' : shown).toEqual(expected)
    }),
    { numRuns: 1000 },
  )
})

test('Staff may give a discount of a tenth and not a centavo more', () => {
  const clerk = { userID: 1, roleID: 3 } as Parameters<typeof assertDiscount>[0]
  fc.assert(
    fc.property(pesos(10_000_000), fc.nat(2), (subtotal, more) => {
      const tenth = scaled(subtotal, 2) / 10n
      const discount = Number(tenth + BigInt(more)) / 100
      const given = outcomeOf(() => assertDiscount(clerk, subtotal, discount, null))
      expect(given).toBe((tenth + BigInt(more)) * 10n > scaled(subtotal, 2) ? 'refused' : undefined)
    }),
  )
})

test('the offered notes exceed the balance, appear once, and start with the smallest', () => {
  fc.assert(
    fc.property(pesos(1_000_000), (balance) => {
      const notes = suggestCash(balance)
      expect(notes.length).toBeLessThanOrEqual(3)
      expect(notes).toEqual([...new Set(notes)].toSorted((a, b) => a - b))
      for (const note of notes) expect([note > balance, note % 100, note - balance <= 5000]).toEqual([true, 0, true])
    }),
  )
})
