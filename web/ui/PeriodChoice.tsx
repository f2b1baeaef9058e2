import './periodChoice.css'
import { Select } from '@mantine/core'

import { periodParamsOf, daysOf, createPeriod, type Period, type PeriodName, periodNames } from '../lib/periods.ts'
import { DateBox, isDay } from './DateBox.tsx'

const ownDays = 'own'
const choices = [
  ...Object.entries(periodNames).map(([value, label]) => ({ value, label })),
  { value: ownDays, label: 'Own days' },
]

/** Chooses a period by its name, or by its first and last day. `today` is the date in the shop's time zone. */
export function PeriodChoice({
  period,
  today,
  size = 'md',
  onChange,
}: {
  period: Period
  today: string
  size?: 'sm' | 'md'
  onChange: (period: Period) => void
}) {
  const { name, days } = period

  function choose(value: string | null) {
    if (value !== ownDays) onChange({ name: value as PeriodName, days: daysOf(value as PeriodName, today) })
    // Start with the days of the period on display. 'All time' has no first day.
    else onChange(createPeriod(days.from, days.to ?? today))
  }

  return (
    <div className="period">
      <Select
        size={size}
        aria-label="Period"
        allowDeselect={false}
        data={choices}
        value={name ?? ownDays}
        onChange={choose}
      />
      {name === null &&
        (['from', 'to'] as const).map((end) => (
          <DateBox
            key={end}
            className="day"
            size={size}
            placeholder=""
            aria-label={end === 'from' ? 'From' : 'To'}
            leftSection={end === 'from' ? 'From' : 'To'}
            leftSectionWidth={end === 'from' ? 56 : 40}
            value={days[end] ?? null}
            onChange={(day) => {
              if (day !== null && !isDay(day)) return
              const changed = { ...days, [end]: day ?? undefined }
              onChange(createPeriod(changed.from, changed.to))
            }}
          />
        ))}
    </div>
  )
}

/** Returns the parameters of an address with this period in place of the previous one. */
export function replacePeriod(search: URLSearchParams, period: Period): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of ['period', 'from', 'to']) next.delete(name)
  for (const [name, value] of Object.entries(periodParamsOf(period))) next.set(name, value)
  return next
}
