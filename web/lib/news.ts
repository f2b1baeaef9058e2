import { useEffect, useRef } from 'react'

import type { LiveEvent } from '../../contract/events/events.ts'

const listeners = new Set<(events: readonly LiveEvent[]) => void>()

/** Tells the screens what others have done. */
export function tellNews(events: readonly LiveEvent[]) {
  if (events.length > 0) for (const listener of listeners) listener(events)
}

/** Calls `listen` with what others have done, while the component is shown. */
export function useNews(listen: (events: readonly LiveEvent[]) => void) {
  const latest = useRef(listen)
  useEffect(() => {
    latest.current = listen
  })
  useEffect(() => {
    const listener = (events: readonly LiveEvent[]) => latest.current(events)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
