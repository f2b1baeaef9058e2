import { useRef } from 'react'

/**
 * Returns a function that runs calls one after another, so that each sees what the one before it stored, and two calls
 * never share an idempotency key. A call that fails does not stop those behind it.
 */
export function useChain() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return function chain<T>(run: () => Promise<T>): Promise<T> {
    const result = last.current.then(run)
    last.current = result.catch(() => {})
    return result
  }
}
