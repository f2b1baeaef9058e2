import { Button } from '@mantine/core'

import type { Query } from '../../../lib/query.ts'
import type { ListEndpoint } from '../../form/RecordSelect.tsx'
import { type Filter, FilterBox } from './FilterBox.tsx'
import { MoreFilters } from './MoreFilters.tsx'
import { useFittingCount } from './useFittingCount.ts'

/** The filters of a list in one line. Those that do not fit into it are in 'More filters'. */
export function FilterRow<E extends ListEndpoint>({
  filters,
  sent,
  onChange,
  onClear,
}: {
  filters: readonly Filter<E>[]
  sent: Query
  onChange: (changes: Record<string, string | null>) => void
  /** Removes the search and the filters. Undefined if there are none. */
  onClear: (() => void) | undefined
}) {
  const { box, fitting } = useFittingCount(filters.length)
  return (
    <>
      <div ref={box} className="fitting">
        {filters.map((filter, n) => (
          <div key={filter.field} className={widthClassOf(filter)}>
            {n < fitting && (
              <FilterBox
                filter={filter}
                value={sent[filter.field] ?? null}
                onChange={(value) => onChange({ [filter.field]: value })}
              />
            )}
          </div>
        ))}
      </div>
      {/* The button keeps its place while it is hidden. Otherwise a used filter would push another one out of the line. */}
      <Button variant="subtle" size="sm" className="clear" data-unused={onClear === undefined} onClick={onClear}>
        Clear
      </Button>
      <MoreFilters filters={filters} fitting={fitting} sent={sent} onChange={onChange} />
    </>
  )
}

const widthClassOf = ({ label, ...filter }: { label: string } & object) => {
  if (!('date' in filter)) return label.length > 15 ? 'place wide' : 'place'
  return label.length > 5 ? 'place day long' : 'place day'
}
