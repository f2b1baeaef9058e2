import { useEffect, useRef } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  NavigationType,
  redirect,
  useLoaderData,
  useNavigation,
  useNavigationType,
} from 'react-router'

import { publicPaths } from '../../../contract/site/site.ts'
import { calls } from '../parts/calls.ts'
import { Head } from '../parts/Head.tsx'
import { formatWhole } from '../parts/numbers.ts'
import { type Pages, useSite } from '../parts/site.ts'
import { VitrineCard } from '../parts/VitrineCard.tsx'
import { type Choice, parseChoice, withoutFilters, filtersOf, isNarrowed, pageSize, formatSearch } from './choice.ts'
import { ChosenFilters } from './ChosenFilters.tsx'
import { Filters } from './Filters.tsx'
import { Pager } from './Pager.tsx'
import { ShopTools } from './ShopTools.tsx'
import { useChoice } from './useChoice.ts'

/** The number of pieces in the first row. */
const firstRow = 3

/** Loads the pieces and the filters of an address. A page beyond the last one redirects to the last. */
export const shopLoader =
  ({ call, language }: Pages) =>
  async ({ request }: LoaderFunctionArgs) => {
    const choice = parseChoice(new URL(request.url).searchParams)
    const filters = filtersOf(choice)
    const query = { ...filters, language, sort: choice.sort, page: choice.page, pageSize }
    const [items, facets] = await Promise.all([
      call(calls.items, { query }),
      call(calls.facets, { query: { ...filters, language } }),
    ])
    const last = Math.max(1, Math.ceil(items.meta.total / pageSize))
    if (choice.page > last) throw redirect(publicPaths.shop + formatSearch({ ...choice, page: last }))
    return { items: items.data, total: items.meta.total, facets: facets.data }
  }

export function ShopPage() {
  const { words } = useSite()
  const { shop } = words
  const { items, total, facets } = useLoaderData<ReturnType<typeof shopLoader>>()
  const [choice, choose] = useChoice()
  const loading = useNavigation().state === 'loading'
  const found = useRef<HTMLOutputElement>(null)
  useScrollToResults(choice.page, found)

  return (
    <div className="wrap catalogue">
      <ShopHead choice={choice} />
      <div className="shop-head">
        <h1>{shop.heading}</h1>
        <ShopTools choice={choice} choose={choose} />
      </div>
      <div className="shop">
        <Filters facets={facets} total={total} choice={choice} choose={choose} />
        <section aria-label={shop.list} aria-busy={loading} className="found">
          <div className="chips">
            <output tabIndex={-1} ref={found} className="muted num">
              {shop.pieces(total, formatWhole(total))}
            </output>
            <ChosenFilters facets={facets} choice={choice} choose={choose} left={() => found.current?.focus()} />
          </div>
          {items.length === 0 ? (
            <NoPieces choice={choice} />
          ) : (
            <>
              <h2 className="vh">{shop.list}</h2>
              <ul className="pieces">
                {items.map((item, n) => (
                  <li key={item.itemID}>
                    <VitrineCard item={item} eager={n < firstRow} />
                  </li>
                ))}
              </ul>
              <Pager choice={choice} total={total} />
            </>
          )}
        </section>
      </div>
    </div>
  )
}

/**
 * Search engines index each page of the whole catalogue. Filtered pages are hidden from them, because combinations of
 * filters show the same pieces in countless ways.
 */
function ShopHead({ choice }: { choice: Choice }) {
  const { words } = useSite()
  const { shop } = words
  const isLaterPage = choice.page > 1
  const page = isLaterPage ? ` · ${shop.page(formatWhole(choice.page))}` : ''
  return (
    <Head
      title={shop.title + page}
      description={shop.description}
      path={publicPaths.shop + (isLaterPage ? `?page=${choice.page}` : '')}
      hidden={isNarrowed(choice)}
    />
  )
}

function NoPieces({ choice }: { choice: Choice }) {
  const { shop } = useSite().words
  const narrowed = isNarrowed(choice)
  return (
    <div className="nothing">
      <h2>{narrowed ? shop.nothing : shop.empty}</h2>
      <p className="muted">{narrowed ? shop.nothingHelp : shop.emptyHelp}</p>
      <p>
        {narrowed && (
          <Link className="btn" to={publicPaths.shop + formatSearch(withoutFilters(choice))}>
            {shop.everything}
          </Link>
        )}
        <Link className="btn" to={publicPaths.contact}>
          {shop.contact}
        </Link>
      </p>
    </div>
  )
}

/** Scrolls to the top of the results when the visitor opens another page of them. Back restores the scroll position. */
function useScrollToResults(page: number, found: React.RefObject<HTMLOutputElement | null>) {
  const type = useNavigationType()
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    if (type === NavigationType.Pop) return
    found.current?.scrollIntoView()
    found.current?.focus({ preventScroll: true })
  }, [found, page, type])
}
