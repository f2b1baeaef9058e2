import type { ComponentProps } from 'react'

import { DownIcon, UpIcon } from '../icons.tsx'

/** The header of a column that sorts the table: by `sort`, and again for the other direction (`-sort`). */
export function SortHeader({
  sort,
  sorted,
  onSort,
  children,
  ...cell
}: ComponentProps<'th'> & { sort: string; sorted: string; onSort: (sort: string) => void }) {
  const direction = sorted === sort ? 'ascending' : sorted === `-${sort}` ? 'descending' : undefined
  return (
    <th scope="col" aria-sort={direction} {...cell}>
      <button type="button" onClick={() => onSort(direction === 'ascending' ? `-${sort}` : sort)}>
        {children} {direction === 'ascending' ? <UpIcon /> : <DownIcon />}
      </button>
    </th>
  )
}
