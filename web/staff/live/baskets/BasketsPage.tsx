import './baskets.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { type LiveBasketRow, liveBaskets } from '../../../../contract/live/live-baskets.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { formatCount, formatPeso } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { LoadFailure } from '../../../ui/table/ListStates.tsx'
import { BasketList } from './BasketList.tsx'
import { findUnsent, sumBaskets } from './basketRules.ts'
import { RecordProof } from './RecordProof.tsx'
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
        <Button component={Link} to={`?id=${id}&view=recap`}>
          Recap
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
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
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
          <BasketList live={live} baskets={baskets} onSend={(basket) => setSending([basket])} />
        </>
      )}
      <RecordProof id={id} />
      {sending && <SendBaskets baskets={sending} onClose={() => setSending(null)} />}
    </>
  )
}
