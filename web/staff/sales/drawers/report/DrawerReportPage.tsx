import '../closing.css'
import '../report.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useSearchParams } from 'react-router'

import { drawerReports, type DrawerReportRow } from '../../../../../contract/drawers/drawer-reports.ts'
import { drawerSessions, type DrawerSessionRow } from '../../../../../contract/drawers/drawer-sessions.ts'
import { screens } from '../../../../../contract/shared/screens.ts'
import { formatMoment } from '../../../../lib/format.ts'
import { readQuery } from '../../../../lib/query.ts'
import { may, useAccount } from '../../../../lib/session.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { PageHeader } from '../../../../ui/PageHeader.tsx'
import { type PaperSize, printPaper } from '../../../../ui/Paper.tsx'
import { useShortcuts } from '../../../../ui/shortcuts.ts'
import { FailedRecord } from '../../../../ui/table/FailedRecord.tsx'
import { readKey } from '../../../../ui/table/listState.ts'
import { Loading } from '../../../../ui/table/ListStates.tsx'
import { PrintOnPrinter } from '../../../shared/printing/PrintOnPrinter.tsx'
import { paymentsReportOf } from '../drawerFigures.ts'
import { DrawerStatement } from '../DrawerStatement.tsx'
import { differenceWords } from '../drawerWords.ts'
import { NoDrawerChosen } from '../NoDrawerChosen.tsx'
import { SignatureLines } from '../SignatureLines.tsx'
import { CountedCash } from './CountedCash.tsx'
import { DrawerReportPaper } from './DrawerReportPaper.tsx'
import { LateSales } from './LateSales.tsx'
import { PaidByType } from './PaidByType.tsx'

/** Shows the kept Z report of a closed session (`?id=42`), or the figures of an open one, X, to a Manager. */
export function DrawerReportPage() {
  const id = readKey(useSearchParams()[0], 'id')
  const seesExpected = may(useAccount(), 'drawers.read_expected')
  const found = useQuery({ ...readQuery(drawerSessions.get, { id: id ?? 0 }), enabled: id !== null })
  const session = found.data?.data
  const isClosed = session?.status === 'Closed'
  const z = useQuery({ ...readQuery(drawerReports.z, { id: id ?? 0 }), enabled: isClosed })
  const x = useQuery({
    ...readQuery(drawerReports.x, { id: id ?? 0 }),
    enabled: session !== undefined && !isClosed && seesExpected,
  })
  const report = (isClosed ? z.data : x.data)?.data
  const error = found.error ?? z.error ?? x.error
  if (id === null) return <NoDrawerChosen title="Drawer report" />
  const retry = () => {
    for (const query of [found, z, x]) if (query.error) void query.refetch()
  }
  if (session && report) return <ShownReport session={session} report={report} />
  return (
    <>
      <PageHeader title="Drawer report" />
      <section className="panel">
        {error ? (
          <FailedRecord error={error} onRetry={retry} back={{ label: 'Drawer', to: screens.drawer }} />
        ) : session && !isClosed && !seesExpected ? (
          <NotClosed session={session} />
        ) : (
          <Loading rows={8} pics={false} />
        )}
      </section>
    </>
  )
}

function NotClosed({ session: { drawerSessionID: id, number, drawerName } }: { session: DrawerSessionRow }) {
  return (
    <EmptyState title={`${number} is not closed yet`} text={`Its report is here once ${drawerName} is closed.`}>
      <Button component={Link} to={`${screens.closeDay}?id=${id}`}>
        Close the day
      </Button>
    </EmptyState>
  )
}

function ShownReport({ session, report }: { session: DrawerSessionRow; report: DrawerReportRow }) {
  const timeZone = useTimeZone()
  const [size, setSize] = useState<PaperSize>(80)
  const { number, drawerName, locationName, note } = session
  const isClosed = report.closedAt !== null
  const title = isClosed ? `Z report ${number}` : `X report of ${number}`

  function print(wanted: PaperSize) {
    flushSync(() => setSize(wanted))
    void printPaper()
  }
  useShortcuts('Report', [{ key: 'F9', what: 'Print on the roll', run: () => print(80), once: true }])
  const facts = [
    ['Drawer', `${drawerName}, ${locationName}`],
    ['Opened', describeAct(report.openedAt, report.openedByName, timeZone)],
    ['Counted by', report.countedByName],
    ['Closed', report.closedAt === null ? 'not yet' : describeAct(report.closedAt, report.closedByName, timeZone)],
    ['Approved by', report.approvedByName],
    ['Reason', report.reason && differenceWords[report.reason]],
    ['Note', note],
  ]
  return (
    <>
      <Link className="link back" to={screens.drawer}>
        ‹ DRAWER
      </Link>
      <PageHeader title={title}>
        <PrintOnPrinter what="report">
          {(roll) => <DrawerReportPaper report={report} size={roll} onPrinter />}
        </PrintOnPrinter>
        <Button onClick={() => print('A4')}>Print A4</Button>
        <Button variant="filled" onClick={() => print(80)}>
          Print 80 mm <kbd className="report-key">F9</kbd>
        </Button>
      </PageHeader>
      <div className="closing-desk report-desk">
        <div className="closing-day">
          <section className="panel closing-sign" aria-label="Cash">
            <header>
              <h2>Cash</h2>
            </header>
            <DrawerStatement report={report} />
          </section>
          <PaidByType
            report={report}
            link={
              <Link className="link" to={paymentsReportOf(session.drawerSessionID)}>
                Payments report
              </Link>
            }
          />
          <LateSales late={report.late} />
        </div>
        <div className="closing-day">
          <section className="panel report-facts" aria-label="Session">
            <dl>
              {facts.map(([name, value]) =>
                value ? (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ) : null,
              )}
            </dl>
            {report.signature && <SignatureLines signature={report.signature} />}
          </section>
          <CountedCash counts={session.counts} />
        </div>
      </div>
      <DrawerReportPaper report={report} size={size} />
    </>
  )
}

const describeAct = (at: string, by: string | null, timeZone: string) =>
  [formatMoment(at, timeZone), by].filter(Boolean).join(', ')
