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

/** The columns of a stored picture of an item or a piece. */
export const storedPicture = () => ({
  /** The position among the pictures of the record. The picture with the lowest position is the cover. */
  position: integer('position').notNull(),
  url: text('url').notNull(),
  thumb_url: text('thumb_url').notNull(),
  /** The place that frames keep in view, in percent from the left and the top. */
  focusX: integer('focus_x').notNull().default(50),
  focusY: integer('focus_y').notNull().default(50),
  /** Whether a person chose the focus, or it was proposed from the picture, or neither yet. */
  focusFrom: text('focus_from', { enum: ['nothing', 'picture', 'person'] })
    .notNull()
    .default('nothing'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
