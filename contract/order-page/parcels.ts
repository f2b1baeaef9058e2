import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, DayOnly, ID, LastRead, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** Maximum number of parcels of one sale. */
export const parcelsAtMost = 30

const notHttps = 'A tracking address begins with https://, without a password in it'

/** Whether a text is the address of a carrier's page that a buyer may open. */
function isPlainAddress(text: string): boolean {
  if (!text.startsWith('https://') || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}

export const ParcelInput = z.object({
  /** Who brings it, such as Yamato Transport. */
  carrier: required(80, 'Say who brings the parcel'),
  trackingNumber: required(80),
  sentOn: DayOnly,
  /** The page on which the carrier says where the parcel is. */
  trackingAddress: optional(500).refine((text) => text == null || isPlainAddress(text), notHttps),
  /** What the buyer reads about it, such as which pieces are in it. */
  note: optional(300),
})

/** A parcel of a sale, as staff enter it. The buyer reads it without its author. */
export const Parcel = z
  .object({
    parcelID: ID,
    salesTransactionID: ID,
    carrier: z.string(),
    trackingNumber: z.string(),
    sentOn: Day,
    trackingAddress: z.string().nullable(),
    note: z.string().nullable(),
    ...Stamps,
  })
  .meta({ id: 'Parcel' })
export type ParcelRow = z.input<typeof Parcel>

const path = '/api/v2/sales/:id/parcels'

export const parcels = {
  ofSale: endpoint({
    method: 'GET',
    path,
    summary: 'Lists the parcels of a sale in the order in which they were sent',
    access: 'sales.read',
    about: ['parcel'],
    returns: answer(z.array(Parcel)),
  }),
  add: endpoint({
    method: 'POST',
    path,
    summary: 'Adds a parcel to a sale. Its buyer reads it on the page of the order',
    access: 'sales.write',
    body: ParcelInput,
    returns: answer(Parcel),
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: `${path}/:parcelID`,
    summary: 'Corrects a parcel of a sale',
    access: 'sales.write',
    body: ParcelInput.extend(LastRead),
    returns: answer(Parcel),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:parcelID`,
    summary: 'Removes a parcel that was entered by mistake',
    access: 'sales.write',
    returns: answer(z.null()),
  }),
}
