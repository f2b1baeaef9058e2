import { expect, test } from 'vitest'

import { formatDue } from './due.ts'

/** This is 01:30 on 22 November in Tokyo. */
const now = new Date('2026-11-21T16:30:00Z')

test.each([
  [null, null, '', false],
  ['2026-11-22', null, 'Today', false],
  ['2026-11-22', '01:31', '01:31', false],
  ['2026-11-22', '01:30', '01:30', true],
  ['2026-11-21', null, '21 Nov', true],
  ['2026-11-23', '09:00', '23 Nov, 09:00', false],
  ['2027-01-03', null, '3 Jan 2027', false],
  ['2025-12-31', '23:59', '31 Dec 2025, 23:59', true],
])('due on %s at %s', (dueDate, dueTime, text, overdue) => {
  expect(formatDue({ dueDate, dueTime, done: false }, 'Asia/Tokyo', now)).toEqual({ text, overdue })
  expect(formatDue({ dueDate, dueTime, done: true }, 'Asia/Tokyo', now)).toEqual({ text, overdue: false })
})
