import { uoms } from '../catalogue/items.ts'
import { answer } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { endpoint } from '../shared/endpoint.ts'
import { aboutTrade } from '../shared/events.ts'
import { Day, DayInput, ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { type ProfitKey, profitLines } from './profit.ts'

/** The time span of one point in a chart over time. */
export const analyticsSteps = ['day', 'month', 'year'] as const

/** Maximum number of best-selling items, and of most visited pages. */
export const bestAtMost = 10

const Pesos = z.number()

const BestItem = z.object({
  itemID: ID,
  itemCode: z.string(),
  itemName: z.string(),
  uom: z.enum(uoms),
  /** The revenue in pesos, less discount and refunds. */
  total: Pesos,
  /** The quantity sold, less returns. */
  quantity: z.number(),
})

/** The number of events, such as visits, in each step of the period. `day` is the first day of the step. */
const Counts = z.array(z.object({ day: Day, count: z.int() }))

export const Analytics = z
  .object({
    /** The first and last day of the period. Without requested days they are the range of the existing data. */
    from: Day,
    to: Day,
    step: z.enum(analyticsSteps),
    /**
     * The totals of the sales completed in the period, and of the refunds given in it, in pesos:
     * items − discount − refunded + shipping = total, and items − discount − refunded − cost − scrapped = profit.
     */
    totals: z.object({
      /** The number of sales completed in the period, less the sales whose last goods came back in it. May be negative. */
      orders: z.int(),
      /** The sum of the sold lines, at the prices at which they were sold. */
      items: Pesos,
      discount: Pesos,
      refunded: Pesos,
      shipping: Pesos,
      total: Pesos,
      /** The cost of the sold goods at the time of their handover, less the cost of the goods returned in the period. */
      cost: costFigure(Pesos),
      /** The cost of goods that were returned in the period and scrapped. */
      scrapped: costFigure(Pesos),
      /** The profit from sales: that of the Sale lines report. */
      profit: costFigure(Pesos),
      /** The total divided by `orders`; null when `orders` is not above 0. */
      averageOrder: Pesos.nullable(),
    }),
    /** The profit statement, in signed pesos: that of the Profit report (contract/insight/profit.ts). */
    statement: costFigure(
      z.object(Object.fromEntries(profitLines.map(({ key }) => [key, Pesos])) as Record<ProfitKey, typeof Pesos>),
    ),
    /** One entry per step, even for a step without sales. `day` is the first day of the step. */
    sales: z.array(z.object({ day: Day, total: Pesos, orders: z.int() })),
    /** The revenue by the items' current category, less discount and the period's refunds. Its sum is `total` without shipping. */
    categories: z.array(z.object({ categoryID: ID, categoryName: z.string(), total: Pesos })),
    /** The revenue by type of transaction. Its sum is `total`. */
    transactionTypes: z.array(
      z.object({ transactionTypeID: ID, transactionName: z.string(), total: Pesos, orders: z.int() }),
    ),
    /** The money taken from and paid back to customers in the period, for completed and open sales. */
    paymentTypes: z.array(
      z.object({
        paymentTypeID: ID,
        paymentName: z.string(),
        taken: Pesos,
        change: Pesos,
        /** The refunds and returned deposits. */
        refunded: Pesos,
        /** The money that remains with the shop: taken − change − refunded. */
        kept: Pesos,
      }),
    ),
    /** The sales paid by store credit, and the credit that came back for refunds and deposits. Neither is money. */
    storeCredit: z.object({ used: Pesos, returned: Pesos }),
    bestByMoney: z.array(BestItem),
    /** The best items by quantity. BULK items are left out, because grams and pieces do not compare. */
    bestByQuantity: z.array(BestItem),
    /** The current value of the stock at average cost. The period does not affect it. */
    stock: costFigure(z.array(z.object({ locationID: ID, locationName: z.string(), value: Pesos }))),
    visits: Counts,
    /** The most visited pages, by their English path. */
    pages: z.array(z.object({ path: z.string(), count: z.int() })),
    searches: Counts,
  })
  .meta({ id: 'Analytics' })
export type AnalyticsData = z.input<typeof Analytics>

export const analytics = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/analytics',
    summary: 'Returns the sales, profit and stock figures of a period, or of all time without days',
    access: 'insight.read',
    tellsCash: 'many',
    about: aboutTrade,
    query: z.strictObject({ from: DayInput.optional(), to: DayInput.optional() }),
    returns: answer(Analytics),
  }),
}
