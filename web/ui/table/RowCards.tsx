import type { ListEndpoint } from '../form/RecordSelect.tsx'
import { cellOf, columnNameOf } from './columns.ts'
import type { RowsProps } from './TableGrid.tsx'

/**
 * The rows as cards, for a phone. A card shows the columns that have a slot, even if the user has hidden them in the
 * table.
 */
export function RowCards<E extends ListEndpoint>({
  label,
  columns,
  rows,
  rowID,
  isStale,
  choice,
  onOpen,
}: RowsProps<E>) {
  const placed = columns.filter((column) => column.card !== undefined)
  return (
    <>
      {choice && (
        <label className="choose-all">
          {choice.boxOfPage('All on this page')}
          <span aria-hidden="true">All on this page</span>
        </label>
      )}
      {/* Safari drops the list role from a list without bullets. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul className="cards" role="list" aria-label={label} aria-busy={isStale}>
        {rows.map((row) => (
          <li key={rowID(row)} id={`row-${rowID(row)}`} tabIndex={-1}>
            {choice && <div data-card="choose">{choice.boxOf(row)}</div>}
            {placed.map((column) => (
              <div key={columnNameOf(column)} data-card={column.card}>
                {column.card === 'title' && onOpen ? (
                  <button type="button" onClick={() => onOpen(row)}>
                    {cellOf(column, row)}
                  </button>
                ) : (
                  cellOf(column, row)
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
