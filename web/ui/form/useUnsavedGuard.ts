import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/**
 * Asks before unsaved values are lost by Back, a link, another record or closing the window. Returns a function that
 * turns the guard off after the values were saved or discarded.
 */
export function useUnsavedGuard(unsaved: boolean, mayLeave: () => Promise<boolean>): () => void {
  const isReleased = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      !isReleased.current &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void mayLeave().then((yes) => (yes ? blocker.proceed() : blocker.reset()))
    // Ask once for each attempt to leave.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [blocker.state])
  useEffect(() => {
    if (!unsaved) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsaved])
  return useCallback(() => {
    isReleased.current = true
  }, [])
}
