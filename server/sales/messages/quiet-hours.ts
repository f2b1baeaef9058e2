import { Temporal } from 'temporal-polyfill'

/** The hours of the day (HH:MM) without messages; null for none. They may pass midnight. */
type QuietHours = { quietFrom: string | null; quietUntil: string | null }

/** Returns the first moment from `now` on that is outside the quiet hours. */
export function endOfQuiet({ quietFrom, quietUntil }: QuietHours, timeZone: string, now: Date): Date {
  if (quietFrom === null || quietUntil === null || quietFrom === quietUntil) return now
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const time = here.toPlainTime().toString().slice(0, 5)
  const passesMidnight = quietFrom > quietUntil
  const isQuiet = passesMidnight ? time >= quietFrom || time < quietUntil : time >= quietFrom && time < quietUntil
  if (!isQuiet) return now
  const day = passesMidnight && time >= quietFrom ? here.toPlainDate().add({ days: 1 }) : here.toPlainDate()
  return new Date(day.toZonedDateTime({ timeZone, plainTime: quietUntil }).epochMilliseconds)
}
