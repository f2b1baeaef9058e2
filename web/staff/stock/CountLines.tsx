import { Button } from '@mantine/core'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'

import { type StockCountLine, type StockCountSheet, stockCounts } from '../../../contract/stock-counts.ts'
import { messageOf } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { ScanField } from '../../ui/ScanField.tsx'
import { type Told, useScanner } from '../../ui/useScanner.ts'
import { itemByCode } from '../catalogue/itemByCode.ts'
import { SelectItem } from '../catalogue/SelectItem.tsx'
import { boxOf, CountLine } from './CountLine.tsx'
import { type Deed, keysOf, lineWithCode, type Show, shows, tallies, visibleLines } from './countState.ts'
import { amount } from './stock.ts'

const showNames: Record<Show, string> = { all: 'All', open: 'To count', different: 'Differences', moved: 'Moved' }
/** Lines on the screen at first, and with each 'Show more'. */
const step = 100
/** Nothing has been chosen: no line stays in sight that does not fit. */
const none: ReadonlySet<number> = new Set()

/**
 * The lines of a sheet, counted by scanner, by keyboard or by thumb; each is saved at once. A scan counts one,
 * wherever the focus is; Enter leads from line to line.
 */
export function CountLines({ sheet }: { sheet: StockCountSheet }) {
  const { countID: id, lines } = sheet
  const open = sheet.status === 'Pending'
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<{ show: Show; kept: ReadonlySet<number> }>({ show: 'all', kept: none })
  const [shown, setShown] = useState(step)
  const [last, setLast] = useState<number | null>(null)
  const [wrong, setWrong] = useState<ReadonlyMap<number, string>>(new Map())
  const [choosing, setChoosing] = useState(false)
  const { mutateAsync: count } = useWrite(stockCounts.count)
  const { mutateAsync: scan } = useWrite(stockCounts.scan)
  const { mutateAsync: recount } = useWrite(stockCounts.recount)
  const { mutateAsync: addLine } = useWrite(stockCounts.addLine)
  /** The line whose box is to have the focus once it is there. */
  const toFocus = useRef<number>(null)
  const tally = tallies(lines)
  const searched = useDeferredValue(text)
  const visible = visibleLines(lines, { ...choice, text: searched })

  /** One write after the other: what is typed and then scanned arrives in that order. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = useCallback(<T,>(work: () => Promise<T>): Promise<T> => {
    const done = queue.current.then(work)
    queue.current = done.catch(() => null)
    return done
  }, [])

  const act = useCallback(
    async (countLineID: number, deed: Deed): Promise<StockCountLine> => {
      const sent = { id, lineID: countLineID }
      setLast(countLineID)
      try {
        const { data } = await inTurn(() => {
          if (deed === 'more') return scan(sent)
          return deed === 'again' ? recount(sent) : count({ ...sent, body: deed })
        })
        setWrong((before) => new Map([...before].filter(([key]) => key !== countLineID)))
        return data
      } catch (error) {
        setWrong((before) => new Map(before).set(countLineID, messageOf(error as Error)))
        throw error
      }
    },
    [id, inTurn, count, scan, recount],
  )
  // What is refused is told at the line.
  const onDo = useCallback((countLineID: number, deed: Deed) => void act(countLineID, deed).catch(() => null), [act])

  /** One more of a line, by a scan. What is weighed is entered instead. */
  async function one({ countLineID, item }: Pick<StockCountLine, 'countLineID' | 'item'>): Promise<Told> {
    if (item.uom === 'BULK') {
      toFocus.current = countLineID
      return { text: `${item.itemName} is weighed: enter its grams` }
    }
    const { counted } = await act(countLineID, 'more')
    return { text: `${item.itemName}: ${amount(counted ?? 0, item)}` }
  }

  async function add(itemID: number): Promise<StockCountLine> {
    const { data } = await inTurn(() => addLine({ id, body: { itemID } }))
    return data
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
            wrong={wrong.get(line.countLineID)}
            onDo={onDo}
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
