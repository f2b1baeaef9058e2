import './baskets.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { languageNames } from '../../../../contract/shared/languages.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatCount, formatNearMoment, formatPeso, formatQuantity } from '../../../lib/format.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { MarkBuyer } from '../buyers/MarkBuyer.tsx'
import { filterBaskets, isUnpaid, nameOfBasket, pageStateOf, sortBaskets } from './basketRules.ts'
import { BasketTools } from './BasketTools.tsx'
import { useBasketFilter } from './useBasketFilter.ts'

/** How many pictures of a basket are shown. */
const picturesAtMost = 3

type Acts = { onSend: (basket: LiveBasketRow) => void; onMark: ((basket: LiveBasketRow) => void) | null }

/** The baskets of a live with what is owed of them, the unpaid ones first. Managers set the marks of their buyers here. */
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
  const [marked, setMarked] = useState<LiveBasketRow | null>(null)
  const tools = useBasketFilter()
  const shown = sortBaskets(filterBaskets(baskets, tools.filter))
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
      <BasketTools {...tools} />
      {shown.length === 0 && <p className="basket-none">No basket fits these filters.</p>}
      <ul className="basket-list">
        {shown.map((basket) => (
          <BasketRow
            key={basket.basketID}
            basket={basket}
            live={live}
            onSend={onSend}
            onMark={mayMark ? setMarked : null}
          />
        ))}
      </ul>
      {marked && (
        <MarkBuyer buyerID={marked.buyer.buyerID} name={nameOfBasket(marked)} onClose={() => setMarked(null)} />
      )}
    </section>
  )
}

function BasketRow({ basket, live, ...acts }: { basket: LiveBasketRow; live: LiveRow } & Acts) {
  const { buyer, marks, numbers, totalPurchase, paid, balance, proofsToCheck, saleStatus } = basket
  const pictured = live.pieces.filter(({ number }) => numbers.includes(number)).slice(0, picturesAtMost)
  return (
    <li>
      <div className="basket-who">
        <b>{nameOfBasket(basket)}</b>
        {marks.map((mark) => (
          <em key={mark}>{mark}</em>
        ))}
        <small>
          {buyer.platform}
          {buyer.customerName !== null && `, ${buyer.handle}`}
        </small>
      </div>
      <p className="basket-pieces">
        <span className="vh">Pieces </span>
        {pictured.map(({ livePieceID, image_url, image_focus, itemName }) => (
          <Thumb key={livePieceID} src={image_url} focus={image_focus} name={itemName} small />
        ))}
        <span>{numbers.join(', ')}</span>
      </p>
      <p className="basket-owed">
        <b>{formatPeso(balance)}</b>
        <small>
          {paid > 0 ? `${formatPeso(paid)} paid of ${formatPeso(totalPurchase)}` : `of ${formatPeso(totalPurchase)}`}
        </small>
        {proofsToCheck > 0 && (
          <Link className="basket-check" to={`${screens.proofs}?salesTransactionID=${basket.salesTransactionID}`}>
            {formatCount(proofsToCheck, 'proof')} to check
          </Link>
        )}
      </p>
      <PageOfOrder basket={basket} />
      <StatusBadge status={saleStatus} />
      <BasketActs basket={basket} {...acts} />
    </li>
  )
}

/** Whether the buyer was sent the page of the order and has opened it, in which language, and until when pieces are held. */
function PageOfOrder({ basket }: { basket: LiveBasketRow }) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const { sentAt, seenAt, holdUntil, language, saleStatus } = basket
  const near = (at: string) => formatNearMoment(at, timeZone, now)
  const isOpen = saleStatus === 'Pending' || saleStatus === 'Processing'
  const words = { unsent: 'Not sent', sent: `Sent ${sentAt && near(sentAt)}`, seen: `Seen ${seenAt && near(seenAt)}` }
  const state = pageStateOf(basket)
  return (
    <p className="basket-page">
      {state && <span>{words[state]}</span>}
      {isOpen && <small>{holdUntil === null ? 'kept' : `held until ${near(holdUntil)}`}</small>}
      <small lang={language}>{languageNames[language]}</small>
    </p>
  )
}

function BasketActs({ basket, onSend, onMark }: { basket: LiveBasketRow } & Acts) {
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
