import { useEffect, useState } from 'react'

/** Counts seconds down to 0. The clock of the browser may be wrong, so that only the time that passes counts. */
export function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const count = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
