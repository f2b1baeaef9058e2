// Proves that any approved amount is divided exactly: the parts and the rest sum to it to the centavo, and no sale gets
// more than it owes. A refusal is always a question or a sentence, never another division.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { AppError } from '../../kernel/errors.ts'
import { type PayableSale, planApproval } from './approving.rules.ts'

const centavos = fc.integer({ min: 0, max: 5_000_000 })
const sales = fc
  .array(fc.record({ balance: centavos, next: centavos, isOpen: fc.boolean() }), { minLength: 1, maxLength: 6 })
  .map((all) =>
    all.map(({ balance, next, isOpen }, n): PayableSale => ({
      salesTransactionID: n + 1,
      transactionNumber: `SO-${n + 1}`,
      status: isOpen ? 'Pending' : 'Canceled',
      isOpen,
      balance: isOpen ? fromCentavos(balance) : 0,
      next: isOpen && balance > 0 ? fromCentavos(Math.min(balance, next)) : null,
      customerID: 7,
      customerName: 'Ana Reyes',
    })),
  )
const approvals = fc.record({
  amount: fc.integer({ min: 1, max: 20_000_000 }),
  parts: fc.option(
    fc.array(fc.record({ at: fc.integer({ min: 0, max: 6 }), amount: fc.integer({ min: 1, max: 5_000_000 }) }), {
      maxLength: 6,
    }),
    { nil: undefined },
  ),
  rest: fc.constantFrom('credit' as const, 'return' as const, undefined),
  isPart: fc.boolean(),
})

test('parts and rest sum to the amount, and no sale gets more than it owes', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(sales, approvals, (all, { amount, parts, rest, isPart }) => {
      const byID = new Map(all.map((sale) => [sale.salesTransactionID, sale]))
      const approval = {
        amount: fromCentavos(amount),
        ...(parts && {
          parts: parts.map((part) => ({ salesTransactionID: part.at + 1, amount: fromCentavos(part.amount) })),
        }),
        ...(rest && { rest }),
        isPart,
      }
      try {
        const plan = planApproval(approval, all[0]!, byID)
        const paid = plan.parts.map((part) => toCentavos(part.amount))
        expect(paid.reduce((sum, part) => sum + part, 0) + toCentavos(plan.rest)).toBe(amount)
        for (const part of plan.parts) {
          const { balance, isOpen, next } = byID.get(part.salesTransactionID)!
          expect(isOpen).toBe(true)
          expect(part.amount).toBeGreaterThan(0)
          expect(part.amount).toBeLessThanOrEqual(balance)
          expect(isPart || part.amount >= next!).toBe(true)
        }
        expect(new Set(plan.parts.map(({ salesTransactionID }) => salesTransactionID)).size).toBe(plan.parts.length)
        expect(plan.rest > 0 && rest === undefined).toBe(false)
        seen.add(plan.rest > 0 ? 'with a rest' : 'exact')
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        seen.add(error.code)
      }
    }),
    { numRuns: 4000 },
  )
  // The property means nothing unless both outcomes and the questions occur.
  for (const outcome of ['exact', 'with a rest', 'proof.short', 'proof.more_than_owed', 'proof.goods_gone'])
    expect(seen).toContain(outcome)
})

test('an exact division over all sales is always accepted', () => {
  fc.assert(
    fc.property(sales, (all) => {
      const open = all.filter(({ isOpen, balance }) => isOpen && balance > 0)
      fc.pre(open.length > 0)
      const parts = open.map(({ salesTransactionID, balance }) => ({ salesTransactionID, amount: balance }))
      const total = parts.reduce((sum, { amount }) => sum + toCentavos(amount), 0)
      const byID = new Map(all.map((sale) => [sale.salesTransactionID, sale]))
      expect(planApproval({ amount: fromCentavos(total), parts }, all[0]!, byID)).toEqual({ parts, rest: 0 })
    }),
  )
})
