import { Button } from '@mantine/core'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'

import type { StockCountLine, StockCountSheet } from '../../../../contract/stock/stock-counts.ts'
import { ScanField } from '../../../ui/scan/ScanField.tsx'
import { type Told, useScanner } from '../../../ui/scan/useScanner.ts'
import { itemByCode } from '../../catalogue/itemByCode.ts'
import { SelectItem } from '../../catalogue/SelectItem.tsx'
import { amount } from '../../shared/stock.ts'
import { boxOf, CountLine } from './CountLine.tsx'
import { type Deed, keysOf, lineWithCode, type Show, shows, tallies, visibleLines } from './countState.ts'
import type { Counting } from './useCounting.ts'

const showNames: Record<Show, string> = { all: 'All', open: 'To count', different: 'Differences', moved: 'Moved' }
/** Lines on the screen at first, and with each 'Show more'. */
const step = 100
/** Nothing has been chosen: no line stays in sight that does not fit. */
const none: ReadonlySet<number> = new Set()

/**
 * The lines of a sheet, counted by scanner, by keyboard or by thumb; each is saved at once. A scan counts one,
 * wherever the focus is; Enter leads from line to line.
 */
export function CountLines({ sheet, counting }: { sheet: StockCountSheet; counting: Counting }) {
  const { lines } = sheet
  const { last, refused, act, add, sendNow } = counting
  const open = sheet.status === 'Pending'
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<{ show: Show; kept: ReadonlySet<number> }>({ show: 'all', kept: none })
  const [shown, setShown] = useState(step)
  const [choosing, setChoosing] = useState(false)
  /** The line whose box is to have the focus once it is there. */
  const toFocus = useRef<number>(null)
  const tally = tallies(lines)
  const searched = useDeferredValue(text)
  const visible = visibleLines(lines, { ...choice, text: searched })

  // What is refused is told at the line.
  const onDo = useCallback((line: StockCountLine, deed: Deed) => void act(line, deed).catch(() => null), [act])

  /** One more of a line, by a scan. What is weighed is entered instead. */
  async function one(line: StockCountLine): Promise<Told> {
    const { item } = line
    if (item.uom === 'BULK') {
      toFocus.current = line.countLineID
      return { text: `${item.itemName} is weighed: enter its grams` }
    }
    const { counted } = await act(line, 'more')
    return { text: `${item.itemName}: ${amount(counted ?? 0, item)}` }
  }

  async function onCode(code: string): Promise<Told> {
    const line = lineWithCode(lines, code)
    if (open && line) return one(line)
    const [first] = visibleLines(lines, { ...choice, text: code })
    if (first) {
      setText(code)
      toFocus.current = first.countLineID
      return { text: first.item.itemName }
    }
    if (!open) return { text: `No line fits ‘${code}’`, wrong: true }
    const item = await itemByCode(code)
    if (!item) return { text: `No active item has the code ‘${code}’`, wrong: true }
    const work = async () => one(await add(item.itemID))
    return { text: `${item.itemName} is not on this sheet`, wrong: true, remedy: { label: 'Add it', work } }
  }
  const scanner = useScanner(onCode)

  // After every rendering, because a line that was just added comes with the next reading of the sheet.
  useEffect(() => {
    const box = toFocus.current === null ? null : document.getElementById(boxOf(toFocus.current))
    if (!(box instanceof HTMLInputElement)) return
    toFocus.current = null
    box.focus()
  })
  // At the scanner's service from the start; not on a touch screen, where that would open the keyboard.
  const field = scanner.field
  useEffect(() => {
    if (open && !matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true })
  }, [open, field])

  return (
    // A scan into any of its fields goes to the scan field.
    <section
      className="panel counting no-print"
      aria-label="Lines"
      onKeyDownCapture={open ? scanner.onStray : undefined}
    >
      <div className="count-bar">
        <div className="scan-row">
          <ScanField scanner={scanner} label="Scan a barcode, or type code or name" value={text} onChange={setText} />
          {open && <Button onClick={() => setChoosing(true)}>Add Item</Button>}
        </div>
        <fieldset className="shows" aria-label="Show">
          {shows
            .filter((show) => (show === 'different' ? sheet.differences !== null : show !== 'moved' || open))
            .map((show) => (
              <button
                key={show}
                type="button"
                aria-pressed={show === choice.show}
                onClick={() => {
                  setChoice({ show, kept: keysOf(lines, show) })
                  setShown(step)
                }}
              >
                {showNames[show]} <b>{tally[show]}</b>
              </button>
            ))}
        </fieldset>
      </div>
      {visible.length === 0 && (
        <p className="none">
          {lines.length === 0 ? 'Nothing is kept here yet. Scan or add what you find.' : 'No line fits.'}
        </p>
      )}
      <ul className="count-lines" aria-label="Lines">
        {visible.slice(0, shown).map((line) => (
          <CountLine
            key={line.countLineID}
            line={line}
            open={open}
            last={line.countLineID === last}
            wrong={refused.get(line.countLineID)?.message}
            onDo={onDo}
            onGone={sendNow}
          />
        ))}
      </ul>
      {visible.length > shown && (
        <div className="more">
          <Button onClick={() => setShown(shown + step)}>Show more</Button>
          <small>
            {shown} of {visible.length}
          </small>
        </div>
      )}
      {choosing && (
        <SelectItem
          onAdd={({ itemID, itemName }) =>
            scanner.tell(async () => {
              toFocus.current = (await add(itemID)).countLineID
              return { text: `${itemName} added` }
            })
          }
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}
