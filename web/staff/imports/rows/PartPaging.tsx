import { Button } from '@mantine/core'

import { formatQuantity } from '../../../lib/format.ts'

/** Rows per page. A row has several fields, so more would be slow. */
export const rowsOnPage = 10

/** The foot of a list within a step: which rows it shows, and the pages. It is absent when there is one page. */
export function PartPaging({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  if (total <= rowsOnPage) return null
  const last = Math.min(total, (page + 1) * rowsOnPage)
  return (
    <div className="pg import-paging">
      <output className="count">
        {formatQuantity(page * rowsOnPage + 1)}–{formatQuantity(last)} of {formatQuantity(total)}
      </output>
      <Button variant="subtle" size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button variant="subtle" size="sm" disabled={last === total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </div>
  )
}
