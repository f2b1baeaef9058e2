import { useSearchParams } from 'react-router'

import type { BasketFilter } from './basketRules.ts'

const names = ['search', 'paid', 'order'] as const

/** Keeps the filters of a live's baskets in the address, so that they stay when a person comes back from a sale. */
export function useBasketFilter() {
  const [address, setAddress] = useSearchParams()
  const filter: BasketFilter = {
    search: address.get('search') ?? '',
    paid: address.get('paid'),
    order: address.get('order'),
  }

  function change(values: Partial<Record<(typeof names)[number], string | null>>) {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return {
    filter,
    change,
    clear: () => change({ search: null, paid: null, order: null }),
    isNarrowed: filter.search !== '' || filter.paid !== null || filter.order !== null,
  }
}
