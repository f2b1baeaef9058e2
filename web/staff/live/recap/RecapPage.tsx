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
import { findUnsent } from '../baskets/basketRules.ts'
import { DownloadBaskets } from '../baskets/DownloadBaskets.tsx'
import { RecordProof } from '../baskets/RecordProof.tsx'
import { SendBaskets } from '../baskets/SendBaskets.tsx'
import { describeTimes } from '../plan/planRules.ts'
import { QuartersChart } from './QuartersChart.tsx'
import { NeverClaimed, UnreadComments } from './RecapLists.tsx'
import { listPeople } from './recapRules.ts'
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
            <StatusBadge status={status} /> <When live={live} people={figures?.people ?? []} />
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
        {all.length > 0 && <DownloadBaskets live={live} baskets={all} />}
        {unsent.length > 0 && (
          <Button variant="filled" onClick={() => setSending(unsent)}>
            Send {formatCount(unsent.length, 'order page')}
          </Button>
        )}
      </PageHeader>
      {failed?.error && <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />}
      {figures && (
        <>
          <RecapTiles recap={figures} live={live} />
          <div className="recap-parts">
            <QuartersChart recap={figures} />
            <NeverClaimed recap={figures} live={live} />
            <UnreadComments recap={figures} live={live} />
          </div>
        </>
      )}
      {all.length > 0 && <BasketList live={live} baskets={all} onSend={(basket) => setSending([basket])} />}
      <RecordProof id={id} />
      {sending && <SendBaskets baskets={sending} onClose={() => setSending(null)} />}
    </>
  )
}

/** When the live was, and who of the shop worked in it. */
function When({ live: { startedAt, closedAt }, people }: { live: LiveRow; people: readonly string[] }) {
  const timeZone = useTimeZone()
  if (startedAt === null) return 'has not started'
  const when =
    closedAt === null ? `since ${formatMoment(startedAt, timeZone)}` : describeTimes(startedAt, closedAt, timeZone)
  return people.length === 0 ? when : `${when}, with ${listPeople(people)}`
}
