import { dayIn, timeIn } from '../../contract/shared/dates.ts'
import { Day } from '../../contract/shared/fields.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a typed date as YYYY-MM-DD: '23 Nov 2026', '23 November 2026', '23/11/2026', '23.11.2026' or '2026-11-23'.
 * Returns null for an empty text, and undefined for anything that is no complete date.
 */
export function parseDay(text: string): string | null | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  if (plain === '') return null
  const [, day, month, year] = /^(\d{1,2})[\s./-]+(\d{1,2}|[a-z]{3,9})[\s./,-]+(\d{4})$/.exec(plain) ?? []
  const iso = day === undefined ? plain : `${year}-${monthNumberOf(month!)}-${day.padStart(2, '0')}`
  return Day.safeParse(iso).success ? iso : undefined
}

/** Returns the number of a month with two digits: '11' for 'nov', 'november' and '11'. */
function monthNumberOf(month: string): string {
  const named = months.indexOf(month.slice(0, 3)) + 1
  return (named === 0 ? month : String(named)).padStart(2, '0')
}

/**
 * Returns the moment (ISO) of a day and a time of day (HH:MM) in a time zone; null unless both are complete. A time that
 * summer time skips becomes the hour after it.
 */
export function momentAt(day: string, time: string, timeZone: string): string | null {
  if (!Day.safeParse(day).success || !/^\d\d:\d\d$/.test(time)) return null
  const wanted = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(wanted)) return null
  const shownAt = (at: number) => {
    const date = new Date(at)
    return Date.parse(`${dayIn(timeZone, date)}T${timeIn(timeZone, date)}:00Z`)
  }
  // The zone's distance at the wanted time is the one of the first guess, except around a change of it.
  const guess = wanted - (shownAt(wanted) - wanted)
  return new Date(guess - (shownAt(guess) - wanted)).toISOString()
}
