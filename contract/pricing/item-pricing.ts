import { karats } from '../catalogue/karats.ts'
import { NetGrams } from '../catalogue/weights.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Moment, Money } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { GoldRate } from './gold-rates.ts'
import { roundings } from './price-rules.ts'

const Markup = z
  .number({ error: 'A markup is a number of percent' })
  .min(0, 'A markup is at least 0 %')
  .max(1000, 'A markup is at most 1000 %')
  .refine((percent) => Math.round(percent * 100) / 100 === percent, 'A markup has at most 2 decimals')

/** How a piece is priced by the gold rate. Amounts are pesos. */
export const ItemPricingInput = z.object({
  /** The grams without stones; the stored ones if omitted. */
  netGrams: NetGrams.nullish(),
  markup: Markup,
  makingPerGram: Money,
  makingPerPiece: Money,
  stones: Money,
  /** The pesos to which the price is rounded up. */
  roundTo: z.literal(roundings),
})

/** A price that was reckoned from a rate. It is never changed: the next one takes its place. */
export const ItemPrice = ItemPricingInput.extend({
  netGrams: z.number(),
  itemPriceID: ID,
  goldRateID: ID,
  karat: z.enum(karats),
  sellPerGram: z.number(),
  price: z.number(),
  createdAt: Moment,
}).meta({ id: 'ItemPrice' })
export type ItemPriceRow = z.input<typeof ItemPrice>

export const ItemPricing = z
  .object({
    itemID: ID,
    karat: z.enum(karats).nullable(),
    /** The grams without stones; null if they are unknown. */
    netGrams: z.number().nullable(),
    price: z.number(),
    /** The reckoned price; null for an item with a fixed price. */
    byRate: ItemPrice.nullable(),
    /** The latest rate of the item's karat; null without one. */
    rate: GoldRate.nullable(),
    updatedAt: Moment,
  })
  .meta({ id: 'ItemPricing' })
export type ItemPricingRow = z.input<typeof ItemPricing>

const path = '/api/v1/items/:id/pricing'

export const itemPricing = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'Returns how an item is priced: at a fixed price, or by the gold rate',
    access: 'catalogue.read',
    about: ['item', 'goldRate'],
    returns: answer(ItemPricing),
  }),
  set: endpoint({
    method: 'PUT',
    path,
    summary: 'Prices an item by the latest gold rate',
    access: 'catalogue.change_prices',
    body: ItemPricingInput.extend({
      ...LastRead,
      /** The rate that the caller saw. A later one gets 409, so that nobody sets a price that they have not seen. */
      goldRateID: ID.optional(),
    }),
    returns: answer(ItemPricing),
  }),
  fix: endpoint({
    method: 'DELETE',
    path,
    summary: 'Keeps the present price of an item as a fixed price',
    access: 'catalogue.change_prices',
    query: z.strictObject(LastRead),
    returns: answer(ItemPricing),
  }),
}
