import { useEffect, useState } from 'react'

/** Returns the time, and renders the component again after this many milliseconds. */
export function useNow(every: number): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(clock)
  }, [every])
  return now
}
