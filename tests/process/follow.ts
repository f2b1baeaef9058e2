import { setTimeout as sleep } from 'node:timers/promises'

import type { LiveEvent } from '../../contract/events/events.ts'
import { readFrames } from '../support/event-streams.ts'

/** Reads the stream of whichever node answers, and resumes at its last place when the stream breaks. */
export function follow(nodes: readonly { url: string }[], token: string, first: number) {
  const events: LiveEvent[] = []
  const names: string[] = []
  const refetches: number[] = []
  const gone = new AbortController()
  let place: string | null = null
  async function read() {
    for (let n = first; !gone.signal.aborted; n = 1 - n) {
      const search = place === null ? '' : `?from=${encodeURIComponent(place)}`
      const response = await fetch(`${nodes[n]!.url}/api/v1/events${search}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: gone.signal,
      }).catch(() => null)
      if (response?.ok)
        await readFrames(response.body!, (frame) => {
          place = frame.place ?? place
          names.push(frame.name)
          if (frame.name === 'refetch') refetches.push(Date.now())
          if (frame.name === 'events') events.push(...frame.data)
        }).catch(() => {})
      await sleep(100)
    }
  }
  void read()
  return { events, names, refetches, stop: () => gone.abort() }
}
