import { integer, numeric, text, timestamp } from 'drizzle-orm/pg-core'

// The keys of a table are the JSON field names, so that a row needs no mapping; columns are snake_case.
// The migrations hold what Drizzle cannot express, such as triggers.

/** A timestamp in milliseconds. JavaScript keeps that precision, which the stale check of `updatedAt` needs. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
export const key = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity()
/**
 * The immutable code of a row that the program itself uses; null for the shop's own rows. People may rename the row,
 * but a trigger refuses a changed code (the `row_codes` migration).
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
