import { expect, test } from 'vitest'

import { parseDay } from './days.ts'

test.each([
  ['23 Nov 2026', '2026-11-23'],
  [' 1 december 2026 ', '2026-12-01'],
  ['3/2/2026', '2026-02-03'],
  ['03.02.2026', '2026-02-03'],
  ['2026-11-23', '2026-11-23'],
  ['２０２６-１１-２３', '2026-11-23'],
  ['', null],
])('reads %j', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test.each(['31 Feb 2026', '2026-13-01', '1 Dec 20', '2026-1', 'tomorrow', '12/25/2026'])('refuses %j', (text) => {
  expect(parseDay(text)).toBeUndefined()
})
