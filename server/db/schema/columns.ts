import { integer, numeric, text, timestamp } from 'drizzle-orm/pg-core'

// The key of each column is the name of the JSON field, so that a row needs no mapping. The names in the database are
// snake_case. The migrations contain what Drizzle cannot express, such as triggers.

/**
 * A timestamp with milliseconds. JavaScript dates are as precise, so `updatedAt` can be compared exactly to detect a
 * stale form.
 */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
export const key = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity()
/**
 * The code by which the program finds a row, such as 'cash'; null for the shop's own rows. People may rename the row,
 * but a trigger refuses to change its code (the `row_codes` migration).
 */
export const rowCode = <Code extends string>(uniqueName: string) => text('code').$type<Code>().unique(uniqueName)
/** Pesos. */
export const money = (name: string) => numeric(name, { precision: 14, scale: 2, mode: 'number' })
/** A number of pieces or pairs, or grams of a BULK item. */
export const quantity = (name: string) => numeric(name, { precision: 14, scale: 3, mode: 'number' })
/** A quantity in the unit that a person entered. Six decimals give milligrams even in kg. */
export const enteredQuantity = (name: string) => numeric(name, { precision: 17, scale: 6, mode: 'number' })
/** Pesos that goods are worth. It holds the largest quantity at the largest cost. */
export const bookValue = (name: string) => numeric(name, { precision: 26, scale: 2, mode: 'number' })
/** Pesos per unit, as a moving average. */
export const unitCost = (name: string) => numeric(name, { precision: 18, scale: 6, mode: 'number' })
