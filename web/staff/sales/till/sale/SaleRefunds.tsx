import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatMoment, formatPeso } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { AssayLine } from '../../../../ui/AssayLine.tsx'
import { formatAmount } from '../../../shared/stock.ts'
import { dispositionNames } from '../state/saleWords.ts'

/** Lists the refunds of the sale: the returned goods and the amounts paid back. */
export function SaleRefunds({ sale }: { sale: SaleRow }) {
  const timeZone = useTimeZone()
  if (sale.refunds.length === 0) return null
  return (
    <section className="sec" aria-label="Refunds">
      <div className="sec-t">
        <h2>Refunds</h2>
      </div>
      <ul className="taken">
        {sale.refunds.map((refund) => (
          <li key={refund.refundID}>
            <span>
              {refund.paymentName}
              <small>{formatMoment(refund.createdAt, timeZone)}</small>
              <span className="refunded">{refund.reason}</span>
              {refund.items.map(({ salesItemID, disposition, qty }) => {
                const line = sale.items.find((one) => one.salesItemID === salesItemID)!
                return (
                  <span key={`${salesItemID} ${disposition}`} className="refunded">
                    {formatAmount(qty, line)} × {line.itemName}, {dispositionNames[disposition].toLowerCase()}
                    {/* What comes back earns nothing, so its line has no margin. */}
                    <AssayLine piece={line} price={line.price} margin={null} />
                  </span>
                )
              })}
            </span>
            <b className="r">{formatPeso(refund.amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
