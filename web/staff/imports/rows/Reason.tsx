import { Button } from '@mantine/core'
import { useState } from 'react'

import type { ReasonGroup } from '../../../../contract/imports/drafts.ts'
import type { Fix, FixWay } from '../../../../contract/imports/fixes.ts'
import type { Correction } from '../../../../contract/imports/imports.ts'
import { formatQuantity } from '../../../lib/format.ts'
import type { Draft } from '../draft/useDraft.ts'
import { CellChoice } from './CellChoice.tsx'
import { FixChoices } from './FixChoices.tsx'
import { addFix, type Scope } from './fixState.ts'
import { WrongRows } from './WrongRows.tsx'

/** The problems of one reason in one column: what they are, and the fixes for all rows or for the chosen ones. */
export function Reason({
  draft,
  group,
  disabled,
  onFix,
  onCorrect,
}: {
  draft: Draft
  group: ReasonGroup
  disabled: boolean
  onFix: (fixes: Fix[]) => void
  onCorrect: (corrections: Correction[]) => void
}) {
  const { message, samples, cells, rows } = group
  const [showsRows, setShowsRows] = useState(false)
  const [chosenRows, setChosenRows] = useState<ReadonlySet<number>>(new Set())
  const [chosenCells, setChosenCells] = useState<ReadonlySet<string>>(new Set())
  // Only what is still wrong can be chosen.
  const names = cells.map(({ cell }) => cell).filter((cell) => chosenCells.has(cell))
  const scope: Scope =
    chosenRows.size > 0 ? { rows: [...chosenRows].toSorted((a, b) => a - b) } : names.length > 0 ? { cells: names } : {}

  function fix(way: FixWay) {
    setChosenRows(new Set())
    setChosenCells(new Set())
    onFix(addFix(draft.fixes, group, scope, way))
  }

  return (
    <li aria-label={message}>
      <h3>{message}</h3>
      {cells.length > 0 ? (
        <CellChoice group={group} chosen={chosenCells} disabled={disabled} onChange={setChosenCells} />
      ) : (
        <Samples samples={samples} />
      )}
      <FixChoices draft={draft} group={group} which={describeScope(scope, rows)} disabled={disabled} onFix={fix}>
        <Button
          size="sm"
          variant="subtle"
          aria-expanded={showsRows}
          aria-label={`${showsRows ? 'Hide' : 'Show'} the rows: ${message}`}
          onClick={() => setShowsRows(!showsRows)}
        >
          {showsRows ? 'Hide the rows' : 'Show the rows'}
        </Button>
      </FixChoices>
      {showsRows && (
        <WrongRows
          draft={draft}
          group={group}
          disabled={disabled}
          chosen={chosenRows}
          onChoose={setChosenRows}
          onCorrect={onCorrect}
        />
      )}
    </li>
  )
}

/** A few of the rows with their cells and what is wrong with them. */
function Samples({ samples }: Pick<ReasonGroup, 'samples'>) {
  const byMessage = [...Map.groupBy(samples, ({ message }) => message)]
  return (
    <ul className="samples">
      {byMessage.slice(0, 3).map(([message, all]) => (
        <li key={message}>
          {message}: {all.map((one) => describeSample(one)).join(', ')}
        </li>
      ))}
    </ul>
  )
}

/** A cell with its row. A message may name the cell already. */
const describeSample = ({ row, cell, message: sentence }: ReasonGroup['samples'][number]) =>
  cell === '' || sentence.includes(cell) ? `row ${formatQuantity(row)}` : `${cell} (row ${formatQuantity(row)})`

/** Names the rows that a fix is for: 'all 4,000 rows', '3 chosen rows', 'the rows of 2 names'. */
function describeScope({ rows, cells }: Scope, count: number) {
  if (rows) return `${formatQuantity(rows.length)} chosen ${rows.length === 1 ? 'row' : 'rows'}`
  if (cells) return `the rows of ${formatQuantity(cells.length)} chosen ${cells.length === 1 ? 'text' : 'texts'}`
  return count === 1 ? 'this row' : `all ${formatQuantity(count)} rows`
}
