import { Button } from '@mantine/core'

import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import type { Column } from './columns.ts'

/**
 * Returns the last column of a list: a button that opens the row's record. The button's accessible name contains the
 * record's name. The column's header may be ''.
 */
export const editColumn = <E extends ListEndpoint>(
  edit: (row: RowOf<E>) => void,
  nameOf: (row: RowOf<E>) => string,
  header: 'Action' | '' = 'Action',
): Column<E> => ({
  header,
  ...(header === '' && { name: 'Edit' }),
  cell: (row) => (
    <div className="acts">
      <Button size="sm" onClick={() => edit(row)} aria-label={`Edit ${nameOf(row)}`}>
        Edit
      </Button>
    </div>
  ),
  align: 'right',
  card: 'action',
})
