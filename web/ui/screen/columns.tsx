import type { ReactNode } from 'react'

import type { CsvValue } from '../../lib/csv.ts'
import { formatDay, formatMoment, formatPeso, formatQuantity } from '../../lib/format.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import type { CardSlot, Column } from '../table/columns.ts'

/** The kinds of column, and the type of value that each displays. */
type Values = {
  text: string | null
  /** A long text, which is cut after a few lines. */
  long: string | null
  /** A code, or a number such as a phone number, which stays in one line. */
  code: string | null
  key: number
  money: number | null
  quantity: number | null
  day: string | null
  moment: string
  /** Active or Inactive. */
  active: boolean
  /** A word in the colour of its status. */
  status: string
}
type Kind = keyof Values

/**
 * A column that displays one field of a row. The default kind is `text`. It is sortable if the endpoint can sort by
 * the field.
 */
export type FieldColumn<Row> = {
  [K in Kind]: { field: FieldsOf<Row, Values[K]> } & (K extends 'text' ? { kind?: K } : { kind: K })
}[Kind] & {
  header: string
  card?: CardSlot
  /** The text for an empty value. */
  blank?: string
}
/** The same column for any kind of row. TypeScript has already checked the field in the screen's declaration. */
type AnyFieldColumn = { field: string; kind?: Kind; header: string; card?: CardSlot; blank?: string }
type FieldsOf<Row, Value> = { [Name in keyof Row]-?: Row[Name] extends Value ? Name : never }[keyof Row] & string

type Look = Pick<Column<ListEndpoint>, 'align' | 'oneLine'> & {
  /** Returns the value for the CSV file. Defaults to the field's value. */
  value?: (value: CsvValue, timeZone: string) => CsvValue
  /** Returns the content of the cell. Defaults to the value. */
  cell?: (value: CsvValue) => ReactNode
}

const looks: Record<Kind, Look> = {
  text: {},
  long: { cell: (value) => <span className="clamp">{value}</span> },
  code: { oneLine: true },
  key: {},
  money: { align: 'right', cell: (value) => (typeof value === 'number' ? formatPeso(value) : '') },
  quantity: { align: 'right', cell: (value) => (typeof value === 'number' ? formatQuantity(value) : '') },
  day: { cell: (value) => typeof value === 'string' && <span className="date">{formatDay(value)}</span> },
  moment: { oneLine: true, value: (value, timeZone) => formatMoment(String(value), timeZone) },
  active: {
    value: (value) => (value === true ? 'Active' : 'Inactive'),
    cell: (value) => <StatusBadge status={String(value)} />,
  },
  status: { cell: (value) => <StatusBadge status={String(value)} /> },
}

/** Returns the table column that displays a field. */
export function columnOf<E extends ListEndpoint>(
  list: E,
  { field, kind = 'text', header, card, blank }: AnyFieldColumn,
  timeZone: string,
): Column<E> {
  const { value, cell, ...look } = looks[kind]
  const readValue = (row: RowOf<E>): CsvValue => {
    const own = (row as Record<string, CsvValue>)[field] ?? blank ?? null
    return value ? value(own, timeZone) : own
  }
  return {
    ...look,
    header,
    ...(card && { card }),
    value: readValue,
    ...(cell && { cell: (row) => cell(readValue(row)) }),
    ...(list.query.safeParse({ sort: field }).success && { sort: field as NonNullable<Column<E>['sort']> }),
  }
}
