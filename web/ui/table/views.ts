import type { SavedViewRow } from '../../../contract/company/saved-views.ts'
import type { Query } from './listState.ts'

/** What a list shows just now: what its address asks for, and the columns that are not shown. */
export type Showing = { query: Query; hidden: readonly string[] }

/** What a view keeps of a list's address: everything but the page. */
export function keptOf(schema: { shape: Record<string, unknown> }, search: URLSearchParams): Query {
  const kept = [...search].filter(([name, value]) => name in schema.shape && name !== 'page' && value !== '')
  return Object.fromEntries(kept)
}

/** Whether the list shows something else by now than the view it was opened with. */
export const differs = (view: Showing, showing: Showing) => said(view) !== said(showing)

const said = ({ query, hidden }: Showing) =>
  JSON.stringify([Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)), hidden.toSorted()])

/** The address's search of a view: what it asks for, and its own key, by which the list knows its name. */
export const searchOf = ({ viewID, query }: SavedViewRow) => new URLSearchParams({ ...query, view: String(viewID) })
