import { Link } from 'react-router'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { recordPathOf, screens } from '../../../../../contract/shared/screens.ts'
import { formatPeso } from '../../../../lib/format.ts'

/** Lists the exchanges of the sale: the sale that its goods paid for, or the sale whose goods paid for it. */
export function SaleExchanges({ sale }: { sale: SaleRow }) {
  if (sale.exchanges.length === 0) return null
  return (
    <section className="sec" aria-label="Exchanges">
      <div className="sec-t">
        <h2>Exchanges</h2>
      </div>
      <ul className="taken">
        {sale.exchanges.map(({ exchangeID, returnedSaleID, returnedNumber, newSaleID, newNumber, amount }) => {
          const isNew = newSaleID === sale.salesTransactionID
          return (
            <li key={exchangeID}>
              <span>
                {isNew ? 'Goods came back from ' : 'Goods were exchanged for '}
                <Link className="link" to={recordPathOf(screens.sales, isNew ? returnedSaleID : newSaleID)}>
                  {isNew ? returnedNumber : newNumber}
                </Link>
              </span>
              <b className="r">{formatPeso(amount)}</b>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
