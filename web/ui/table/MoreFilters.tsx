import { Button, Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { users } from '../../../contract/people/users.ts'
import { readQuery } from '../../lib/query.ts'
import type { ListEndpoint } from '../form/RecordSelect.tsx'
import { type Filter, FilterBox } from './FilterBox.tsx'
import type { Query } from './listState.ts'

/** The filters that every list takes: the days of its rows, and the people who created and changed them. */
const common = ['from', 'to', 'createdByID', 'modifiedByID'] as const

/** The parameters that narrow a list: those of its own filters and the common ones. */
export const filterFields = (filters: readonly { field: string }[]) => [
  ...new Set([...filters.map(({ field }) => field), ...common]),
]

/** Opens the common filters that the list's own tools do not show. */
export function MoreFilters<E extends ListEndpoint>({
  filters,
  sent,
  onChange,
}: {
  filters: readonly Filter<E>[]
  sent: Query
  onChange: (changes: Record<string, string | null>) => void
}) {
  const fields = commonFieldsOf(filters)
  const used = fields.filter((field) => sent[field] !== undefined).length
  return (
    <Popover position="bottom-start" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="subtle" size="sm">
          {used === 0 ? 'More filters' : `More filters (${used})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="more-filters">
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
  fields: readonly (typeof common)[number][]
  sent: Query
  inPopover?: boolean
  onChange: (changes: Record<string, string | null>) => void
}) {
  const { data } = useQuery(readQuery(users.staff, {}))
  const people = (data?.data ?? []).map(({ userID, name }) => ({ value: String(userID), label: name }))
  const filterOf = {
    from: { field: 'from', label: 'From', date: true },
    to: { field: 'to', label: 'To', date: true },
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
