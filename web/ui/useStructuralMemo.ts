import { useMemo } from 'react'

/** Keeps a value's identity while its JSON is equal: for values that each render computes, and memoised children get. */
export function useStructuralMemo<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as Value, [text])
}
