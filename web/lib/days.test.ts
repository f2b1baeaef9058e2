import { expect, test } from 'vitest'

import { momentAt, parseDay } from './days.ts'

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

test.each([
  ['2026-12-04', '20:00', 'Asia/Tokyo', '2026-12-04T11:00:00.000Z'],
  ['2026-12-04', '00:30', 'Asia/Manila', '2026-12-03T16:30:00.000Z'],
  ['2026-07-01', '12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
  // The hour that summer time skips becomes the one after it, and the one that it repeats is one of the two.
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29', '03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', '04:00', 'Europe/Berlin', '2026-10-25T03:00:00.000Z'],
  ['2026-12-04', '', 'Asia/Tokyo', null],
  ['', '20:00', 'Asia/Tokyo', null],
  ['2026-02-31', '20:00', 'Asia/Tokyo', null],
  ['2026-12-04', '25:00', 'Asia/Tokyo', null],
])('%s at %j in %s is %j', (day, time, timeZone, moment) => {
  expect(momentAt(day, time, timeZone)).toBe(moment)
})
