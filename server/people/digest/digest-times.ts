import { Temporal } from 'temporal-polyfill'

import type { DigestTime } from '../../../contract/people/digest.ts'

/** A user's choice, and when messages were last looked at for the daily mail, or last mailed every hour. */
export type Timing = { every: DigestTime; hour: number; lastAt: Date | null }

const anHour = 60 * 60_000

/** Whether unread messages are mailed now: after the chosen hour of the day once, or an hour after the last mail. */
export function isDue({ every, hour, lastAt }: Timing, timeZone: string, now: Date): boolean {
  if (every === 'never') return false
  if (lastAt === null) return true
  if (every === 'hour') return lastAt.getTime() <= now.getTime() - anHour
  return lastAt.getTime() < lastOccurrence(hour, timeZone, now)
}

/** Returns the last time at which it was this hour in the time zone, in milliseconds. */
function lastOccurrence(hour: number, timeZone: string, now: Date): number {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const at = (days: number) =>
    here.toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds
  return at(0) <= now.getTime() ? at(0) : at(-1)
}
