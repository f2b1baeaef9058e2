import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { formatMoment, formatPeso } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/settings.ts'

/** Shows who canceled the sale, when and why, and what became of its deposit. */
export function SaleCancellation({ sale }: { sale: SaleRow }) {
  const timeZone = useTimeZone()
  if (sale.status !== 'Canceled') return null
  const paid = formatPeso(fromCentavos(toCentavos(sale.amountPaid) - toCentavos(sale.change)))
  const deposit = sale.deposit && { refund: `${paid} was handed back`, forfeit: `The shop kept ${paid}` }[sale.deposit]
  const facts = [sale.canceledByName, sale.canceledAt && formatMoment(sale.canceledAt, timeZone)].filter(Boolean)
  return (
    <section className="sec" aria-label="Cancellation">
      <div className="sec-t">
        <h2>Cancellation</h2>
      </div>
      <ul className="taken">
        <li>
          <span>
            {deposit ?? 'Nothing was paid'}
            <small>{facts.join(' · ')}</small>
            {sale.cancelReason && <span className="refunded">{sale.cancelReason}</span>}
          </span>
        </li>
      </ul>
    </section>
  )
}
