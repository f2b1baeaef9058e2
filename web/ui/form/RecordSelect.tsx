import { type ComboboxItem, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Answer, Endpoint } from '../../../contract/shared/endpoint.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { ApiError } from '../../lib/api.ts'
import { read, sentTo } from '../../lib/query.ts'
import { AlertIcon } from '../icons.tsx'

export type Option<V extends string | number | boolean> = { value: V; label: string }

/** An endpoint that answers a page of records. */
export type ListEndpoint = Endpoint & { query: z.ZodObject; returns: z.ZodType<unknown, { data: object[] }> }
export type RowOf<E extends ListEndpoint> = Answer<E>['data'][number]

/** Where the choices come from. `query` narrows the list (to Active ones, say). */
export type RecordSource<E extends ListEndpoint> = {
  list: E
  query?: z.input<E['query']>
  option: (row: RowOf<E>) => Option<number>
  /** Reads one record: for a choice that comes from an address, and may be beyond the first page. */
  get?: Endpoint & { path: `${string}/:id` }
  /** What to say under the field where the choices do not arrive; the error's own message where left out. */
  failed?: (error: ApiError) => string
}

/** The same for a list's filters, which differ in their rows. */
export const recordsOf = <E extends ListEndpoint>(source: RecordSource<E>) =>
  source as unknown as RecordSource<ListEndpoint> // `option` gets only the rows of its own list.

/** The query of the choices with which a select opens. */
export const firstChoices = <E extends ListEndpoint>(list: E, query?: z.input<E['query']>, search = '') =>
  read(list, sentTo(list, { query: { ...query, search, pageSize: '50' } }))

/**
 * Chooses one record of a list, however long: what is typed is searched by the server. `current` names the record
 * chosen already, which may be beyond the first page.
 */
export function RecordSelect<E extends ListEndpoint>({
  list,
  query,
  option,
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
    'data' | 'list' | 'value' | 'onChange' | 'searchable' | 'filter' | 'onInput' | 'onDropdownClose'
  >) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(current ?? null)
  const [search] = useDebouncedValue(typed, 200)
  const { data, isPending, error } = useQuery({
    ...firstChoices(list, query, search),
    placeholderData: keepPreviousData,
  })
  const rows = (data?.data ?? []) as RowOf<E>[]
  const found = rows.map(option)
  // The current one again, where another was chosen and taken back.
  const own = chosen?.value === value ? chosen : (current ?? null)
  const known = found.some((o) => o.value === value) || own?.value === value
  const named = useQuery({
    ...read<Endpoint>(get ?? list, { id: value }),
    enabled: get !== undefined && value !== null && data !== undefined && !known,
  })
  // `get` answers one row of the list, which the types of the two endpoints do not say.
  const alone = named.data ? option((named.data as unknown as { data: RowOf<E> }).data) : own
  const missing = alone && alone.value === value && !found.some((o) => o.value === alone.value) ? [alone] : []
  const trouble = error && (
    <span className="err">
      <AlertIcon /> Error: {failed(error)}
    </span>
  )
  return (
    <Select<number>
      {...look}
      {...(trouble && { error: trouble })}
      data={[...missing, ...found] satisfies ComboboxItem<number>[]}
      value={value}
      allowDeselect={look.clearable ?? false}
      searchable
      openOnFocus={value === null} // what is chosen already does not cover the form it opens with
      filter={({ options }) => options} // the server has searched
      onInput={(event) => setTyped(event.currentTarget.value)} // by a person: the label of what is chosen is no search
      onDropdownClose={() => setTyped('')}
      nothingFoundMessage={isPending ? 'Loading...' : (trouble ?? 'Nothing found')}
      onChange={(id) => {
        const row = rows.find((candidate) => option(candidate).value === id) ?? null
        if (row !== null) setChosen(option(row))
        onChange(id, row)
      }}
    />
  )
}
