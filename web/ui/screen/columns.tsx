import type { ReactNode } from 'react'

import type { CsvValue } from '../../lib/csv.ts'
import { day, moment, peso, quantity } from '../../lib/format.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import type { CardSlot, Column } from '../table/columns.ts'

/** The kinds of column, and the values that each shows. */
type Values = {
  text: string | null
  /** Text that may be long: it is cut after a few lines. */
  long: string | null
  /** A code or a number to read out, in one line. */
  code: string | null
  key: number
  money: number | null
  quantity: number | null
  day: string | null
  moment: string
  /** Active or Inactive. */
  active: boolean
  /** A word with the colour of its status. */
  status: string
}
type Kind = keyof Values

/** A column that shows one field of a row; of kind `text` where left out. It sorts wherever the list can. */
export type FieldColumn<Row> = {
  [K in Kind]: { field: FieldsOf<Row, Values[K]> } & (K extends 'text' ? { kind?: K } : { kind: K })
}[Kind] & {
  header: string
  card?: CardSlot
  /** The text in place of no value. */
  blank?: string
}
/** The same of any row: the declaration of a screen has checked the field. */
type AnyFieldColumn = { field: string; kind?: Kind; header: string; card?: CardSlot; blank?: string }
type FieldsOf<Row, Value> = { [Name in keyof Row]-?: Row[Name] extends Value ? Name : never }[keyof Row] & string

type Look = Pick<Column<ListEndpoint>, 'align' | 'oneLine'> & {
  /** The value in a CSV file, where it is not the field's own. */
  value?: (value: CsvValue, timeZone: string) => CsvValue
  /** The content of the table's cell, where it is not the value. */
  cell?: (value: CsvValue) => ReactNode
}

const looks: Record<Kind, Look> = {
  text: {},
  long: { cell: (value) => <span className="clamp">{value}</span> },
  code: { oneLine: true },
  key: { align: 'right' },
  money: { align: 'right', cell: (value) => (typeof value === 'number' ? peso(value) : '') },
  quantity: { align: 'right', cell: (value) => (typeof value === 'number' ? quantity(value) : '') },
  day: { cell: (value) => typeof value === 'string' && <span className="date">{day(value)}</span> },
  moment: { oneLine: true, value: (value, timeZone) => moment(String(value), timeZone) },
  active: {
    value: (value) => (value === true ? 'Active' : 'Inactive'),
    cell: (value) => <StatusBadge status={String(value)} />,
  },
  status: { cell: (value) => <StatusBadge status={String(value)} /> },
}

/** The column of a table that shows a field. */
export function columnOf<E extends ListEndpoint>(
  list: E,
  { field, kind = 'text', header, card, blank }: AnyFieldColumn,
  timeZone: string,
): Column<E> {
  const { value, cell, ...look } = looks[kind]
  const shown = (row: RowOf<E>): CsvValue => {
    const own = (row as Record<string, CsvValue>)[field] ?? blank ?? null
    return value ? value(own, timeZone) : own
  }
  return {
    ...look,
    header,
    ...(card && { card }),
    value: shown,
    ...(cell && { cell: (row) => cell(shown(row)) }),
    ...(list.query.safeParse({ sort: field }).success && { sort: field as NonNullable<Column<E>['sort']> }),
  }
}
