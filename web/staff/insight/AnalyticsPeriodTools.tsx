import { Select, TextInput } from '@mantine/core'

import { type AnalyticsPeriod, analyticsPeriods, nameOfPeriod } from './analyticsPeriods.ts'

const otherDays = 'Other days'

/** The choice of a period: by its name, or by its first and last day. */
export function AnalyticsPeriodTools({
  period,
  today,
  onChange,
}: {
  period: AnalyticsPeriod
  today: string
  onChange: (period: AnalyticsPeriod) => void
}) {
  const periods = analyticsPeriods(today)
  const name = nameOfPeriod(today, period)
  const chosen = (field: 'from' | 'to', day: string) => onChange({ ...period, [field]: day === '' ? null : day })
  return (
    <search className="analytics-period" aria-label="Period">
      <Select
        aria-label="Period"
        allowDeselect={false}
        data={[...Object.keys(periods), ...(name === null ? [otherDays] : [])]}
        value={name ?? otherDays}
        onChange={(value) => onChange(periods[value ?? ''] ?? period)}
      />
      <TextInput
        type="date"
        aria-label="From"
        value={period.from ?? ''}
        onChange={(event) => chosen('from', event.currentTarget.value)}
      />
      <TextInput
        type="date"
        aria-label="To"
        value={period.to ?? ''}
        onChange={(event) => chosen('to', event.currentTarget.value)}
      />
    </search>
  )
}
