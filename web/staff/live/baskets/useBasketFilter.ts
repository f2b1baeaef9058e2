import { useSearchParams } from 'react-router'

import { type BasketFilter, filterNames, readFilter } from './basketRules.ts'

/** Keeps the filters of a live's baskets in the address, so that they stay when a person comes back from a sale. */
export function useBasketFilter() {
  const [address, setAddress] = useSearchParams()
  const filter = readFilter(address)

  function change(values: Partial<BasketFilter>) {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [field, name] of Object.entries(filterNames)) {
          const value = values[field as keyof BasketFilter]
          if (value) next.set(name, value)
          else if (value !== undefined) next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return {
    filter,
    change,
    clear: () => change({ search: '', paid: null, order: null }),
    isNarrowed: filter.search !== '' || filter.paid !== null || filter.order !== null,
  }
}
