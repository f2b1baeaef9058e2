import { toThousandths } from '../../../../contract/shared/quantities.ts'

import './adjustments.css'
import { formatAmount, type StockFigures } from '../../shared/stock.ts'

/** Shows the stock now and after an adjustment, with a warning if the adjustment cannot be approved. */
export function StockAfter({ stock, change }: { stock: StockFigures; change: number | null | undefined }) {
  const after =
    change === null || change === undefined || Number.isNaN(change) ? null : addExactly(stock.quantity, change)
  const problem = after === null ? null : findStockProblem(stock, after)
  return (
    <output className="after">
      <dl>
        <div>
          <dt>Stock now</dt>
          <dd>{formatAmount(stock.quantity, stock.item)}</dd>
        </div>
        <div>
          <dt>Afterwards</dt>
          <dd className={problem === null ? undefined : 'out'}>
            {after === null ? '–' : formatAmount(after, stock.item)}
          </dd>
        </div>
        {stock.reserved > 0 && (
          <div>
            <dt>Reserved</dt>
            <dd>{formatAmount(stock.reserved, stock.item)}</dd>
          </div>
        )}
      </dl>
      {problem !== null && <p>{problem}</p>}
    </output>
  )
}

/** Returns the stock now and after an adjustment as text. */
export function describeStockAfter(stock: StockFigures, change: number): string {
  const after = addExactly(stock.quantity, change)
  const problem = findStockProblem(stock, after)
  const there = `Stock now: ${formatAmount(stock.quantity, stock.item)}. Afterwards: ${formatAmount(after, stock.item)}.`
  return problem === null ? there : `${there} ${problem}`
}

/** Returns why the stock cannot have this quantity, or null. */
function findStockProblem({ reserved, item }: StockFigures, after: number): string | null {
  if (after < 0) return 'There is not that much in stock: it cannot be approved as it stands.'
  if (after < reserved)
    return `Open sales hold ${formatAmount(reserved, item)}: it cannot be approved as long as they do.`
  return null
}

/** Adds quantities as whole thousandths, which are exact. */
const addExactly = (quantity: number, change: number) => (toThousandths(quantity) + toThousandths(change)) / 1000
