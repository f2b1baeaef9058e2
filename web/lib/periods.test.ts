import { expect, test } from 'vitest'

import { nameOfPeriod, namedPeriods } from './periods.ts'

test('periods are whole days of the calendar', () => {
  expect(namedPeriods('2026-11-21')).toEqual({
    'All time': { from: null, to: null },
    Today: { from: '2026-11-21', to: '2026-11-21' },
    Yesterday: { from: '2026-11-20', to: '2026-11-20' },
    'This month': { from: '2026-11-01', to: '2026-11-30' },
    'Last month': { from: '2026-10-01', to: '2026-10-31' },
    'This year': { from: '2026-01-01', to: '2026-12-31' },
  })
})

test.each([
  ['2026-01-01', 'Yesterday', { from: '2025-12-31', to: '2025-12-31' }],
  ['2026-01-31', 'Last month', { from: '2025-12-01', to: '2025-12-31' }],
  ['2028-03-01', 'Yesterday', { from: '2028-02-29', to: '2028-02-29' }],
  ['2028-03-31', 'Last month', { from: '2028-02-01', to: '2028-02-29' }],
  ['2026-02-10', 'This month', { from: '2026-02-01', to: '2026-02-28' }],
])('on %s, %s', (today, name, period) => {
  expect(namedPeriods(today)[name]).toEqual(period)
  expect(nameOfPeriod(today, period)).toBe(name)
})

test('other days have no name', () => {
  expect(nameOfPeriod('2026-11-21', { from: '2026-11-02', to: '2026-11-21' })).toBeNull()
  expect(nameOfPeriod('2026-11-21', { from: '2026-11-21', to: null })).toBeNull()
})
