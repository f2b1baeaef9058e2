import { useSearchParams } from 'react-router'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import { pickPage, readSort, sortBaskets } from './basketOrder.ts'
import { type BasketFilter, filterBaskets, filterNames, readFilter } from './basketRules.ts'

/** The names of the page and the order in the address, which may also hold those of the list of lives. */
const placeNames = { page: 'basketPage', sort: 'basketSort' } as const

/**
 * Filters, sorts and pages the baskets of a live. The address keeps all of it, so that it stays when a person comes back
 * from a sale.
 */
export function useBasketList(baskets: readonly LiveBasketRow[]) {
  const [address, setAddress] = useSearchParams()
  const filter = readFilter(address)
  const sort = readSort(address.get(placeNames.sort))
  const found = sortBaskets(filterBaskets(baskets, filter), sort)

  /** Returns the address with these parameters changed. Every change but one of the page returns to page 1. */
  function addressWith(changes: Record<string, string | null>, before = address): URLSearchParams {
    const next = new URLSearchParams(before)
    for (const [name, value] of Object.entries({ [placeNames.page]: null, ...changes }))
      if (value) next.set(name, value)
      else next.delete(name)
    return next
  }
  const change = (changes: Record<string, string | null>) =>
    setAddress((before) => addressWith(changes, before), { replace: true, preventScrollReset: true })
  const narrow = (values: Partial<BasketFilter>) =>
    change(
      Object.fromEntries(
        Object.entries(values).map(([field, value]) => [filterNames[field as keyof BasketFilter], value]),
      ),
    )
  return {
    filter,
    narrow,
    clear: () => narrow({ search: '', paid: null, order: null }),
    isNarrowed: filter.search !== '' || filter.paid !== null || filter.order !== null,
    sort,
    onSort: (next: string) => change({ [placeNames.sort]: next }),
    ...pickPage(found, address.get(placeNames.page)),
    addressOf: (number: number) => `?${addressWith({ [placeNames.page]: number === 1 ? null : String(number) })}`,
    total: found.length,
  }
}
