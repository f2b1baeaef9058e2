import { Link } from 'react-router'

import type { Dashboard, Tile } from '../../../../contract/insight/dashboard.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatPeso, formatQuantity } from '../../../lib/format.ts'
import { periodParamsOf, type Period } from '../../../lib/periods.ts'
import { type Icon, PaymentTypeIcon, SalesIcon, SearchIcon, ViewIcon } from '../../../ui/icons.tsx'

type Name = 'paidOrder' | 'siteVisit' | 'searches' | 'totalSales'

const tiles: {
  name: Name
  title: string
  icon: Icon
  show: (value: number) => string
  to: (of: Period) => string
  /** Whether the figure is counted by whole days, without hours. */
  wholeDays?: true
}[] = [
  {
    name: 'paidOrder',
    title: 'Paid Order',
    icon: SalesIcon,
    show: formatQuantity,
    // The list of sales filters by days and has no named periods. A sale that came back later still counts in its period.
    to: ({ days: { from, to } }) =>
      `${screens.sales}?${new URLSearchParams(from || to ? { ...(from && { completedFrom: from }), ...(to && { completedTo: to }) } : { status: 'Completed' })}`,
  },
  {
    name: 'siteVisit',
    title: 'Site Visit',
    icon: ViewIcon,
    show: formatQuantity,
    to: (period) => `${screens.analytics}?${new URLSearchParams(periodParamsOf(period))}#visits`,
    wholeDays: true,
  },
  {
    name: 'searches',
    title: 'Searches',
    icon: SearchIcon,
    show: formatQuantity,
    to: (period) => `${screens.analytics}?${new URLSearchParams(periodParamsOf(period))}#searches`,
    wholeDays: true,
  },
  {
    name: 'totalSales',
    title: 'Total Sales',
    icon: PaymentTypeIcon,
    show: formatPeso,
    to: (period) => `${screens.report}?${new URLSearchParams({ report: 'sales', ...periodParamsOf(period) })}`,
  },
]

/**
 * Shows the four figures of the period. Each links to the records that it counts. `profit` is in pesos, null until it is
 * known, and undefined where it is not shown: costs are hidden from this person, or it could not be read.
 */
export function Tiles({
  figures,
  profit,
  period,
  stale,
}: {
  figures: Dashboard | undefined
  profit: number | null | undefined
  period: Period
  stale: boolean
}) {
  return (
    <section
      className="panel tiles"
      aria-label="Figures"
      aria-busy={figures === undefined || stale}
      data-stale={stale || undefined}
    >
      {tiles.map(({ name, title, icon: Icon, show, to, wholeDays }) => {
        const tile = figures?.[name]
        return (
          <Link key={name} className="tile" to={to(period)}>
            <h2>
              <Icon /> {title}
            </h2>
            {tile ? (
              <>
                <Figure text={show(tile.value)} />
                <p>
                  {period.name === 'today' && wholeDays ? (
                    // Today is still running, so a percentage of a whole day would only mislead.
                    `${formatQuantity(tile.before ?? 0)} on the whole day before`
                  ) : (
                    <Change {...tile} than={nameEarlier(period)} />
                  )}
                </p>
                {name === 'totalSales' && profit !== undefined && (
                  <p className="tile-profit">Profit from sales {profit === null ? '…' : formatPeso(profit)}</p>
                )}
              </>
            ) : (
              <output>Loading...</output>
            )}
          </Link>
        )
      })}
    </section>
  )
}

/** A long figure gets a smaller font, so that it fits in one line. */
const Figure = ({ text }: { text: string }) => <strong data-long={text.length > 13 || undefined}>{text}</strong>

/** Names the days with which a figure is compared. */
const nameEarlier = ({ name }: Period) => (name === 'today' ? 'the same hours of the day before' : 'the period before')

function Change({ before, change, than }: Tile & { than: string }) {
  if (before === null) return 'of all time'
  if (change === null) return `nothing in ${than}`
  if (change === 0) return `as in ${than}`
  const percent = `${formatQuantity(Math.abs(change))}%`
  return (
    <>
      <span className={change > 0 ? 'in' : 'out'}>{change > 0 ? `+${percent}` : `−${percent}`}</span> against {than}
    </>
  )
}
