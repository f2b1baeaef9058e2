import { useQueryClient } from '@tanstack/react-query'

import { lives } from '../../../../contract/live/lives.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'

/** Starts, pauses or closes a live, and shows its new state at once. */
export function useLiveWrite<E extends typeof lives.start | typeof lives.pause | typeof lives.close>(e: E) {
  const client = useQueryClient()
  return useWrite(e, (answer) => {
    client.setQueryData(readQuery(lives.get, { id: answer.data.liveID }).queryKey, answer)
  })
}
