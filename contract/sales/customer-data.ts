import { AuditDetails } from '../company/audit.ts'
import { notificationKinds } from '../people/notifications.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { Buyer, buyerFields } from './buyers.ts'
import { CustomerCredit } from './credits.ts'
import { Customer } from './customers.ts'
import { CustomerMessages } from './messages.ts'
import { Sale } from './sales.ts'
import { TradeIn } from './trade-ins.ts'

/** A payment that the customer said to have made. */
const ProofOfCustomer = z.object({
  proofID: ID,
  salesTransactionID: ID,
  status: z.string(),
  sentAt: Moment,
  /** What the customer typed. Amounts are pesos. */
  amount: z.number(),
  day: Day,
  reference: z.string(),
  /** What the shop saw in its account. */
  seenAmount: z.number().nullable(),
  seenDay: Day.nullable(),
  seenReference: z.string().nullable(),
  decidedAt: Moment.nullable(),
  /** The sentence of a rejection. */
  sentence: z.string().nullable(),
  undoneAt: Moment.nullable(),
  /** The formats of its pictures and PDFs. */
  formats: z.array(z.string()),
  filesRemovedAt: Moment.nullable(),
})

/** All data that the shop stores about one customer. */
export const CustomerData = z
  .object({
    exportedAt: Moment,
    customer: Customer,
    /** The buyers that are joined to the customer. */
    buyers: z.array(buyerFields.row.omit({ customerID: true, customerName: true })),
    /** The customer's sales and those of its buyers, the oldest first. */
    sales: z.array(Sale),
    /** The customer's store credit with its history. */
    storeCredit: CustomerCredit,
    /** What the customer sold to the shop or offered to it, the oldest first. */
    tradeIns: z.array(TradeIn),
    /** The payments that the customer said to have made, the oldest first. */
    paymentProofs: z.array(ProofOfCustomer),
    /** The questions on the public site with the customer's e-mail address or other contact. */
    questions: z.array(
      z.object({
        questionID: ID,
        itemID: ID.nullable(),
        name: z.string(),
        email: z.string().nullable(),
        contact: z.string().nullable(),
        text: z.string(),
        language: z.string(),
        createdAt: Moment,
        answeredAt: Moment.nullable(),
      }),
    ),
    /** The customer's language, consent, and the messages to the customer, the newest first. */
    customerMessages: CustomerMessages,
    /** The messages to staff that name the customer, the oldest first. */
    messages: z.array(z.object({ kind: z.enum(notificationKinds), message: z.string(), createdAt: Moment })),
    /** The reminders that name the customer, the oldest first. */
    reminders: z.array(z.object({ reminderID: ID, text: z.string(), createdAt: Moment })),
    /** The changes of the details of the customer and its buyers, the oldest first. */
    auditTrail: z.array(AuditDetails.omit({ subject: true, names: true })),
  })
  .meta({ id: 'CustomerData' })

export const Anonymisation = z.object({
  /** The customer's full name, as a confirmation against anonymising the wrong customer. */
  customerName: z.string().trim().min(1).max(320),
})

export const BuyerAnonymisation = z.object({
  /** The buyer's handle, as a confirmation against anonymising the wrong buyer. */
  handle: z.string().trim().min(1).max(120),
})

/** Whether two typed names are equal, ignoring case and repeated spaces. */
export const isSameName = (one: string, other: string) => normalizeName(one) === normalizeName(other)
const normalizeName = (name: string) => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

export const customerData = {
  export: endpoint({
    method: 'GET',
    path: '/api/v2/customers/:id/data',
    summary: 'Returns all data that the shop stores about a customer',
    access: 'customers.data',
    about: [],
    returns: answer(CustomerData),
  }),
  anonymise: endpoint({
    method: 'PUT',
    path: '/api/v2/customers/:id/anonymise',
    summary: 'Removes a customer’s personal data permanently; the figures of the sales stay',
    access: 'customers.data',
    body: Anonymisation,
    returns: answer(Customer),
  }),
  anonymiseBuyer: endpoint({
    method: 'PUT',
    path: '/api/v1/buyers/:id/anonymise',
    summary: 'Removes the personal data of a buyer without a customer permanently; the figures of the sales stay',
    access: 'customers.data',
    body: BuyerAnonymisation,
    returns: answer(Buyer),
  }),
}
