import { z } from './zod.ts'

/** A record's key: a positive 32-bit whole number. */
export const ID = z.int().min(1).max(2_147_483_647)

/** Required text, trimmed. `missing` replaces the message for a missing or empty text. */
export const required = (maximum: number, missing?: string) =>
  z
    .string({
      ...(missing !== undefined && {
        error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? missing : undefined),
      }),
    })
    .trim()
    .min(1, missing)
    .max(maximum)

/** Optional text, trimmed. An omitted field keeps the stored text; empty text clears it to null. */
export const optional = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum)
    .nullish()
    .transform((text) => (text === '' ? null : text))

/** Text that PostgreSQL accepts in JSON: without NUL and lone surrogates. */
export const JsonText = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'The text holds a character that cannot be kept')

/** An e-mail address. Mail servers accept at most 254 characters. */
export const Email = z.string().trim().min(1).max(254).check(z.email())

/**
 * An e-mail address that a file may leave empty, because its records have another contact. Stored as an empty text. A
 * form requires one.
 */
export const EmailOrEmpty = z
  .string()
  .trim()
  .max(254)
  .refine((text) => text === '' || z.email().safeParse(text).success, 'Enter a valid email')
  .default('')

export const Password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(6, 'Password length must be at least 6 characters')
  .max(200, 'Password length must be at most 200 characters')

/** An amount in pesos with at most 2 decimals, 0 or more; stored as numeric(14,2). */
export const Money = z.number().min(0).max(999_999_999_999.99).refine(decimals(2), 'Amounts have at most 2 decimals')

/** The cost of one piece, pair or gram, in pesos with at most 2 decimals. */
export const UnitCost = z
  .number({
    error: ({ input }) =>
      input === undefined || input === null ? 'Unit cost is required' : 'Unit cost must be a number',
  })
  .min(0, 'Unit cost must be at least 0')
  .max(999_999_999_999.99, 'Unit cost is too large')
  .refine(decimals(2), 'Unit cost has at most 2 decimals')

/**
 * The stored picture in an update. Empty text or null removes the picture. Old clients send back its path, which keeps
 * it.
 */
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

/**
 * A quantity in the unit that a person entered; stored as numeric(17,6). With 6 decimals even a quantity in kg is exact
 * to the milligram.
 */
export const ReceivedQuantity = z.number().max(99_999_999_999).refine(decimals(6), 'Quantities have at most 6 decimals')

/** The stock quantity that triggers a reorder: a whole number; 0 means never. */
export const ReOrderThreshold = z
  .int({
    error: ({ input }) =>
      input === undefined || input === null
        ? 'Reorder threshold is required'
        : 'Reorder threshold must be a whole number',
  })
  .min(0, 'Reorder threshold must be at least 0')
  .max(2_147_483_647, 'Reorder threshold is too large')

/** A moment: a Date in the server, ISO text in JSON. */
export const Moment = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

/** A calendar date in the shop's time zone, as YYYY-MM-DD. */
export const Day = z.iso.date()

/** Whether the year of a date is plausible. Other years are typing errors, and PostgreSQL cannot read extreme ones. */
const isPlausible = (date: string) => date >= '1900' && date < '3000'
const implausible = 'Enter a date between the years 1900 and 2999'

/**
 * A day that a caller sends, from 1900 to 2999. It is a calendar date or a moment. A moment becomes its date in the
 * shop's time zone.
 */
export const dayInput = (label: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? `${label} is required` : 'Enter a date like 2026-11-20',
    })
    .refine(isPlausible, implausible)
export const DayInput = dayInput('A date')

/** A calendar date that a caller sends, without a time, from 1900 to 2999. */
export const DayOnly = Day.refine(isPlausible, implausible)

/** Accepts a number or boolean as the text of a multipart form. Empty text means an omitted field. */
export const fromText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    if (value.trim() === '') return undefined
    if (value === 'true' || value === 'false') return value === 'true'
    return Number.isNaN(Number(value)) ? value : Number(value)
  }, schema)

/**
 * Accepts a list of numbers as the text of a multipart form, separated by commas. Empty text means an omitted field.
 */
export const listFromText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    return value.trim() === '' ? undefined : value.split(',').map(Number)
  }, schema)

/** Accepts an object or array as JSON in the text of a multipart form. Empty text means an omitted field. */
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

/** The fields of every stored record: who created and changed it, and when. */
export const Stamps = { createdByID: ID.nullable(), modifiedByID: ID.nullable(), createdAt: Moment, updatedAt: Moment }

/** The `updatedAt` of the version that the caller read. A PUT with it gets 409 if the record has changed since then. */
export const LastRead = { updatedAt: Moment.optional() }

function decimals(places: number) {
  const scale = 10 ** places
  return (value: number) => Math.round(value * scale) / scale === value
}
