import type { ReactNode } from 'react'

import type { z } from '../../../contract/shared/zod.ts'
import type { CsvValue } from '../../lib/csv.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'

/** The place of a column on a phone's card. The card omits a column without a place. */
export type CardSlot = 'pic' | 'title' | 'status' | 'detail' | 'extra' | 'value' | 'action' | 'foot'

export type Column<E extends ListEndpoint> = {
  /** The text of the column's header; '' for pictures and actions. */
  header: string
  /** The name of a column without a header, for the column chooser and screen readers. */
  name?: string
  /** Returns the value for CSV and, without `cell`, for display. A column without it is not in the CSV. */
  value?: (row: RowOf<E>) => CsvValue
  cell?: (row: RowOf<E>) => ReactNode
  /** The field by which the endpoint sorts the column. */
  sort?: Exclude<z.input<E['query']>['sort'], undefined | `-${string}`>
  align?: 'right'
  /** Whether the column shows a cost or a profit, which a setting hides from Staff. */
  cost?: true
  /** Whether a cell stays in one line in a wide window, such as a time or a phone number. */
  oneLine?: true
  card?: CardSlot
  /** Whether the column holds the row's buttons. Columns in the slots `action` and `foot` do anyway. */
  hasActions?: true
  /** Whether a card shows the header before the value. Figures have it anyway. */
  cardLabel?: true
}

export type Columns<E extends ListEndpoint> = readonly Column<E>[]

/** Returns the name of a column: its header, or `name` if the header is blank. */
export const columnNameOf = (column: { header: string; name?: string }) => column.name ?? column.header

/** The part of a column that decides about its place. */
type Placed = { header: string; name?: string; card?: CardSlot; hasActions?: true }

/** Whether a tablet hides the column of a list with many columns until the user chooses it. */
export const isUsuallyHidden = ({ card, hasActions }: Placed) => card === undefined && hasActions !== true

/** Returns the attributes by which the styles of a table find a column. `shown` lists the columns the user chose. */
export const placeOf = (column: Placed, shown: readonly string[]) => ({
  'data-card': column.card,
  'data-acts': column.hasActions === true || column.card === 'action' || column.card === 'foot' || undefined,
  'data-chosen': shown.includes(columnNameOf(column)) || undefined,
})

/** Returns the displayed content of a cell. */
export const cellOf = <E extends ListEndpoint>(column: Column<E>, row: RowOf<E>): ReactNode =>
  column.cell ? column.cell(row) : String(column.value?.(row) ?? '')
