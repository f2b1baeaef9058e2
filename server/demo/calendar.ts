import { Temporal } from 'temporal-polyfill'

/** Computes the demo's days, counted back from today in the shop's time zone. */
export function createCalendar(now: Date, timeZone: string) {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const date = (daysAgo: number) => today.subtract({ days: daysAgo })
  return {
    /** Returns the date this many days ago as YYYY-MM-DD; a negative number gives a future date. */
    day: (daysAgo: number) => date(daysAgo).toString(),
    /**
     * Returns the moment at this time of day in the shop, this many days ago. A time that daylight saving time skips
     * moves forward.
     */
    at: (daysAgo: number, hour: number, minute = 0) =>
      new Date(
        date(daysAgo).toZonedDateTime({ timeZone, plainTime: { hour, minute: Math.floor(minute) } }).epochMilliseconds,
      ),
    /**
     * Returns a factor for the number of sales on a day. Weekends and December are busier, and sales grow every month.
     */
    business: (daysAgo: number) => {
      const { dayOfWeek, month, day } = date(daysAgo)
      const growth = 1.25 - daysAgo / 800
      return growth * (dayOfWeek >= 6 ? 1.6 : 1) * (month === 12 ? 1.5 : 1) * (month === 2 && day <= 14 ? 1.3 : 1)
    },
    /** Returns the moment this many minutes ago. */
    before: (minutes: number) => new Date(now.getTime() - minutes * 60_000),
  }
}
export type Calendar = ReturnType<typeof createCalendar>
