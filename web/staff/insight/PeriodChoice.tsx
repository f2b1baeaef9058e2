import { Select, TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router'

import { periodOf, periods } from './period.ts'

/** Which period the figures are of; the address holds it. */
export function PeriodChoice() {
  const [search, setSearch] = useSearchParams()
  const period = periodOf(search)

  function change(changes: Record<string, string | null>) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes))
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    setSearch(next, { preventScrollReset: true })
  }

  return (
    <div className="period">
      {period === 'custom' &&
        (['from', 'to'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            aria-label={name === 'from' ? 'From' : 'To'}
            leftSection={name === 'from' ? 'From' : 'To'}
            leftSectionWidth={name === 'from' ? 56 : 40}
            min="1900-01-01"
            max="2999-12-31"
            value={search.get(name) ?? ''}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
      <Select
        aria-label="Period"
        data={periods}
        value={period}
        allowDeselect={false}
        onChange={(value) => change({ period: value === 'all' ? null : value, from: null, to: null })}
      />
    </div>
  )
}
