import { karats } from '../catalogue/karats.ts'
import { answer, IDFilter } from '../shared/answers.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { aboutTrade } from '../shared/events.ts'
import { Day, DayInput, ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The most lines, and the most entries of the next day, that a day returns. Its figures count all of them. */
export const mostOfDay = 120

/** A line of a sale whose goods left the house on a day. */
const SoldLine = z
  .object({
    salesItemID: ID,
    salesTransactionID: ID,
    transactionNumber: z.string(),
    itemName: z.string(),
    ...Cover,
    orderQty: z.number(),
    uom: z.enum(['PCS', 'PAIR', 'BULK']),
    lineTotal: z.number(),
  })
  .meta({ id: 'SoldLine' })

/** The kinds of what is due: a hold that ends, a promised order, an instalment, a live, a reminder. */
export const dueKinds = ['hold', 'promise', 'instalment', 'live', 'reminder'] as const

const DueEntry = z
  .object({
    kind: z.enum(dueKinds),
    /** The key of the sale, the live or the reminder. */
    recordID: ID,
    /** The first item of the sale, the name of the live, or the text of the reminder. */
    name: z.string(),
    /** How many lines the sale has beside the first. */
    others: z.int(),
    ...Cover,
    customerName: z.string().nullable(),
    transactionNumber: z.string().nullable(),
    /** The time of day, such as 10:00; null for a whole day. */
    time: z.string().nullable(),
    /** The unpaid part of an instalment, in pesos. */
    amount: z.number().nullable(),
    /** An instalment’s place in its plan, and how many the plan has. */
    place: z.object({ n: z.int(), of: z.int() }).nullable(),
  })
  .meta({ id: 'DueEntry' })
export type DueEntryRow = z.input<typeof DueEntry>

export const ShopDay = z
  .object({
    date: Day,
    lines: z.array(SoldLine),
    lineCount: z.int(),
    pieceCount: z.number(),
    /** The grams of gold by karat, the purest first. */
    gold: z.array(z.object({ karat: z.enum(karats), grams: z.number() })),
    total: z.number(),
    nextDay: Day,
    due: z.array(DueEntry),
    dueCount: z.int(),
  })
  .meta({ id: 'ShopDay' })
export type ShopDayRow = z.input<typeof ShopDay>

export const shopDays = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/shop-day',
    summary: 'Returns what left the house on a day, today unless named, and what is due on the next',
    access: 'drawers.use',
    tellsCash: 'many',
    about: [...aboutTrade, 'live', 'reminder'],
    query: z.object({ date: DayInput.optional(), locationID: IDFilter }),
    returns: answer(ShopDay),
  }),
}
