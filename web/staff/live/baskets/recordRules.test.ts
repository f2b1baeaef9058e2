// The sentences of a live's record, the search in it, and its file.
import { expect, test } from 'vitest'

import { describeStep, findSteps, type Step, tabulateSteps } from './recordRules.ts'

const step = (over: Partial<Step>): Step => ({
  stepID: 1,
  at: '2026-11-20T11:14:07Z',
  kind: 'noted',
  number: 12,
  claimID: 31,
  handle: 'ana',
  outcome: 'won',
  reason: null,
  byName: 'Joy Abad',
  ...over,
})

test.each([
  [{}, 'Piece 12: ana was noted, won'],
  [{ outcome: 'waiting' }, 'Piece 12: ana was noted, in line'],
  [
    { outcome: 'refused', reason: 'This buyer is not served' },
    'Piece 12: ana was noted, refused: This buyer is not served',
  ],
  [{ kind: 'moved', reason: 'First on Facebook' }, 'Piece 12: ana was moved ahead, won: First on Facebook'],
  [{ kind: 'accepted' }, 'Piece 12: ana answered yes, won'],
  [
    { kind: 'withdrawn', outcome: 'withdrawn', reason: 'Changed her mind' },
    'Piece 12: ana was withdrawn: Changed her mind',
  ],
  [{ kind: 'passed', outcome: 'passed' }, 'Piece 12: ana was passed on'],
  [
    { kind: 'lapsed', outcome: 'lapsed', reason: 'The hold of the basket has ended' },
    'Piece 12: ana lapsed: The hold of the basket has ended',
  ],
  [{ kind: 'piece', claimID: null, handle: null, outcome: null }, 'Piece 12: its quantity changed'],
] as const)('%j is: %s', (over, sentence) => {
  expect(describeStep(step(over))).toBe(sentence)
})

test('steps are found by a whole number and by a part of the handle', () => {
  const steps = [step({}), step({ stepID: 2, number: 1, handle: 'bea.lim' }), step({ stepID: 3, handle: null })]
  const found = (search: string) => findSteps(steps, search).map(({ stepID }) => stepID)
  expect([found(''), found('1'), found('12'), found(' BEA '), found('x')]).toEqual([[1, 2, 3], [2], [1, 3], [2], []])
})

test('the file has a row of each step', () => {
  const [header, row, ...rest] = tabulateSteps([step({ reason: '=1+1' })], 'Asia/Tokyo')
  expect([header!.length, rest]).toEqual([row!.length, []])
  expect(row).toEqual([1, '20 Nov 2026, 20:14', '20:14:07', 12, 'noted', 31, 'ana', 'won', '=1+1', 'Joy Abad'])
})
