import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, ID, Moment, Money, optional, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The kinds of entry in the ledger of store credit. */
export const creditKinds = [
  'given',
  'used',
  'returned',
  'taken back',
  'expired',
  'traded in',
  'paid in',
  'paid out',
] as const

/** Store credit that a person gives by hand, such as for goodwill. */
export const CreditInput = z.object({ amount: Money.gt(0), reason: required(500) })
export type CreditInput = z.input<typeof CreditInput>

/** Money that a customer pays into store credit, or is paid out of it. */
export const CreditPayment = z.object({
  amount: Money.gt(0),
  /** A payment type by which money comes in or goes out. */
  paymentTypeID: ID,
  /** Where the money came in or went out. */
  locationID: ID,
  reference: optional(120).optional(),
  reason: required(500),
})
export type CreditPayment = z.input<typeof CreditPayment>

/** Why credit that was given or paid in wrongly is taken back. */
export const CreditCorrection = z.object({ reason: required(500) })

const CreditEntry = z
  .object({
    entryID: ID,
    at: Moment,
    day: Day,
    kind: z.enum(creditKinds),
    /** The change of the credit, in pesos; below zero for credit that was used, taken back, paid out or expired. */
    amount: z.number(),
    /** The credit after this entry. */
    balance: z.number(),
    salesTransactionID: ID.nullable(),
    transactionNumber: z.string().nullable(),
    /** The trade-in whose rest became this credit; null for any other entry. */
    tradeInID: ID.nullable(),
    tradeInNumber: z.string().nullable(),
    /** The payment type and the reference of money that was paid in or out; null for any other entry. */
    paymentName: z.string().nullable(),
    reference: z.string().nullable(),
    reason: z.string().nullable(),
    /** Whether a later entry took this one back. */
    corrected: z.boolean(),
    createdByName: z.string().nullable(),
  })
  .meta({ id: 'CreditEntry' })

/** A customer's store credit with its whole history, the newest entry first. */
export const CustomerCredit = z
  .object({ customerID: ID, balance: z.number(), entries: z.array(CreditEntry) })
  .meta({ id: 'CustomerCredit' })
export type CustomerCreditRow = z.input<typeof CustomerCredit>

export const credits = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/customers/:id/credit',
    summary: 'Returns a customer’s store credit and its history',
    access: 'sales.read',
    tellsCash: 'customer',
    about: ['storeCredit', 'customer', 'sale'],
    returns: answer(CustomerCredit),
  }),
  give: endpoint({
    method: 'POST',
    path: '/api/v1/customers/:id/credit',
    summary: 'Gives a customer store credit by hand, with a reason',
    access: 'credit.give',
    tellsCash: 'customer',
    body: CreditInput,
    returns: answer(CustomerCredit),
    status: 201,
  }),
  payIn: endpoint({
    method: 'POST',
    path: '/api/v1/customers/:id/credit/payments',
    summary: 'Takes money that becomes a customer’s store credit',
    access: 'sales.write',
    tellsCash: 'customer',
    body: CreditPayment,
    returns: answer(CustomerCredit),
    status: 201,
  }),
  payOut: endpoint({
    method: 'POST',
    path: '/api/v1/customers/:id/credit/payouts',
    summary: 'Pays a customer’s store credit out as money',
    access: 'sales.return_deposit',
    tellsCash: 'customer',
    body: CreditPayment,
    returns: answer(CustomerCredit),
    status: 201,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/v1/customers/:id/credit/:entryID/corrections',
    summary: 'Takes back store credit that was given or paid in wrongly, by a counter-entry',
    access: 'credit.give',
    tellsCash: 'customer',
    body: CreditCorrection,
    returns: answer(CustomerCredit),
    status: 201,
  }),
}
