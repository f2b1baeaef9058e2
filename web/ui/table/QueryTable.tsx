import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent as Clicked, type ReactNode, useRef } from 'react'

import { pageSizes } from '../../../contract/shared/answers.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { CsvValue } from '../../lib/csv.ts'
import { read, sentTo } from '../../lib/query.ts'
import { EmptyState } from '../EmptyState.tsx'
import type { ListEndpoint, RowOf } from '../form/RecordSelect.tsx'
import { DownIcon, UpIcon } from '../icons.tsx'
import { usePageSize, useRemembered } from '../remembered.ts'
import { useShortcuts } from '../shortcuts.ts'
import { usePhone } from '../usePhone.ts'
import { ChoiceBox } from './ChoiceBox.tsx'
import { type Choice, ChooseAll } from './ChooseAll.tsx'
import { type Query, useListState, usePageWithin } from './listState.ts'
import { Paging } from './Paging.tsx'
import { type Filter, idOf, TableTools } from './TableTools.tsx'
import { useRowFocus } from './useRowFocus.ts'
import { WideTable } from './WideTable.tsx'

/** Where a column goes on a phone's card; a column without a place is left to the details. */
export type CardSlot = 'pic' | 'title' | 'status' | 'detail' | 'extra' | 'value' | 'action' | 'foot'

export type Column<E extends ListEndpoint> = {
  /** As the specification names it; '' for pictures and actions. */
  header: string
  /** Its name where the header is blank: in the column chooser, and read out. */
  name?: string
  /** What the CSV gets, and what is shown where there is no `cell`. Without it the column is not in the CSV. */
  value?: (row: RowOf<E>) => CsvValue
  cell?: (row: RowOf<E>) => ReactNode
  /** The field by which the endpoint sorts it. */
  sort?: Exclude<z.input<E['query']>['sort'], undefined | `-${string}`>
  align?: 'right'
  /** Kept in one line where the window is wide: a moment, a number to dial. */
  oneLine?: true
  card?: CardSlot
}

export type Columns<E extends ListEndpoint> = readonly Column<E>[]

