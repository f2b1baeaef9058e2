import { Button } from '@mantine/core'

import { formatQuantity } from '../../../lib/format.ts'
import type { Query } from '../../../lib/query.ts'
import { Dialog } from '../../dialog/Dialog.tsx'
import type { ListEndpoint } from '../../form/RecordSelect.tsx'
import { type Filter, FilterBox } from './FilterBox.tsx'
import { type CommonField, MoreFields } from './MoreFilters.tsx'

/** Shows all filters on a phone. A change applies at once; the footer says how many rows it leaves. */
export function FilterSheet<E extends ListEndpoint>({
  filters,
  moreFields,
  sent,
  total,
  onChange,
  onClear,
  onClose,
}: {
  filters: readonly Filter<E>[]
  /** The common filters that stand below. A report has none. */
  moreFields: readonly CommonField[]
  sent: Query
  /** How many rows match, or null while they are counted. */
  total: number | null
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
          {moreFields.length > 0 && <MoreFields fields={moreFields} sent={sent} onChange={onChange} />}
        </div>
        <div className="dlg-foot">
          <Button onClick={onClear} disabled={onClear === undefined}>
            Clear
          </Button>
          <Button variant="filled" onClick={onClose}>
            {total === null ? 'Show' : `Show ${formatQuantity(total)}`}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
