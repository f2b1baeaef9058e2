// Proves how references are compared, and that the rules of proofs fit together.
import { expect, test } from 'vitest'

import {
  holdExtensionHours,
  nameProof,
  normalizeReference,
  type ProofStatus,
  proofStatuses,
  storedProofStatuses,
  takenMinutes,
} from './proof-rules.ts'

test.each([
  ['1001 5436-10110', '1001543610110'],
  [' ref. no. ab-12/c ', 'REFNOAB12C'],
  ['１２３ａｂｃ', '123ABC'],
  ['振込 №7', '振込NO7'],
  ['-- . --', ''],
  ['', ''],
])('compares the reference %j as %j', (typed, compared) => {
  expect(normalizeReference(typed)).toBe(compared)
})

test('a proof is named by its key', () => {
  expect(nameProof(112)).toBe('P-112')
})

test('stores each status that people read but Taken, which time ends', () => {
  const isStored = (status: ProofStatus) => status !== 'Taken'
  expect(proofStatuses.filter(isStored)).toEqual(storedProofStatuses)
  // A claim ends long before the hold that its proof has extended.
  expect(takenMinutes).toBeLessThan(holdExtensionHours * 60)
})
