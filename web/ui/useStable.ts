import { useCallback, useLayoutEffect, useRef } from 'react'

/** One function for all renders, which does what `act` says by now: for children that are drawn anew only when they change. */
export function useStable<Given extends unknown[], Answer>(act: (...given: Given) => Answer) {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...given: Given): Answer => latest.current(...given), [])
}
