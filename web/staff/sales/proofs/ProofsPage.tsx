import './proofs.css'
import './picture/proofPicture.css'
import './proofFacts.css'
import './proofDecision.css'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { proofs } from '../../../../contract/proofs/proofs.ts'
import { readQuery } from '../../../lib/query.ts'
import { useNow } from '../../../lib/useNow.ts'
import { useDialogOpen } from '../../../ui/dialog/dialogs.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { LoadFailure } from '../../../ui/table/ListStates.tsx'
import { useWideScreen } from '../../../ui/wideScreen.ts'
import { OpenProof } from './OpenProof.tsx'
import { PictureSkeleton } from './picture/PictureSkeleton.tsx'
import { prefetchProof } from './picture/useProofFile.ts'
import { ProofQueue } from './ProofQueue.tsx'
import { useClaim } from './useClaim.ts'
import { narrowing, type ProofQueueState, useProofQueue } from './useProofQueue.ts'

/** The queue of payment proofs, with the picture and the facts of the one that is open. */
export function ProofsPage() {
  useWideScreen()
  const now = useNow(15_000)
  const queue = useProofQueue(now)
  const { openID } = queue
  const { data, error, refetch } = useQuery({
    ...readQuery(proofs.get, { id: openID ?? 0 }),
    enabled: openID !== null,
    placeholderData: keepPreviousData,
  })
  const proof = data?.data.proofID === openID ? data.data : undefined
  const claim = useClaim(openID, proof)
  const screen = useRef<HTMLDivElement>(null)
  const followFocus = useFollowingFocus(screen, openID, queue.index !== -1)
  usePrefetch(queue)
  const isDialogOpen = useDialogOpen()
  const go = (by: 1 | -1) => {
    followFocus()
    queue.step(by)
  }
  useShortcuts(
    'Payment proofs',
    [
      { key: 'j', what: 'Next', run: () => go(1), notTyping: true },
      { key: 'k', what: 'Previous', run: () => go(-1), notTyping: true },
    ],
    !isDialogOpen,
  )

  function onDecided(proofID: number) {
    claim.forget()
    followFocus()
    queue.openAfter(proofID)
  }
  return (
    <div className="proofs" ref={screen}>
      <ProofQueue queue={queue} now={now} accounts={data?.data.accounts ?? []} />
      {proof ? (
        <OpenProof
          key={proof.proofID}
          proof={proof}
          now={now}
          place={queue.index === -1 ? null : (queue.page - 1) * queue.pageSize + queue.index + 1}
          total={queue.total ?? 0}
          onStep={go}
          onEdit={claim.takeNow}
          onDecided={onDecided}
        />
      ) : openID !== null && error ? (
        <div className="proof-rest">
          <LoadFailure error={error} onRetry={() => void refetch()} />
        </div>
      ) : openID === null && !queue.isLoading && queue.rows.length === 0 ? (
        <NothingHere queue={queue} />
      ) : openID === null && queue.error ? (
        // The queue beside it says why.
        <div className="proof-rest" />
      ) : (
        <Skeleton />
      )}
    </div>
  )
}

function NothingHere({ queue }: { queue: ProofQueueState }) {
  if (queue.isNarrowed)
    return (
      <div className="proof-rest">
        <EmptyState title="Nothing found" text="No proof fits what you have searched and filtered for.">
          <Button onClick={() => queue.change(Object.fromEntries(narrowing.map((name) => [name, null])))}>
            Clear filters
          </Button>
        </EmptyState>
      </div>
    )
  return (
    <div className="proof-rest">
      {queue.state === 'waiting' ? (
        <EmptyState
          title="No proof waits"
          text="When a buyer sends a picture of a payment from the page of their order, it appears here at once."
        />
      ) : (
        <EmptyState title="None yet" text={`No payment proof was ${queue.state} so far.`} />
      )}
    </div>
  )
}

function Skeleton() {
  return (
    <>
      <PictureSkeleton />
      <aside className="proof-facts proof-bones" aria-label="Facts" aria-busy="true">
        {Array.from({ length: 7 }, (_, n) => (
          <span key={n} className="bone" />
        ))}
      </aside>
    </>
  )
}

/**
 * Scrolls the queue to the open proof, once it is listed, and moves the focus there when a key has opened it. On a phone the
 * queue is a strip.
 */
function useFollowingFocus(screen: { current: HTMLElement | null }, openID: number | null, isListed: boolean) {
  const follows = useRef(false)
  const show = useEffectEvent(() => {
    const link = screen.current?.querySelector<HTMLElement>('[data-proof][aria-current]')
    if (!link) return
    link.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (follows.current) link.focus({ preventScroll: true })
    follows.current = false
  })
  useEffect(() => {
    if (openID !== null && isListed) show()
  }, [openID, isListed])
  return () => {
    follows.current = true
  }
}

/** Fetches the proofs beside the open one, so that they open at once. */
function usePrefetch({ rows, index }: ProofQueueState) {
  const client = useQueryClient()
  const next = rows[index + 1]?.proofID
  const previous = index > 0 ? rows[index - 1]?.proofID : undefined
  useEffect(() => {
    for (const proofID of [next, previous]) if (proofID !== undefined) void prefetchProof(client, proofID)
  }, [client, next, previous])
}
