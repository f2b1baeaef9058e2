import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, ID, Moment } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'

/** Whether a link opens its order: one is revoked by a person, and ends by itself some time after its sale. */
export const orderLinkStates = ['Works', 'Ended', 'Revoked'] as const

/** A link with which a buyer opens the page of their order. Its address is shown once, when it is made. */
export const OrderLink = z
  .object({
    orderLinkID: ID,
    state: z.enum(orderLinkStates),
    createdAt: Moment,
    createdByName: z.string().nullable(),
    /** Whether it was made with a mail, at the moment of its sending. */
    isMailed: z.boolean(),
    revokedAt: Moment.nullable(),
    revokedByName: z.string().nullable(),
    /** When the buyer opened it first and last; null while nobody has. */
    firstSeenAt: Moment.nullable(),
    lastSeenAt: Moment.nullable(),
    /** The last day on which it works; null while the sale is open. */
    endsOn: Day.nullable(),
  })
  .meta({ id: 'OrderLink' })
export type OrderLinkRow = z.input<typeof OrderLink>

const inEachLanguage = <T extends z.ZodType>(value: T) => z.object({ en: value, tl: value, ja: value })

/** A new link with its secrets, which no other answer contains. */
export const MadeOrderLink = z
  .object({
    link: OrderLink,
    /** The address of the page in each language. The token stands in the fragment, which browsers send to no server. */
    addresses: inEachLanguage(z.string()),
    /** The code that opens the page where the link does not, as messages write it. */
    code: z.string(),
    /** The text that staff send the buyer, in each language. */
    messages: inEachLanguage(z.string()),
    /** The QR code of each address: the path of an SVG, and the number of its units on a side. */
    codes: inEachLanguage(z.object({ modules: z.int(), path: z.string() })),
    /** The language of the sale's customer; English without one. */
    language: z.enum(languages),
  })
  .meta({ id: 'MadeOrderLink' })
export type MadeOrderLink = z.input<typeof MadeOrderLink>

const path = '/api/v2/sales/:id/links'

export const orderLinks = {
  ofSale: endpoint({
    method: 'GET',
    path,
    summary: 'Lists the links with which the buyer opens the page of a sale, the newest first',
    access: 'sales.read',
    about: ['sale'],
    returns: answer(z.array(OrderLink)),
  }),
  // It does not honour Idempotency-Key, because the stored response would hold the token.
  make: endpoint({
    method: 'POST',
    path,
    summary: 'Makes a link for the buyer of a sale and returns it, once. The link before it stops working',
    access: 'sales.write',
    tellsCash: 'sale',
    returns: answer(MadeOrderLink),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/v2/sales/:id/links/:linkID',
    summary: 'Revokes a link, which stops working at once',
    access: 'sales.write',
    returns: answer(z.array(OrderLink)),
  }),
}
