import { Button, Checkbox, Popover, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

import { isViewList } from '../../../contract/company/view-lists.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { type CsvValue, csvFile } from '../../lib/csv.ts'
import { today } from '../../lib/format.ts'
import { save } from '../../lib/save.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { type ListEndpoint, type Option, type RecordSource, RecordSelect, type RowOf } from '../form/RecordSelect.tsx'
import { ColumnsIcon, DownloadIcon, SearchIcon } from '../icons.tsx'
import { lazyComponent } from '../lazyComponent.tsx'
import { toasts } from '../toasts.ts'
import { everyRow, pagesOf } from './everyRow.ts'
import type { Query } from './listState.ts'

// The dashboard's list has none, and is not to wait for them.
const Views = lazyComponent(async () => (await import('./Views.tsx')).Views)

/**
 * A way to narrow a list. `label` says what an unused filter shows ('Any status', 'All locations', 'From');
 * records come as `recordsOf({ list, option })`.
 */
export type Filter<E extends ListEndpoint> = { field: keyof z.input<E['query']> & string; label: string } & (
  | { options: readonly Option<string>[] }
  | { records: RecordSource<ListEndpoint> }
  | { date: true }
)

type Column<E extends ListEndpoint> = { header: string; name?: string; value?: (row: RowOf<E>) => CsvValue }

/** What stands above a table: search, filters, the choice of columns, and the rows as a CSV file. */
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
  onChange,
  onClear,
  onHide,
}: {
  name: string
  list: E
  sent: Query
  fixed: z.input<E['query']> | undefined
  params: Record<string, number> | undefined
  columns: readonly Column<E>[]
  visible: readonly Column<E>[]
  rowID: (row: RowOf<E>) => number
  placeholder: string | undefined
  filters: readonly Filter<E>[]
  total: number
  onChange: (changes: Record<string, string | null>, how?: { replace?: boolean }) => void
  onClear: (() => void) | undefined
  onHide: (ids: string[]) => void
}) {
  return (
    <search className="tools">
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
            hidden={columns.map(idOf).filter((id) => !visible.some((column) => idOf(column) === id))}
            onHide={onHide}
          />
        </div>
      )}
      {filters.map((filter) => (
        <FilterBox
          key={filter.field}
          filter={filter}
          value={sent[filter.field] ?? null}
          onChange={(value) => onChange({ [filter.field]: value })}
        />
      ))}
      {onClear && (
        <Button variant="subtle" size="sm" onClick={onClear}>
          Clear
        </Button>
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
  // Back, or Clear: the box follows the address, but never runs over what is being typed.
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

/** One way to narrow a list, as a field. */
export function FilterBox<E extends ListEndpoint>({
  filter,
  value,
  onChange,
}: {
  filter: Filter<E>
  value: string | null
  onChange: (value: string | null) => void
}) {
  const look = { className: 'filter', size: 'sm', 'aria-label': filter.label } as const
  const long = filter.label.length > 5
  if ('date' in filter)
    return (
      <TextInput
        {...look}
        className={long ? 'filter long' : 'filter'}
        type="date"
        leftSection={filter.label}
        leftSectionWidth={long ? 116 : 52}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    )
  if ('records' in filter)
    return (
      <RecordSelect
        {...look}
        {...filter.records}
        placeholder={filter.label}
        clearable
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
      value={value}
      onChange={onChange}
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
  const shown = new Set(visible.map(idOf))
  const only = shown.size === 1
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="ib sm columns" aria-label="Choose columns" title="Choose columns">
          <ColumnsIcon />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="chooser">
        {columns.map(idOf).map((id) => (
          <Checkbox
            key={id}
            label={id}
            checked={shown.has(id)}
            disabled={only && shown.has(id)}
            onChange={(event) => {
              const next = event.currentTarget.checked ? [...shown, id] : [...shown].filter((other) => other !== id)
              onHide(columns.map(idOf).filter((other) => !next.includes(other)))
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

/** A column is known by its name, where its header is blank, and by its header otherwise. */
export const idOf = (column: { header: string; name?: string }) => column.name ?? column.header

/** All rows that the search and the filters leave, in the columns shown, as one file. */
function CsvButton<E extends ListEndpoint>({
  name,
  list,
  query,
  params,
  columns,
  rowID,
  total,
}: {
  name: string
  list: E
  query: Query
  params: Record<string, number> | undefined
  columns: readonly Column<E>[]
  rowID: (row: RowOf<E>) => number
  total: number
}) {
  const timeZone = useTimeZone()
  const [fetched, setFetched] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function run() {
    const { signal } = (abort.current = new AbortController())
    const data = columns.filter((column) => column.value !== undefined)
    setFetched(0)
    try {
      const rows = await everyRow(pagesOf(list, params, query, signal), rowID, setFetched)
      const lines = rows.map((row) => data.map((column) => column.value!(row)))
      save(csvFile([data.map(idOf), ...lines]), `${name}-${today(timeZone)}.csv`)
    } catch (error) {
      if (!signal.aborted) toasts.error(`The CSV file could not be made: ${(error as Error).message}`)
    } finally {
      setFetched(null)
    }
  }

  if (fetched === null)
    return (
      <Button
        variant="subtle"
        size="sm"
        leftSection={<DownloadIcon />}
        onClick={() => void run()}
        disabled={total === 0}
      >
        CSV
      </Button>
    )
  return (
    <>
      <output>
        {fetched} of {total}
      </output>
      <Button variant="subtle" size="sm" onClick={() => abort.current?.abort()}>
        Cancel
      </Button>
    </>
  )
}
