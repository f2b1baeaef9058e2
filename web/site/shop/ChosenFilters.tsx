import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'

import type { Facets } from '../../../contract/catalogue/shop.ts'
import { publicPaths } from '../../../contract/site/site.ts'
import { Cross } from '../parts/icons.tsx'
import { formatPrice } from '../parts/numbers.ts'
import { useSite } from '../parts/site.ts'
import { type Choice, withoutFilters, facetNames, isNarrowed, formatSearch, toggleValue } from './choice.ts'
import { FacetLabel } from './FacetLabel.tsx'

type Properties = {
  facets: Facets
  choice: Choice
  choose: (next: Choice) => void
  /** Called when a filter is removed and its link disappears, so that the focus can move to another element. */
  left: () => void
}

/** Shows each active filter as a link. The link leads to the catalogue without that filter. */
export function ChosenFilters({ facets, choice, choose, left }: Properties) {
  const { shop } = useSite().words
  const price = usePriceRange(choice)
  if (!isNarrowed(choice)) return null
  const chips: { key: string; name: ReactNode; without: Choice }[] = [
    ...(choice.search === ''
      ? []
      : [{ key: 'search', name: shop.words(choice.search), without: { ...choice, search: '', page: 1 } }]),
    ...facetNames.flatMap((name) =>
      choice[name].map((value) => {
        const facet = facets[name].find((one) => one.value === value) ?? { value, name: value, count: 0 }
        const without = toggleValue(choice, name, value)
        return { key: `${name} ${value}`, name: <FacetLabel name={name} facet={facet} />, without }
      }),
    ),
    ...(price === null
      ? []
      : [{ key: 'price', name: price, without: { ...choice, minPrice: null, maxPrice: null, page: 1 } }]),
  ]
  const linkTo = (next: Choice) => ({
    to: publicPaths.shop + formatSearch(next),
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      // A plain click changes the shared choice instead. A second click then builds on this one, even while the pieces
      // still load.
      event.preventDefault()
      choose(next)
      left()
    },
  })
  return (
    <>
      <ul aria-label={shop.chosen}>
        {chips.map(({ key, name, without }) => (
          <li key={key}>
            <Link className="chip" {...linkTo(without)}>
              <span className="vh">{shop.remove} </span>
              {name}
              <Cross />
            </Link>
          </li>
        ))}
      </ul>
      <Link className="under" {...linkTo(withoutFilters(choice))}>
        {shop.clear}
      </Link>
    </>
  )
}

function usePriceRange({ minPrice, maxPrice }: Choice): string | null {
  const { words } = useSite()
  const { between, atLeast, atMost } = words.shop
  if (minPrice !== null && maxPrice !== null) return between(formatPrice(minPrice), formatPrice(maxPrice))
  if (minPrice !== null) return atLeast(formatPrice(minPrice))
  return maxPrice === null ? null : atMost(formatPrice(maxPrice))
}
