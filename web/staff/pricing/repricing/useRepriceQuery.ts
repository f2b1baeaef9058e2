import { useSearchParams } from 'react-router'

import { RepriceFilters } from '../../../../contract/pricing/repricing.ts'

/** The names in the address. The list of batches on the same screen has the usual ones. */
const names = {
  search: 'find',
  karat: 'karat',
  categoryID: 'categoryID',
  change: 'change',
  sort: 'order',
  page: 'part',
} as const
const filterFields = ['search', 'karat', 'categoryID', 'change'] as const

export type RepriceField = keyof typeof names
export type RepriceQuery = ReturnType<typeof useRepriceQuery>
type Changes = Partial<Record<RepriceField, string | null>>

/** Returns the filters, the order and the page that the address holds, and what changes them. */
export function useRepriceQuery() {
  const [params, setParams] = useSearchParams()
  const given: Record<string, string> = {}
  for (const field of filterFields) {
    const value = params.get(names[field])
    if (value) given[field] = value
  }
  // A filter that nobody offers, such as a typed karat, counts as none.
  const filters = RepriceFilters.safeParse(given).success ? given : {}
  const page = Math.max(1, Math.trunc(Number(params.get(names.page) ?? 1)) || 1)
  const sort: 'itemCode' | '-difference' = params.get(names.sort) === 'itemCode' ? 'itemCode' : '-difference'

  function addressWith(changes: Changes) {
    const next = new URLSearchParams(params)
    for (const [field, value] of Object.entries(changes) as [RepriceField, string | null][]) {
      if (value) next.set(names[field], value)
      else next.delete(names[field])
    }
    return next
  }
  return {
    filters,
    list: { ...filters, sort } as Record<string, string>,
    sort,
    page,
    /** The address of a page of the list. */
    addressOf: (to: number) => `?${addressWith({ page: to === 1 ? null : String(to) }).toString()}`,
    /** Changes filters or the order, and goes to the first page. */
    change: (changes: Changes) =>
      setParams(addressWith({ ...changes, page: null }), { replace: true, preventScrollReset: true }),
  }
}
