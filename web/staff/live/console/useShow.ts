import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { type LiveRow, lives } from '../../../../contract/live/lives.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useChain } from '../calls/useChain.ts'
import { stepFrom } from './liveRules.ts'

type Cached = Answer<typeof lives.get>

/**
 * Puts pieces on show. The screen shows the new piece before the server answers. A move names what this person saw, so
 * that a host who is too late is refused with what the other one did.
 */
export function useShow(live: LiveRow, onRefused: (sentence: string) => void) {
  const { liveID: id } = live
  const client = useQueryClient()
  const { queryKey } = readQuery(lives.get, { id })
  const chain = useChain()
  const write = useWrite(lives.show)
  const waiting = useRef(0)
  const seen = useRef<number | null>(null)
  useEffect(() => {
    if (waiting.current === 0) seen.current = live.show?.showID ?? null
  })

  const readCached = () => client.getQueryData<Cached>(queryKey)?.data ?? live
  function paint(livePieceID: number | null) {
    client.setQueryData<Cached>(queryKey, (before) => {
      if (!before) return before
      const shown = { livePieceID, shownAt: new Date().toISOString(), shownByName: null }
      return { ...before, data: { ...before.data, show: { showID: before.data.show?.showID ?? 0, ...shown } } }
    })
  }
  function show(livePieceID: number | null) {
    if (readCached().show?.livePieceID === livePieceID) return
    // An answer that is on its way must not paint the piece before.
    void client.cancelQueries({ queryKey })
    paint(livePieceID)
    waiting.current++
    void chain(async () => {
      try {
        const answer = await write.mutateAsync({ id, body: { to: livePieceID, showID: seen.current } })
        seen.current = answer.data.show?.showID ?? null
        if (waiting.current === 1) client.setQueryData<Cached>(queryKey, answer)
      } catch (error) {
        onRefused((error as Error).message)
        await client.invalidateQueries({ queryKey })
        seen.current = readCached().show?.showID ?? null
      } finally {
        waiting.current--
      }
    })
  }
  return {
    show,
    step: (by: 1 | -1) => {
      const next = stepFrom(readCached(), by)
      if (next) show(next.livePieceID)
    },
  }
}
