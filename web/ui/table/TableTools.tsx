import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

import { isViewList } from '../../../contract/company/view-lists.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { SearchIcon } from '../icons.tsx'
import { lazyComponent } from '../lazyComponent.tsx'
import { usePhone } from '../usePhone.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import type { Columns } from './columns.ts'
import type { Filter } from './filters/FilterBox.tsx'
import { FilterButton } from './filters/FilterButton.tsx'
import { FilterRow } from './filters/FilterRow.tsx'
import { commonFieldsOf } from './filters/MoreFilters.tsx'
import { ListDownload } from './ListDownload.tsx'
import type { Query } from './listState.ts'
import type { ChosenColumns } from './useChosenColumns.ts'
import type { ExportFile } from './useDownload.ts'

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
  exported,
  chosen,
  onChange,
  onClear,
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
  /** The list's file with all fields, if it has one. */
  exported: ExportFile | undefined
  chosen: ChosenColumns
  onChange: (changes: Record<string, string | null>, how?: { replace?: boolean }) => void
  onClear: (() => void) | undefined
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
          <Views list={name} schema={list.query} hidden={chosen.hidden} onHide={chosen.replaceHidden} />
        </div>
      )}
      {phone ? (
        <FilterButton
          filters={filters}
          moreFields={commonFieldsOf(filters)}
          sent={sent}
          total={total}
          onChange={onChange}
          onClear={onClear}
        />
      ) : (
        <FilterRow key={filters.length} filters={filters} sent={sent} onChange={onChange} onClear={onClear} />
      )}
      <div className="end">
        <ListDownload
          name={name}
          list={list}
          query={{ ...sent, ...(fixed as Query | undefined) }}
          params={params}
          columns={visible}
          rowID={rowID}
          total={total}
          {...(exported && { exported })}
        />
        <ColumnChooser columns={columns} chosen={chosen} />
      </div>
    </search>
  )
}

export function SearchBox({
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
