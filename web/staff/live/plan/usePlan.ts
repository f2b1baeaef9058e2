import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { type LiveRow, lives } from '../../../../contract/live/lives.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useChain } from '../calls/useChain.ts'
import { type PlanEdit, toSent } from './planRules.ts'

/**
 * Changes the pieces of a live. Each change is sent at once, after the one before it, so that a key that is pressed twice
 * counts twice. A change throws the server's refusal.
 */
export function usePlan(live: LiveRow) {
  const id = live.liveID
  const client = useQueryClient()
  const { queryKey } = readQuery(lives.get, { id })
  const latest = useRef(live)
  useEffect(() => {
    latest.current = live
  })
  const write = useWrite(lives.setPieces, (answer) => {
    latest.current = answer.data
    client.setQueryData(queryKey, answer)
  })
  const chain = useChain()

  async function send(edit: PlanEdit) {
    const { pieces, updatedAt } = latest.current
    try {
      await write.mutateAsync({ id, body: { pieces: edit(toSent(pieces)), updatedAt } })
    } catch (error) {
      // Another person may have changed the live meanwhile.
      await client.invalidateQueries({ queryKey })
      throw error
    }
  }
  return { change: (edit: PlanEdit) => chain(() => send(edit)) }
}
export type Plan = ReturnType<typeof usePlan>
