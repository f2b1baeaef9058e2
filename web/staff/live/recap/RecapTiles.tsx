import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { LiveRow } from '../../../../contract/live/lives.ts'
import { formatPeso, formatQuantity } from '../../../lib/format.ts'
import { useNow } from '../../../lib/useNow.ts'
import { ClockIcon, type Icon, ItemsIcon, KeyboardIcon, LivesIcon } from '../../../ui/icons.tsx'
import { formatShownPrice } from '../console/liveWords.ts'
import { compareLives, describeClaims, describeSeconds, findPerHour, type Recap } from './recapRules.ts'

/** The four figures of a recap, as the server counts them. */
export function RecapTiles({ recap, live }: { recap: Recap; live: LiveRow }) {
  const { won, unpaidSales, balance, secondsToDecision, sold, paid, before } = recap
  const now = useNow(60_000)
  const perHour = findPerHour(sold, live, now)
  const change = compareLives(recap, live, now)
  return (
    <section className="panel recap-tiles" aria-label="Figures">
      <Tile icon={ItemsIcon} title="Won" figure={formatQuantity(won)}>
        {describeClaims(recap)}
      </Tile>
      <Tile icon={ClockIcon} title="Unpaid" figure={formatQuantity(unpaidSales)}>
        {unpaidSales === 1 ? 'basket' : 'baskets'}, {formatPeso(balance)} to come
      </Tile>
      <Tile
        icon={KeyboardIcon}
        title="Comment to decision"
        figure={secondsToDecision === null ? '–' : describeSeconds(secondsToDecision.half)}
      >
        {secondsToDecision === null
          ? 'no comment with a time of its own was decided'
          : `half of them; 9 in 10 within ${describeSeconds(secondsToDecision.nineInTen)}`}
      </Tile>
      <Tile icon={LivesIcon} title="Sold in this live" figure={formatPeso(sold)}>
        {perHour !== null && `${formatShownPrice(perHour)} an hour, `}
        {change !== null && before !== null && (
          <>
            <b className={change.startsWith('−') ? 'down' : 'up'}>{change}</b> against{' '}
            <Link className="link" to={`?id=${before.liveID}&view=recap`}>
              the live before
            </Link>
            ,{' '}
          </>
        )}
        {formatPeso(paid)} paid
      </Tile>
    </section>
  )
}

function Tile({
  icon: TileIcon,
  title,
  figure,
  children,
}: {
  icon: Icon
  title: string
  figure: string
  children: ReactNode
}) {
  return (
    <div>
      <h2>
        <TileIcon /> {title}
      </h2>
      <strong data-long={figure.length > 13 || undefined}>{figure}</strong>
      <p>{children}</p>
    </div>
  )
}
