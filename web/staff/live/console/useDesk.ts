import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { type LiveClaimRow, liveClaims, type LiveCommentRow } from '../../../../contract/live/live-claims.ts'
import { livePaste } from '../../../../contract/live/live-paste.ts'
import { acceptedAtOnce } from '../../../../contract/live/live-statuses.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import type { Answer, Sent } from '../../../../contract/shared/endpoint.ts'
import { formatCount } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { readShared } from '../calls/readShared.ts'
import { useChain } from '../calls/useChain.ts'
import { useClaims } from '../calls/useClaims.ts'
import { groupByPiece, placeInLine } from './liveRules.ts'
import { describeResult } from './liveWords.ts'
import { useShow } from './useShow.ts'

/** How many comments the list reads at first, and at most. */
const [first, most] = [200, 10_000]

/** The last result beside the box. `takeBack` undoes it; null if nothing can be undone. */
export type Told = { text: string; isWrong: boolean; takeBack: (() => Promise<unknown>) | null }
type Noted = Answer<typeof liveClaims.note>['data']

/** The claims and comments of a live, and what a host does with them. Each action tells its result in one sentence. */
export function useDesk(live: LiveRow) {
  const { liveID: id } = live
  const timeZone = useTimeZone()
  const [told, setTold] = useState<Told | null>(null)
  const tellFailure = (text: string) => setTold({ text, isWrong: true, takeBack: null })
  const { claims, isPending } = useClaims(live)
  const [atMost, setAtMost] = useState(first)
  const comments = useQuery({
    ...readShared(liveClaims.comments, { id, query: { atMost } }),
    placeholderData: keepPreviousData,
  })
  const undecided = useQuery(readShared(livePaste.undecided, { id }))
  const waiting = undecided.data?.data ?? []
  const byPiece = useMemo(() => groupByPiece(claims), [claims])
  const { note, decide, acceptCertain, accept, pass, withdraw, move } = useClaimWrites()
  const chain = useChain()

  /** Runs an action, and tells its result or its refusal. Returns whether it was done. */
  async function run(action: () => Promise<Told>): Promise<boolean> {
    try {
      setTold(await chain(action))
      return true
    } catch (error) {
      tellFailure((error as Error).message)
      return false
    }
  }
  function tellNoted({ comment, claim }: Noted): Told {
    const dismiss = () => decide.mutateAsync({ id: comment.commentID, body: { isClaim: false } })
    if (!claim) {
      const text = comment.question ?? `${comment.name}: ${comment.outcome === 'again' ? 'has it already' : 'no claim'}`
      return { text, isWrong: comment.question !== null, takeBack: comment.question === null ? null : dismiss }
    }
    const line = [...(byPiece.get(claim.livePieceID) ?? []), claim]
    const next = line.find(({ status }) => status === 'waiting')
    return {
      text: describeResult(claim, { place: placeInLine(line, claim.claimID), next, timeZone }),
      isWrong: claim.status === 'refused',
      takeBack: findTakeBack(claim),
    }
  }
  /** Returns the call that takes a claim back; null for one that has nothing to take back. */
  function findTakeBack({ claimID, status }: LiveClaimRow): Told['takeBack'] {
    if (status === 'won')
      return () => withdraw.mutateAsync({ id: claimID, body: { reason: 'Taken back by the one who noted it' } })
    return status === 'waiting' || status === 'asked' ? () => pass.mutateAsync({ id: claimID }) : null
  }
  const tellClaim = (claim: LiveClaimRow): Told => ({
    text: describeResult(claim, { place: 1, next: undefined, timeZone }),
    isWrong: claim.status === 'refused',
    takeBack: null,
  })
  return {
    live,
    byPiece,
    claims,
    comments: comments.data?.data ?? [],
    /** Those that a person decides, the oldest first, and those that are certain and wait to be accepted. */
    undecided: waiting.filter(({ isCertain }) => !isCertain),
    certain: waiting.filter(({ isCertain }) => isCertain),
    mayReadMore: atMost < most && comments.data?.data.length === atMost,
    readMore: () => setAtMost(most),
    isLoading: isPending || comments.isPending,
    told,
    tellFailure,
    ...useShow(live, tellFailure),
    note: (body: Sent<typeof liveClaims.note>['body']) =>
      run(async () => tellNoted((await note.mutateAsync({ id, body })).data)),
    decide: (comment: LiveCommentRow, body: Sent<typeof liveClaims.decide>['body']) =>
      run(async () => tellNoted((await decide.mutateAsync({ id: comment.commentID, body })).data)),
    acceptCertain: (commentIDs: readonly number[]) =>
      run(async () => {
        let count = 0
        for (let from = 0; from < commentIDs.length; from += acceptedAtOnce) {
          const part = commentIDs.slice(from, from + acceptedAtOnce)
          count += (await acceptCertain.mutateAsync({ id, body: { commentIDs: part } })).data.claims.length
        }
        return { text: `${formatCount(count, 'claim')} accepted`, isWrong: false, takeBack: null }
      }),
    accept: ({ claimID }: LiveClaimRow) => run(async () => tellClaim((await accept.mutateAsync({ id: claimID })).data)),
    pass: ({ claimID }: LiveClaimRow) => run(async () => tellClaim((await pass.mutateAsync({ id: claimID })).data)),
    withdraw: ({ claimID }: LiveClaimRow, reason: string) =>
      run(async () => tellClaim((await withdraw.mutateAsync({ id: claimID, body: { reason } })).data)),
    move: ({ claimID }: LiveClaimRow, aheadOfID: number, reason: string) =>
      run(async () => tellClaim((await move.mutateAsync({ id: claimID, body: { aheadOfID, reason } })).data)),
    takeBack: () => {
      const last = told?.takeBack
      if (!last) return
      void run(async () => {
        await last()
        return { text: 'Taken back', isWrong: false, takeBack: null }
      })
    },
  }
}
export type Desk = ReturnType<typeof useDesk>

const useClaimWrites = () => ({
  note: useWrite(liveClaims.note),
  acceptCertain: useWrite(livePaste.accept),
  decide: useWrite(liveClaims.decide),
  accept: useWrite(liveClaims.accept),
  pass: useWrite(liveClaims.pass),
  withdraw: useWrite(liveClaims.withdraw),
  move: useWrite(liveClaims.move),
})
