import '../../shared/choosePiece.css'
import { Button, Checkbox } from '@mantine/core'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { findFractionProblem } from '../../../../contract/catalogue/items.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import type { StockCountLine } from '../../../../contract/stock/stock-counts.ts'
import { parseNumber } from '../../../lib/format.ts'
import { FieldGroup } from '../../../ui/form/FieldGroup.tsx'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { useStable } from '../../../ui/useStable.ts'
import { formatAmount, formatSigned } from '../../shared/stock.ts'
import type { LineChange } from './countState.ts'

/** Returns the element id of a line's quantity field. */
export const fieldIdOf = (countLineID: number) => `count-${countLineID}`

/** Shows one line: the item, the expected quantity unless the count is blind, and the counted quantity. */
export const CountLine = memo(function CountLine({
  line,
  open,
  last,
  wrong,
  onDo,
  onGone,
}: {
  line: StockCountLine
  open: boolean
  /** Whether this line is the one that was changed last. */
  last: boolean
  /** The reason why the last change of this line is not saved. */
  wrong: string | undefined
  onDo: (line: StockCountLine, deed: LineChange) => void
  /** Called with the typed quantity if the page closes before that quantity is saved. */
  onGone: (line: StockCountLine, counted: number | null) => void
}) {
  const { item, inventoryType, expected, counted, difference, moved, countedBy, adjustment } = line
  const [fraction, setFraction] = useState<string | null>(null)
  const problem = fraction ?? wrong
  return (
    <li className="count-line" data-last={last || undefined} data-counted={counted !== null || undefined}>
      <Thumb src={item.image_url} focus={item.image_focus} name={item.itemName} small />
      <div className="line-name">
        <b>{item.itemName}</b>
        <small>
          {item.itemCode} · {inventoryType.typeName}
          {countedBy && <span> · {countedBy.name}</span>}
        </small>
      </div>
      <div className="line-figures">
        {expected !== null && <span className="expected">Expected {formatAmount(expected, item)}</span>}
        {difference !== null && difference !== 0 && (
          <b className={difference < 0 ? 'out' : 'in'}>{formatSigned(difference, item)}</b>
        )}
        {moved && <span className="st orange">Moved</span>}
        {moved && open && (
          <Button size="sm" aria-label={`Count again: ${item.itemName}`} onClick={() => onDo(line, 'again')}>
            Count again
          </Button>
        )}
        {adjustment && (
          <>
            <StatusBadge status={adjustment.status} completed="green" />
            <Link className="link" to={recordPathOf(screens.inventoryAdjustments, adjustment.adjustmentID)}>
              Adjustment {adjustment.adjustmentID}
            </Link>
          </>
        )}
      </div>
      {item.byPiece && <CountedPieces line={line} open={open} onDo={onDo} />}
      {open && !item.byPiece ? (
        <div className="count-entry">
          <FieldGroup>
            <CountBox
              line={line}
              wrong={wrong !== undefined}
              fraction={fraction}
              onFraction={setFraction}
              onDo={onDo}
              onGone={onGone}
            />
          </FieldGroup>
          {item.uom !== 'BULK' && (
            // Tab moves from one quantity field to the next, so it skips this button.
            <button
              type="button"
              tabIndex={-1}
              className="one-more"
              aria-label={`+1 ${item.itemName}`}
              onClick={() => onDo(line, 'more')}
            >
              +1
            </button>
          )}
        </div>
      ) : (
        <span className="count-entry r">{counted === null ? 'Not counted' : <b>{formatAmount(counted, item)}</b>}</span>
      )}
      {problem !== undefined && (
        <p className="line-error" role="alert">
          {problem}
        </p>
      )}
    </li>
  )
})

/** Shows which pieces of a line were found and which are missing. A tick finds a piece without its tag. */
function CountedPieces({
  line,
  open,
  onDo,
}: {
  line: StockCountLine
  open: boolean
  onDo: (line: StockCountLine, deed: LineChange) => void
}) {
  return (
    <fieldset className="pick-pieces" aria-label={`Pieces of ${line.item.itemName}`}>
      <legend>{open ? 'Found pieces' : 'Pieces'}</legend>
      {line.pieces.map(({ pieceID, number, found }) =>
        open ? (
          <Checkbox
            key={pieceID}
            label={number}
            checked={found}
            onChange={() => onDo(line, found ? { takenBack: pieceID } : { found: pieceID })}
          />
        ) : (
          <span key={pieceID}>{found ? number : `${number} is missing`}</span>
        ),
      )}
      {open && line.pieces.length === 0 && <p className="hint">Scan the tag of each piece.</p>}
      {open && line.counted === null && (
        <Button size="sm" onClick={() => onDo(line, { counted: 0 })}>
          None is here
        </Button>
      )}
    </fieldset>
  )
}

/**
 * Saves the typed quantity when the user leaves the field, the sheet or the page. Enter saves it and focuses the next
 * field.
 */
function CountBox({
  line,
  wrong,
  fraction,
  onFraction,
  onDo,
  onGone,
}: {
  line: StockCountLine
  wrong: boolean
  /** The reason why the typed quantity is refused: a fraction of a piece or pair. */
  fraction: string | null
  onFraction: (problem: string | null) => void
  onDo: (line: StockCountLine, deed: LineChange) => void
  onGone: (line: StockCountLine, counted: number | null) => void
}) {
  const { countLineID, counted, item } = line
  const [typed, setTyped] = useState(counted)
  const typing = useRef(false)
  // Other people's counts and scans update the field, unless the user is typing.
  useEffect(() => {
    if (!typing.current) setTyped(counted)
  }, [counted])

  // The argument is the field's current text as a number. It can be newer than the state, because a stray scan may have
  // been removed just before.
  function save(figure: number | null) {
    // From here on the refused change tells the problem.
    onFraction(null)
    // A refused quantity is sent again even if it is unchanged, because the line is not saved yet.
    if (!typing.current && !wrong) return
    typing.current = false
    const quantity = Number.isNaN(figure) ? counted : figure
    setTyped(quantity)
    if (wrong || quantity !== counted) onDo(line, { counted: quantity })
  }

  const saveOnLeave = useStable(() => {
    if (typing.current) save(typed)
  })
  const saveOnClose = useStable(() => {
    if (typing.current && fraction === null && !Number.isNaN(typed) && typed !== counted) onGone(line, typed)
  })
  useEffect(() => {
    addEventListener('pagehide', saveOnClose)
    return () => {
      removeEventListener('pagehide', saveOnClose)
      saveOnLeave()
    }
  }, [saveOnClose, saveOnLeave])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    event.preventDefault()
    const boxes = [...event.currentTarget.closest('ul')!.querySelectorAll<HTMLInputElement>('.count-box input')]
    const next = boxes[boxes.indexOf(event.currentTarget) + by]
    if (next) next.focus()
    else event.currentTarget.blur()
  }

  return (
    <NumberBox
      id={fieldIdOf(countLineID)}
      className="count-box"
      aria-label={`Counted of ${item.itemName}`}
      error={wrong || fraction !== null}
      value={typed}
      {...(item.uom === 'BULK' && { suffix: 'g' })}
      onChange={(value) => {
        typing.current = true
        setTyped(value)
        onFraction(value === null || Number.isNaN(value) ? null : findFractionProblem(item, value))
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => save(parseNumber(event.currentTarget.value))}
      onKeyDown={onKeyDown}
    />
  )
}
