import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { pageSizes } from '../../../contract/shared/answers.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { useConnectionLost } from '../../lib/connection.ts'
import { readQuery, paramsFor } from '../../lib/query.ts'
import { useSeesCosts } from '../../lib/settings.ts'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { usePageSize } from '../remembered.ts'
import { useShortcuts } from '../shortcuts.ts'
import { usePhone } from '../usePhone.ts'
import { type Choice, ChooseAll } from './ChooseAll.tsx'
import { columnNameOf, type Columns } from './columns.ts'
import type { Filter } from './filters/FilterBox.tsx'
import { filterFields } from './filters/MoreFilters.tsx'
import { type Query, useListState, useLastPageFallback, withoutCostSort } from './listState.ts'
import { Loading, LoadFailure, NoRows } from './ListStates.tsx'
import { Paging } from './Paging.tsx'
import { RowCards } from './RowCards.tsx'
import { TableGrid } from './TableGrid.tsx'
import { TableTools } from './TableTools.tsx'
import { useChosenColumns } from './useChosenColumns.ts'
import type { ExportFile } from './useDownload.ts'
import { useRowChoice } from './useRowChoice.tsx'
import { useRowFocus } from './useRowFocus.ts'

export type { Columns } from './columns.ts'

type Props<E extends ListEndpoint> = {
  /** The name under which this browser stores the chosen columns. It is also the name of the CSV file. */
  name: string
  /** The accessible name of the table. */
  label: string
  list: E
  columns: Columns<E>
  rowID: (row: RowOf<E>) => number
  /** Filters that the list always has, in addition to the user's filters. The address does not contain them. */
  fixed?: z.input<E['query']>
  /** The parameters of the endpoint's path (`:id`). */
  params?: Record<string, number>
  /**
   * Replaces the tools above the table. The list is then only a part of a page. It has ten rows at a time, and no
   * paging if there is only one page.
   */
  heading?: ReactNode
  /** The placeholder of the search box; no search box if undefined. */
  search?: string
  filters?: readonly Filter<E>[]
  /** The list's file with all fields, which the download button offers beside the columns on display. */
  exported?: ExportFile
  /** The text and the button of a list that has no records at all. */
  empty: { title: string; text: string; action?: ReactNode }
  /** The prefix of the message when loading fails. */
  prefix?: string
  /** Opens a row's record, by a click or Enter. */
  onOpen?: (row: RowOf<E>) => void
  /** Allows the user to select rows by their checkboxes or with Space: one row, a range (Shift), or a whole page. */
  choice?: Choice<E>
}

/** The table of a list screen: search, filters, sorting, paging, columns and CSV over one endpoint of the contract. */
export function QueryTable<E extends ListEndpoint>(props: Props<E>) {
  const { name, label, list, rowID, fixed, params, heading, search, filters = [], exported, choice } = props
  const seesCosts = useSeesCosts()
  const columns = props.columns.filter(({ cost }) => seesCosts || !cost)
  const chosen = useChosenColumns(name)
  const found = useListRows(props)
  const { state, answer, rows, total, error, isLost } = found
  const { parsed, query } = state
  const prefix = props.prefix ?? ''
  const isWhole = heading === undefined
  const isNarrowed = parsed.search !== '' || filterFields(filters).some((field) => query[field] !== undefined)
  const onClear = isNarrowed ? () => state.change(clearedParams(filters)) : undefined
  const visible = columns.filter((column) => !chosen.hidden.includes(columnNameOf(column)))
  return (
    <section className="panel" aria-label={label}>
      {heading}
      {isWhole && (answer === undefined || total > 0 || isNarrowed) && (
        <TableTools
          name={name}
          list={list}
          sent={query}
          fixed={fixed}
          params={params}
          columns={columns}
          visible={visible}
          rowID={rowID}
          placeholder={search}
          filters={filters}
          total={total}
          isQuiet={isLost}
          onChange={state.change}
          onClear={onClear}
          exported={exported}
          chosen={chosen}
        />
      )}
      {answer && error && !isLost && (
        <p className="failed error-line" role="alert">
          Error: {prefix}
          {error.message}
        </p>
      )}
      {choice && (
        <ChooseAll
          key={JSON.stringify({ ...query, page: '', pageSize: '' })}
          choice={choice}
          list={list}
          params={params}
          query={{ ...query, ...(fixed as Query | undefined) }}
          rows={rows}
          rowID={rowID}
          total={total}
        />
      )}
      <Rows table={{ ...props, columns }} found={found} visible={visible} shown={chosen.shown} onClear={onClear} />
      {total > (isWhole ? 0 : parsed.pageSize) && (
        <Paging
          page={parsed.page}
          pageSize={parsed.pageSize}
          total={total}
          addressOf={(page) => state.addressWith({ page: page === 1 ? null : String(page) })}
          onPageSize={isWhole ? found.changePageSize : undefined}
        />
      )}
    </section>
  )
}

