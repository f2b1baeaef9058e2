import { karats } from '../catalogue/karats.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, optional } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { roundings } from './price-rules.ts'

/**
 * The state of an item's new price: ready to apply, the same as before, below its floor, by a rate that is too old, or too
 * large to store.
 */
export const repriceStates = ['ready', 'same', 'below_floor', 'rate_old', 'too_large'] as const
export type RepriceState = (typeof repriceStates)[number]

/** Most prices in one batch. */
export const pricesAtMost = 100_000

/** The latest rate of a karat, by which prices are reckoned. */
const UsedRate = z.object({ karat: z.enum(karats), goldRateID: ID, sellPerGram: z.number(), fromAt: Moment })

/** An item by the rate, with its present price and the price by the latest rate. */
export const RepriceRow = z
  .object({
    itemID: ID,
    itemCode: z.string(),
    itemName: z.string(),
    ...Metal,
    karat: z.enum(karats),
    netGrams: z.number(),
    ...Cover,
    /** The key of the present price, which names the item and its version. */
    itemPriceID: ID,
    price: z.number(),
    /** Null for a price that cannot be reckoned now. */
    newPrice: z.number().nullable(),
    /** The lowest prices: the gold at the buy rate, and the cost with the least margin; null without such a margin. */
    goldFloor: z.number(),
    costFloor: costFigure(z.number().nullable()),
    state: z.enum(repriceStates),
    /** The parts of both prices. */
    markup: z.number(),
    makingPerGram: z.number(),
    makingPerPiece: z.number(),
    stones: z.number(),
    roundTo: z.literal(roundings),
    oldRate: UsedRate.omit({ karat: true }),
    newRate: UsedRate.omit({ karat: true }),
    /** The quantity at all locations that can be sold, also if it is held. */
    stock: z.number(),
    /** The open sales that keep their price, the first of them, and the quantity of all. */
    held: z
      .object({
        sales: z.int(),
        quantity: z.number(),
        salesTransactionID: ID,
        transactionNumber: z.string(),
        price: z.number(),
        holdUntil: Moment.nullable(),
      })
      .nullable(),
    /** The unsaved sales at tills that have the item, with the seller and the price of the newest; null without one. */
    inCart: z.object({ carts: z.int(), seller: z.string(), price: z.number() }).nullable(),
  })
  .meta({ id: 'RepriceRow' })
export type RepriceRowData = z.input<typeof RepriceRow>

/** The figures of all rows that the filters leave. */
export const RepriceSummary = z
  .object({
    items: z.int(),
    /** The items with a fixed price, which no filter leaves out. */
    fixed: z.int(),
    up: z.int(),
    down: z.int(),
    same: z.int(),
    belowFloor: z.int(),
    notReckoned: z.int(),
    /** The items of open sales and of carts, which keep their price. */
    held: z.int(),
    /** The stock at the new prices of the rows that are ready, and by how much it differs from the present prices. */
    stockValue: z.number(),
    stockDifference: z.number(),
    rates: z.array(UsedRate),
    reckonedAt: Moment,
    /** The keys of the present prices that are ready to be replaced, in the order of the rows. */
    ready: z.array(ID),
  })
  .meta({ id: 'RepriceSummary' })
export type RepriceSummaryData = z.input<typeof RepriceSummary>

/** A batch of prices that were replaced at once. */
export const Repricing = z
  .object({
    repricingID: ID,
    items: z.int(),
    /** The sum of the differences of the prices of one piece of each item. */
    difference: z.number(),
    karats: z.array(z.enum(karats)),
    createdAt: Moment,
    createdByID: ID.nullable(),
    createdBy: z.object({ name: z.string() }).nullable(),
    undoneAt: Moment.nullable(),
    undoneBy: z.object({ name: z.string() }).nullable(),
    undoReason: z.string().nullable(),
    /** The lines of sales at its prices, and its items with a newer price. Either stands against undoing it. */
    sold: z.int(),
    replaced: z.int(),
  })
  .meta({ id: 'Repricing' })
