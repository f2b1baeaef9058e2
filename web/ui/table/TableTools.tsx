import { Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

import { isViewList } from '../../../contract/company/view-lists.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { ColumnsIcon, SearchIcon } from '../icons.tsx'
import { lazyComponent } from '../lazyComponent.tsx'
import { usePhone } from '../usePhone.ts'
import { columnNameOf, type Columns } from './columns.ts'
import { CsvButton } from './CsvButton.tsx'
import { type Filter, FilterBox } from './FilterBox.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import type { Query } from './listState.ts'
import { filterFields, MoreFilters } from './MoreFilters.tsx'

// The views are loaded later, because the dashboard's list has none and must not wait for their code.
const Views = lazyComponent(async () => (await import('./Views.tsx')).Views)

/** The tools above a table: search, filters, the choice of columns, and CSV. */
export function TableTools<E extends ListEndpoint>({
  name,
  list,
  sent,
  fixed,
  params,
  columns,
  visible,
  rowID,
  placeholder,
  filters,
  total,
  isQuiet,
  onChange,
  onClear,
  onHide,
}: {
  name: string
  list: E
  sent: Query
  fixed: z.input<E['query']> | undefined
  params: Record<string, number> | undefined
  columns: Columns<E>
  visible: Columns<E>
  rowID: (row: RowOf<E>) => number
  placeholder: string | undefined
  filters: readonly Filter<E>[]
  total: number
  /** Whether the tools do not react, because the server cannot be reached. */
  isQuiet: boolean
  onChange: (changes: Record<string, string | null>, how?: { replace?: boolean }) => void
  onClear: (() => void) | undefined
  onHide: (ids: string[]) => void
}) {
  const phone = usePhone()
  return (
    <search className="tools" inert={isQuiet}>
      {placeholder !== undefined && (
        <SearchBox
          placeholder={placeholder}
          value={sent['search'] ?? ''}
          onSearch={(search) => onChange({ search }, { replace: true })}
        />
      )}
      {isViewList(name) && (
        <div className="views-place">
          <Views
            list={name}
            schema={list.query}
            hidden={columns.map(columnNameOf).filter((id) => !visible.some((column) => columnNameOf(column) === id))}
            onHide={onHide}
          />
        </div>
      )}
      {phone ? (
        <FilterButton filters={filters} sent={sent} total={total} onChange={onChange} onClear={onClear} />
      ) : (
        <>
          {filters.map((filter) => (
            <FilterBox
              key={filter.field}
              filter={filter}
              value={sent[filter.field] ?? null}
              onChange={(value) => onChange({ [filter.field]: value })}
            />
          ))}
          <MoreFilters filters={filters} sent={sent} onChange={onChange} />
          {onClear && (
            <Button variant="subtle" size="sm" onClick={onClear}>
              Clear
            </Button>
          )}
        </>
      )}
      <div className="end">
        <CsvButton
          name={name}
          list={list}
          query={{ ...sent, ...(fixed as Query | undefined) }}
          params={params}
          columns={visible}
          rowID={rowID}
          total={total}
        />
        <ColumnChooser columns={columns} visible={visible} onHide={onHide} />
      </div>
    </search>
  )
}

/** Opens all filters on a phone. The button shows how many of them are in use. */
function FilterButton<E extends ListEndpoint>(
  sheet: Pick<Parameters<typeof FilterSheet<E>>[0], 'filters' | 'sent' | 'total' | 'onChange' | 'onClear'>,
) {
  const [open, setOpen] = useState(false)
  const used = filterFields(sheet.filters).filter((field) => sheet.sent[field] !== undefined).length
  return (
    <>
      <Button size="sm" className="filters" onClick={() => setOpen(true)}>
        {used === 0 ? 'Filter' : `Filter (${used})`}
      </Button>
      {open && <FilterSheet {...sheet} onClose={() => setOpen(false)} />}
    </>
  )
}

function SearchBox({
  placeholder,
  value,
  onSearch,
}: {
  placeholder: string
  value: string
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const typing = useRef(false)
  const search = useDebouncedCallback((typed: string) => {
    typing.current = false
    onSearch(typed.trim())
  }, 250)
  // Back or Clear changes the search in the address. The box then shows that text, unless the user is typing.
  useEffect(() => {
    if (!typing.current) setText(value)
  }, [value])
  return (
    <TextInput
      className="find"
      size="sm"
      type="search"
      aria-label="Search"
      placeholder={placeholder}
      leftSection={<SearchIcon />}
      maxLength={100}
      value={text}
      onChange={(event) => {
        typing.current = true
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}

function ColumnChooser({
  columns,
  visible,
  onHide,
}: {
  columns: readonly { header: string; name?: string }[]
  visible: readonly { header: string; name?: string }[]
  onHide: (ids: string[]) => void
}) {
  const shown = new Set(visible.map(columnNameOf))
  const only = shown.size === 1
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="ib sm columns" aria-label="Choose columns" title="Choose columns">
          <ColumnsIcon />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="chooser">
        {columns.map(columnNameOf).map((id) => (
          <Checkbox
            key={id}
            label={id}
            checked={shown.has(id)}
            disabled={only && shown.has(id)}
            onChange={(event) => {
              const next = event.currentTarget.checked ? [...shown, id] : [...shown].filter((other) => other !== id)
              onHide(columns.map(columnNameOf).filter((other) => !next.includes(other)))
            }}
          />
        ))}
        <Button size="sm" onClick={() => onHide([])} disabled={shown.size === columns.length}>
          Show all
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
