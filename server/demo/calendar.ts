import { Temporal } from 'temporal-polyfill'

/** The demo's days, counted back from the day that it is in the shop at this moment. */
export function calendar(now: Date, timeZone: string) {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const date = (daysAgo: number) => today.subtract({ days: daysAgo })
  return {
    /** The calendar date so many days ago, as YYYY-MM-DD; negative ones are still to come. */
    day: (daysAgo: number) => date(daysAgo).toString(),
    /** The moment at this time of day in the shop, so many days ago; a time that a clock skips is the next there is. */
    at: (daysAgo: number, hour: number, minute = 0) =>
      new Date(
        date(daysAgo).toZonedDateTime({ timeZone, plainTime: { hour, minute: Math.floor(minute) } }).epochMilliseconds,
      ),
    /** How busy the shop is on that day, compared with others: week-ends, December, and a little more every month. */
    business: (daysAgo: number) => {
      const { dayOfWeek, month, day } = date(daysAgo)
      const growth = 1.25 - daysAgo / 800
      return growth * (dayOfWeek >= 6 ? 1.6 : 1) * (month === 12 ? 1.5 : 1) * (month === 2 && day <= 14 ? 1.3 : 1)
    },
    /** So long before this moment. */
    before: (minutes: number) => new Date(now.getTime() - minutes * 60_000),
  }
}
export type Calendar = ReturnType<typeof calendar>
