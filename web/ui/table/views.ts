import type { SavedViewRow } from '../../../contract/company/saved-views.ts'
import type { Query } from './listState.ts'

/** The current state of a list: the query of its address, and the hidden columns. */
export type ListState = { query: Query; hidden: readonly string[] }

/** Returns the part of a list's address that a view saves: everything except the page. */
export function savedQueryOf(schema: { shape: Record<string, unknown> }, search: URLSearchParams): Query {
  const saved = [...search].filter(([name, value]) => name in schema.shape && name !== 'page' && value !== '')
  return Object.fromEntries(saved)
}

/** Whether the list has changed since it was opened with the view. */
export const hasChanged = (view: ListState, showing: ListState) => serializeState(view) !== serializeState(showing)

const serializeState = ({ query, hidden }: ListState) =>
  JSON.stringify([Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)), hidden.toSorted()])

/**
 * Returns the query string that opens a view. It contains the view's query and key. The list shows the name of the view
 * with this key.
 */
export const searchOf = ({ viewID, query }: SavedViewRow) => new URLSearchParams({ ...query, view: String(viewID) })
