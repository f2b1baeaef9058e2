import type { ReactNode } from 'react'

import type { RepriceSummaryData } from '../../../../contract/pricing/repricing.ts'
import { formatPeso, formatQuantity } from '../../../lib/format.ts'
import { AnalyticsIcon, CategoriesIcon, ItemsIcon, LockIcon } from '../../../ui/icons.tsx'
import { formatDifference } from '../RateCells.tsx'

/** The four figures of a repricing. */
export function RepriceTiles({
  summary: { items, fixed, up, down, held, stockValue, stockDifference },
}: {
  summary: RepriceSummaryData
}) {
  return (
    <section className="panel reprice-tiles" aria-label="Figures">
      <Tile icon={<ItemsIcon />} title="Items by rate" value={formatQuantity(items)}>
        {formatQuantity(fixed)} others have a fixed price
      </Tile>
      <Tile icon={<AnalyticsIcon />} title="Prices that change" value={formatQuantity(up + down)}>
        {up === 0 ? 'none up' : <span className="up">{formatQuantity(up)} up</span>},{' '}
        {down === 0 ? 'none down' : <span className="down">{formatQuantity(down)} down</span>}
      </Tile>
      <Tile icon={<LockIcon />} title="Held or in a cart" value={formatQuantity(held)}>
        these sales keep their price
      </Tile>
      <Tile icon={<CategoriesIcon />} title="Stock at its price" value={formatPeso(stockValue)}>
        {stockDifference === 0 ? (
          'as today’s prices'
        ) : (
          <>
            <span className={stockDifference > 0 ? 'up' : 'down'}>{formatDifference(stockDifference)}</span> on today’s
            prices
          </>
        )}
      </Tile>
    </section>
  )
}

function Tile({
  icon,
  title,
  value,
  children,
}: {
  icon: ReactNode
  title: string
  value: string
  children: ReactNode
}) {
  return (
    <div>
      <h2>
        {icon} {title}
      </h2>
      <strong>{value}</strong>
      <p>{children}</p>
    </div>
  )
}
