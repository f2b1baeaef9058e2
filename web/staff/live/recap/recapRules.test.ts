// The words of seconds and claims, pesos per hour and the live before, the columns of the chart, and pieces without a claim.
import { expect, test } from 'vitest'

import type { LivePiece } from '../console/liveRules.ts'
import {
  compareLives,
  describeClaims,
  describeSeconds,
  fillQuarters,
  findBestQuarter,
  findNeverClaimed,
  findPerHour,
  listPeople,
} from './recapRules.ts'

test('seconds are read in the unit that a person would use', () => {
  const written = [0, 4.06, 9.94, 9.96, 59.4, 59.6, 65, 120, 3599.6, 7500]
  expect(written.map(describeSeconds)).toEqual([
    '0 s',
    '4.1 s',
    '9.9 s',
    '10 s',
    '59 s',
    '1 min',
    '1 min 5 s',
    '2 min',
    '1 h',
    '2 h 5 min',
  ])
})

test('claims are counted, and those that came to nothing are named', () => {
  const none = { claims: 58, withdrawn: 0, lapsed: 0, refused: 0 }
  expect(describeClaims({ ...none, withdrawn: 3, lapsed: 2 })).toBe('of 58 claims; 3 withdrawn, 2 lapsed')
  expect(describeClaims({ ...none, claims: 1, refused: 1 })).toBe('of 1 claim; 1 refused')
  expect(describeClaims(none)).toBe('of 58 claims')
})

test('pesos per hour count to the close, to now while it is open, and not for some minutes', () => {
  const [startedAt, closedAt] = ['2026-11-20T11:00:00Z', '2026-11-20T13:30:00Z']
  const now = new Date('2026-11-20T12:00:00Z')
  expect(findPerHour(1000, { startedAt, closedAt }, now)).toBe(400)
  expect(findPerHour(1000, { startedAt, closedAt: null }, now)).toBe(1000)
  expect(findPerHour(1000, { startedAt, closedAt: null }, new Date('2026-11-20T11:09:59Z'))).toBeNull()
  expect(findPerHour(1000, { startedAt: null, closedAt: null }, now)).toBeNull()
})

test('a live is compared with the one before by its pesos per hour', () => {
  const [startedAt, closedAt] = ['2026-11-20T11:00:00Z', '2026-11-20T14:00:00Z']
  const compare = (sold: number, before: { sold: number; closedAt: string | null } | null) =>
    compareLives(
      {
        sold,
        before: before && { liveID: 1, liveName: 'Thursday', startedAt: '2026-11-19T11:00:00Z', won: 1, ...before },
      },
      { startedAt, closedAt },
      new Date('2026-11-21T11:00:00Z'),
    )
  expect(compare(3246, { sold: 1000, closedAt: '2026-11-19T12:00:00Z' })).toBe('+8.2%')
  expect(compare(1500, { sold: 1500, closedAt: '2026-11-19T12:30:00Z' })).toBe('−50%')
  expect(compare(3000, { sold: 1000, closedAt: '2026-11-19T12:00:00Z' })).toBe('+0%')
  // One that is still open has lasted two days by now.
  expect(compare(3000, { sold: 96_000, closedAt: null })).toBe('−50%')
  expect(compare(3000, { sold: 0, closedAt: '2026-11-19T12:00:00Z' })).toBeNull()
  expect(compare(3000, { sold: 500, closedAt: '2026-11-19T11:05:00Z' })).toBeNull()
  expect(compare(3000, null)).toBeNull()
})

test('people are listed as a sentence does', () => {
  expect([[], ['Joy'], ['Joy', 'Mika'], ['Ana', 'Joy', 'Mika']].map(listPeople)).toEqual([
    '',
    'Joy',
    'Joy and Mika',
    'Ana, Joy and Mika',
  ])
})

const quarterAt = (from: string, amount: number) => ({ from, won: 1, amount })

test('a quarter without sales stands between the others with zero', () => {
  const [first, last] = [quarterAt('2026-11-20T11:00:00.000Z', 500), quarterAt('2026-11-20T11:30:00.000Z', 700)]
  expect(fillQuarters([first, last])).toEqual([first, { from: '2026-11-20T11:15:00.000Z', won: 0, amount: 0 }, last])
  expect(fillQuarters([])).toEqual([])
  // A second evening a week later is no week of empty columns.
  const later = quarterAt('2026-11-27T11:00:00.000Z', 100)
  expect(fillQuarters([first, later])).toEqual([first, later])
})

test('the best quarter is the earlier one of two', () => {
  const [a, b, c] = [
    quarterAt('2026-11-20T11:00:00Z', 500),
    quarterAt('2026-11-20T11:15:00Z', 700),
    quarterAt('2026-11-20T13:00:00Z', 700),
  ]
  expect(findBestQuarter([a, b, c])).toBe(b)
  expect(findBestQuarter([])).toBeUndefined()
})

test('never claimed pieces come in the order of their numbers', () => {
  const pieces = [7, 3, 5].map((number) => ({ number }) as LivePiece)
  expect(findNeverClaimed({ neverClaimed: [3, 7] }, { pieces }).map(({ number }) => number)).toEqual([3, 7])
})
