import { Link } from 'react-router'

import type { Dashboard, Tile } from '../../../../contract/insight/dashboard.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatPeso, formatQuantity } from '../../../lib/format.ts'
import { periodParamsOf, type Period } from '../../../lib/periods.ts'
import { type Icon, PaymentTypeIcon, SalesIcon, SearchIcon, ViewIcon } from '../../../ui/icons.tsx'

type Name = 'paidOrder' | 'siteVisit' | 'searches' | 'totalSales'

const tiles: { name: Name; title: string; icon: Icon; show: (value: number) => string; to: (of: Period) => string }[] =
  [
    {
      name: 'paidOrder',
      title: 'Paid Order',
      icon: SalesIcon,
      show: formatQuantity,
      // The list of sales filters by days and has no named periods.
      to: ({ days: { from, to } }) =>
        `${screens.sales}?${new URLSearchParams({ status: 'Completed', ...(from && { completedFrom: from }), ...(to && { completedTo: to }) })}`,
    },
    {
      name: 'siteVisit',
      title: 'Site Visit',
      icon: ViewIcon,
      show: formatQuantity,
      to: (period) => `${screens.analytics}?${new URLSearchParams(periodParamsOf(period))}#visits`,
    },
    {
      name: 'searches',
      title: 'Searches',
      icon: SearchIcon,
      show: formatQuantity,
      to: (period) => `${screens.analytics}?${new URLSearchParams(periodParamsOf(period))}#searches`,
    },
    {
      name: 'totalSales',
      title: 'Total Sales',
      icon: PaymentTypeIcon,
      show: formatPeso,
      to: (period) => `${screens.report}?${new URLSearchParams({ report: 'sales', ...periodParamsOf(period) })}`,
    },
  ]

/** Shows the four figures of the period. Each links to the records that it counts. */
export function Tiles({ figures, period, stale }: { figures: Dashboard | undefined; period: Period; stale: boolean }) {
  return (
    <section
      className="panel tiles"
      aria-label="Figures"
      aria-busy={figures === undefined || stale}
      data-stale={stale || undefined}
    >
      {tiles.map(({ name, title, icon: Icon, show, to }) => {
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
                  <Change {...tile} />
                </p>
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

function Change({ before, change }: Tile) {
  if (before === null) return 'of all time'
  if (change === null) return 'nothing in the period before'
  if (change === 0) return 'as in the period before'
  const percent = `${formatQuantity(Math.abs(change))}%`
  return (
    <>
      <span className={change > 0 ? 'in' : 'out'}>{change > 0 ? `+${percent}` : `−${percent}`}</span> on the period
      before
    </>
  )
}
