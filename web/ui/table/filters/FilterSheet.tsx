import { Button } from '@mantine/core'

import { formatQuantity } from '../../../lib/format.ts'
import type { Query } from '../../../lib/query.ts'
import { Dialog } from '../../dialog/Dialog.tsx'
import type { ListEndpoint } from '../../form/RecordSelect.tsx'
import { type Filter, FilterBox } from './FilterBox.tsx'
import { commonFieldsOf, MoreFields } from './MoreFilters.tsx'

/** All filters of a list on a phone. A change applies at once; the footer says how many rows it leaves. */
export function FilterSheet<E extends ListEndpoint>({
  filters,
  sent,
  total,
  onChange,
  onClear,
  onClose,
}: {
  filters: readonly Filter<E>[]
  sent: Query
  total: number
  onChange: (changes: Record<string, string | null>) => void
  /** Removes the search and the filters. Undefined if there are none. */
  onClear: (() => void) | undefined
  onClose: () => void
}) {
  return (
    <Dialog title="Filter" full onClose={onClose}>
      <div className="dlg filter-sheet">
        <div className="dlg-body">
          {filters.map((filter) => (
            <FilterBox
              key={filter.field}
              filter={filter}
              value={sent[filter.field] ?? null}
              onChange={(value) => onChange({ [filter.field]: value })}
            />
          ))}
          <MoreFields fields={commonFieldsOf(filters)} sent={sent} onChange={onChange} />
        </div>
        <div className="dlg-foot">
          <Button onClick={onClear} disabled={onClear === undefined}>
            Clear
          </Button>
          <Button variant="filled" onClick={onClose}>
            Show {formatQuantity(total)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
