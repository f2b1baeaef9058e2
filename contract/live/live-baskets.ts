import { MadeOrderLink } from '../order-page/order-links.ts'
import { platforms } from '../sales/buyers.ts'
import { saleStatuses } from '../sales/sale-statuses.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'
import { buyerMarks } from './live-statuses.ts'

/** The sale of what a buyer has won in a live. */
export const LiveBasket = z
  .object({
    basketID: ID,
    buyer: z.object({
      buyerID: ID,
      platform: z.enum(platforms),
      handle: z.string(),
      customerName: z.string().nullable(),
    }),
    /** The marks that staff see. */
    marks: z.array(z.enum(buyerMarks)),
    salesTransactionID: ID,
    transactionNumber: z.string(),
    saleStatus: z.enum(saleStatuses),
    totalPurchase: z.number(),
    /** The sum that was paid and not given back, and the sum that is left to pay, in pesos. */
    paid: z.number(),
    balance: z.number(),
    /** The number of payments that the buyer has reported and nobody has decided. They lower no balance. */
    proofsToCheck: z.int(),
    holdUntil: Moment.nullable(),
    /** When the page of the order was sent first; null while it was not. */
    sentAt: Moment.nullable(),
    sentByName: z.string().nullable(),
    /** Whether its page is still to be sent: the sale is open, something is to pay, and nobody has sent it. */
    isToSend: z.boolean(),
    /** When the buyer last opened the page of the order; null while it was not opened. */
    seenAt: Moment.nullable(),
    /** Whether the last mail with the link failed, and nobody has made another link or opened the page since. */
    isUndelivered: z.boolean(),
    /** The language in which messages to the buyer are written. */
    language: z.enum(languages),
    /** The numbers of the pieces in it. */
    numbers: z.array(z.int()),
  })
  .meta({ id: 'LiveBasket' })
export type LiveBasketRow = z.input<typeof LiveBasket>

export const liveBaskets = {
  ofLive: endpoint({
    method: 'GET',
    path: '/api/v1/lives/:id/baskets',
    summary: 'Returns the baskets of a live with their sales',
    access: 'lives.read',
    tellsCash: 'many',
    about: ['live', 'sale', 'buyer', 'customer', 'paymentProof', 'mail'],
    returns: answer(z.array(LiveBasket)),
  }),
  // It does not honour Idempotency-Key, because the stored response would hold the token of the link.
  send: endpoint({
    method: 'POST',
    path: '/api/v1/live-baskets/:id/link',
    summary: 'Makes the link to send the buyer, once. The first sending holds the basket for 72 hours from now',
    access: 'lives.host',
    tellsCash: 'many',
    returns: answer(MadeOrderLink),
  }),
}
