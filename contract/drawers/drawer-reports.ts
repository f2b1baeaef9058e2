import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import {
  differenceReasons,
  drawerCurrencies,
  movementDirections,
  movementReasonKeys,
  type Point,
} from './drawer-rules.ts'

const Amount = z.number()

/** The figures of a currency. Expected is opening + payments − change + corrections − refunds − payouts + in − out. */
const CurrencyFigures = z
  .object({
    currency: z.enum(drawerCurrencies),
    /** The counted opening, and what it differs from the last close. */
    opening: Amount,
    openingDifference: Amount,
    /** The cash that customers handed over, for sales and into store credit, and the change that they got. */
    payments: Amount,
    change: Amount,
    /** Payments that were taken back, less those that came in their place by other entries. */
    corrections: Amount,
    refunds: Amount,
    /** Deposits handed back, and cash for trade-ins and out of store credit. */
    payouts: Amount,
    cashIn: Amount,
    cashOut: Amount,
    expected: Amount,
    firstCount: Amount.nullable(),
    recount: Amount.nullable(),
    /** The last count less the expected amount; null before the first count. */
    difference: Amount.nullable(),
  })
  .meta({ id: 'DrawerFigures' })

/** The figures of a session. A Z report keeps them as they were at the close; an X report has those of now. */
export const DrawerReport = z
  .object({
    number: z.string(),
    drawerName: z.string(),
    locationName: z.string(),
    openedAt: Moment,
    openedByName: z.string().nullable(),
    countedByName: z.string().nullable(),
    closedAt: Moment.nullable(),
    closedByName: z.string().nullable(),
    /** The Manager who approved the close by a PIN; null without an approval. Earlier reports have none. */
    approvedByName: z.string().nullable().default(null),
    reason: z.enum(differenceReasons).nullable(),
    /** The lines that the closing person drew; null without a drawn signature. Earlier reports have none. */
    signature: z
      // As in closing.ts: no tuple in the sign-in.
      .array(z.array(z.array(z.number()).length(2) as unknown as z.ZodType<Point, Point>))
      .nullable()
      .default(null),
    currencies: z.array(CurrencyFigures),
    /** The cash that came in and went out and is no payment. A counter-row has a negative amount. */
    movements: z.array(
      z.object({
        movementID: ID,
        kind: z.enum(movementDirections),
        reason: z.enum(movementReasonKeys),
        currency: z.enum(drawerCurrencies),
        amount: Amount,
        at: Moment,
        byName: z.string().nullable(),
      }),
    ),
    /** How many entries each payment type has, and what it took less what went back, in pesos. */
    paymentTypes: z.array(z.object({ paymentTypeID: ID, paymentName: z.string(), entries: z.int(), amount: Amount })),
    /** The entries of sales that arrived after their own session was closed. `from` is the number of that session. */
    late: z.array(
      z.object({
        entryID: ID,
        transactionNumber: z.string().nullable(),
        paymentName: z.string(),
        amount: Amount,
        from: z.string(),
      }),
    ),
  })
  .meta({ id: 'DrawerReport' })
export type DrawerReportRow = z.input<typeof DrawerReport>

export const drawerReports = {
  x: endpoint({
    method: 'GET',
    path: '/api/v1/drawer-sessions/:id/x',
    summary: 'Returns the figures of a session at this moment, with the expected cash',
    access: 'drawers.read_expected',
    about: ['drawerSession', 'sale', 'storeCredit', 'tradeIn', 'paymentType'],
    returns: answer(DrawerReport),
  }),
  comparison: endpoint({
    method: 'GET',
    path: '/api/v1/drawer-sessions/:id/comparison',
    summary: 'Returns the figures of a session whose count is finished, so that who counted compares them',
    access: 'drawers.use',
    about: ['drawerSession', 'sale', 'storeCredit', 'tradeIn', 'paymentType'],
    returns: answer(DrawerReport),
  }),
  z: endpoint({
    method: 'GET',
    path: '/api/v1/drawer-sessions/:id/z',
    summary: 'Returns the kept report of a closed session',
    access: 'drawers.use',
    tellsCash: 'drawerSession',
    about: ['drawerSession'],
    returns: answer(DrawerReport),
  }),
}
