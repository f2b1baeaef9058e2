import './report.css'
import { Button, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'

import { definitionOf, type ReportKey, reportKeys } from '../../../../contract/insight/report-definitions.ts'
import { buildReportFileName, listReports, reports } from '../../../../contract/insight/reports.ts'
import { callForStream } from '../../../lib/api.ts'
import { formatQuantity, today } from '../../../lib/format.ts'
import { periodParamsOf, type Period, readPeriod } from '../../../lib/periods.ts'
import { readQuery } from '../../../lib/query.ts'
import { useSeesCosts, useTimeZone } from '../../../lib/settings.ts'
import { useTax } from '../../../lib/tax.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureText } from '../../../ui/FailureText.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { inPlace } from '../../../ui/inPlace.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { replacePeriod } from '../../../ui/PeriodChoice.tsx'
import { type Query, readListQuery } from '../../../ui/table/listState.ts'
import { Loading } from '../../../ui/table/ListStates.tsx'
import { type Progress, useDownload } from '../../../ui/table/useDownload.ts'
import { ReportTable } from './ReportTable.tsx'
import { ReportTools } from './ReportTools.tsx'

const isReport = (key: string | null): key is ReportKey => reportKeys.includes(key as ReportKey)

/** Returns the filters from the address, without those that this report does not support. */
function readFilters(key: ReportKey, search: URLSearchParams): Query {
  const { format: _, totals: _totals, from: _from, to: _to, ...filters } = readListQuery(reports[key].query, search, {})
  return filters
}

/** Returns the address with changed filters. Null removes a filter. */
function changeFilters(search: URLSearchParams, changes: Record<string, string | null>) {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Shows the reports. The address stores the period and the filters. A download contains all rows that match them. */
export function ReportsPage() {
  const [search, setSearch] = useSearchParams()
  const timeZone = useTimeZone()
  const file = useDownload()
  const given = search.get('report')
  const report = isReport(given) ? given : 'sales'
  const period = readPeriod(search, today(timeZone), 'all')
  const filters = readFilters(report, search)
  const query = definitionOf(report).period ? { ...period.days, ...filters } : filters
  // The totals can take long. Until they arrive, the rows come from a faster query without totals.
  const summed = useQuery(readQuery(reports[report], { query }))
  const first = useQuery({
    ...readQuery(reports[report], { query: { ...query, totals: 'false' } }),
    // Rows of another report must not appear while this one loads, because their columns differ.
    placeholderData: (before, of) => (of?.queryKey[0] === reports[report].path ? keepPreviousData(before) : undefined),
  })
  const data = summed.data ?? first.data
  const isOlder = !summed.data && first.isPlaceholderData
  const error = summed.error ?? (summed.data ? null : first.error)
  const total = data?.meta.total ?? null
  const isEmpty = total === 0 || (data?.data.length === 0 && !isOlder)

  function download() {
    void file.download(buildReportFileName(report, query, today(timeZone)), (signal) =>
      callForStream(reports[report], { query: { ...query, format: 'csv' } }, { signal }),
    )
  }

  function renderBody() {
    if (error)
      return (
        <div className="failed" role="alert">
          <FailureText error={error} />
          {error.status !== 400 && (
            <Button onClick={() => void Promise.all([summed.refetch(), first.refetch()])}>Try again</Button>
          )}
        </div>
      )
    if (!data) return <Loading rows={10} pics={false} />
    if (isEmpty) return <Empty report={report} asked={Object.keys(query)} onAll={() => setSearch({ report })} />
    return (
      <>
        <ReportTable report={report} rows={data.data} totals={data.totals} stale={isOlder} timeZone={timeZone} />
        <p className="pg">
          <output className="count">
            1–{formatQuantity(data.data.length)}{' '}
            {total === null ? '(adding up the rest…)' : `of ${formatQuantity(total)}`}
          </output>
          {total !== null && total > data.data.length && <span>The file has every row; Total is of all of them.</span>}
        </p>
      </>
    )
  }

  return (
    <>
      <PageHeader title="Reports">
        {file.progress ? (
          <Downloading progress={file.progress} onCancel={file.cancel} />
        ) : (
          <Button
            variant="filled"
            leftSection={<DownloadIcon />}
            disabled={isEmpty || error !== null}
            onClick={download}
          >
            Download CSV
          </Button>
        )}
      </PageHeader>
      <div className="reports">
        <ReportChoice report={report} period={period} search={search} />
        <section className="panel" aria-labelledby="report-title">
          <header className="report-head">
            <h2 id="report-title">{definitionOf(report).title}</h2>
            <p>{definitionOf(report).tells}</p>
          </header>
          <ReportTools
            report={report}
            query={filters}
            period={period}
            today={today(timeZone)}
            total={isOlder ? null : total}
            onPeriod={(changed) => setSearch(replacePeriod(search, changed), inPlace)}
            onChange={(changes) => setSearch(changeFilters(search, changes), inPlace)}
          />
          {renderBody()}
        </section>
      </div>
    </>
  )
}

/** Selects a report. The new report keeps the period and the filters that it supports. */
function ReportChoice({ report, period, search }: { report: ReportKey; period: Period; search: URLSearchParams }) {
  const tax = useTax()
  // A shop that has never had tax has no rates, and its report would always be empty.
  const hasTax = tax !== undefined && tax.rates.length > 0
  const seen = listReports(useSeesCosts())
  const listed = seen.filter((key) => key !== 'tax' || hasTax || report === 'tax')
  const navigate = useNavigate()
  const narrow = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false })
  const addressOf = (key: ReportKey) =>
    `?${new URLSearchParams({ report: key, ...periodParamsOf(period), ...readFilters(key, search) })}`
  if (narrow)
    return (
      <Select
        label="Report"
        allowDeselect={false}
        data={listed.map((key) => ({ value: key, label: definitionOf(key).title }))}
        value={report}
        onChange={(key) => void navigate(addressOf(key!), inPlace)}
      />
    )
  return (
    <nav className="report-list" aria-label="Reports">
      <ul>
        {listed.map((key) => (
          <li key={key}>
            <Link to={addressOf(key)} preventScrollReset aria-current={key === report ? 'page' : undefined}>
              {definitionOf(key).title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Explains why the report is empty and offers to remove the filters. */
function Empty({ report, asked, onAll }: { report: ReportKey; asked: string[]; onAll: () => void }) {
  if (asked.length === 0)
    return <EmptyState title="Nothing to report yet" text="What the shop does from now on will be listed here." />
  return (
    <EmptyState
      title={definitionOf(report).period ? 'Nothing in this period' : 'Nothing found'}
      text="No row fits the days and filters that are chosen."
    >
      <Button onClick={onAll}>{definitionOf(report).period ? 'Show all time' : 'Clear filters'}</Button>
    </EmptyState>
  )
}

function Downloading({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { rows, total, bytes } = progress
  return (
    <div className="downloading">
      <div>
        <progress aria-label="Rows downloaded" max={Math.max(1, total)} value={total === 0 ? undefined : (rows ?? 0)} />
        <span>
          {total === 0
            ? 'Preparing…'
            : `${formatQuantity(rows ?? 0)} of ${formatQuantity(total)} rows · ${formatMegabytes(bytes)}`}
        </span>
      </div>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}

const formatMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
