import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { type Choice, parseChoice, formatSearch } from './choice.ts'
import { readFormChanges } from './readFormChanges.ts'

/**
 * Returns the visitor's choice in the catalogue and a function that changes it. The address stores the choice. A new
 * choice is shown immediately, even while its pieces still load.
 */
export function useChoice(): [Choice, (next: Choice) => void] {
  const { search, key } = useLocation()
  const navigate = useNavigate()
  const [ahead, setAhead] = useState<{ of: string; choice: Choice } | null>(null)
  const choice = ahead?.of === key ? ahead.choice : parseChoice(new URLSearchParams(search))
  const choose = (next: Choice) => {
    setAhead({ of: key, choice: next })
    // Keep the scroll position, because a visitor often ticks several boxes in a row.
    void navigate({ search: formatSearch(next) }, { preventScrollReset: true })
  }
  // Reads the form once before the next render, because that render resets the form to the values in the address.
  useLayoutEffect(() => {
    const before = readFormChanges(choice)
    if (formatSearch(before) !== formatSearch(choice)) choose(before)
    // Runs only when the page opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return [choice, choose]
}
