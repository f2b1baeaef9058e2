import { expect, test } from 'vitest'

import type { ProofRow } from '../../../../contract/proofs/proofs.ts'
import { buildApproval, computeSeen, findProblems, type SeenDraft, startDraft } from './seenDraft.ts'

// The money of an approval as the screen shows it before the server decides.

const proof = {
  amount: 12_000,
  day: '2026-11-19',
  reference: '1001549827731',
  salesTransactionID: 5,
  account: { payAccountID: 3 },
  sale: { balance: 36_000, next: { amount: 12_000 } },
  // The draft reads nothing else.
} as unknown as ProofRow
const draft = (over: Partial<SeenDraft> = {}) => ({ ...startDraft(proof), ...over })

test('a proof opens with what the buyer typed, which pays what is owed next', () => {
  expect(computeSeen(proof, draft())).toEqual({ own: 12_000, left: 24_000, short: 0, rest: 0 })
  expect(findProblems(proof, draft())).toEqual({})
  expect(buildApproval(proof, draft())).toEqual({
    amount: 12_000,
    day: '2026-11-19',
    payAccountID: 3,
    reference: '1001549827731',
    parts: [{ salesTransactionID: 5, amount: 12_000 }],
  })
})

test('less than owed is a part payment', () => {
  const less = draft({ amount: 11_500.5 })
  expect(computeSeen(proof, less)).toEqual({ own: 11_500.5, left: 24_499.5, short: 499.5, rest: 0 })
  expect(buildApproval(proof, less)).toMatchObject({ amount: 11_500.5, isPart: true })
})

test('more than owed never pays the next instalment, and a person says what becomes of the rest', () => {
  const more = draft({ amount: 15_000 })
  expect(computeSeen(proof, more)).toEqual({ own: 12_000, left: 24_000, short: 0, rest: 3000 })
  expect(findProblems(proof, more)).toEqual({ rest: 'Choose what becomes of ₱3,000.00' })
  expect(buildApproval(proof, { ...more, rest: 'credit' })).toMatchObject({
    amount: 15_000,
    parts: [{ salesTransactionID: 5, amount: 12_000 }],
    rest: 'credit',
  })
})

test('the parts of several sales and the rest are the amount', () => {
  const parts = [
    { salesTransactionID: 5, amount: 9000 },
    { salesTransactionID: 6, amount: 3000 },
    { salesTransactionID: 7, amount: 0 },
  ]
  const split = draft({ parts })
  expect(computeSeen(proof, split)).toEqual({ own: 9000, left: 27_000, short: 3000, rest: 0 })
  // A sale that gets nothing is left out.
  expect(buildApproval(proof, split)).toMatchObject({ parts: parts.slice(0, 2), isPart: true })
  expect(findProblems(proof, { ...split, amount: 11_000 })).toEqual({
    parts: 'The parts are ₱1,000.00 more than the amount',
  })
  expect(findProblems(proof, { ...split, parts: [{ salesTransactionID: 5, amount: null }] })).toMatchObject({
    parts: 'Enter an amount for each sale',
  })
})

test('every field is required', () => {
  const empty = draft({ amount: null, day: '1 dec', payAccountID: null, reference: ' ' })
  expect(Object.keys(findProblems(proof, empty))).toEqual(['amount', 'day', 'payAccountID', 'reference'])
  expect(findProblems(proof, draft({ amount: Number.NaN }))).toHaveProperty('amount')
})

test('a sale to which nothing is owed gets nothing', () => {
  const closed = { ...proof, sale: { ...proof.sale, balance: 0, next: null } }
  expect(computeSeen(closed, draft())).toEqual({ own: 0, left: 0, short: 0, rest: 12_000 })
  expect(buildApproval(closed, draft({ rest: 'return' }))).toMatchObject({ parts: [], rest: 'return' })
})
