import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatDay } from '../../../../lib/format.ts'
import { isOpen } from '../state/saleCalls.ts'

/** Shows until which day a deposit keeps the prices by the rate of an open sale, or that this day is over. */
export function KeptPrice({ sale }: { sale: SaleRow }) {
  if (!isOpen(sale) || sale.priceKeptUntil === null) return null
  const day = formatDay(sale.priceKeptUntil)
  if (sale.priceLapse !== null) return <p className="hold lapsed">The price was kept until {day}</p>
  return <p className="hold">Price kept until {day}</p>
}
