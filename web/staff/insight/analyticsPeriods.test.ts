import { expect, test } from 'vitest'

import { analyticsPeriods, nameOfPeriod, periodOf, searchOfPeriod } from './analyticsPeriods.ts'

const today = '2026-03-01'

test('periods by name are whole days that end today', () => {
  expect(analyticsPeriods(today)).toEqual({
    Today: { from: '2026-03-01', to: '2026-03-01' },
    'Last 7 days': { from: '2026-02-23', to: '2026-03-01' },
    'Last 30 days': { from: '2026-01-31', to: '2026-03-01' },
    'This month': { from: '2026-03-01', to: '2026-03-01' },
    'This year': { from: '2026-01-01', to: '2026-03-01' },
    'All time': { from: null, to: null },
  })
})

test('the address of a period is read as the same period', () => {
  for (const period of [...Object.values(analyticsPeriods(today)), { from: '2026-01-05', to: null }])
    expect(periodOf(new URLSearchParams(searchOfPeriod(period)), today)).toEqual(period)
})

test.each([
  ['', 'Last 30 days'],
  ['from=', 'Last 30 days'],
  ['period=all', 'All time'],
  ['from=2026-02-23&to=2026-03-01', 'Last 7 days'],
  ['to=2026-03-01', null],
  ['from=2026-02-01&to=2026-02-28', null],
])('?%s is called %s', (search, name) => {
  expect(nameOfPeriod(today, periodOf(new URLSearchParams(search), today))).toBe(name)
})
