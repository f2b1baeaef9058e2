import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'

import { proofs } from '../../../../contract/proofs/proofs.ts'
import { paramsFor, type Query, readQuery } from '../../../lib/query.ts'
import { useAccount } from '../../../lib/session.ts'
import { readKey, useLastPageFallback, useListState } from '../../../ui/table/listState.ts'
import { findTaker } from './proofWords.ts'

const pageSize = 25

/** The parameters of the address that narrow the queue. */
export const narrowing = ['search', 'salesTransactionID', 'payAccountID', 'from', 'to'] as const

/**
 * The queue of proofs and the one that is open. Both are in the address. An open proof stays open when it leaves the
 * queue, so that another proof never comes under the hands of the person.
 */
export function useProofQueue(now: Date) {
  const me = useAccount()
  const [address] = useSearchParams()
  const list = useListState(proofs.list.query, pageSize)
  const { query, parsed, addressWith, change } = list
  const state = query['state'] ?? 'waiting'
  const sent: Query = { ...query, state }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...readQuery(proofs.list, paramsFor(proofs.list, { query: sent })),
    placeholderData: keepPreviousData,
  })
  const isNarrowed = narrowing.some((name) => query[name] !== undefined)
  const count = useQuery({
    ...readQuery(proofs.list, paramsFor(proofs.list, { query: { state: 'waiting', pageSize: '1' } })),
    enabled: state !== 'waiting' || isNarrowed,
  })
  // A proof that this person has decided leaves at once, before the queue is fetched again.
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set())
  const rows = (data?.data ?? []).filter(({ proofID }) => state !== 'waiting' || !decided.has(proofID))
  const total = data?.meta.total
  const openID = readKey(address, 'id')
  const index = rows.findIndex(({ proofID }) => proofID === openID)
  const page = parsed.page === 1 ? null : String(parsed.page)
  useLastPageFallback(list, isPlaceholderData ? undefined : total)

  /** Opens a proof; null opens the first one. */
  const open = (proofID: number | null, how: { replace?: boolean } = {}) =>
    change({ id: proofID === null ? null : String(proofID), page }, how)

  const first = rows.find((row) => findTaker(row, me?.userID, now) === null) ?? rows[0]
  const openFirst = useEffectEvent(() => open(first!.proofID, { replace: true }))
  const opensFirst = openID === null && first !== undefined && !isPlaceholderData
  useEffect(() => {
    if (opensFirst) openFirst()
  }, [opensFirst])

  function step(by: 1 | -1) {
    const found = rows[index === -1 ? 0 : index + by]
    if (found) open(found.proofID)
    else if (by === 1 && parsed.page * parsed.pageSize < (total ?? 0))
      change({ page: String(parsed.page + 1), id: null })
  }

  /** Opens the proof after a decided one: the next that nobody else has taken, or else the first one. */
  function openAfter(proofID: number) {
    const at = rows.findIndex((row) => row.proofID === proofID)
    const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))]
    const isFree = (row: (typeof rows)[number]) => findTaker(row, me?.userID, now) === null
    setDecided((before) => new Set(before).add(proofID))
    open((others.find(isFree) ?? others[0])?.proofID ?? null)
  }

  return {
    rows,
    total,
    state,
    sent,
    error: data ? null : error,
    refetch,
    isLoading: !data,
    waiting: state === 'waiting' && !isNarrowed ? total : count.data?.meta.total,
    openID,
    index,
    page: parsed.page,
    pageSize: parsed.pageSize,
    isNarrowed,
    addressWith,
    change,
    addressOf: (proofID: number) => addressWith({ id: String(proofID), page }),
    open,
    step,
    openAfter,
  }
}
export type ProofQueueState = ReturnType<typeof useProofQueue>