type FoundRows<E extends ListEndpoint> = ReturnType<typeof useListRows<E>>

/** Returns the rows that the address requests, and the state of the list. */
function useListRows<E extends ListEndpoint>({ list, fixed, params, heading }: Props<E>) {
  const [pageSize, rememberPageSize] = usePageSize()
  const seesCosts = useSeesCosts()
  const address = useListState(list.query, heading === undefined ? pageSize : pageSizes[0])
  const state = seesCosts ? address : { ...address, query: withoutCostSort(list, address.query) }
  const sent = paramsFor(list, { ...params, query: { ...state.query, ...fixed } })
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...readQuery(list, sent),
    placeholderData: keepPreviousData,
  })
  const read = data as { data: RowOf<E>[]; meta: { total: number } } | undefined
  const isLost = useConnectionLost()
  // Without a connection the rows that were read last stay readable.
  const [last, setLast] = useState(read)
  if (read !== undefined && read !== last) setLast(read)
  const answer = read ?? (isLost ? last : undefined)
  useLastPageFallback(state, isPlaceholderData ? undefined : answer?.meta.total)
  return {
    state,
    answer,
    isLost,
    rows: answer?.data ?? [],
    total: answer?.meta.total ?? 0,
    error,
    /** Whether the rows belong to the previous query, because the requested rows are still loading. */
    isStale: isPlaceholderData && !isLost,
    refetch,
    changePageSize: (size: number) => {
      rememberPageSize(size)
      state.change({ pageSize: String(size) })
    },
  }
}

/** The rows of a list, or the reason why there are none. */
function Rows<E extends ListEndpoint>({
  table: { label, columns, rowID, empty, prefix = '', onOpen, choice },
  found: { state, answer, rows, total, error, isStale, refetch },
  visible,
  shown: chosen,
  onClear,
}: {
  table: Props<E>
  found: FoundRows<E>
  visible: Columns<E>
  /** The names of the columns that the user chose for any width. */
  shown: readonly string[]
  /** Removes the search and the filters. Undefined if there are none. */
  onClear: (() => void) | undefined
}) {
  const phone = usePhone()
  const rowFocus = useRowFocus(rows.length > 0 && !isStale)
  const rowChoice = useRowChoice(choice, rows, rowID)
  useShortcuts(
    label,
    [
      { key: 'ArrowUp ArrowDown', what: 'To the row above or below' },
      { key: 'Home End', what: 'To the first or last row' },
      ...(onOpen ? [{ key: 'Enter', what: 'Open the row' }] : []),
      ...(choice ? [{ key: 'Space', what: 'Choose the row' }] : []),
    ],
    rows.length > 0 && !phone,
  )

  const pics = visible.some((column) => column.card === 'pic')
  if (!answer && error) return <LoadFailure error={error} prefix={prefix} onRetry={() => void refetch()} />
  if (!answer) return <Loading rows={state.parsed.pageSize} pics={pics} />
  if (total === 0) return <NoRows empty={empty} onClear={onClear} />
  const shown = { label, rows, rowID, isStale, choice: rowChoice, onOpen }
  if (phone) return <RowCards {...shown} columns={columns} />
  return (
    <TableGrid
      {...shown}
      columns={visible}
      pics={pics}
      sorted={state.parsed.sort}
      shown={chosen}
      rowFocus={rowFocus}
      onSort={(sort) => state.change({ sort })}
    />
  )
}

const clearedParams = (filters: readonly { field: string }[]) =>
  Object.fromEntries(['search', ...filterFields(filters)].map((field) => [field, null]))