export type RepricingRow = z.input<typeof Repricing>

/** A price of a batch. */
export const RepricedItem = z
  .object({
    itemPriceID: ID,
    itemID: ID,
    itemCode: z.string(),
    itemName: z.string(),
    karat: z.enum(karats),
    oldPrice: z.number(),
    newPrice: z.number(),
    difference: z.number(),
    /** The quantity that can be sold, for labels. */
    stock: z.number(),
  })
  .meta({ id: 'RepricedItem' })

/** The filters of the items by the rate. */
const filters = {
  search: z.string().trim().max(100).default(''),
  karat: z.enum(karats).optional(),
  categoryID: IDFilter,
  /** Only prices that rise, fall or stay, or those that somebody must decide about. */
  change: z.enum(['up', 'down', 'same', 'decide']).optional(),
}
export const RepriceFilters = z.strictObject(filters)

/** The order of the items: by the size of the difference, or by the code. */
const RepriceSort = z
  .enum(['itemID', '-itemID', '-difference', 'difference', 'itemCode', '-itemCode'])
  .default('-difference')

const path = '/api/v1/repricings'
const aboutPrices = ['item', 'goldRate', 'sale', 'inventory', 'shopSetting'] as const

export const repricings = {
  preview: endpoint({
    method: 'GET',
    path: `${path}/preview`,
    summary: 'Lists the items by the gold rate with their price by the latest rate, those to decide about first',
    access: 'catalogue.change_prices',
    about: aboutPrices,
    query: listQuery(['itemID', 'difference', 'itemCode'], {
      ...filters,
      sort: RepriceSort,
      /** `csv` returns all rows as a file. */
      format: z.enum(['json', 'csv']).default('json'),
    }),
    returns: pageOf(RepriceRow),
    stream: ['text/csv'],
  }),
  summary: endpoint({
    method: 'GET',
    path: `${path}/summary`,
    summary: 'Sums up the prices by the latest rate, and names those that can be replaced',
    access: 'catalogue.change_prices',
    about: aboutPrices,
    query: RepriceFilters,
    returns: answer(RepriceSummary),
  }),
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Lists the batches of prices, the newest first',
    access: 'catalogue.change_prices',
    about: ['repricing', 'item', 'sale'],
    query: listQuery(['repricingID', 'createdAt', 'createdByName', 'items', 'difference'], {}),
    returns: pageOf(Repricing),
  }),
  items: endpoint({
    method: 'GET',
    path: `${path}/:id/items`,
    summary: 'Lists the prices of a batch',
    access: 'catalogue.change_prices',
    about: ['repricing', 'item', 'inventory'],
    query: listQuery(['itemPriceID', 'itemCode', 'itemName', 'oldPrice', 'newPrice', 'difference'], {}),
    returns: pageOf(RepricedItem),
  }),
  apply: endpoint({
    method: 'POST',
    path,
    summary: 'Replaces prices by those of the latest rates, all or none',
    access: 'catalogue.change_prices',
    body: z.object({
      /** The rates that the caller saw, of every karat of the prices. */
      rates: z.array(z.object({ karat: z.enum(karats), goldRateID: ID })).max(karats.length),
      /** The present prices to replace, as the caller saw them. */
      prices: z
        .array(ID)
        .min(1, 'Choose a price')
        .max(pricesAtMost, `At most ${pricesAtMost} prices can be applied at once`)
        .refine((prices) => new Set(prices).size === prices.length, 'A price stands here twice'),
    }),
    returns: answer(Repricing),
    status: 201,
  }),
  undo: endpoint({
    method: 'PUT',
    path: `${path}/:id/undo`,
    summary: 'Restores the prices before a batch, as long as nothing was sold at its prices',
    access: 'catalogue.change_prices',
    body: z.object({ reason: optional(200) }),
    returns: answer(Repricing),
  }),
}
