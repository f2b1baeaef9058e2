import { Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { categories } from '../../../../contract/catalogue/categories.ts'
import { karats } from '../../../../contract/catalogue/karats.ts'
import type { RepriceSummaryData } from '../../../../contract/pricing/repricing.ts'
import { timeIn } from '../../../../contract/shared/dates.ts'
import { formatMoment } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { SearchIcon } from '../../../ui/icons.tsx'
import type { RepriceField, RepriceQuery } from './useRepriceQuery.ts'

const changes = [
  { value: 'up', label: 'Prices that rise' },
  { value: 'down', label: 'Prices that fall' },
  { value: 'same', label: 'Prices that stay' },
  { value: 'decide', label: 'To decide about' },
]
const everyKarat = karats.map((karat) => ({ value: karat, label: karat }))

/** The filters of the repricing, and by which rates it was reckoned. */
export function RepriceTools({ query, summary }: { query: RepriceQuery; summary: RepriceSummaryData }) {
  const { data } = useQuery(readQuery(categories.list, { query: { sort: 'categoryName', pageSize: 100 } }))
  const everyCategory = (data?.data ?? []).map(({ categoryID, categoryName }) => ({
    value: String(categoryID),
    label: categoryName,
  }))
  const choices = [
    ['karat', 'Any karat', everyKarat],
    ['categoryID', 'All categories', everyCategory],
    ['change', 'All changes', changes],
  ] as const satisfies [RepriceField, string, unknown][]
  return (
    <div className="reprice-tools">
      <Search query={query} />
      {choices.map(([field, label, options]) => (
        <Select
          key={field}
          size="sm"
          aria-label={label}
          placeholder={label}
          clearable
          data={options}
          value={query.filters[field] ?? null}
          onChange={(value) => query.change({ [field]: value })}
        />
      ))}
      <Reckoned summary={summary} />
    </div>
  )
}

function Search({ query }: { query: RepriceQuery }) {
  const [text, setText] = useState(query.filters['search'] ?? '')
  const search = useDebouncedCallback((next: string) => query.change({ search: next.trim() }), 300)
  return (
    <TextInput
      size="sm"
      className="q"
      aria-label="Code, name or barcode"
      placeholder="Code, name or barcode"
      leftSection={<SearchIcon />}
      maxLength={100}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}

/** Says when the prices were reckoned, and from when the newest of the rates is. */
function Reckoned({ summary: { rates, reckonedAt } }: { summary: RepriceSummaryData }) {
  const timeZone = useTimeZone()
  const [newest] = rates.map(({ fromAt }) => fromAt).toSorted((a, b) => Date.parse(b) - Date.parse(a))
  const at = timeIn(timeZone, new Date(reckonedAt))
  return (
    <span className="reckoned">
      {newest === undefined ? 'No rates yet' : `Reckoned ${at} with the rates of ${formatMoment(newest, timeZone)}`}
    </span>
  )
}
