import './dashboard.css'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'

import { dashboard } from '../../../../contract/insight/dashboard.ts'
import { isUnassigned } from '../../../../contract/shared/permissions.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { publicPaths } from '../../../../contract/site/site.ts'
import { today } from '../../../lib/format.ts'
import { periodParamsOf, readPeriod } from '../../../lib/periods.ts'
import { readQuery } from '../../../lib/query.ts'
import { useAccount } from '../../../lib/session.ts'
import { useSeesCosts, useTimeZone } from '../../../lib/settings.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { inPlace } from '../../../ui/inPlace.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PeriodChoice, replacePeriod } from '../../../ui/PeriodChoice.tsx'
import { useRemembered } from '../../../ui/remembered.ts'
import { DashboardCustomers } from './DashboardCustomers.tsx'
import { FailedPart } from './Part.tsx'
import { RecentOrders } from './RecentOrders.tsx'
import { Reminders } from './Reminders.tsx'
import { Tiles } from './Tiles.tsx'
import { WaitingForMe } from './WaitingForMe.tsx'

/** Shows the shop's figures and tasks. A user without a role sees an explanation instead. */
export function DashboardPage() {
  const account = useAccount()
  if (!account || !isUnassigned(account.roleID)) return <ShopDashboard />
  return (
    <>
      <PageHeader title="Dashboard" />
      <section className="panel dashboard-note">
        <h2>Welcome, {account.name}</h2>
        <p>Your account waits for an administrator to give it a role. Until then there is nothing to do here.</p>
      </section>
    </>
  )
}

const isParams = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((part) => typeof part === 'string')

function ShopDashboard() {
  const timeZone = useTimeZone()
  const [search, setSearch] = useSearchParams()
  const [remembered, remember] = useRemembered<Record<string, string>>('dashboard period', {}, isParams)
  const isChosen = ['period', 'from', 'to'].some((name) => search.has(name))
  const period = readPeriod(isChosen ? search : new URLSearchParams(remembered), today(timeZone), 'today')
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...readQuery(dashboard.get, { query: period.days }),
    placeholderData: keepPreviousData,
  })
  const seesCosts = useSeesCosts()
  const sold = useQuery({ ...readQuery(dashboard.profit, { query: period.days }), enabled: seesCosts })
  const breadcrumbs = (
    <nav className="crumbs" aria-label="Beside the dashboard">
      <Link to={screens.analytics}>Analytics</Link>
      <span aria-hidden="true">/</span>
      <a href={publicPaths.shop}>Shop</a>
    </nav>
  )
  return (
    <div className="dashboard">
      <PageHeader title="Dashboard" crumbs={breadcrumbs}>
        <PeriodChoice
          period={period}
          today={today(timeZone)}
          onChange={(changed) => {
            const { from = '', to = '' } = changed.days
            // The server refuses days in the wrong order, so they are not remembered.
            if (to === '' || from <= to) remember(periodParamsOf(changed))
            setSearch(replacePeriod(search, changed), inPlace)
          }}
        />
        <Button
          component={Link}
          to={`${screens.report}?${new URLSearchParams({ report: 'sales', ...periodParamsOf(period) })}`}
          leftSection={<DownloadIcon />}
        >
          Download CSV
        </Button>
      </PageHeader>
      {!data && error ? (
        <section className="panel figures-failed" aria-label="Figures">
          <FailedPart error={error} onAgain={() => void refetch()} />
        </section>
      ) : (
        <Tiles
          figures={data?.data}
          profit={seesCosts && !sold.isError ? (sold.data?.data.profit ?? null) : undefined}
          period={period}
          stale={isPlaceholderData}
        />
      )}
      <div className="three">
        <RecentOrders orders={data?.data.recentOrders} error={error} onAgain={() => void refetch()} />
        <WaitingForMe />
        <Reminders />
      </div>
      <DashboardCustomers />
    </div>
  )
}
