import { Link } from 'react-router'

import type { RepriceRowData } from '../../../../contract/pricing/repricing.ts'
import { dayIn } from '../../../../contract/shared/dates.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatDay, formatPeso, formatQuantity } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'

/** Names the first open sale of a piece, which keeps its price, and until when it holds the piece. */
export function HeldBy({
  row: { stock },
  held: { sales, quantity, salesTransactionID, transactionNumber, price, holdUntil },
}: {
  row: RepriceRowData
  held: NonNullable<RepriceRowData['held']>
}) {
  const timeZone = useTimeZone()
  const until = holdUntil === null ? '' : ` until ${formatDay(dayIn(timeZone, new Date(holdUntil)))}`
  return (
    <>
      <span className="st black">
        {formatQuantity(quantity)} of {formatQuantity(Math.max(stock, quantity))} held
      </span>
      <small>
        <Link to={`${screens.sales}/${salesTransactionID}`}>{transactionNumber}</Link>
        {sales > 1 && ` and ${formatQuantity(sales - 1)} more`} keeps {formatPeso(price)}
        {until}
      </small>
    </>
  )
}

/** Says that a seller is selling the piece just now, at the price that the till shows. */
export function InCart({ inCart: { carts, seller, price } }: { inCart: NonNullable<RepriceRowData['inCart']> }) {
  return (
    <>
      <span className="st orange">In a cart</span>
      <small>
        {seller}
        {carts > 1 && ` and ${formatQuantity(carts - 1)} more`} keeps {formatPeso(price)} for this sale
      </small>
    </>
  )
}
