import { Temporal } from 'temporal-polyfill'

import { dayIn } from '../../contract/shared/dates.ts'

// Calendar dates of the shop. Days are written YYYY-MM-DD; `timeZone` is an IANA name, such as Asia/Manila.

/**
 * Returns the calendar date of a moment in the shop's time zone. A text without a time zone, such as '2026-11-21',
 * keeps its own date.
 */
export function shopDay(timeZone: string, given: Date | string): string {
  if (typeof given === 'string' && !/(Z|[+-]\d{2}:?\d{2})$/i.test(given.slice(10))) return given.slice(0, 10)
  return dayIn(timeZone, new Date(given))
}

/** The current year in the shop's time zone, used in document numbers. */
export const shopYear = (timeZone: string, now: Date) => Number(shopDay(timeZone, now).slice(0, 4))

/** The start of a calendar date in the shop's time zone, and the start of the next date. */
export function shopDayBounds(timeZone: string, day: string): { from: Date; before: Date } {
  const date = Temporal.PlainDate.from(day)
  const start = (at: Temporal.PlainDate) => new Date(at.toZonedDateTime(timeZone).epochMilliseconds)
  return { from: start(date), before: start(date.add({ days: 1 })) }
}
