import { Link } from 'react-router'

import type { Dashboard, Tile } from '../../../contract/dashboard.ts'
import { screens } from '../../../contract/screens.ts'
import { peso, quantity } from '../../lib/format.ts'
import { type Icon, PaymentTypeIcon, SalesIcon, SearchIcon, ViewIcon } from '../../ui/icons.tsx'
import { addressOf, type Days } from './period.ts'

type Name = 'paidOrder' | 'siteVisit' | 'searches' | 'totalSales'

const tiles: { name: Name; title: string; icon: Icon; show: (value: number) => string; to: (days: Days) => string }[] =
  [
    {
      name: 'paidOrder',
      title: 'Paid Order',
      icon: SalesIcon,
      show: quantity,
      to: (days) => addressOf(screens.sales, days, { status: 'Completed' }, ['completedFrom', 'completedTo']),
    },
    {
      name: 'siteVisit',
      title: 'Site Visit',
      icon: ViewIcon,
      show: quantity,
      to: (days) => `${addressOf(screens.analytics, days)}#visits`,
    },
    {
      name: 'searches',
      title: 'Searches',
      icon: SearchIcon,
      show: quantity,
      to: (days) => `${addressOf(screens.analytics, days)}#visits`,
    },
    {
      name: 'totalSales',
      title: 'Total Sales',
      icon: PaymentTypeIcon,
      show: peso,
      to: (days) => addressOf(screens.report, days, { report: 'sales' }),
    },
  ]

/** The four figures of the period, each a link to the rows that it counts. */
export function Tiles({ figures, days, stale }: { figures: Dashboard | undefined; days: Days; stale: boolean }) {
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
          <Link key={name} className="tile" to={to(days)}>
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

/** A long one is set smaller: it stays in one line. */
const Figure = ({ text }: { text: string }) => <strong data-long={text.length > 13 || undefined}>{text}</strong>

function Change({ before, change }: Tile) {
  if (before === null) return 'of all time'
  if (change === null) return 'nothing in the period before'
  if (change === 0) return 'as in the period before'
  const percent = `${Math.abs(change).toLocaleString('en-US')}%`
  return (
    <>
      <span className={change > 0 ? 'in' : 'out'}>{change > 0 ? `+${percent}` : `−${percent}`}</span> on the period
      before
    </>
  )
}
