import { expect, test } from 'vitest'

import {
  daysBefore,
  periodParamsOf,
  daysOf,
  createPeriod,
  readPeriod,
  type PeriodName,
  periodNames,
} from './periods.ts'

const names = Object.keys(periodNames) as PeriodName[]
const from = (days: string, to: string) => ({ from: days, to })

test('a named period covers whole calendar days and ends today at the latest', () => {
  expect(Object.fromEntries(names.map((name) => [periodNames[name], daysOf(name, '2026-11-21')]))).toEqual({
    Today: from('2026-11-21', '2026-11-21'),
    Yesterday: from('2026-11-20', '2026-11-20'),
    'Last 7 days': from('2026-11-15', '2026-11-21'),
    'Last 30 days': from('2026-10-23', '2026-11-21'),
    'This month': from('2026-11-01', '2026-11-21'),
    'Last month': from('2026-10-01', '2026-10-31'),
    'This year': from('2026-01-01', '2026-11-21'),
    'Last year': from('2025-01-01', '2025-12-31'),
    'All time': {},
  })
})

test.each([
  ['2026-01-01', 'yesterday', from('2025-12-31', '2025-12-31')],
  ['2026-01-31', 'last-month', from('2025-12-01', '2025-12-31')],
  ['2026-03-03', '7-days', from('2026-02-25', '2026-03-03')],
  ['2028-03-01', 'yesterday', from('2028-02-29', '2028-02-29')],
  ['2028-03-01', '30-days', from('2028-02-01', '2028-03-01')],
  ['2028-03-31', 'last-month', from('2028-02-01', '2028-02-29')],
] as const)('on %s, %s', (today, name, days) => {
  expect(daysOf(name, today)).toEqual(days)
})

test.each([
  ['', '30-days', from('2026-10-23', '2026-11-21')],
  ['period=week', '30-days', from('2026-10-23', '2026-11-21')],
  ['period=constructor', '30-days', from('2026-10-23', '2026-11-21')],
  ['from=', '30-days', from('2026-10-23', '2026-11-21')],
  ['period=all', 'all', {}],
  ['period=today', 'today', from('2026-11-21', '2026-11-21')],
  ['from=2026-02-30&to=soon&period=today', 'today', from('2026-11-21', '2026-11-21')],
  ['from=2026-02-01&to=2026-02-28', null, from('2026-02-01', '2026-02-28')],
  // `from` and `to` take precedence over `period`.
  ['from=2026-11-21&to=2026-11-21&period=all', null, from('2026-11-21', '2026-11-21')],
  ['to=2026-02-28', null, { to: '2026-02-28' }],
])('?%s is %s', (search, name, days) => {
  expect(readPeriod(new URLSearchParams(search), '2026-11-21', '30-days')).toEqual({ name, days })
})

test('the address of a period is read as the same period, whatever is usual', () => {
  const own = [
    createPeriod('2026-01-05', undefined),
    createPeriod('2026-01-05', '2026-02-01'),
    createPeriod('', undefined),
  ]
  for (const period of [...names.map((name) => ({ name, days: daysOf(name, '2026-11-21') })), ...own])
    for (const usual of names)
      expect(readPeriod(new URLSearchParams(periodParamsOf(period)), '2026-11-21', usual)).toEqual(period)
})

test('the period before has as many days, and an open or reversed period has none', () => {
  expect(daysBefore(from('2026-11-01', '2026-11-21'))).toEqual(from('2026-10-11', '2026-10-31'))
  expect(daysBefore(from('2026-03-01', '2026-03-01'))).toEqual(from('2026-02-28', '2026-02-28'))
  for (const open of [{}, { from: '2026-11-01' }, { to: '2026-11-01' }, from('2026-11-02', '2026-11-01')])
    expect(daysBefore(open)).toBeNull()
})
