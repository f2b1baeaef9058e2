import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Milliseconds for which the screens may have been fetching when the frame appears. */
const fetchedBefore = 15_000
/** Milliseconds until the code of the live screens is asked for again after it could not be loaded. */
const liveRetry = 5000

/** Follows what others do, so that the screens show it. The code is loaded after the screen. */
export function useLiveScreens(userID: number) {
  const client = useQueryClient()
  useEffect(() => {
    const since = performance.now() - fetchedBefore
    const gone = new AbortController()
    let retry: ReturnType<typeof setTimeout> | undefined
    const follow = async () => {
      try {
        const { followEvents } = await import('../../lib/live.ts')
        if (!gone.signal.aborted) gone.signal.addEventListener('abort', followEvents(client, userID, since))
      } catch {
        // The connection is lost, or the browser leaves the page.
        if (!gone.signal.aborted) retry = setTimeout(() => void follow(), liveRetry)
      }
    }
    void follow()
    return () => {
      clearTimeout(retry)
      gone.abort()
    }
  }, [client, userID])
}
