import { thousandths } from '../../../../contract/shared/quantities.ts'

import './adjustments.css'
import { amount, type OfStock } from '../../shared/stock.ts'

/** The stock now, and as an adjustment would leave it; says where that cannot be. */
export function StockAfter({ stock, change }: { stock: OfStock; change: number | null | undefined }) {
  const after = change === null || change === undefined || Number.isNaN(change) ? null : plus(stock.quantity, change)
  const trouble = after === null ? null : tooLittle(stock, after)
  return (
    <output className="after">
      <dl>
        <div>
          <dt>Stock now</dt>
          <dd>{amount(stock.quantity, stock.item)}</dd>
        </div>
        <div>
          <dt>Afterwards</dt>
          <dd className={trouble === null ? undefined : 'out'}>{after === null ? '–' : amount(after, stock.item)}</dd>
        </div>
        {stock.reserved > 0 && (
          <div>
            <dt>Reserved</dt>
            <dd>{amount(stock.reserved, stock.item)}</dd>
          </div>
        )}
      </dl>
      {trouble !== null && <p>{trouble}</p>}
    </output>
  )
}

/** The same in a sentence: 'There are 10 now, and would be 7 afterwards.' */
export function stockAfter(stock: OfStock, change: number): string {
  const after = plus(stock.quantity, change)
  const trouble = tooLittle(stock, after)
  const there = `Stock now: ${amount(stock.quantity, stock.item)}. Afterwards: ${amount(after, stock.item)}.`
  return trouble === null ? there : `${there} ${trouble}`
}

/** Why the stock cannot become this. */
function tooLittle({ reserved, item }: OfStock, after: number): string | null {
  if (after < 0) return 'There is not that much in stock: it cannot be approved as it stands.'
  if (after < reserved) return `Open sales hold ${amount(reserved, item)}: it cannot be approved as long as they do.`
  return null
}

/** Quantities have 3 decimals; as whole numbers they add up exactly. */
const plus = (quantity: number, change: number) => (thousandths(quantity) + thousandths(change)) / 1000
