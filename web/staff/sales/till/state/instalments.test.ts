import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toCentavos } from '../../../../../contract/shared/money.ts'
import { addPeriods, rhythms, computeScheduleState, splitTotal } from './instalments.ts'

test('adds weeks, fortnights and months and stops at the end of a short month', () => {
  expect([0, 1, 2].map((n) => addPeriods('2026-12-26', 'Week', n))).toEqual(['2026-12-26', '2027-01-02', '2027-01-09'])
  expect(addPeriods('2026-12-26', 'Two weeks', 1)).toBe('2027-01-09')
  expect([1, 2, 3, 13].map((n) => addPeriods('2027-01-31', 'Month', n))).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-02-29',
  ])
})

test('splits a total into a down payment and equal instalments, with odd centavos on the last', () => {
  const terms = { total: 100, down: 10, count: 4, rhythm: 'Month', first: '2026-12-20', today: '2026-11-20' } as const
  expect(splitTotal(terms)).toEqual([
    { dueDate: '2026-11-20', amount: 10 },
    { dueDate: '2026-12-20', amount: 22.5 },
    { dueDate: '2027-01-20', amount: 22.5 },
    { dueDate: '2027-02-20', amount: 22.5 },
    { dueDate: '2027-03-20', amount: 22.5 },
  ])
  expect(splitTotal({ ...terms, total: 100, down: 0, count: 3 }).map(({ amount }) => amount)).toEqual([
    33.33, 33.33, 33.34,
  ])
})

test('always splits to the exact total, on different days, equal within a few centavos', () => {
  const terms = fc.record({
    cents: fc.integer({ min: 100, max: 99_999_999_999 }),
    off: fc.double({ min: 0, max: 0.9, noNaN: true }),
    count: fc.integer({ min: 1, max: 60 }),
    rhythm: fc.constantFrom(...rhythms),
    first: fc.date({ min: new Date('2026-11-21'), max: new Date('2050-01-01'), noInvalidDate: true }),
  })
  fc.assert(
    fc.property(terms, ({ cents, off, count, rhythm, first }) => {
      const made = splitTotal({
        total: cents / 100,
        down: Math.floor(cents * off) / 100,
        count,
        rhythm,
        first: first.toISOString().slice(0, 10),
        today: '2026-11-20',
      })
      expect(made.reduce((sum, { amount }) => sum + toCentavos(amount), 0)).toBe(cents)
      expect(new Set(made.map(({ dueDate }) => dueDate)).size).toBe(made.length)
      const even = made.slice(-count).map(({ amount }) => toCentavos(amount))
      expect(Math.max(...even) - Math.min(...even)).toBeLessThan(count)
    }),
  )
})

test('applies payments to the earliest instalments and reports past unpaid ones as overdue', () => {
  const schedule = [
    { dueDate: '2026-12-20', amount: 50 },
    { dueDate: '2026-10-20', amount: 50 },
    { dueDate: '2026-11-20', amount: 50.5 },
  ]
  const { byDate, overdue, next } = computeScheduleState(schedule, 60.25, '2026-11-21')
  expect([...byDate.values()].map(({ paid, overdue }) => [paid, overdue])).toEqual([
    [50, false],
    [10.25, true],
    [0, false],
  ])
  expect([overdue, next]).toEqual([40.25, '2026-12-20'])
  expect(computeScheduleState(schedule, 60.25, '2026-11-20')).toMatchObject({ overdue: 0, next: '2026-11-20' })
})
