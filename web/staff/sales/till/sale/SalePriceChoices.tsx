import type { PriceChoice } from '../../../../../contract/pricing/price-lock-rules.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatDay, formatMoment, formatPeso } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/settings.ts'

const choiceNames: Record<PriceChoice, string> = {
  keep: 'The price stayed',
  lower: 'The lower of both prices was taken',
  reprice: 'The price of the day was taken',
}

/** Lists what managers decided about a price whose last day was over. */
export function SalePriceChoices({ sale }: { sale: SaleRow }) {
  const timeZone = useTimeZone()
  if (sale.priceChoices.length === 0) return null
  return (
    <section className="sec" aria-label="Decided prices">
      <div className="sec-t">
        <h2>Decided prices</h2>
      </div>
      <ul className="taken">
        {sale.priceChoices.map((one) => (
          <li key={one.priceChoiceID}>
            <span>
              {choiceNames[one.choice]}
              <small>{[one.createdByName, formatMoment(one.createdAt, timeZone)].filter(Boolean).join(' · ')}</small>
              <span className="refunded">{one.reason}</span>
              <span className="refunded">
                Kept until {formatDay(one.keptUntil)} at {formatPeso(one.was)}, then {formatPeso(one.today)}
              </span>
            </span>
            <b className="r">{formatPeso(one.chosen)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
