import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'

import { drawerReports, type DrawerReportRow } from '../../../../../contract/drawers/drawer-reports.ts'
import type { DrawerSessionRow } from '../../../../../contract/drawers/drawer-sessions.ts'
import { drawers } from '../../../../../contract/drawers/drawers.ts'
import { shopDays } from '../../../../../contract/insight/shop-day.ts'
import { dayIn } from '../../../../../contract/shared/dates.ts'
import { screens } from '../../../../../contract/shared/screens.ts'
import { readQuery } from '../../../../lib/query.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { printPaper } from '../../../../ui/Paper.tsx'
import { FailedRecord } from '../../../../ui/table/FailedRecord.tsx'
import { Loading, LoadFailure } from '../../../../ui/table/ListStates.tsx'
import { paymentsReportOf } from '../drawerFigures.ts'
import { DrawerReportPaper } from '../report/DrawerReportPaper.tsx'
import { PaidByType } from '../report/PaidByType.tsx'
import { CountTiles } from './CountTiles.tsx'
import { DayPieces } from './DayPieces.tsx'
import { DueNextDay } from './DueNextDay.tsx'
import { DuePaper } from './DuePaper.tsx'
import { SignClosing } from './SignClosing.tsx'

/** Shows the counted and the expected cash, the day in the shop, and what closes the session for good. */
export function CompareAndSign({ session }: { session: DrawerSessionRow }) {
  const { data, error, refetch } = useQuery(readQuery(drawerReports.comparison, { id: session.drawerSessionID }))
  if (error)
    return (
      <section className="panel">
        <FailedRecord error={error} onRetry={() => void refetch()} back={{ label: 'Drawer', to: screens.drawer }} />
      </section>
    )
  if (!data)
    return (
      <section className="panel">
        <Loading rows={8} pics={false} />
      </section>
    )
  return <Comparison session={session} report={data.data} />
}

function Comparison({ session, report }: { session: DrawerSessionRow; report: DrawerReportRow }) {
  const timeZone = useTimeZone()
  // The day is that of the count: after midnight it is still the evening before that is closed.
  const date = dayIn(timeZone, new Date(session.countingAt ?? session.createdAt))
  const { data: all } = useQuery(readQuery(drawers.list, {}))
  const locationID = all?.data.find(({ drawerID }) => drawerID === session.drawerID)?.locationID
  const day = useQuery({
    ...readQuery(shopDays.get, {
      query: { date, ...(locationID !== undefined && { locationID: String(locationID) }) },
    }),
    enabled: locationID !== undefined,
  })
  const shopDay = day.data?.data
  const [paper, setPaper] = useState<'x' | 'due'>('x')
  function print(wanted: 'x' | 'due') {
    flushSync(() => setPaper(wanted))
    void printPaper()
  }
  return (
    <div className="closing-desk">
      <div className="closing-day">
        <CountTiles session={session} report={report} />
        {shopDay ? (
          <>
            <DayPieces day={shopDay} />
            <div className="closing-halves">
              <DueNextDay day={shopDay} onPrint={() => print('due')} />
              <PaidByType
                report={report}
                link={
                  <Link className="link" to={paymentsReportOf(session.drawerSessionID)}>
                    Payments report
                  </Link>
                }
              />
            </div>
          </>
        ) : (
          <section className="panel">
            {day.error ? (
              <LoadFailure error={day.error} onRetry={() => void day.refetch()} />
            ) : (
              <Loading rows={4} pics={false} />
            )}
          </section>
        )}
      </div>
      <SignClosing session={session} report={report} onPrint={() => print('x')} />
      {paper === 'due' && shopDay ? <DuePaper day={shopDay} /> : <DrawerReportPaper report={report} size={80} />}
    </div>
  )
}
