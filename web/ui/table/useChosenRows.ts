import { useState } from 'react'

/** Manages the selected rows of a list, on all its pages. At most `most` rows can be selected. */
export function useChosenRows<Row>(rowID: (row: Row) => number, most = Number.POSITIVE_INFINITY) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map())
  const choose = (rows: readonly Row[], yes: boolean) =>
    setChosen((before) => {
      const next = new Map(before)
      for (const row of rows) {
        if (!yes) next.delete(rowID(row))
        else if (next.size < most || next.has(rowID(row))) next.set(rowID(row), row)
      }
      return next
    })
  return { rows: [...chosen.values()], keys: new Set(chosen.keys()), choose, clear: () => setChosen(new Map()) }
}
