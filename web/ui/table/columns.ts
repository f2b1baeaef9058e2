import type { ReactNode } from 'react'

import type { z } from '../../../contract/shared/zod.ts'
import type { CsvValue } from '../../lib/csv.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'

/** Where a column goes on a phone's card; a column without a place is left to the details. */
export type CardSlot = 'pic' | 'title' | 'status' | 'detail' | 'extra' | 'value' | 'action' | 'foot'

export type Column<E extends ListEndpoint> = {
  /** As the specification names it; '' for pictures and actions. */
  header: string
  /** Its name where the header is blank: in the column chooser, and read out. */
  name?: string
  /** What the CSV gets, and what is shown where there is no `cell`. Without it the column is not in the CSV. */
  value?: (row: RowOf<E>) => CsvValue
  cell?: (row: RowOf<E>) => ReactNode
  /** The field by which the endpoint sorts it. */
  sort?: Exclude<z.input<E['query']>['sort'], undefined | `-${string}`>
  align?: 'right'
  /** Kept in one line where the window is wide: a moment, a number to dial. */
  oneLine?: true
  card?: CardSlot
}

export type Columns<E extends ListEndpoint> = readonly Column<E>[]

/** The name of a column: its header, or its own name where the header is blank. */
export const columnName = (column: { header: string; name?: string }) => column.name ?? column.header

/** A cell as it is shown. */
export const cellOf = <E extends ListEndpoint>(column: Column<E>, row: RowOf<E>): ReactNode =>
  column.cell ? column.cell(row) : String(column.value?.(row) ?? '')
