import { CheckIcon, type ComboboxItem, Select, type SelectProps, useComboboxContext } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

import type { Answer, Endpoint } from '../../../contract/shared/endpoint.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { ApiError } from '../../lib/api.ts'
import { readQuery, paramsFor } from '../../lib/query.ts'
import { AlertIcon } from '../icons.tsx'

export type Option<V extends string | number | boolean> = { value: V; label: string }

/** An endpoint that returns a page of records. */
export type ListEndpoint = Endpoint & { query: z.ZodObject; returns: z.ZodType<unknown, { data: object[] }> }
export type RowOf<E extends ListEndpoint> = Answer<E>['data'][number]

/** The list that offers the choices. `query` narrows it, for example to Active records. */
export type RecordSource<E extends ListEndpoint> = {
  list: E
  query?: z.input<E['query']>
  option: (row: RowOf<E>) => Option<number>
  /** Whether a row is offered, for a list that the server cannot narrow. The stored record is always offered. */
  suits?: (row: RowOf<E>) => boolean
  /**
   * Reads one record. It is for a value that comes from the address, whose record may not be on the first page of
   * choices.
   */
  get?: Endpoint & { path: `${string}/:id` }
  /** Returns the message under the field if the choices fail to load. Defaults to the error's own message. */
  failed?: (error: ApiError) => string
}

/** Widens the type of a source, so that one array can hold filters over different lists. */
export const asRecordSource = <E extends ListEndpoint>(source: RecordSource<E>) =>
  source as unknown as RecordSource<ListEndpoint> // `option` receives only rows of its own list.

/** Returns the query of the choices that a select shows when it opens. */
export const firstChoicesQuery = <E extends ListEndpoint>(list: E, query?: z.input<E['query']>, search = '') =>
  readQuery(list, paramsFor(list, { query: { ...query, search, pageSize: '50' } }))

/**
 * Chooses one record from a list of any length, which the server searches. `current` is the label of the stored record,
 * which may not be on the first page of choices.
 */
export function RecordSelect<E extends ListEndpoint>({
  list,
  query,
  option,
  suits = () => true,
  get,
  failed = ({ message }) => message,
  current,
  value,
  onChange,
  ...look
}: RecordSource<E> & {
  current?: Option<number> | null | undefined
  value: number | null
  onChange: (id: number | null, row: RowOf<E> | null) => void
} & Omit<
    SelectProps<number>,
    | 'data'
    | 'list'
    | 'value'
    | 'onChange'
    | 'searchable'
    | 'filter'
    | 'onInput'
    | 'onKeyDown'
    | 'onDropdownClose'
    | 'renderOption'
  >) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(current ?? null)
  const [search] = useDebouncedValue(typed, 200)
  const takesFirst = useRef(false)
  const { data, isPending, isPlaceholderData, error } = useQuery({
    ...firstChoicesQuery(list, query, search),
    placeholderData: keepPreviousData,
  })
  const rows = ((data?.data ?? []) as RowOf<E>[]).filter(suits)
  const found = rows.map(option)
  // Offers the current record again if the user has chosen another one and then gone back to it.
  const own = chosen?.value === value ? chosen : (current ?? null)
  const isOffered = found.some((o) => o.value === value) || own?.value === value
  const named = useQuery({
    ...readQuery<Endpoint>(get ?? list, { id: value }),
    enabled: get !== undefined && value !== null && data !== undefined && !isOffered,
  })
  // `get` returns one row of the list; the types of the two endpoints cannot express that.
  const alone = named.data ? option((named.data as unknown as { data: RowOf<E> }).data) : own
  const missing = alone && alone.value === value && !found.some((o) => o.value === alone.value) ? [alone] : []
  const trouble = error && (
    <span className="err">
      <AlertIcon /> Error: {failed(error)}
    </span>
  )
  /** Whether the choices belong to an earlier search, because the server has not answered yet. */
  const isStale = typed !== search || isPlaceholderData
  // An earlier answer is narrowed by its labels, so that Enter takes no other record.
  const isMatch = ({ label }: Option<number>) => !isStale || label.toLowerCase().includes(typed.trim().toLowerCase())
  const matches = typed === '' ? [...missing, ...found] : found.filter(isMatch)
  return (
    <Select<number>
      {...look}
      {...(trouble && { error: trouble })}
      data={[...missing, ...found] satisfies ComboboxItem<number>[]}
      value={value}
      allowDeselect={look.clearable ?? false}
      searchable
      filter={() => matches}
      // Only typed text is a search. When the select sets the label of a choice itself, nothing is searched.
      onInput={(event) => {
        takesFirst.current = false
        setTyped(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        // Enter takes a choice and never submits a form with half a search. Before the answer, the choice follows.
        if (event.key !== 'Enter' || typed === '') return
        event.preventDefault()
        takesFirst.current = isStale
      }}
      onDropdownClose={() => {
        takesFirst.current = false
        setTyped('')
      }}
      renderOption={({ option, checked }) => (
        <>
          <span>{option.label}</span>
          {checked && <CheckIcon size={12} />}
          {option.value === matches[0]?.value && typed !== '' && !isStale && (
            <FirstHighlight answer={data} takesIt={takesFirst} />
          )}
        </>
      )}
      nothingFoundMessage={isPending || (isStale && typed !== '') ? 'Loading...' : (trouble ?? 'Nothing found')}
      onChange={(id) => {
        const row = rows.find((candidate) => option(candidate).value === id) ?? null
        if (row !== null) setChosen(option(row))
        onChange(id, row)
      }}
    />
  )
}

/** Highlights the first choice when the server has answered, and takes it if the user has pressed Enter before. */
function FirstHighlight({ answer, takesIt }: { answer: unknown; takesIt: RefObject<boolean> }) {
  const { store } = useComboboxContext()
  useEffect(() => {
    store.selectFirstOption()
    if (takesIt.current) store.clickSelectedOption()
    // Runs once for each answer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [answer])
  return null
}
