import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

import type { ListQuery } from '../../../contract/shared/answers.ts'
import type { Endpoint } from '../../../contract/shared/endpoint.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { read } from '../../lib/query.ts'
import { inPlace } from '../inPlace.ts'
import { keptPageSize } from '../remembered.ts'

/** A list's query as its endpoint knows it: texts, as they stand in the address. */
export type Query = Record<string, string>

/**
 * What an address asks of a list: the parameters that the endpoint's own schema takes. What it refuses (a spoiled
 * link, an old bookmark) or does not know falls back to its default.
 */
export function queryOf(schema: z.ZodObject, search: URLSearchParams, defaults: Query): Query {
  const given: Query = { ...defaults }
  for (const [name, value] of search) if (name in schema.shape && value !== '') given[name] = value
  const checked = schema.safeParse(given)
  if (checked.success) return given
  for (const { path } of checked.error.issues) delete given[String(path[0])]
  return { ...defaults, ...given }
}

/** The record's key that an address has under this name; null where there is none. */
export function keyIn(search: URLSearchParams, name: string): number | null {
  const text = search.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** What a list asks for where its address says nothing, known by its path before its screen's code has come. */
export const firstPageOf = (path: Endpoint['path']) =>
  read({ method: 'GET', path } as Endpoint, { query: { pageSize: String(keptPageSize()) } })

/** A list's state. The address holds all of it (page, page size, search, sort, filters); nothing else does. */
export function useListState(schema: z.ZodObject, defaultPageSize: number) {
  const [search, setSearch] = useSearchParams()
  const query = queryOf(schema, search, { pageSize: String(defaultPageSize) })
  const parsed = schema.parse(query) as ListQuery

  /** The address with these parameters changed; null takes one away. Anything but a page change starts at page 1. */
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
    // What replaces an address comes by itself, and may come while something is drawn.
    setSearch(addressWith(changes), { ...inPlace, flushSync: !how.replace, ...how })
  }
  return { query, parsed, addressWith, change }
}

/**
 * Goes to the last page where the address asks for one beyond it, or its last rows went away. `total` is undefined
 * while it is not known.
 */
export function usePageWithin({ parsed, change }: ReturnType<typeof useListState>, total: number | undefined) {
  useEffect(() => {
    if (total === undefined || total === 0) return
    const pages = Math.ceil(total / parsed.pageSize)
    if (parsed.page > pages) change({ page: String(pages) }, { replace: true })
  })
}

/** The page numbers to offer: the first, the last, and those around the current one; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const around = page === 1 ? [2, 3] : [page - 1, page, page + 1]
  const shown = [...new Set([1, ...around, pages])].filter((n) => n >= 1 && n <= pages).toSorted((a, b) => a - b)
  return shown.flatMap((n, i) => (i > 0 && n - shown[i - 1]! > 1 ? [null, n] : [n]))
}
