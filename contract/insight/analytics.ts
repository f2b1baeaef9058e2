import { uoms } from '../catalogue/items.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, DayInput, ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** What one point of a chart over time stands for. */
export const analyticsSteps = ['day', 'month', 'year'] as const

/** Most items in a list of the best, and most pages in a list of the most visited. */
export const bestAtMost = 10

const Pesos = z.number()

const BestItem = z.object({
  itemID: ID,
  itemCode: z.string(),
  itemName: z.string(),
  uom: z.enum(uoms),
  /** Pesos, less discount and refunds. */
  total: Pesos,
  /** What stayed sold. */
  quantity: z.number(),
})

/** How often something was done in each step of the period. */
const Counts = z.array(z.object({ day: Day, count: z.int() }))

export const Analytics = z
  .object({
    /** The period's first and last day: as asked for, or as far as there is anything to tell. */
    from: Day,
    to: Day,
    step: z.enum(analyticsSteps),
    /**
     * What the Completed sales of the period come to, in pesos:
     * items − discount − refunded + shipping = total, and items − discount − refunded − cost − scrapped = profit.
     */
    totals: z.object({
      orders: z.int(),
      /** The lines, at the prices of the sales. */
      items: Pesos,
      discount: Pesos,
      refunded: Pesos,
      shipping: Pesos,
      total: Pesos,
      /** What the goods that stayed sold had cost when they were handed over. */
      cost: Pesos,
      /** What goods had cost that came back for the melting pot, of Refunded sales too. */
      scrapped: Pesos,
      profit: Pesos,
      /** The total by the number of sales; null where there are none. */
      averageOrder: Pesos.nullable(),
    }),
    /** One for each step; `day` is its first, and where nothing was sold the total is 0. */
    sales: z.array(z.object({ day: Day, total: Pesos, orders: z.int() })),
    /** By the items' categories of today, less discount and refunds: together the total without the shipping. */
    categories: z.array(z.object({ categoryID: ID, categoryName: z.string(), total: Pesos })),
    /** Together the total. */
    transactionTypes: z.array(
      z.object({ transactionTypeID: ID, transactionName: z.string(), total: Pesos, orders: z.int() }),
    ),
    /** Money that went in and out in the period, for whatever sale, whether it is completed or not. */
    paymentTypes: z.array(
      z.object({
        paymentTypeID: ID,
        paymentName: z.string(),
        taken: Pesos,
        change: Pesos,
        /** Refunds, and deposits that were handed back. */
        refunded: Pesos,
        /** taken − change − refunded */
        kept: Pesos,
      }),
    ),
    bestByMoney: z.array(BestItem),
    /** Pieces and pairs alone: a gram is no piece. */
    bestByQuantity: z.array(BestItem),
    /** What the stock is worth now at the average cost, whatever the period. */
    stock: z.array(z.object({ locationID: ID, locationName: z.string(), value: Pesos })),
    visits: Counts,
    /** The most visited pages, by their address in English. */
    pages: z.array(z.object({ path: z.string(), count: z.int() })),
    searches: Counts,
  })
  .meta({ id: 'Analytics' })
export type AnalyticsData = z.input<typeof Analytics>

export const analytics = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/analytics',
    summary: 'What was sold in a period, to what profit, and what is in stock; everything where no days are given',
    access: 'insight.read',
    query: z.strictObject({ from: DayInput.optional(), to: DayInput.optional() }),
    returns: answer(Analytics),
  }),
}
