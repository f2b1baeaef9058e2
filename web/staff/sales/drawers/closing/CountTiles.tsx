import type { DrawerReportRow } from '../../../../../contract/drawers/drawer-reports.ts'
import { differenceLimits, formatCash } from '../../../../../contract/drawers/drawer-rules.ts'
import type { DrawerSessionRow } from '../../../../../contract/drawers/drawer-sessions.ts'
import { timeIn } from '../../../../../contract/shared/dates.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { formatDifference } from '../drawerFigures.ts'

type Figures = DrawerReportRow['currencies'][number]

/** The counted and the expected cash of each currency, their difference, and the first count. */
export function CountTiles({ session, report }: { session: DrawerSessionRow; report: DrawerReportRow }) {
  return report.currencies.map((figures) => (
    <section key={figures.currency} className="panel closing-tiles" aria-label={`Count in ${figures.currency}`}>
      <Tiles session={session} figures={figures} />
    </section>
  ))
}

function Tiles({ session, figures }: { session: DrawerSessionRow; figures: Figures }) {
  const timeZone = useTimeZone()
  const { currency, expected, firstCount, recount, difference } = figures
  const timeOf = (wanted: 'first' | 'recount') => {
    const found = session.counts.find((count) => count.currency === currency && count.kind === wanted)
    return found ? timeIn(timeZone, new Date(found.countedAt)) : ''
  }
  const counted = recount ?? firstCount ?? 0
  return (
    <>
      <div>
        <h2>Counted</h2>
        <strong>{formatCash(currency, counted)}</strong>
        <p>{recount === null ? timeOf('first') : `${timeOf('recount')}, recounted once`}</p>
      </div>
      <div>
        <h2>Expected</h2>
        <strong>{formatCash(currency, expected)}</strong>
        <p>from the session’s rows</p>
      </div>
      <div>
        <h2>Difference</h2>
        <strong className={difference === 0 ? undefined : 'off'}>{formatDifference(currency, difference ?? 0)}</strong>
        <p>{describeDifference(figures)}</p>
      </div>
      <div>
        <h2>First count</h2>
        <strong className="quiet">{formatCash(currency, firstCount ?? 0)}</strong>
        <p>{timeOf('first')}, kept</p>
      </div>
    </>
  )
}

function describeDifference({ currency, difference }: Figures): string {
  const off = Math.abs(difference ?? 0)
  const { reason, manager } = differenceLimits[currency]
  if (off === 0) return 'nothing is missing'
  if (off > manager) return `over ${formatCash(currency, manager)}: a Manager signs`
  if (off > reason) return `over ${formatCash(currency, reason)}: a reason`
  return difference! < 0 ? 'short, and small' : 'over, and small'
}
