import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function with a stable identity that calls the latest `act`, so that memoised children do not render
 * again.
 */
export function useStable<Given extends unknown[], Answer>(act: (...given: Given) => Answer) {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...given: Given): Answer => latest.current(...given), [])
}
