import { useMemo } from 'react'

/** Returns the previous value while its JSON is equal, so that memoised children keep their props. */
export function useStructuralMemo<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as Value, [text])
}
