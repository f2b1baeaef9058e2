import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { type LiveClaimRow, liveClaims } from '../../../../contract/live/live-claims.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { readQuery } from '../../../lib/query.ts'
import { readShared } from './readShared.ts'

/**
 * Returns the claims of a live. An evening has thousands, and people look at those of the piece on show: these are read
 * alone, so that they follow at once. The others follow a moment later.
 */
export function useClaims({ liveID: id, show }: LiveRow) {
  const livePieceID = show?.livePieceID ?? null
  const all = useQuery(readQuery(liveClaims.ofLive, { id }))
  const shown = useQuery({
    ...readShared(liveClaims.ofLive, { id, query: { livePieceID: livePieceID ?? 0 } }),
    enabled: livePieceID !== null,
    // A piece that comes back must not show its former claims first.
    gcTime: 0,
  })
  const [allClaims, shownClaims] = [all.data?.data ?? none, shown.data?.data]
  const claims = useMemo(() => {
    if (!shownClaims) return allClaims
    return [...allClaims.filter((claim) => claim.livePieceID !== livePieceID), ...shownClaims]
  }, [allClaims, livePieceID, shownClaims])
  return { claims, isPending: all.isPending }
}

const none: readonly LiveClaimRow[] = []
