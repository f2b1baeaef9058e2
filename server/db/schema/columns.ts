import { integer, numeric, text, timestamp } from 'drizzle-orm/pg-core'

// Keys are the names of the JSON, so that a row can be answered as it is; columns are snake_case.
// What drizzle cannot say (triggers) is in the migrations beside this file.

/** Milliseconds, so that a moment survives JavaScript: `updatedAt` is compared when a record is written. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
export const key = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity()
/**
 * Tells a row that the program itself means from the shop's own, which have null. People may rename the row; a trigger
 * refuses another code (the `row_codes` migration).
 */
export const rowCode = <Code extends string>(uniqueName: string) => text('code').$type<Code>().unique(uniqueName)
/** Pesos. */
export const money = (name: string) => numeric(name, { precision: 14, scale: 2, mode: 'number' })
/** Pieces or pairs, or grams of a BULK item. */
export const quantity = (name: string) => numeric(name, { precision: 14, scale: 3, mode: 'number' })
/** As it was weighed or counted: to the milligram also in kg. */
export const enteredQuantity = (name: string) => numeric(name, { precision: 17, scale: 6, mode: 'number' })
/** Pesos per unit, as a moving average. */
export const unitCost = (name: string) => numeric(name, { precision: 18, scale: 6, mode: 'number' })
