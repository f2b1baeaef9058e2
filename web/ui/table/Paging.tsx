import { Link } from 'react-router'

import { pageSizes } from '../../../contract/shared/answers.ts'
import { formatQuantity } from '../../lib/format.ts'
import { listPageNumbers } from './listState.ts'

/** Shows '1–10 of 1,074', the page size if it can be chosen, and links to the other pages. */
export function Paging({
  page,
  pageSize,
  total,
  addressOf,
  onPageSize,
}: {
  page: number
  pageSize: number
  total: number
  addressOf: (page: number) => string
  onPageSize?: ((size: number) => void) | undefined
}) {
  const pages = Math.ceil(total / pageSize)
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  return (
    <nav className="pg" aria-label="Pages">
      <output className="count">
        {formatQuantity(first)}–{formatQuantity(last)} of {formatQuantity(total)}
      </output>
      {onPageSize && (
        <label className="size">
          <span className="vh">Rows per page</span>
          <select value={pageSize} onChange={(event) => onPageSize(Number(event.currentTarget.value))}>
            {[...new Set([...pageSizes, pageSize])]
              .toSorted((a, b) => a - b)
              .map((size) => (
                <option key={size} value={size}>
                  {size} rows
                </option>
              ))}
          </select>
        </label>
      )}
      {pages > 1 && (
        <div className="pages">
          <StepLink to={page > 1 ? addressOf(page - 1) : null} label="Previous" />
          {listPageNumbers(page, pages).map((number, i) =>
            number === null ? (
              <span key={`gap ${i}`} className="gap" aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                key={number}
                className="number"
                to={addressOf(number)}
                preventScrollReset
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            ),
          )}
          <StepLink to={page < pages ? addressOf(page + 1) : null} label="Next" />
        </div>
      )}
    </nav>
  )
}

function StepLink({ to, label }: { to: string | null; label: string }) {
  if (to !== null)
    return (
      <Link to={to} preventScrollReset>
        {label}
      </Link>
    )
  return (
    // A disabled link keeps its place. Without href it has no implicit role.
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/no-redundant-roles
    <a role="link" aria-disabled="true">
      {label}
    </a>
  )
}
