import { useEffect, useRef } from 'react'

/** Returns the ref of a step's heading. It takes the focus, because the button that led here has disappeared. */
export function useStepHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
