import './baskets.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatCount, formatNearMoment, formatPeso } from '../../../lib/format.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { MarkBuyer } from '../buyers/MarkBuyer.tsx'
import { isUnpaid, nameOfBasket } from './basketRules.ts'

/** The baskets with what is owed of them. Managers set the marks of their buyers here. */
export function BasketList({
  baskets,
  onSend,
}: {
  baskets: readonly LiveBasketRow[]
  onSend: (basket: LiveBasketRow) => void
}) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const mayMark = may(useAccount(), 'lives.mark_buyers')
  const [marked, setMarked] = useState<LiveBasketRow | null>(null)
  const near = (at: string) => formatNearMoment(at, timeZone, now)
  return (
    <section className="panel" aria-label="Baskets">
      <ul className="basket-list">
        {baskets.map((basket) => {
          const { basketID, buyer, marks, numbers, totalPurchase, paid, balance, holdUntil, sentAt, saleStatus } =
            basket
          const toCheck = basket.proofsToCheck
          const name = nameOfBasket(basket)
          return (
            <li key={basketID}>
              <div className="basket-who">
                <b>{name}</b>
                {marks.map((mark) => (
                  <em key={mark}>{mark}</em>
                ))}
                {buyer.customerName !== null && <small>{buyer.handle}</small>}
              </div>
              <p className="basket-pieces">
                <span className="vh">Pieces </span>
                {numbers.join(', ')}
              </p>
              <p className="basket-owed">
                <b>{formatPeso(balance)}</b>
                <small>
                  {paid > 0
                    ? `${formatPeso(paid)} paid of ${formatPeso(totalPurchase)}`
                    : `of ${formatPeso(totalPurchase)}`}
                </small>
                {toCheck > 0 && (
                  <Link
                    className="basket-check"
                    to={`${screens.proofs}?salesTransactionID=${basket.salesTransactionID}`}
                  >
                    {formatCount(toCheck, 'proof')} to check
                  </Link>
                )}
              </p>
              <p className="basket-page">
                <span>{sentAt === null ? 'Not sent' : `Sent ${near(sentAt)}`}</span>
                <small>{holdUntil === null ? 'kept' : `held until ${near(holdUntil)}`}</small>
              </p>
              <StatusBadge status={saleStatus} />
              <div className="basket-acts">
                {mayMark && (
                  <Button size="sm" variant="subtle" aria-label={`Marks of ${name}`} onClick={() => setMarked(basket)}>
                    Marks
                  </Button>
                )}
                {isUnpaid(basket) && (
                  <Button
                    size="sm"
                    aria-label={sentAt === null ? `Send ${name} the order page` : `Send again to ${name}`}
                    onClick={() => onSend(basket)}
                  >
                    {sentAt === null ? 'Send' : 'Send again'}
                  </Button>
                )}
                <Link className="link" to={recordPathOf(screens.sales, basket.salesTransactionID)}>
                  {basket.transactionNumber}
                </Link>
              </div>
            </li>
          )
        })}
      </ul>
      {marked && (
        <MarkBuyer buyerID={marked.buyer.buyerID} name={nameOfBasket(marked)} onClose={() => setMarked(null)} />
      )}
    </section>
  )
}
