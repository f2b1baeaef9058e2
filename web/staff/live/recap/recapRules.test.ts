// The words of seconds and lost claims, pesos per hour, the hours of the chart, and the pieces that nobody claimed.
import { expect, test } from 'vitest'

import type { LivePiece } from '../console/liveRules.ts'
import { describeLost, describeSeconds, fillHours, findBestHour, findNeverClaimed, findPerHour } from './recapRules.ts'

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

test('claims that came to nothing are named, and their absence too', () => {
  expect(describeLost({ withdrawn: 3, lapsed: 2, refused: 0 })).toBe('3 withdrawn, 2 lapsed')
  expect(describeLost({ withdrawn: 0, lapsed: 0, refused: 1 })).toBe('1 refused')
  expect(describeLost({ withdrawn: 0, lapsed: 0, refused: 0 })).toBe('none withdrawn, lapsed or refused')
})

test('pesos per hour count to the close, to now while it is open, and not for some minutes', () => {
  const [startedAt, closedAt] = ['2026-11-20T11:00:00Z', '2026-11-20T13:30:00Z']
  const now = new Date('2026-11-20T12:00:00Z')
  expect(findPerHour(1000, { startedAt, closedAt }, now)).toBe(400)
  expect(findPerHour(1000, { startedAt, closedAt: null }, now)).toBe(1000)
  expect(findPerHour(1000, { startedAt, closedAt: null }, new Date('2026-11-20T11:09:59Z'))).toBeNull()
  expect(findPerHour(1000, { startedAt: null, closedAt: null }, now)).toBeNull()
})

const hourAt = (from: string, amount: number) => ({ from, won: 1, amount })

test('an hour without sales stands between the others with zero', () => {
  const [first, last] = [hourAt('2026-11-20T11:00:00.000Z', 500), hourAt('2026-11-20T13:00:00.000Z', 700)]
  expect(fillHours([first, last])).toEqual([first, { from: '2026-11-20T12:00:00.000Z', won: 0, amount: 0 }, last])
  expect(fillHours([])).toEqual([])
  // A second evening a week later is no week of empty columns.
  const later = hourAt('2026-11-27T11:00:00.000Z', 100)
  expect(fillHours([first, later])).toEqual([first, later])
})

test('the best hour is the earlier one of two', () => {
  const [a, b, c] = [
    hourAt('2026-11-20T11:00:00Z', 500),
    hourAt('2026-11-20T12:00:00Z', 700),
    hourAt('2026-11-20T13:00:00Z', 700),
  ]
  expect(findBestHour([a, b, c])).toBe(b)
  expect(findBestHour([])).toBeUndefined()
})

test('never claimed pieces come in the order of their numbers', () => {
  const pieces = [7, 3, 5].map((number) => ({ number }) as LivePiece)
  expect(findNeverClaimed({ neverClaimed: [3, 7] }, { pieces }).map(({ number }) => number)).toEqual([3, 7])
})
