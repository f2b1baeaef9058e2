import { Button, Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { users } from '../../../../contract/people/users.ts'
import { type Query, readQuery } from '../../../lib/query.ts'
import type { ListEndpoint } from '../../form/RecordSelect.tsx'
import { DownIcon } from '../../icons.tsx'
import { type Filter, FilterBox } from './FilterBox.tsx'

/** The filters that every list takes: the days of its rows, and the people who created and changed them. */
const common = ['from', 'to', 'createdByID', 'modifiedByID'] as const
export type CommonField = (typeof common)[number]

/** The parameters that narrow a list: those of its own filters and the common ones. */
export const filterFields = (filters: readonly { field: string }[]) => [
  ...new Set([...filters.map(({ field }) => field), ...common]),
]

/** Opens the filters that do not fit into the line, and the common ones that the list's own filters do not contain. */
export function MoreFilters<E extends ListEndpoint>({
  filters,
  fitting,
  sent,
  onChange,
}: {
  filters: readonly Filter<E>[]
  /** How many of the filters fit into the line. */
  fitting: number
  sent: Query
  onChange: (changes: Record<string, string | null>) => void
}) {
  const fields = commonFieldsOf(filters)
  const rest = filters.slice(fitting)
  const used = [...rest.map(({ field }) => field), ...fields].filter((field) => sent[field] !== undefined).length
  return (
    <Popover position="bottom-start" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="subtle" size="sm" rightSection={<DownIcon />}>
          More<span className="vh"> filters</span>
          {used > 0 && ` (${used})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="more-filters">
        {rest.map((filter) => (
          <FilterBox
            key={filter.field}
            inPopover
            filter={filter}
            value={sent[filter.field] ?? null}
            onChange={(value) => onChange({ [filter.field]: value })}
          />
        ))}
        <MoreFields fields={fields} sent={sent} inPopover onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Returns the common filters that the list's own filters do not contain. */
export const commonFieldsOf = (filters: readonly { field: string }[]) =>
  common.filter((field) => !filters.some((filter) => filter.field === field))

/** The fields, in a component of their own, so that the people are read when the filters open. */
export function MoreFields({
  fields,
  sent,
  inPopover = false,
  onChange,
}: {
  fields: readonly CommonField[]
  sent: Query
  inPopover?: boolean
  onChange: (changes: Record<string, string | null>) => void
}) {
  const { data } = useQuery(readQuery(users.staff, {}))
  const people = (data?.data ?? []).map(({ userID, name }) => ({ value: String(userID), label: name }))
  const filterOf = {
    // A list whose period means another day than that of creation has its own filters by day.
    from: { field: 'from', label: 'Created from', date: true },
    to: { field: 'to', label: 'Created to', date: true },
    createdByID: { field: 'createdByID', label: 'Created by anybody', options: people },
    modifiedByID: { field: 'modifiedByID', label: 'Changed by anybody', options: people },
  } as const
  return fields.map((field) => (
    <FilterBox<ListEndpoint>
      key={field}
      inPopover={inPopover}
      filter={filterOf[field]}
      value={sent[field] ?? null}
      onChange={(value) => onChange({ [field]: value })}
    />
  ))
}
