import { answer, IDFilter } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, required } from '../shared/fields.ts'
import { active, crud, defineFields, optionalText, readOnly } from '../shared/resource.ts'
import { z } from '../shared/zod.ts'

// A buyer is a handle on a platform, for people of whom no more is known. A person joins a buyer to a customer later.

/** The platforms on which buyers have their handles. */
export const platforms = ['Facebook', 'Messenger', 'TikTok', 'Instagram', 'LINE', 'Viber', 'Other'] as const
const Platform = z.enum(platforms, {
  error: ({ input }) => (input === undefined || input === null ? 'Platform is required' : undefined),
})

const Handle = required(120).refine((handle) => /[^@\s]/.test(handle), 'Enter the name after the @')

export const buyerFields = defineFields('buyerID', {
  platform: { input: Platform, row: Platform, filter: Platform.optional() },
  /** The name on the platform. A leading @, spaces around it and letter case make no difference. */
  handle: { input: Handle, row: z.string() },
  contact: optionalText(200),
  remarks: optionalText(1000),
  status: active,
  /** The customer that a person joined the buyer to. */
  customerID: { row: ID.nullable(), filter: IDFilter },
  customerName: readOnly(z.string().nullable()),
})
export const BuyerInput = buyerFields.input
export const Buyer = buyerFields.row
export type BuyerRow = z.input<typeof Buyer>

/** A buyer that is typed at the till. One with the same platform and handle is used again. */
export const NewBuyer = BuyerInput.pick({ platform: true, handle: true, contact: true })

/** The facts of a buyer that a sale shows. */
export const SaleBuyer = z.object({ platform: Platform, handle: z.string(), contact: z.string().nullable() })
export type SaleBuyerRow = z.input<typeof SaleBuyer>

/** Describes a handle with its platform: '@opal (TikTok)'. */
export const describeHandle = ({ platform, handle }: { platform: string | null; handle: string }) =>
  platform === null ? handle : `${handle} (${platform})`

export const buyers = crud('/api/v1/buyers', buyerFields, {
  schema: 'Buyer',
  all: 'Buyers',
  one: 'buyer',
  about: ['buyer', 'customer'],
  read: 'sales.read',
  write: 'sales.write',
})

const JoinedBuyer = buyerFields.row.extend({
  /** The number of sales that the call gave to the customer, or took from it. */
  salesMoved: z.int(),
  /** The number of the buyer's other sales that stay without the customer, because their books are closed. */
  salesLeft: z.int(),
})

export const buyerCustomers = {
  join: endpoint({
    method: 'PUT',
    path: '/api/v1/buyers/:id/customer',
    summary: 'Joins a buyer to a customer, who gets the buyer’s sales',
    access: 'sales.write',
    body: z.object({ customerID: ID, ...LastRead }),
    returns: answer(JoinedBuyer),
  }),
  part: endpoint({
    method: 'DELETE',
    path: '/api/v1/buyers/:id/customer',
    summary: 'Parts a buyer from its customer, who loses the buyer’s sales',
    access: 'buyers.part',
    returns: answer(JoinedBuyer),
  }),
}
