import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import {
  type ChoiceFilter,
  definitionOf,
  type RecordFilter,
  type ReportKey,
} from '../../../../contract/insight/report-definitions.ts'
import type { reports } from '../../../../contract/insight/reports.ts'
import { users } from '../../../../contract/people/users.ts'
import type { Period } from '../../../lib/periods.ts'
import { readQuery } from '../../../lib/query.ts'
import { useSettings } from '../../../lib/settings.ts'
import { DateBox, isDay } from '../../../ui/DateBox.tsx'
import { asRecordSource, type Option } from '../../../ui/form/RecordSelect.tsx'
import { PeriodChoice } from '../../../ui/PeriodChoice.tsx'
import { type Filter, FilterBox } from '../../../ui/table/filters/FilterBox.tsx'
import { FilterButton } from '../../../ui/table/filters/FilterButton.tsx'
import type { Query } from '../../../ui/table/listState.ts'
import { usePhone } from '../../../ui/usePhone.ts'
import {
  categoryChoice,
  customerChoice,
  drawerSessionChoice,
  inventoryTypeChoice,
  locationChoice,
  paymentTypeChoice,
  supplierChoice,
  transactionTypeChoice,
} from '../../shared/choices.ts'
import { customerTypeChoice } from '../../shared/customerTypeChoice.ts'
import { kindNames } from '../../shared/stock.ts'

type ReportFilter = Filter<(typeof reports)['sales']>

const recordsFor: Record<
  Exclude<RecordFilter, 'createdByID'>,
  { label: string; records: ReturnType<typeof asRecordSource> }
> = {
  locationID: { label: 'All locations', records: asRecordSource(locationChoice) },
  categoryID: { label: 'All categories', records: asRecordSource(categoryChoice) },
  inventoryTypeID: { label: 'All inventory types', records: asRecordSource(inventoryTypeChoice) },
  transactionTypeID: { label: 'All types', records: asRecordSource(transactionTypeChoice) },
  customerID: { label: 'All customers', records: asRecordSource(customerChoice) },
  customerTypeID: { label: 'All customer types', records: asRecordSource(customerTypeChoice) },
  paymentTypeID: { label: 'All payment types', records: asRecordSource(paymentTypeChoice) },
  supplierID: { label: 'All suppliers', records: asRecordSource(supplierChoice) },
  drawerSessionID: { label: 'All drawer sessions', records: asRecordSource(drawerSessionChoice) },
}
const choiceLabels: Record<ChoiceFilter, string> = { status: 'Any status', kind: 'All kinds' }

/** Returns the label of a filter value. Movement kinds have names of their own. */
const filterLabelOf = (word: string) => (kindNames as Record<string, string>)[word] ?? word

function filtersOf(key: ReportKey, people: readonly Option<string>[], hasDrawers: boolean): ReportFilter[] {
  const { records, choices } = definitionOf(key)
  return [
    ...Object.entries(choices).map(([field, words]) => ({
      field: field as ChoiceFilter,
      label: choiceLabels[field as ChoiceFilter],
      options: words.map((word) => ({ value: word, label: filterLabelOf(word) })),
    })),
    ...records
      .filter((field) => field !== 'drawerSessionID' || hasDrawers)
      .map((field) =>
        field === 'createdByID' ? { field, label: 'Anybody', options: people } : { field, ...recordsFor[field] },
      ),
  ]
}

/** Shows the controls of a report: its period and its filters. On a phone the filters open in a sheet. */
export function ReportTools({
  report,
  query,
  period,
  today,
  total,
  onPeriod,
  onChange,
}: {
  report: ReportKey
  query: Query
  period: Period
  today: string
  /** How many rows match, or null while they are counted. */
  total: number | null
  onPeriod: (period: Period) => void
  onChange: (changes: Record<string, string | null>) => void
}) {
  const people = useQuery({
    ...readQuery(users.staff, {}),
    enabled: definitionOf(report).records.includes('createdByID'),
  })
  const filters = filtersOf(
    report,
    (people.data?.data ?? []).map(({ userID, name }) => ({ value: String(userID), label: name })),
    useSettings()?.hasDrawers ?? false,
  )
  const used = filters.filter(({ field }) => query[field] !== undefined)
  const clear = () => onChange(Object.fromEntries(used.map(({ field }) => [field, null])))
  const phone = usePhone()
  return (
    <search className="tools">
      {definitionOf(report).period && <PeriodChoice size="sm" period={period} today={today} onChange={onPeriod} />}
      {definitionOf(report).asOf && (
        <DateBox
          size="sm"
          className="filter day"
          aria-label="As of"
          placeholder=""
          leftSection="As of"
          leftSectionWidth={60}
          value={query['asOf'] ?? today}
          onChange={(day) => {
            // A date that is not finished changes nothing yet.
            if (day === null || isDay(day)) onChange({ asOf: day })
          }}
        />
      )}
      {phone
        ? filters.length > 0 && (
            <FilterButton
              key={report}
              filters={filters}
              moreFields={[]}
              sent={query}
              total={total}
              onChange={onChange}
              onClear={used.length === 0 ? undefined : clear}
            />
          )
        : filters.map((filter) => (
            <FilterBox
              key={`${report} ${filter.field}`}
              filter={filter}
              value={query[filter.field] ?? null}
              onChange={(value) => onChange({ [filter.field]: value })}
            />
          ))}
      {!phone && used.length > 0 && (
        <Button variant="subtle" size="sm" onClick={clear}>
          Clear
        </Button>
      )}
    </search>
  )
}