type Props<E extends ListEndpoint> = {
  /** Under which name this browser remembers the columns; also the CSV file's. */
  name: string
  /** What the rows are, for screen readers. */
  label: string
  list: E
  columns: Columns<E>
  rowID: (row: RowOf<E>) => number
  /** Narrows the list beyond what people choose; not in the address. */
  fixed?: z.input<E['query']>
  /** What the endpoint's path asks for (`:id`). */
  params?: Record<string, number>
  /**
   * Stands in place of the tools: the list is a part of a page, ten rows at a time, and has no pages where it has one.
   */
  heading?: ReactNode
  /** What the search box asks for; no search box where left out. */
  search?: string
  filters?: readonly Filter<E>[]
  /** What to say and offer while there are no records at all. */
  empty: { title: string; text: string; action?: ReactNode }
  /** What the message of a failed load begins with. */
  prefix?: string
  /** Opens a row's record: by a click on the row, or Enter. */
  onOpen?: (row: RowOf<E>) => void
  /** Lets rows be chosen, one by one, from one to another (Shift) or all of a page: by their boxes, or Space. */
  choice?: Choice<E>
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((v) => typeof v === 'string')

/** A list screen's table: search, filters, sorting, paging, columns and CSV over one endpoint of the contract. */
export function QueryTable<E extends ListEndpoint>(props: Props<E>) {
  const {
    name,
    label,
    list,
    columns,
    rowID,
    fixed,
    params,
    heading,
    search,
    filters = [],
    empty,
    prefix = '',
    onOpen,
    choice,
  } = props
  const phone = usePhone()
  const [pageSize, rememberPageSize] = usePageSize()
  const [hidden, rememberHidden] = useRemembered<string[]>(`columns ${name}`, [], isTexts)
  const whole = heading === undefined
  const state = useListState(list.query, whole ? pageSize : pageSizes[0])
  const { parsed, query } = state
  const sent = sentTo(list, { ...params, query: { ...query, ...fixed } })
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(list, sent),
    placeholderData: keepPreviousData,
  })
  const answer = data as { data: RowOf<E>[]; meta: { total: number } } | undefined
  const rows = answer?.data ?? []
  const total = answer?.meta.total ?? 0
  const narrowed = parsed.search !== '' || filters.some((filter) => query[filter.field] !== undefined)

  usePageWithin(state, isPlaceholderData ? undefined : answer?.meta.total)

  const visible = columns.filter((column) => !hidden.includes(idOf(column)))
  const pics = visible.some((column) => column.card === 'pic')
  const look = ['table', pics && 'pics', visible.length >= 10 && 'many'].filter(Boolean).join(' ')
  const rowFocus = useRowFocus(rows.length > 0 && !isPlaceholderData)
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

  const content = (column: Column<E>, row: RowOf<E>): ReactNode =>
    column.cell ? column.cell(row) : String(column.value?.(row) ?? '')

  const openBy = (row: RowOf<E>) => ({
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) {
        event.preventDefault()
        onOpen?.(row)
      } else if (event.key === ' ' && event.target === event.currentTarget && choice) {
        event.preventDefault()
        choice.onChoose([row], !choice.chosen.has(rowID(row)))
      } else rowFocus.onKeyDown(event)
    },
    onClick: (event: Clicked<HTMLElement>) => {
      const onControl = event.target instanceof Element && event.target.closest('a, button, input, label')
      if (!onControl && getSelection()?.isCollapsed !== false) onOpen?.(row)
    },
  })

  const lastChosen = useRef<number | null>(null)
  /** The rows from the one chosen before to this one, where Shift is held; this one alone otherwise. */
  function reachedFrom(row: RowOf<E>, event: Event): RowOf<E>[] {
    const here = rows.indexOf(row)
    const before = rows.findIndex((other) => rowID(other) === lastChosen.current)
    lastChosen.current = rowID(row)
    if (before === -1 || !(event instanceof MouseEvent && event.shiftKey)) return [row]
    return rows.slice(Math.min(before, here), Math.max(before, here) + 1)
  }
  const box = (row: RowOf<E>) =>
    choice && (
      <ChoiceBox
        name={`Choose ${choice.nameOf(row)}`}
        checked={choice.chosen.has(rowID(row))}
        onChange={(event) => choice.onChoose(reachedFrom(row, event.nativeEvent), event.currentTarget.checked)}
      />
    )
  const boxOfAll = (name: string) => {
    const chosen = rows.filter((row) => choice?.chosen.has(rowID(row))).length
    return (
      <ChoiceBox
        name={name}
        checked={chosen === rows.length}
        some={chosen > 0 && chosen < rows.length}
        onChange={(event) => choice?.onChoose(rows, event.currentTarget.checked)}
      />
    )
  }

  function body() {
    if (!answer && error)
      return (
        <div className="failed" role="alert">
          <p>
            Error: {prefix}
            {error.message}
          </p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )
    if (!answer) return <Loading rows={parsed.pageSize} pics={pics} />
    if (total === 0 && narrowed)
      return (
        <EmptyState title="Nothing found" text="No record fits what you have searched and filtered for.">
          <Button onClick={() => state.change(cleared(filters))}>Clear filters</Button>
        </EmptyState>
      )
    if (total === 0)
      return (
        <EmptyState title={empty.title} text={empty.text}>
          {empty.action}
        </EmptyState>
      )
    return phone ? cards() : grid()
  }

  function grid() {
    return (
      <WideTable>
        <table className={look} aria-label={label}>
          <thead>
            <tr>
              {choice && (
                <th scope="col" className="choose">
                  {boxOfAll('Choose all on this page')}
                </th>
              )}
              {visible.map((column) => (
                <HeaderCell
                  key={idOf(column)}
                  column={column}
                  sorted={parsed.sort}
                  onSort={(sort) => state.change({ sort })}
                />
              ))}
            </tr>
          </thead>
          <tbody {...rowFocus.group} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
            {rows.map((row, index) => {
              const id = String(rowID(row))
              return (
                <tr
                  key={id}
                  id={`row-${id}`}
                  tabIndex={rowFocus.tabIndexOf(id, index)}
                  data-opens={onOpen !== undefined || undefined}
                  {...openBy(row)}
                >
                  {choice && <td className="choose">{box(row)}</td>}
                  {visible.map((column) => (
                    <td
                      key={idOf(column)}
                      className={column.align === 'right' ? 'r' : column.oneLine && 'one-line'}
                      data-card={column.card}
                    >
                      {content(column, row)}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </WideTable>
    )
  }

  /** A phone shows each row as a card: what has a place on it, whatever columns are chosen for the table. */
  function cards() {
    const placed = columns.filter((column) => column.card !== undefined)
    const list = (
      // The role, because Safari forgets that a list without bullets is one.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      <ul className="cards" role="list" aria-label={label} aria-busy={isPlaceholderData}>
        {rows.map((row) => (
          <li key={rowID(row)} id={`row-${rowID(row)}`} tabIndex={-1}>
            {choice && <div data-card="choose">{box(row)}</div>}
            {placed.map((column) => (
              <div key={idOf(column)} data-card={column.card}>
                {column.card === 'title' && onOpen ? (
                  <button type="button" onClick={() => onOpen(row)}>
                    {content(column, row)}
                  </button>
                ) : (
                  content(column, row)
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
    )
    return (
      <>
        {choice && (
          <label className="choose-all">
            {boxOfAll('All on this page')}
            <span aria-hidden="true">All on this page</span>
          </label>
        )}
        {list}
      </>
    )
  }

  return (
    <section className="panel" aria-label={label}>
      {heading}
      {whole && (answer === undefined || total > 0 || narrowed) && (
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
          onChange={state.change}
          onClear={narrowed ? () => state.change(cleared(filters)) : undefined}
          onHide={rememberHidden}
        />
      )}
      {answer && error && (
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
      {body()}
      {total > (whole ? 0 : parsed.pageSize) && (
        <Paging
          page={parsed.page}
          pageSize={parsed.pageSize}
          total={total}
          addressOf={(page) => state.addressWith({ page: page === 1 ? null : String(page) })}
          onPageSize={
            whole
              ? (size) => {
                  rememberPageSize(size)
                  state.change({ pageSize: String(size) })
                }
              : undefined
          }
        />
      )}
    </section>
  )
}

const cleared = (filters: readonly { field: string }[]) =>
  Object.fromEntries(['search', ...filters.map((filter) => filter.field)].map((field) => [field, null]))

function HeaderCell({
  column,
  sorted,
  onSort,
}: {
  column: { header: string; name?: string; sort?: unknown; align?: 'right' }
  sorted: string
  onSort: (sort: string) => void
}) {
  const { header, name, align } = column
  const sort = column.sort as string | undefined
  const className = align === 'right' ? 'r' : undefined
  if (sort === undefined)
    return (
      <th scope="col" className={className}>
        {header === '' ? <span className="vh">{name}</span> : header}
      </th>
    )
  const direction = sorted === sort ? 'ascending' : sorted === `-${sort}` ? 'descending' : undefined
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" onClick={() => onSort(direction === 'ascending' ? `-${sort}` : sort)}>
        {header} {direction === 'ascending' ? <UpIcon /> : <DownIcon />}
      </button>
    </th>
  )
}

/** 'Loading...' in the shape of what is coming, so that nothing jumps when it does. */
export function Loading({ rows, pics }: { rows: number; pics: boolean }) {
  return (
    <div className={pics ? 'loading pics' : 'loading'} aria-busy="true">
      <output>Loading...</output>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i}>
          <span className="bone" />
        </div>
      ))}
    </div>
  )
}
