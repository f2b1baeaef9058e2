import { Button } from '@mantine/core'
import { useState } from 'react'

import type { ReasonGroup } from '../../../../contract/imports/drafts.ts'
import { formatQuantity } from '../../../lib/format.ts'

/** Number of texts that are listed at first. */
const listedAtFirst = 12

/** The different texts of one reason, each with the number of its rows. Some of them can be chosen for a fix. */
export function CellChoice({
  group: { cells, cellCount, message },
  chosen,
  disabled,
  onChange,
}: {
  group: ReasonGroup
  chosen: ReadonlySet<string>
  disabled: boolean
  onChange: (chosen: ReadonlySet<string>) => void
}) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? cells : cells.slice(0, listedAtFirst)
  return (
    <fieldset className="cell-choice" data-all={showsAll || undefined} disabled={disabled}>
      <legend className="vh">{message}: choose some</legend>
      {shown.map(({ cell, rows }) => (
        <label key={cell}>
          <input
            type="checkbox"
            className="choice-box"
            checked={chosen.has(cell)}
            onChange={(event) => {
              const next = new Set(chosen)
              if (event.currentTarget.checked) next.add(cell)
              else next.delete(cell)
              onChange(next)
            }}
          />
          <span>{cell}</span>
          <small>{formatQuantity(rows)}</small>
        </label>
      ))}
      {cells.length > listedAtFirst && (
        <Button size="sm" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${formatQuantity(cellCount)}`}
        </Button>
      )}
      {showsAll && cellCount > cells.length && (
        <small>and {formatQuantity(cellCount - cells.length)} more, which a fix for all rows includes</small>
      )}
    </fieldset>
  )
}
