import { useMemo } from 'react'

/** The same object for as long as it says the same (as JSON): for what is reckoned at every render, and given on. */
export function useStructuralMemo<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as Value, [text])
}
