import './baskets.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatPeso, formatQuantity } from '../../../lib/format.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Paging } from '../../../ui/table/Paging.tsx'
import { usePhone } from '../../../ui/usePhone.ts'
import { MarkBuyer } from '../buyers/MarkBuyer.tsx'
import {
  type BasketActs,
  BasketBuyer,
  BasketHold,
  BasketLanguage,
  BasketPage,
  BasketPieces,
  BasketProofs,
} from './BasketCells.tsx'
import { basketsAtOnce } from './basketOrder.ts'
import { isUnpaid, nameOfBasket } from './basketRules.ts'
import { BasketTable } from './BasketTable.tsx'
import { BasketTools } from './BasketTools.tsx'
import { useBasketList } from './useBasketList.ts'

/**
 * The baskets of a live with what is owed of them, ten at once, the unpaid ones first. Managers set the marks of their
 * buyers here.
 */
export function BasketList({
  live,
  baskets,
  onSend,
}: {
  live: LiveRow
  baskets: readonly LiveBasketRow[]
  onSend: (basket: LiveBasketRow) => void
}) {
  const mayMark = may(useAccount(), 'lives.mark_buyers')
  const isPhone = usePhone()
  const [marked, setMarked] = useState<LiveBasketRow | null>(null)
  const list = useBasketList(baskets)
  const acts: BasketActs = { onSend, onMark: mayMark ? setMarked : null }
  return (
    <section className="panel" aria-label="Baskets">
      <header className="basket-head">
        <h2>
          Baskets <small>{formatQuantity(baskets.length)}</small>
        </h2>
        <Link className="link" to={`${screens.sales}?liveID=${live.liveID}`}>
          All sales of this live
        </Link>
      </header>
      <BasketTools {...list} />
      {list.total === 0 ? (
        <p className="basket-none">No basket fits these filters.</p>
      ) : isPhone ? (
        <ul className="basket-list">
          {list.shown.map((basket) => (
            <BasketCard key={basket.basketID} basket={basket} live={live} {...acts} />
          ))}
        </ul>
      ) : (
        <BasketTable live={live} baskets={list.shown} sort={list.sort} onSort={list.onSort} {...acts} />
      )}
      {list.total > basketsAtOnce && (
        <Paging page={list.page} pageSize={basketsAtOnce} total={list.total} addressOf={list.addressOf} />
      )}
      {marked && (
        <MarkBuyer buyerID={marked.buyer.buyerID} name={nameOfBasket(marked)} onClose={() => setMarked(null)} />
      )}
    </section>
  )
}

function BasketCard({ basket, live, ...acts }: { basket: LiveBasketRow; live: LiveRow } & BasketActs) {
  const { totalPurchase, paid, balance, saleStatus } = basket
  return (
    <li>
      <BasketBuyer basket={basket} />
      <BasketPieces basket={basket} live={live} />
      <p className="basket-owed">
        <b>{formatPeso(balance)}</b>
        <small>
          {paid > 0 ? `${formatPeso(paid)} paid of ${formatPeso(totalPurchase)}` : `of ${formatPeso(totalPurchase)}`}
        </small>
        <BasketProofs basket={basket} />
      </p>
      <p className="basket-page">
        <BasketPage basket={basket} />
        <small>
          <BasketHold basket={basket} before="held until " />
        </small>
        <BasketLanguage basket={basket} />
      </p>
      <StatusBadge status={saleStatus} />
      <CardActs basket={basket} {...acts} />
    </li>
  )
}

function CardActs({ basket, onSend, onMark }: { basket: LiveBasketRow } & BasketActs) {
  const name = nameOfBasket(basket)
  const isFirst = basket.sentAt === null
  return (
    <div className="basket-acts">
      {onMark && (
        <Button size="sm" variant="subtle" aria-label={`Marks of ${name}`} onClick={() => onMark(basket)}>
          Marks
        </Button>
      )}
      {isUnpaid(basket) && (
        <Button
          size="sm"
          aria-label={isFirst ? `Send ${name} the order page` : `Send again to ${name}`}
          onClick={() => onSend(basket)}
        >
          {isFirst ? 'Send' : 'Send again'}
        </Button>
      )}
      <Link className="link" to={recordPathOf(screens.sales, basket.salesTransactionID)}>
        {basket.transactionNumber}
      </Link>
    </div>
  )
}
