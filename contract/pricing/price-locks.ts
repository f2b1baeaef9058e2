import { Day, ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { priceChoices } from './price-lock-rules.ts'

/** A kept price whose last day is over, while the price of today is another one. A manager decides between both. */
export const PriceLapse = z.object({
  /** The sum of the lines by the rate as they are, and at the items' prices of today, in pesos. */
  was: z.number(),
  today: z.number(),
  /** The sale's total after each choice, in pesos. */
  totals: z.object({ keep: z.number(), lower: z.number(), reprice: z.number() }),
  /** The sentence that says so. */
  sentence: z.string(),
  /** Why the price of today cannot be taken: a rate is too old; null when it can. */
  refusal: z.string().nullable(),
})

/** A manager's choice about a price whose last day was over. Amounts are the sums of the lines by the rate, in pesos. */
export const PriceChoiceRow = z.object({
  priceChoiceID: ID,
  choice: z.enum(priceChoices),
  /** The last day of the price that was kept. */
  keptUntil: Day,
  was: z.number(),
  today: z.number(),
  /** The sum that the choice gave. */
  chosen: z.number(),
  /** The last day of the chosen price; null for a price without a last day. */
  nextUntil: Day.nullable(),
  reason: z.string(),
  createdAt: Moment,
  createdByName: z.string().nullable(),
})
