import type { KeyboardEvent, MouseEvent as Clicked } from 'react'

import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { cellOf, columnNameOf, type Columns, placeOf } from './columns.ts'
import { SortHeader } from './SortHeader.tsx'
import type { RowChoice } from './useRowChoice.tsx'
import type { useRowFocus } from './useRowFocus.ts'
import { WideTable } from './WideTable.tsx'

/** The rows of a list, for a table or for cards. */
export type RowsProps<E extends ListEndpoint> = {
  label: string
  columns: Columns<E>
  rows: readonly RowOf<E>[]
  rowID: (row: RowOf<E>) => number
  /** Whether the rows belong to an earlier query, because the requested rows are still loading. */
  isStale: boolean
  choice: RowChoice<RowOf<E>> | null
  onOpen: ((row: RowOf<E>) => void) | undefined
}

/** The rows as a table. A click or Enter opens a row; its checkbox or Space selects it. */
export function TableGrid<E extends ListEndpoint>({
  label,
  columns,
  rows,
  rowID,
  isStale,
  choice,
  onOpen,
  pics,
  sorted,
  shown,
  rowFocus,
  onSort,
}: RowsProps<E> & {
  /** Whether the rows have pictures. */
  pics: boolean
  sorted: string
  /** The names of the columns that the user chose for any width. */
  shown: readonly string[]
  rowFocus: ReturnType<typeof useRowFocus>
  onSort: (sort: string) => void
}) {
  const isMany = columns.length >= 10
  const look = ['table', 'list', pics && 'pics', isMany && 'many', columns.length >= 7 && 'wide']
  return (
    <WideTable>
      <table className={look.filter(Boolean).join(' ')} aria-label={label}>
        <thead>
          <tr>
            {choice && (
              <th scope="col" className="choose">
                {choice.boxOfPage('Choose all on this page')}
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={columnNameOf(column)} column={column} shown={shown} sorted={sorted} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...rowFocus.group} aria-busy={isStale} data-stale={isStale || undefined}>
          {rows.map((row, index) => {
            const id = String(rowID(row))
            return (
              <tr
                key={id}
                id={`row-${id}`}
                tabIndex={rowFocus.tabIndexOf(id, index)}
                data-opens={onOpen !== undefined || undefined}
                {...createRowHandlers(row, { onOpen, choice, rowFocus })}
              >
                {choice && <td className="choose">{choice.boxOf(row)}</td>}
                {columns.map((column) => (
                  <td
                    key={columnNameOf(column)}
                    className={column.align === 'right' ? 'r' : column.oneLine && 'one-line'}
                    {...placeOf(column, shown)}
                  >
                    {cellOf(column, row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </WideTable>
  )
}

function createRowHandlers<Row>(
  row: Row,
  {
    onOpen,
    choice,
    rowFocus,
  }: {
    onOpen: ((row: Row) => void) | undefined
    choice: RowChoice<Row> | null
    rowFocus: ReturnType<typeof useRowFocus>
  },
) {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const isOnRow = event.target === event.currentTarget
      if (event.key === 'Enter' && isOnRow) {
        event.preventDefault()
        onOpen?.(row)
      } else if (event.key === ' ' && isOnRow && choice) {
        event.preventDefault()
        choice.toggle(row)
      } else rowFocus.onKeyDown(event)
    },
    ...createOpener(row, onOpen),
  }
}

/** Returns the handler that opens a row by a click anywhere outside of its controls. */
export const createOpener = <Row,>(row: Row, onOpen: ((row: Row) => void) | undefined) => ({
  onClick: (event: Clicked<HTMLElement>) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    if (!onControl && getSelection()?.isCollapsed !== false) onOpen?.(row)
  },
})

function HeaderCell({
  column,
  shown,
  sorted,
  onSort,
}: {
  column: { sort?: unknown; align?: 'right' } & Parameters<typeof placeOf>[0]
  shown: readonly string[]
  sorted: string
  onSort: (sort: string) => void
}) {
  const { header, name, align } = column
  const sort = column.sort as string | undefined
  const className = align === 'right' ? 'r' : undefined
  if (sort === undefined)
    return (
      <th scope="col" className={className} {...placeOf(column, shown)}>
        {header === '' ? <span className="vh">{name}</span> : header}
      </th>
    )
  return (
    <SortHeader sort={sort} sorted={sorted} onSort={onSort} className={className} {...placeOf(column, shown)}>
      {header}
    </SortHeader>
  )
}
