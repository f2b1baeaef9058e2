import './baskets.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { type LiveBasketRow, liveBaskets } from '../../../../contract/live/live-baskets.ts'
import { liveRecord } from '../../../../contract/live/live-claims.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatCount, formatNearMoment, formatPeso } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { LoadFailure } from '../../../ui/table/ListStates.tsx'
import { findUnsent, isUnpaid, nameOfBasket, sortBaskets, sumBaskets } from './basketRules.ts'
import { SendBaskets } from './SendBaskets.tsx'

/** The baskets of a live: what each buyer has won, owes and was sent. */
export function BasketsPage({ live }: { live: LiveRow }) {
  const { liveID: id, liveName, status } = live
  const { data, error, refetch } = useQuery(readQuery(liveBaskets.ofLive, { id }))
  const [sending, setSending] = useState<readonly LiveBasketRow[] | null>(null)
  const baskets = data?.data ?? []
  const unsent = findUnsent(baskets)
  const { total, owed, unpaid } = sumBaskets(baskets)
  return (
    <>
      <PageHeader
        title={`${liveName}: baskets`}
        crumbs={
          <p className="baskets-crumbs">
            <StatusBadge status={status} /> {formatCount(baskets.length, 'basket')}
          </p>
        }
      >
        <Button component={Link} to={`?id=${id}&view=plan`}>
          Plan
        </Button>
        {status !== 'Closed' && (
          <Button component={Link} to={`?id=${id}`}>
            Console
          </Button>
        )}
        {unsent.length > 0 && (
          <Button variant="filled" onClick={() => setSending(unsent)}>
            Send {formatCount(unsent.length, 'order page')}
          </Button>
        )}
      </PageHeader>
      {error && <LoadFailure message={error.message} onRetry={() => void refetch()} />}
      {data && baskets.length === 0 && (
        <EmptyState
          title="No baskets yet"
          text="What a buyer wins in this live goes into one basket, which is a sale. It appears here at once."
        />
      )}
      {baskets.length > 0 && (
        <>
          <section className="panel facts document" aria-label="Together">
            <dl>
              <div>
                <dt>Sold in this live</dt>
                <dd>{formatPeso(total)}</dd>
              </div>
              <div>
                <dt>Unpaid</dt>
                <dd>{formatCount(unpaid, 'basket')}</dd>
              </div>
              <div>
                <dt>To come</dt>
                <dd>{formatPeso(owed)}</dd>
              </div>
            </dl>
          </section>
          <BasketList baskets={sortBaskets(baskets)} onSend={(basket) => setSending([basket])} />
        </>
      )}
      <Proof id={id} />
      {sending && <SendBaskets baskets={sending} onClose={() => setSending(null)} />}
    </>
  )
}

function BasketList({
  baskets,
  onSend,
}: {
  baskets: readonly LiveBasketRow[]
  onSend: (basket: LiveBasketRow) => void
}) {
  const timeZone = useTimeZone()
  const now = useNow(60_000)
  const near = (at: string) => formatNearMoment(at, timeZone, now)
  return (
    <section className="panel" aria-label="Baskets">
      <ul className="basket-list">
        {baskets.map((basket) => {
          const { basketID, buyer, numbers, totalPurchase, paid, balance, holdUntil, sentAt, saleStatus } = basket
          const name = nameOfBasket(basket)
          return (
            <li key={basketID}>
              <div className="basket-who">
                <b>{name}</b>
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
              </p>
              <p className="basket-page">
                <span>{sentAt === null ? 'Not sent' : `Sent ${near(sentAt)}`}</span>
                <small>{holdUntil === null ? 'kept' : `held until ${near(holdUntil)}`}</small>
              </p>
              <StatusBadge status={saleStatus} />
              <div className="basket-acts">
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
    </section>
  )
}

/** Whether the record of the live replays to the same winners. */
function Proof({ id }: { id: number }) {
  const { data } = useQuery(readQuery(liveRecord.replay, { id }))
  if (!data || data.data.steps.length === 0) return null
  const { agrees, sentence, differences } = data.data
  return (
    <div className={agrees ? 'basket-proof' : 'basket-proof wrong'}>
      {agrees ? <CheckIcon /> : <WarningIcon />}
      <p>
        {agrees ? `Who was first can be proved: ${sentence}.` : `${sentence}.`}
        {differences.map((difference) => (
          <span key={difference}>{difference}</span>
        ))}
      </p>
    </div>
  )
}
