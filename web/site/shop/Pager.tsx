import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { publicPaths } from '../../../contract/site/site.ts'
import { formatWhole } from '../parts/numbers.ts'
import { useSite } from '../parts/site.ts'
import { type Choice, pageSize, formatSearch } from './choice.ts'

/** Links to the pages of the results. */
export function Pager({ choice, total }: { choice: Choice; total: number }) {
  const { words } = useSite()
  const { shop } = words
  const { page } = choice
  const last = Math.ceil(total / pageSize)
  const first = (page - 1) * pageSize + 1
  const renderLink = (to: number, text: ReactNode, rel?: 'prev' | 'next') => (
    <Link
      to={publicPaths.shop + formatSearch({ ...choice, page: to })}
      preventScrollReset
      {...(rel ? { rel } : { 'aria-label': shop.page(formatWhole(to)) })}
      {...(to === page && { 'aria-current': 'page' })}
    >
      {text}
    </Link>
  )
  return (
    <nav className="pager" aria-label={shop.pages}>
      <span className="num">
        {shop.range(formatWhole(first), formatWhole(Math.min(total, page * pageSize)), formatWhole(total))}
      </span>
      {last > 1 && (
        <ul>
          {page > 1 && <li>{renderLink(page - 1, shop.previous, 'prev')}</li>}
          {listPagesNear(page, last).map((near, n, all) => (
            <li key={near} className={n > 0 && near > all[n - 1]! + 1 ? 'gap' : undefined}>
              {renderLink(near, formatWhole(near))}
            </li>
          ))}
          {page < last && <li>{renderLink(page + 1, shop.next, 'next')}</li>}
        </ul>
      )}
    </nav>
  )
}

/** Returns the first page, the last page, and the pages around the current one. */
const listPagesNear = (page: number, last: number) =>
  Array.from({ length: last }, (_, n) => n + 1).filter((n) => n === 1 || n === last || Math.abs(n - page) <= 1)
