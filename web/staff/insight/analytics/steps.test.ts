import { expect, test } from 'vitest'

import { formatCount, formatPeso } from '../../../lib/format.ts'
import { describeChange, describeSteps, formatShare, shortStepNameOf, stepNameOf } from './steps.ts'

test('names days, months and years', () => {
  expect([stepNameOf('2026-11-14', 'day'), shortStepNameOf('2026-11-14', 'day')]).toEqual(['14 Nov 2026', '14 Nov'])
  expect([stepNameOf('2026-11-01', 'month'), shortStepNameOf('2026-11-01', 'month')]).toEqual(['Nov 2026', 'Nov 2026'])
  // Every month has three letters, September too.
  expect(shortStepNameOf('2026-09-14', 'day')).toBe('14 Sep')
  expect(stepNameOf('2026-09-01', 'month')).toBe('Sep 2026')
  expect([stepNameOf('2026-01-01', 'year'), shortStepNameOf('2026-01-01', 'year')]).toEqual(['2026', '2026'])
})

test('describes the sum, the duration and the best step', () => {
  const days = [
    { day: '2026-11-13', value: 0 },
    { day: '2026-11-14', value: 6_742_000 },
    { day: '2026-11-15', value: 1 },
  ]
  expect(describeSteps(days, 'day', formatPeso, '₱6,742,001.00')).toBe(
    '₱6,742,001.00 in 3 days; best day 14 Nov 2026, ₱6,742,000.00',
  )
  expect(describeSteps(days.slice(1, 2), 'day', formatPeso, '₱6,742,000.00')).toBe('₱6,742,000.00 in 1 day')
})

test('uses the singular for one and never rounds a share to zero', () => {
  expect([formatCount(1, 'sale'), formatCount(1074, 'sale'), formatCount(0, 'sale')]).toEqual([
    '1 sale',
    '1,074 sales',
    '0 sales',
  ])
  expect([formatShare(45, 100), formatShare(1, 1000), formatShare(0, 5), formatShare(5, 5)]).toEqual([
    '45 %',
    'less than 1 %',
    '0 %',
    '100 %',
  ])
})

test('compares a sum with that of the period before', () => {
  expect([
    describeChange(112, 100),
    describeChange(50, 100),
    describeChange(100.2, 100),
    describeChange(5, 0),
    describeChange(0, 0),
  ]).toEqual([
    '+12 % against the period before',
    '−50 % against the period before',
    'as in the period before',
    'nothing in the period before',
    'as in the period before',
  ])
})
