import { answer } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The kinds of record that the back-office search finds, in display order. */
export const searchKinds = ['item', 'piece', 'customer', 'buyer', 'supplier', 'sale', 'purchaseOrder'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Maximum number of hits of each kind. */
export const hitsAtMost = 5

const SearchHit = z
  .object({
    kind: z.enum(searchKinds),
    id: ID,
    /** The record's name or document number. */
    title: z.string(),
    /** A detail that distinguishes records of the same name. */
    detail: z.string(),
    /** The record's address in the back-office. */
    link: z.string(),
    /** The margin of an item in whole percent; null if it is unknown. */
    margin: costFigure(z.number().nullable()),
    /** Whether the search text equals the record's code, barcode or number. */
    exact: z.boolean(),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.input<typeof SearchHit>

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/v1/search',
    summary:
      'Searches items, pieces, customers, buyers, suppliers, sales and purchase orders; returns at most 5 of each',
    access: 'insight.read',
    tellsCash: 'many',
    about: 'everything',
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
