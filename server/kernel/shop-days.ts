import { Temporal } from 'temporal-polyfill'

import { addDays, dayIn, expectedTooEarly } from '../../contract/shared/dates.ts'
import { AppError } from './errors.ts'

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

/** Returns the moment that is so many months before another, in the shop's calendar. */
export const monthsBefore = (now: Date, months: number, timeZone: string) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).subtract({ months })
      .epochMilliseconds,
  )

type OrderDays = { orderDate: string; expectedDeliverDate: string | null }

/**
 * Throws 400 for an order dated later than tomorrow, or expected before its order date. `today` is the shop's day. Days
 * that the stored order already has stay allowed.
 */
export function assertOrderDays(
  today: string,
  { orderDate, expectedDeliverDate }: OrderDays,
  before: OrderDays | null,
) {
  const isNewDate = orderDate !== before?.orderDate
  // Most orders are dated today, so tomorrow is rarely computed.
  if (isNewDate && orderDate > today && orderDate > addDays(today, 1))
    throw new AppError('order.date_too_late', 'Order date must not be later than tomorrow', { field: 'orderDate' })
  const isNewExpectation = isNewDate || expectedDeliverDate !== before.expectedDeliverDate
  if (isNewExpectation && expectedDeliverDate !== null && expectedDeliverDate < orderDate)
    throw new AppError('order.expected_too_early', expectedTooEarly, { field: 'expectedDeliverDate' })
}

/** Throws 400 for goods received after today, the shop's day. The stored day stays allowed. */
export function assertReceivedDay(today: string, receivedDate: string, before?: string) {
  if (receivedDate !== before && receivedDate > today)
    throw new AppError('receiving.date_too_late', 'Received date must not be later than today', {
      field: 'receivedDate',
    })
}
