import { Temporal } from 'temporal-polyfill'

/** Returns the moment that is so many months before another, in the shop's calendar. */
export const monthsBefore = (now: Date, months: number, timeZone: string) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).subtract({ months })
      .epochMilliseconds,
  )
