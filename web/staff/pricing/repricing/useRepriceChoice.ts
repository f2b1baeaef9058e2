import { useState } from 'react'

import { canBeAllowed } from '../../../../contract/pricing/repricing-rules.ts'
import type { RepriceRowData } from '../../../../contract/pricing/repricing.ts'

const none: ReadonlySet<number> = new Set()

export type RepriceChoice = ReturnType<typeof useRepriceChoice>

/**
 * Holds which prices are chosen: those that are ready, less the unticked ones, and those below their floor that somebody
 * has ticked. Other filters begin with a new choice.
 */
export function useRepriceChoice(ready: readonly number[], filters: string) {
  const [state, setState] = useState({ filters, off: none, on: none })
  const { off, on } = state.filters === filters ? state : { off: none, on: none }
  const change = (row: RepriceRowData, isChosen: boolean) => {
    const { itemPriceID: id } = row
    const without = (set: ReadonlySet<number>) => new Set([...set].filter((one) => one !== id))
    if (row.state === 'ready') setState({ filters, on, off: isChosen ? without(off) : new Set([...off, id]) })
    else setState({ filters, off, on: isChosen ? new Set([...on, id]) : without(on) })
  }
  return {
    prices: [...ready.filter((id) => !off.has(id)), ...on],
    allowed: on.size,
    isChosen: ({ state: of, itemPriceID }: RepriceRowData) =>
      of === 'ready' ? !off.has(itemPriceID) : canBeAllowed(of) && on.has(itemPriceID),
    change,
    /** Chooses all that are ready, or none. */
    changeAll: (isChosen: boolean) => setState({ filters, on: none, off: isChosen ? none : new Set(ready) }),
    clear: () => setState({ filters, off: none, on: none }),
  }
}
