import { answer, FileAnswer } from '../shared/answers.ts'
import { formatDay } from '../shared/dates.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, DayInput, ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { taxKinds } from '../tax/tax-countries.ts'

/** The kinds of entry in a customer's statement. */
export const statementKinds = [
  'Sale',
  'Payment',
  'Correction',
  'Canceled',
  'Returned goods',
  'Refund',
  'Deposit returned',
  'Deposit kept',
] as const

const Pesos = z.number()

const StatementEntry = z
  .object({
    day: Day,
    kind: z.enum(statementKinds),
    salesTransactionID: ID,
    transactionNumber: z.string(),
    /** The payment type with its reference, or the reason. */
    details: z.string().nullable(),
    /** The amount that the customer owes more, in pesos; negative for a cancellation or returned goods. */
    charge: Pesos,
    /** The amount that the customer paid, without change; negative for money that was handed back. */
    paid: Pesos,
    /** The balance after this entry. */
    balance: Pesos,
  })
  .meta({ id: 'StatementEntry' })

/** The debt of a customer at the end of the last day, by the days since the order date. The four parts add up to it. */
const Aging = z.object({ current: Pesos, over30: Pesos, over60: Pesos, over90: Pesos })

/** The recorded tax of a rate within a customer's completed sales of the period, less that of the refunds. */
const StatementTax = z
  .object({
    taxRateID: ID,
    rateName: z.string(),
    kind: z.enum(taxKinds),
    percent: z.number(),
    amount: Pesos,
    base: Pesos,
    tax: Pesos,
  })
  .meta({ id: 'StatementTax' })

export const CustomerStatement = z
  .object({
    customerID: ID,
    customerName: z.string(),
    contactNo: z.string(),
    email: z.string(),
    address: z.string().nullable(),
    /** The first day; null from the first sale on. */
    from: Day.nullable(),
    /** The last day; without a requested one, today. */
    to: Day,
    /** The balance before the first day. */
    opening: Pesos,
    charged: Pesos,
    paid: Pesos,
    /** The balance at the end of the last day: opening + charged − paid. A negative one is the customer's. */
    balance: Pesos,
    aging: Aging,
    /** The store credit, which is apart from what the customer owes: before the first day, gained, used, and at the end. */
    credit: z.object({ opening: Pesos, given: Pesos, used: Pesos, balance: Pesos }),
    /** The tax of the period by rate, on the days of completion and of refund; empty without recorded tax. */
    taxes: z.array(StatementTax),
    entries: z.array(StatementEntry),
  })
  .meta({ id: 'CustomerStatement' })
export type CustomerStatement = z.input<typeof CustomerStatement>

const period = { from: DayInput.optional(), to: DayInput.optional() }

export const statements = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/customers/:id/statement',
    summary: 'Returns a customer’s sales, payments, refunds and balance as of any day, as JSON or as a CSV file',
    access: 'sales.read',
    tellsCash: 'customer',
    about: ['customer', 'sale', 'storeCredit'],
    query: z.strictObject({ ...period, format: z.enum(['json', 'csv']).default('json') }),
    returns: answer(CustomerStatement),
    stream: ['text/csv'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/v2/customers/:id/statement/pdf',
    summary: 'Returns a customer’s statement as a PDF',
    access: 'sales.read',
    tellsCash: 'customer',
    query: z.strictObject(period),
    returns: FileAnswer,
    file: 'application/pdf',
  }),
}

/** The file name of a statement, without its ending. */
export const statementFileName = ({ customerID, from, to }: Pick<CustomerStatement, 'customerID' | 'from' | 'to'>) =>
  `statement-${customerID}-${from === null ? '' : `${from}-`}to-${to}`

/** The names of the ages in a statement, in their order. */
export const agingLabels = {
  current: '0 to 30 days',
  over30: '31 to 60 days',
  over60: '61 to 90 days',
  over90: 'Over 90 days',
} as const satisfies Record<keyof CustomerStatement['aging'], string>

/** Returns the balance by its age for the screen and the paper, without the ages that owe nothing. */
export const listAges = (aging: CustomerStatement['aging']) =>
  (Object.keys(agingLabels) as (keyof typeof agingLabels)[])
    .map((age) => ({ name: agingLabels[age], amount: aging[age] }))
    .filter(({ amount }) => amount !== 0)

/** A figure of a statement beside its entries. `day` is the day on which it is true; null for a sum of the period. */
export type StatementFigure = { name: string; day: string | null; amount: number }

/** Returns the store credit of a statement for the screen, the file and the paper; nothing when there was none. */
export function listCreditFigures({ from, to, credit }: Pick<CustomerStatement, 'from' | 'to' | 'credit'>) {
  const { opening, given, used, balance } = credit
  if (opening === 0 && given === 0 && used === 0) return []
  return [
    ...(from === null ? [] : [{ name: 'Store credit before', day: from, amount: opening }]),
    { name: 'Credit given', day: null, amount: given },
    { name: 'Credit used', day: null, amount: used },
    { name: 'Store credit on', day: to, amount: balance },
  ] satisfies StatementFigure[]
}

/** Names a figure with its day. */
export const nameFigure = ({ name, day }: StatementFigure) => (day === null ? name : `${name} ${formatDay(day)}`)
