import { z } from './zod.ts'

/** A record's key: a positive 32-bit whole number. */
export const ID = z.int().min(1).max(2_147_483_647)

/** Text that must be there, trimmed. */
export const required = (maximum: number) => z.string().trim().min(1).max(maximum)

/** Text that may be left out. Left out keeps what is stored; empty text clears it to null. */
export const optional = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum)
    .nullish()
    .transform((text) => (text === '' ? null : text))

/** What the browser's own e-mail pattern lets through, and no more than mail servers do. */
export const Email = z.string().trim().min(1).max(254).check(z.email())

export const Password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(6, 'Password length must be at least 6 characters')
  .max(200, 'Password length must be at most 200 characters')

/** Pesos with at most 2 decimals, 0 or more; stored as numeric(14,2). */
export const Money = z.number().min(0).max(999_999_999_999.99).refine(decimals(2), 'Amounts have at most 2 decimals')

/** What one piece, pair or gram costs, in pesos with at most 2 decimals. */
export const UnitCost = z
  .number({
    error: ({ input }) =>
      input === undefined || input === null ? 'Unit cost is required' : 'Unit cost must be a number',
  })
  .min(0, 'Unit cost must be at least 0')
  .max(999_999_999_999.99, 'Unit cost is too large')
  .refine(decimals(2), 'Unit cost has at most 2 decimals')

/** The stored picture in an update: empty removes it; its path, which old clients send back, keeps it. */
export const StoredPicture = z
  .string()
  .nullish()
  .transform((path) => (path === '' || path === null ? null : undefined))

/** A quantity of stock: whole for PCS and PAIR, grams to 0.001 for BULK; stored as numeric(14,3). */
export const Quantity = z
  .number()
  .min(-99_999_999_999)
  .max(99_999_999_999)
  .refine(decimals(3), 'Quantities have at most 3 decimals')

/** A quantity as it is weighed or counted when it arrives: to the milligram also in kg; stored as numeric(17,6). */
export const ReceivedQuantity = z.number().max(99_999_999_999).refine(decimals(6), 'Quantities have at most 6 decimals')

/** The quantity at which stock is to be ordered again: a whole number; 0 for never. */
export const ReOrderThreshold = z
  .int({
    error: ({ input }) =>
      input === undefined || input === null
        ? 'Reorder threshold is required'
        : 'Reorder threshold must be a whole number',
  })
  .min(0, 'Reorder threshold must be at least 0')
  .max(2_147_483_647, 'Reorder threshold is too large')

/** A moment: a Date in the server, an ISO string on the wire. */
export const Moment = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** A calendar date in the shop's time zone, as YYYY-MM-DD. */
export const Day = z.iso.date()

/** Other years are typing errors, and PostgreSQL cannot read the ends of the calendar. */
const isPlausible = (date: string) => date >= '1900' && date < '3000'
const implausible = 'Enter a date between the years 1900 and 2999'

/** As sent: a calendar date, or a moment that means the day it falls on in the shop's time zone; from 1900 to 2999. */
export const dayInput = (label: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? `${label} is required` : 'Enter a date like 2026-11-20',
    })
    .refine(isPlausible, implausible)
export const DayInput = dayInput('A date')

/** A calendar date as sent, without a time; from 1900 to 2999. */
export const DayOnly = Day.refine(isPlausible, implausible)

/** In a multipart form everything is text: takes a number as its digits, and '' as left out. */
export const fromText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    if (value.trim() === '') return undefined
    if (value === 'true' || value === 'false') return value === 'true'
    return Number.isNaN(Number(value)) ? value : Number(value)
  }, schema)

/** In a multipart form a list of numbers is their digits with commas between them; '' is left out. */
export const listFromText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    return value.trim() === '' ? undefined : value.split(',').map(Number)
  }, schema)

/** In a multipart form what has parts is sent as JSON; '' is left out. */
export const jsonFromText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    if (value.trim() === '') return undefined
    try {
      return JSON.parse(value) as unknown
    } catch {
      return value
    }
  }, schema)

/** The names and moments every stored record carries. */
export const Stamps = { createdByID: ID.nullable(), modifiedByID: ID.nullable(), createdAt: Moment, updatedAt: Moment }

/** `updatedAt` as last read: a PUT that carries it is refused (409) when the record has changed since. */
export const LastRead = { updatedAt: Moment.optional() }

function decimals(places: number) {
  const scale = 10 ** places
  return (value: number) => Math.round(value * scale) / scale === value
}
