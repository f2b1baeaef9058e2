import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { type Choice, choiceOf, searchOf } from './choice.ts'
import { chosenBefore } from './chosenBefore.ts'

/**
 * What is chosen of the catalogue, and a way to choose otherwise. The address holds it; what was chosen a moment ago is
 * shown at once, while the address still waits for its pieces.
 */
export function useChoice(): [Choice, (next: Choice) => void] {
  const { search, key } = useLocation()
  const navigate = useNavigate()
  const [ahead, setAhead] = useState<{ of: string; choice: Choice } | null>(null)
  const choice = ahead?.of === key ? ahead.choice : choiceOf(new URLSearchParams(search))
  const choose = (next: Choice) => {
    setAhead({ of: key, choice: next })
    // Whoever ticks a box wants to go on from there.
    void navigate({ search: searchOf(next) }, { preventScrollReset: true })
  }
  // Once, and before anything is drawn anew: that would set the form back to what the address says.
  useLayoutEffect(() => {
    const before = chosenBefore(choice)
    if (searchOf(before) !== searchOf(choice)) choose(before)
    // Only when the page opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return [choice, choose]
}
