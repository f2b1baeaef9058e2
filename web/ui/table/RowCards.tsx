import type { ListEndpoint } from '../form/RecordSelect.tsx'
import { cellOf, columnNameOf, type CardSlot } from './columns.ts'
import { createOpener, type RowsProps } from './TableGrid.tsx'

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
          <li
            key={rowID(row)}
            id={`row-${rowID(row)}`}
            tabIndex={-1}
            data-opens={onOpen !== undefined || undefined}
            {...createOpener(row, onOpen)}
          >
            {choice && <div data-card="choose">{choice.boxOf(row)}</div>}
            {placed.map((column) => (
              <div key={columnNameOf(column)} data-card={column.card}>
                {hasLabel(column) && <small className="card-label">{column.header} </small>}
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

/** Whether a card shows the column's header. A figure without it could mean anything. */
const hasLabel = ({
  header,
  align,
  card,
  cardLabel,
}: {
  header: string
  align?: 'right'
  card?: CardSlot
  cardLabel?: true
}) => header !== '' && card !== 'action' && card !== 'foot' && (align === 'right' || cardLabel === true)
