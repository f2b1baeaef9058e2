import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

import type { ListQuery } from '../../../contract/shared/answers.ts'
import { findCostPlaces, listCostFields } from '../../../contract/shared/costs.ts'
import type { Endpoint } from '../../../contract/shared/endpoint.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { type Query, readQuery } from '../../lib/query.ts'
import { inPlace } from '../inPlace.ts'
import { readPageSize } from '../remembered.ts'

export type { Query } from '../../lib/query.ts'

/**
 * Returns the query that an address requests, as far as the endpoint's schema accepts it. An invalid or unknown
 * parameter (from a broken link or an old bookmark) falls back to its default.
 */
export function readListQuery(schema: z.ZodObject, search: URLSearchParams, defaults: Query): Query {
  const given: Query = { ...defaults }
  for (const [name, value] of search) if (name in schema.shape && value !== '') given[name] = value
  const checked = schema.safeParse(given)
  if (checked.success) return given
  for (const { path } of checked.error.issues) delete given[String(path[0])]
  return { ...defaults, ...given }
}

/** Returns the query without a sort by a cost, which the server refuses to a person from whom costs are hidden. */
export function withoutCostSort({ returns }: Endpoint, query: Query): Query {
  const { sort = '', ...rest } = query
  return listCostFields(findCostPlaces(returns)).includes(sort.replace(/^-/, '')) ? rest : query
}

/** Returns the record key in the address under this name; null if there is none. */
export function readKey(search: URLSearchParams, name: string): number | null {
  const text = search.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** Returns whether the address asks for the form of a new record (`?create=1`), and a function that opens or closes it. */
export function useCreateParam(): [isCreating: boolean, setCreating: (open: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  function setCreating(open: boolean) {
    const next = new URLSearchParams(search)
    if (open) next.set('create', '1')
    else next.delete('create')
    setSearch(next, { preventScrollReset: true, replace: true })
  }
  return [search.has('create'), setCreating]
}

/** Returns the default query of a list by its path, so that it can be fetched before the screen's code has loaded. */
export const firstPageQuery = (path: Endpoint['path']) =>
  readQuery({ method: 'GET', path } as Endpoint, { query: { pageSize: String(readPageSize()) } })

/** The state of a list. It is held only in the address: page, page size, search, sort and filters. */
export function useListState(schema: z.ZodObject, defaultPageSize: number) {
  const [search, setSearch] = useSearchParams()
  const query = readListQuery(schema, search, { pageSize: String(defaultPageSize) })
  const parsed = schema.parse(query) as ListQuery

  /**
   * Returns the address with these parameters changed; null removes one. Every change except one of the page returns
   * to page 1.
   */
  function addressWith(changes: Record<string, string | null>): string {
    const next = new URLSearchParams(search)
    if (!('page' in changes)) next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    return `?${next}`
  }
  function change(changes: Record<string, string | null>, how: { replace?: boolean } = {}) {
    // A change that replaces the address can happen during a render, where flushSync is not allowed.
    setSearch(addressWith(changes), { ...inPlace, flushSync: !how.replace, ...how })
  }
  return { query, parsed, addressWith, change }
}

/**
 * Goes to the last page if the address requests a later one, or if the last rows were deleted. `total` is undefined
 * while it is unknown.
 */
export function useLastPageFallback({ parsed, change }: ReturnType<typeof useListState>, total: number | undefined) {
  useEffect(() => {
    if (total === undefined || total === 0) return
    const pages = Math.ceil(total / parsed.pageSize)
    if (parsed.page > pages) change({ page: String(pages) }, { replace: true })
  })
}

/** Returns the page numbers to offer: the first, the last, and those around the current one. null is a gap. */
export function listPageNumbers(page: number, pages: number): (number | null)[] {
  const around = page === 1 ? [2, 3] : [page - 1, page, page + 1]
  const shown = [...new Set([1, ...around, pages])].filter((n) => n >= 1 && n <= pages).toSorted((a, b) => a - b)
  return shown.flatMap((n, i) => (i > 0 && n - shown[i - 1]! > 1 ? [null, n] : [n]))
}
