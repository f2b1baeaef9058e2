import { Button } from '@mantine/core'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { recordPath, screens } from '../../../contract/screens.ts'
import type { StockCountLine } from '../../../contract/stock-counts.ts'
import { parseNumber } from '../../lib/format.ts'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Thumb } from '../../ui/Thumb.tsx'
import type { Deed } from './countState.ts'
import { amount, signed } from './stock.ts'

/** The id of the box in which a line is counted. */
export const boxOf = (countLineID: number) => `count-${countLineID}`

/** One line: what it is, what is expected where that is shown, and how many there are. */
export const CountLine = memo(function CountLine({
  line,
  open,
  last,
  wrong,
  onDo,
}: {
  line: StockCountLine
  open: boolean
  /** It was counted a moment ago. */
  last: boolean
  wrong: string | undefined
  onDo: (countLineID: number, deed: Deed) => void
}) {
  const { countLineID, item, inventoryType, expected, counted, difference, moved, countedBy, adjustment } = line
  return (
    <li className="count-line" data-last={last || undefined} data-counted={counted !== null || undefined}>
      <Thumb src={item.image_url} name={item.itemName} small />
      <div className="line-name">
        <b>{item.itemName}</b>
        <small>
          {item.itemCode} · {inventoryType.typeName}
          {countedBy && <span> · {countedBy.name}</span>}
        </small>
      </div>
      <div className="line-figures">
        {expected !== null && <span className="expected">Expected {amount(expected, item)}</span>}
        {difference !== null && difference !== 0 && (
          <b className={difference < 0 ? 'out' : 'in'}>{signed(difference, item)}</b>
        )}
        {moved && <span className="st orange">Moved</span>}
        {moved && open && (
          <Button size="sm" aria-label={`Count again: ${item.itemName}`} onClick={() => onDo(countLineID, 'again')}>
            Count again
          </Button>
        )}
        {adjustment && (
          <>
            <StatusBadge status={adjustment.status} completed="green" />
            <Link className="link" to={recordPath(screens.inventoryAdjustments, adjustment.adjustmentID)}>
              Adjustment {adjustment.adjustmentID}
            </Link>
          </>
        )}
      </div>
      {open ? (
        <div className="count-entry">
          <CountBox line={line} wrong={wrong !== undefined} onDo={onDo} />
          {item.uom !== 'BULK' && (
            // Not a stop of the Tab key, which leads from box to box: there the same is typed.
            <button
              type="button"
              tabIndex={-1}
              className="one-more"
              aria-label={`+1 ${item.itemName}`}
              onClick={() => onDo(countLineID, 'more')}
            >
              +1
            </button>
          )}
        </div>
      ) : (
        <span className="count-entry r">{counted === null ? 'Not counted' : <b>{amount(counted, item)}</b>}</span>
      )}
      {wrong !== undefined && (
        <p className="line-error" role="alert">
          {wrong}
        </p>
      )}
    </li>
  )
})

/** Saves what is typed on leaving the box, or on Enter, which leads to the next one. */
function CountBox({
  line: { countLineID, counted, item },
  wrong,
  onDo,
}: {
  line: StockCountLine
  wrong: boolean
  onDo: (countLineID: number, deed: Deed) => void
}) {
  const [typed, setTyped] = useState(counted)
  const typing = useRef(false)
  // What others count, and what a scan adds; never over what is being typed.
  useEffect(() => {
    if (!typing.current) setTyped(counted)
  }, [counted])

  // Of what the box says at that moment: a scan that strayed into it is taken out again just before it is left.
  function save(figure: number | null) {
    if (!typing.current) return
    typing.current = false
    if (Number.isNaN(figure)) setTyped(counted)
    else if (figure !== counted) onDo(countLineID, { counted: figure })
  }

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
      id={boxOf(countLineID)}
      className="count-box"
      aria-label={`Counted of ${item.itemName}`}
      error={wrong}
      value={typed}
      {...(item.uom === 'BULK' && { suffix: 'g' })}
      onChange={(value) => {
        typing.current = true
        setTyped(value)
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => save(parseNumber(event.currentTarget.value))}
      onKeyDown={onKeyDown}
    />
  )
}
