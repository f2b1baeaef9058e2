import './recap.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { type LiveBasketRow, liveBaskets } from '../../../../contract/live/live-baskets.ts'
import { liveRecap } from '../../../../contract/live/live-recap.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { formatCount, formatMoment } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { LoadFailure } from '../../../ui/table/ListStates.tsx'
import { BasketList } from '../baskets/BasketList.tsx'
import { findUnsent, sortBaskets } from '../baskets/basketRules.ts'
import { RecordProof } from '../baskets/RecordProof.tsx'
import { SendBaskets } from '../baskets/SendBaskets.tsx'
import { describeTimes } from '../plan/planRules.ts'
import { HoursChart } from './HoursChart.tsx'
import { NeverClaimed, UnreadComments } from './RecapLists.tsx'
import { RecapTiles } from './RecapTiles.tsx'

/** What became of a live: its figures, what nobody wanted or read, and its baskets, the unpaid ones first. */
export function RecapPage({ live }: { live: LiveRow }) {
  const { liveID: id, liveName, status } = live
  const recap = useQuery(readQuery(liveRecap.get, { id }))
  const baskets = useQuery(readQuery(liveBaskets.ofLive, { id }))
  const [sending, setSending] = useState<readonly LiveBasketRow[] | null>(null)
  const all = baskets.data?.data ?? []
  const unsent = findUnsent(all)
  const figures = recap.data?.data
  const failed = [recap, baskets].find(({ error }) => error)
  return (
    <>
      <PageHeader
        title={`${liveName}: recap`}
        crumbs={
          <p className="recap-crumbs">
            <StatusBadge status={status} /> <When live={live} />
          </p>
        }
      >
        <Button component={Link} to={`?id=${id}&view=plan`}>
          Plan
        </Button>
        {(status === 'Running' || status === 'Paused') && (
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
      {failed?.error && <LoadFailure message={failed.error.message} onRetry={() => void failed.refetch()} />}
      {figures && (
        <>
          <RecapTiles recap={figures} live={live} />
          <div className="recap-parts">
            <HoursChart recap={figures} />
            <NeverClaimed recap={figures} live={live} />
            <UnreadComments recap={figures} live={live} />
          </div>
        </>
      )}
      {all.length > 0 && <BasketList baskets={sortBaskets(all)} onSend={(basket) => setSending([basket])} />}
      <RecordProof id={id} />
      {sending && <SendBaskets baskets={sending} onClose={() => setSending(null)} />}
    </>
  )
}

function When({ live: { startedAt, closedAt } }: { live: LiveRow }) {
  const timeZone = useTimeZone()
  if (startedAt === null) return 'has not started'
  if (closedAt !== null) return describeTimes(startedAt, closedAt, timeZone)
  return `since ${formatMoment(startedAt, timeZone)}`
}
