import { goldShownChoices } from '../pricing/days-gold.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The units of the least deposit: pesos, or percent of the sale's total. */
export const leastDepositUnits = ['pesos', 'percent'] as const

export const Settings = z
  .object({
    /** The shop's name. */
    companyName: z.string(),
    /** The IANA name of the time zone of every date in the back-office. */
    timeZone: z.string(),
    /** The default location of new sales, of new items' stock, and of receivings without a purchase order. */
    defaultLocationID: ID,
    /** The number of days that a saved sale holds its stock. */
    holdDays: z.int().min(1),
    leastDeposit: z.number(),
    leastDepositUnit: z.enum(leastDepositUnits),
    creditMonths: z.int().nullable(),
    leastMargin: z.number().nullable(),
    identityFrom: z.number().nullable(),
    liveLineLength: z.int(),
    /** The last day of the closed books: nothing may be dated on or before it. Null while no day is closed. */
    closedUntil: Day.nullable(),
    /** Whether costs, suppliers' prices and profits are hidden from Staff. */
    hideCosts: z.boolean(),
    /** The parts of a price that visitors see: nothing, the gold at the rate of the day, or the gold and the work. */
    goldShown: z.enum(goldShownChoices),
    /** Whether papers show how a price by the gold rate came about. */
    ratesOnPapers: z.boolean(),
    /** The days for which the least deposit keeps the prices by the rate of a sale; null without a last day. */
    priceKeptDays: z.int().nullable(),
    secondPersonFrom: z.number().nullable(),
    proofFileDays: z.int(),
    /** The largest cash out of a drawer without a Manager, in pesos. */
    cashOutLimit: z.number(),
    /** Whether the shop has an active drawer. Without one, the screens ask for no drawers. */
    hasDrawers: z.boolean(),
    /** Whether administrators get a message each day without a young backup. */
    remindOfBackups: z.boolean(),
    updatedAt: Moment,
    /** The version of the program that the server runs, such as `1.0.0`. */
    version: z.string(),
  })
  .meta({ id: 'Settings' })
export type Settings = z.output<typeof Settings>
export type SettingsRow = z.input<typeof Settings>

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/settings',
    summary: 'Returns the shop’s settings',
    access: 'signedIn',
    about: ['shopSetting', 'books', 'tax', 'taxRate', 'drawer'],
    returns: answer(Settings),
  }),
}
