import { expect, test } from 'vitest'

import { addressOf, daysOf } from './period.ts'

test.each([
  ['', '2026-11-21', {}],
  ['period=week', '2026-11-21', {}],
  ['period=today', '2026-11-21', { from: '2026-11-21', to: '2026-11-21' }],
  ['period=7-days', '2026-03-03', { from: '2026-02-25', to: '2026-03-03' }],
  ['period=30-days', '2028-03-01', { from: '2028-02-01', to: '2028-03-01' }],
  ['period=month', '2026-11-21', { from: '2026-11-01', to: '2026-11-21' }],
  ['period=year', '2026-11-21', { from: '2026-01-01', to: '2026-11-21' }],
  ['period=custom&from=2026-02-01&to=2026-02-28', '2026-11-21', { from: '2026-02-01', to: '2026-02-28' }],
  ['period=custom&from=2026-02-30&to=soon', '2026-11-21', {}],
  ['period=custom&to=2026-02-28', '2026-11-21', { to: '2026-02-28' }],
  ['from=2026-02-01', '2026-11-21', {}],
])('%s on %s', (search, today, days) => {
  expect(daysOf(new URLSearchParams(search), today)).toEqual(days)
})

test('an address carries the days that there are', () => {
  expect(addressOf('/report', {})).toBe('/report')
  expect(addressOf('/report', { from: '2026-02-01' }, { report: 'sales' })).toBe('/report?report=sales&from=2026-02-01')
  expect(addressOf('/sales', { from: '2026-02-01', to: '2026-02-02' }, {}, ['completedFrom', 'completedTo'])).toBe(
    '/sales?completedFrom=2026-02-01&completedTo=2026-02-02',
  )
})
