import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'

import { analytics, type AnalyticsData } from '../../../../contract/insight/analytics.ts'
import { formatDay, formatPeso, formatQuantity, today } from '../../../lib/format.ts'
import { daysBefore, readPeriod } from '../../../lib/periods.ts'
import { readQuery } from '../../../lib/query.ts'
import { useSettings } from '../../../lib/settings.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureText } from '../../../ui/FailureText.tsx'
import { inPlace } from '../../../ui/inPlace.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PeriodChoice, replacePeriod } from '../../../ui/PeriodChoice.tsx'
import { BestItems, StockValue } from './GoodsCharts.tsx'
import { ByPaymentType, Profit } from './MoneyCharts.tsx'
import { ByCategory, ByTransactionType, SalesOverTime } from './SalesCharts.tsx'
import { formatShare } from './steps.ts'
import { Pages, Searches, Visits } from './VisitCharts.tsx'

import './analytics.css'

/** Shows the sales, visits and profit of a period in the shop's time zone. */
export function AnalyticsPage() {
  const [search, setSearch] = useSearchParams()
  // The current date is unknown until the settings with the shop's time zone arrive.
  const timeZone = useSettings()?.timeZone
  const now = timeZone === undefined ? undefined : today(timeZone)
  const period = readPeriod(search, now ?? '2000-01-01', '30-days')
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...readQuery(analytics.get, { query: period.days }),
    enabled: now !== undefined,
    placeholderData: keepPreviousData,
  })
  const days = daysBefore(period.days)
  const before = useQuery({
    ...readQuery(analytics.get, { query: days ?? {} }),
    // The figures of the chosen period come first.
    enabled: days !== null && data !== undefined && !isPlaceholderData,
  })
  useAnchor(data !== undefined)
  return (
    <>
      <PageHeader title="Analytics">
        {now !== undefined && (
          <PeriodChoice
            period={period}
            today={now}
            onChange={(changed) => setSearch(replacePeriod(search, changed), inPlace)}
          />
        )}
      </PageHeader>
      {error && (
        <div className="failed" role="alert">
          <FailureText error={error} />
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {!data && !error && <Skeleton />}
      {data && !error && now !== undefined && (
        <Figures
          data={data.data}
          before={days === null ? undefined : before.data?.data}
          today={now}
          stale={isPlaceholderData}
        />
      )}
    </>
  )
}

/** Scrolls to the section that the address names, once the figures are rendered. */
function useAnchor(isRendered: boolean) {
  const { hash } = useLocation()
  useEffect(() => {
    if (isRendered && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isRendered, hash])
}

/** Shows placeholders of the figures and charts while they load. */
const Skeleton = () => (
  <div className="analytics" aria-busy="true">
    <p className="span">
      <output>Loading...</output>
    </p>
    <div className="panel strip">
      {['sales', 'profit', 'orders', 'average'].map((figure) => (
        <div key={figure} className="bones">
          <span className="bone" />
          <span className="bone figure" />
          <span className="bone" />
        </div>
      ))}
    </div>
    <div className="charts">
      {['wide', 'left', 'right'].map((place) => (
        <section key={place} className={`panel chart-bones ${place}`}>
          <span className="bone" />
        </section>
      ))}
    </div>
  </div>
)

function Figures({
  data,
  before,
  today,
  stale,
}: {
  data: AnalyticsData
  /** The figures of the period before; undefined until they are read, and for a period without one. */
  before: AnalyticsData | undefined
  today: string
  stale: boolean
}) {
  const { totals, statement, from, to } = data
  return (
    <div className="analytics" data-stale={stale || undefined} aria-busy={stale}>
      <p className="span">{from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`}</p>
      <dl className="panel strip">
        <Tile name="Total Sales" value={formatPeso(totals.total)} hint="Completed, less the period’s refunds" />
        {statement && (
          <Tile
            name="Profit"
            value={formatPeso(statement.profit)}
            hint={
              statement.netSales > 0
                ? `${formatShare(statement.profit, statement.netSales)} of what the goods brought in`
                : 'Nothing was sold'
            }
          />
        )}
        <Tile name="Paid Orders" value={formatQuantity(totals.orders)} hint="Completed, less whole returns" />
        <Tile
          name="Average order"
          value={totals.averageOrder === null ? '–' : formatPeso(totals.averageOrder)}
          hint="Total Sales by Paid Orders"
        />
      </dl>
      <div className="charts">
        {isEmpty(data) ? (
          <section className="panel wide">
            <EmptyState title="Nothing was sold in this period" text="Choose other days above, or all time." />
          </section>
        ) : (
          <>
            <SalesOverTime data={data} before={before} today={today} />
            <ByCategory data={data} />
            <ByTransactionType data={data} />
            <ByPaymentType data={data} />
            <Profit data={data} />
            <BestItems data={data} by="money" />
            <BestItems data={data} by="quantity" />
          </>
        )}
        <StockValue data={data} />
        <Pages data={data} />
        <Visits data={data} today={today} />
        <Searches data={data} today={today} />
      </div>
    </div>
  )
}

/** Whether the period has no sales, refunds, payments or other gains and losses. */
const isEmpty = ({ totals, statement, paymentTypes }: AnalyticsData) =>
  totals.items === 0 && totals.refunded === 0 && !statement?.profit && paymentTypes.length === 0

function Tile({ name, value, hint }: { name: string; value: string; hint: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className="hint">{hint}</dd>
    </div>
  )
}
