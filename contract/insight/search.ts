import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** What the search of the back-office finds, in the order in which it is shown. */
export const searchKinds = ['item', 'customer', 'supplier', 'sale', 'purchaseOrder'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Most hits of each kind. */
export const hitsAtMost = 5

const SearchHit = z
  .object({
    kind: z.enum(searchKinds),
    id: ID,
    /** What people call it: a name, or a document's number. */
    title: z.string(),
    /** What tells it from others of that name. */
    detail: z.string(),
    /** The record's address in the back-office. */
    link: z.string(),
    /** The text is this record's own code, barcode or number. */
    exact: z.boolean(),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.input<typeof SearchHit>

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/v1/search',
    summary: 'Items, customers, suppliers, sales and purchase orders that hold a text, at most 5 of each',
    access: 'insight.read',
    query: z.strictObject({
      q: z
        .string('Type what to search for')
        .trim()
        .min(1, 'Type what to search for')
        .max(100, 'Search for at most 100 characters'),
    }),
    returns: answer(z.array(SearchHit)),
  }),
}
