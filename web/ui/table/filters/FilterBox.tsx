import { Select } from '@mantine/core'

import type { z } from '../../../../contract/shared/zod.ts'
import { DateBox, isDay } from '../../DateBox.tsx'
import { type ListEndpoint, type Option, type RecordSource, RecordSelect } from '../../form/RecordSelect.tsx'

/**
 * A filter of a list. `label` is shown while the filter is unused ('Any status', 'All locations', 'From'). A filter by
 * a record takes `recordsOf({ list, option })`.
 */
export type Filter<E extends ListEndpoint> = { field: keyof z.input<E['query']> & string; label: string } & (
  | { options: readonly Option<string>[] }
  | { records: RecordSource<ListEndpoint> }
  | { date: true }
)

/** The field of one filter. */
export function FilterBox<E extends ListEndpoint>({
  filter,
  value,
  inPopover = false,
  onChange,
}: {
  filter: Filter<E>
  value: string | null
  /** Renders the choices within the popover, because a click outside it would close it. */
  inPopover?: boolean
  onChange: (value: string | null) => void
}) {
  const look = { className: 'filter', size: 'sm', 'aria-label': filter.label } as const
  const long = filter.label.length > 5
  if ('date' in filter)
    return (
      <DateBox
        {...look}
        className={long ? 'filter day long' : 'filter day'}
        placeholder=""
        leftSection={filter.label}
        leftSectionWidth={long ? 116 : 52}
        value={value}
        onChange={(day) => {
          // A date that is not finished filters nothing yet.
          if (day === null || isDay(day)) onChange(day)
        }}
      />
    )
  if ('records' in filter)
    return (
      <RecordSelect
        {...look}
        {...filter.records}
        placeholder={filter.label}
        clearable
        {...(inPopover && { comboboxProps: { withinPortal: false } })}
        value={value === null ? null : Number(value)}
        onChange={(id) => onChange(id === null ? null : String(id))}
      />
    )
  return (
    <Select
      {...look}
      placeholder={filter.label}
      clearable
      data={[...filter.options]}
      {...(inPopover && { comboboxProps: { withinPortal: false } })}
      value={value}
      onChange={onChange}
    />
  )
}
